"""Finding the shared library, and what all modules share: results, errors, handles, Ctrl-C."""

from __future__ import annotations

import _ctypes
import _thread
import ctypes
import enum
import functools
import operator
import os
import threading
from ctypes import POINTER, Structure, byref, c_bool, c_char_p, c_int, c_size_t, c_void_p
from threading import RLock
from types import ModuleType
from typing import Any, Callable, Iterator, List, Optional, Tuple, TypeVar, Union, cast

from ._layouts import LAYOUTS

VERSION = "0.2.0"  # of the package; structs may differ in any other version of the library
NO_POINT = 0xFFFFFFFF
Point = Tuple[int, int]  # row and column from 0, the top left corner first
T = TypeVar("T")
Method = TypeVar("Method", bound=Callable[..., Any])


def fields(name: str, **types: Any) -> List[Tuple[str, Any]]:
    """A struct's members; `types` says what a pointer points to, and has the class of every struct within."""
    made = []
    for member, plain in LAYOUTS[name]:
        kind = types.pop(member, plain)
        if plain is not None and ctypes.sizeof(kind) != ctypes.sizeof(plain):
            raise TypeError(f"{name}.{member} has another size")
        made.append((member, kind))
    if types:
        raise TypeError(f"{name} has no {', '.join(types)}")
    return made


def _candidates() -> Iterator[str]:
    named = os.environ.get("QI_LIBRARY")
    if named:
        yield named
        return
    here = os.path.dirname(os.path.abspath(__file__))
    yield os.path.join(here, "libqigames.so")
    yield os.path.join(here, "..", "..", "build", "libqigames.so")
    yield "libqigames.so.0"


def _complaint(library: ctypes.CDLL) -> Optional[str]:
    """Why a library cannot be used, if it cannot."""
    if not hasattr(library, "qi_version") or not hasattr(library, "qi_result_text"):
        return "found another library (it has no qi_version)"
    library.qi_version.restype = c_char_p
    version = library.qi_version().decode("utf-8", "replace")
    return None if version == VERSION else f"found version {version}"


def _load() -> ctypes.CDLL:
    tried = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            tried.append(f"{path}: {error}")
            continue
        complaint = _complaint(library)
        if complaint is None:
            return library
        tried.append(f"{path}: {complaint}, expected libqigames {VERSION}")
        if hasattr(_ctypes, "dlclose"):  # while it is loaded, "libqigames.so.0" may mean this library
            _ctypes.dlclose(library._handle)
    raise ImportError(f"no usable libqigames.so: install qi-games {VERSION}, or name its library in QI_LIBRARY\n  " + "\n  ".join(tried))


lib = _load()


class Colour(enum.IntEnum):
    """The state of a point."""

    EMPTY = 0
    BLACK = 1
    WHITE = 2
    WALL = 3

    @property
    def opponent(self) -> Colour:
        """The other player."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK


class QiError(Exception):
    """A call of the library failed."""


class BadText(QiError, ValueError):
    """A text is malformed: where, what was found and what was expected."""

    def __init__(self, line: int, column: int, found: str, expected: str):
        super().__init__(line, column, found, expected)
        self.line, self.column, self.found, self.expected = line, column, found, expected

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: found {self.found}, expected {self.expected}"


class Illegal(QiError, ValueError):
    """A move is illegal; `verdict` says why."""

    def __init__(self, verdict: enum.IntEnum, text: str):
        super().__init__(verdict, text)
        self.verdict = verdict

    def __str__(self) -> str:
        return str(self.args[1])


class Message(Structure):
    _fields_ = fields("qi_message", format=c_char_p)


class TextError(Structure):
    _fields_ = fields("qi_text_error", found_message=Message, expected_message=Message)


def declare(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A function of the library with its types."""
    try:
        function = getattr(lib, name)
    except AttributeError:
        raise ImportError(f"{lib._name}: found no {name}, expected the whole libqigames {VERSION}: name it in QI_LIBRARY") from None
    function.restype, function.argtypes = result, list(arguments)
    return cast(Callable[..., Any], function)


result_text = declare("qi_result_text", c_char_p, c_int)
OK, NO_MEMORY, BAD_ARGUMENT, BAD_TEXT, STOPPED = range(5)


def check(result: int, error: Optional[TextError] = None, wrong: str = "") -> None:
    """Raises what a result stands for; nothing for OK. `wrong` says which argument can be wrong."""
    if result == OK:
        return
    if result == BAD_TEXT and error is not None:
        raise BadText(error.line, error.column, error.found.decode("utf-8", "replace"),
                      error.expected.decode("utf-8", "replace"))
    if result == NO_MEMORY:
        raise MemoryError(result_text(result).decode())
    if result == BAD_ARGUMENT:
        raise ValueError(wrong or result_text(result).decode())
    raise QiError(result_text(result).decode())


def whole(name: str, value: int, low: int = 0, high: int = 2**64 - 1) -> int:
    """A number that the library gets, which would be cut to the bits of its type."""
    if isinstance(value, bool):
        raise TypeError(f"{name}: found {value}, expected a whole number")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: found {value!r}, expected a whole number") from None
    if not low <= number <= high:
        raise ValueError(f"{name}: found {number}, expected {low} to {high}")
    return number


class Sized(Structure):
    """A struct that may grow in later versions and begins with its size."""

    def __init__(self, **members: Any):
        super().__init__(size=ctypes.sizeof(self), **members)


class Stop(Structure):
    """Asks a call to end early, from any thread. Once set it ends every call that is given it, until it is cleared."""

    _fields_ = [("_set", c_int)]

    def set(self) -> None:
        """Ends the calls that have it, now and later."""
        _stop_set(byref(self))

    def clear(self) -> None:
        """Lets the next calls go on."""
        _stop_clear(byref(self))

    def is_set(self) -> bool:
        """Whether it was set and not cleared since."""
        return bool(_stop_is_set(byref(self)))


class Host(Sized):
    _fields_ = fields("qi_host", stop=POINTER(Stop))


_stop_set = declare("qi_stop_set", None, POINTER(Stop))
_stop_clear = declare("qi_stop_clear", None, POINTER(Stop))
_stop_is_set = declare("qi_stop_is_set", c_bool, POINTER(Stop))


def interruptible(work: Callable[[Stop], T], stop: Optional[Stop] = None, *, wait: bool = True) -> T:
    """Calls `work`, which ends soon after the stop is set. Python handles signals between two steps of its main thread,
    which is never while that is in the library. So the main thread has `work` done by another thread and waits: Ctrl-C
    then sets the stop and, once `work` has ended, is raised. Without `wait` it is raised at once."""
    asked = Stop() if stop is None else stop
    if threading.current_thread() is not threading.main_thread():
        return work(asked)
    results: List[T] = []
    errors: List[BaseException] = []
    done = _thread.allocate_lock()
    done.acquire()

    def run() -> None:
        try:
            results.append(work(asked))
        except BaseException as error:  # pylint: disable=broad-except
            errors.append(error)
        finally:
            done.release()

    started = False
    try:
        _thread.start_new_thread(run, ())
        started = True
        while not done.acquire(timeout=0.1):  # a signal just before a wait does not end it
            pass
    except BaseException as error:
        if isinstance(error, RuntimeError) and not started:  # there can be no more threads
            return work(asked)
        asked.set()
        while started and wait and done.locked():
            try:
                done.acquire()
                break
            except KeyboardInterrupt:
                pass
        raise
    if errors:
        try:
            raise errors[0]
        finally:
            errors.clear()  # an error that refers to its own frame would live until a collection
    return results[0]


class Owner:
    """Owns a handle. The library allows only one thread at a time to use a handle, so threads take turns in `locked`
    methods. No method holds the locks of two objects, but that a batch holds its own when it uses its solver and positions."""

    _handle = c_void_p()

    def __init__(self, free: Callable[[c_void_p], None], handle: Optional[c_void_p] = None):
        self._free, self._lock = free, RLock()
        self._handle = c_void_p() if handle is None else handle

    def __del__(self) -> None:
        if self._handle:
            self._free(self._handle)
            self._handle.value = None

    def __reduce_ex__(self, protocol: Any) -> Union[str, Tuple[Any, ...]]:
        raise TypeError(f"a {type(self).__name__} owns memory of the library: copy.copy() and pickle cannot copy it")

    def _long(self, work: Callable[[Stop], T], stop: Optional[Stop] = None, short: bool = False) -> T:
        """Does what may take long, with the lock held by the thread that does it. What is known to be `short`, a few
        milliseconds, is done at once: another thread would cost 70 µs."""

        def turn(asked: Stop) -> T:
            with self._lock:
                return work(asked)

        return turn(stop or Stop()) if short else interruptible(turn, stop)


def locked(method: Method) -> Method:
    """A method of an Owner that waits while another thread uses the handle."""

    @functools.wraps(method)
    def turn(self: Owner, *arguments: Any, **options: Any) -> Any:
        with self._lock:
            return method(self, *arguments, **options)

    return cast(Method, turn)


def encoded(text: Union[str, bytes]) -> bytes:
    if isinstance(text, str):
        return text.encode()
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(text)
    raise TypeError(f"found {type(text).__name__}, expected a text")


def collected(write: Callable[[Any], int], wrong: str = "") -> str:
    """The text that a function writes to a sink."""
    pieces: List[bytes] = []

    def take(_context: Any, piece: Any, count: int) -> bool:
        pieces.append(ctypes.string_at(piece, count))
        return True

    check(write(TextSink(take)), wrong=wrong)
    return b"".join(pieces).decode()


TextSink = ctypes.CFUNCTYPE(c_bool, c_void_p, c_void_p, c_size_t)


def numpy() -> ModuleType:
    """NumPy; QiError where it is not installed."""
    try:
        import numpy as np
    except ImportError:
        raise QiError("NumPy is not installed") from None
    return np
