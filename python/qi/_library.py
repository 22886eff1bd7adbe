"""Finding the shared library, and what all modules share: results, errors, colours."""

from __future__ import annotations

import _ctypes
import ctypes
import enum
import functools
import os
import threading
from ctypes import POINTER, Structure, byref, c_bool, c_char, c_char_p, c_int, c_size_t, c_uint32, c_uint64, c_void_p

VERSION = "0.2.0"  # of the package; structs may differ in any other version of the library
NO_POINT = 0xFFFFFFFF


def _candidates():
    named = os.environ.get("QI_LIBRARY")
    if named:
        yield named
        return
    here = os.path.dirname(os.path.abspath(__file__))
    yield os.path.join(here, "libqi.so")
    yield os.path.join(here, "..", "..", "build", "libqi.so")
    yield "libqi.so.0"


def _complaint(library: ctypes.CDLL) -> str | None:
    """Why a library cannot be used; other projects have a libqi.so, too."""
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
        tried.append(f"{path}: {complaint}, expected libqi {VERSION}")
        if hasattr(_ctypes, "dlclose"):  # while it is loaded, "libqi.so.0" may mean this library
            _ctypes.dlclose(library._handle)
    raise ImportError(f"no usable libqi.so: install qi {VERSION}, or name its library in QI_LIBRARY\n  " + "\n  ".join(tried))


lib = _load()


class Colour(enum.IntEnum):
    """The state of a point."""

    EMPTY = 0
    BLACK = 1
    WHITE = 2
    WALL = 3

    @property
    def opponent(self) -> "Colour":
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK


class QiError(Exception):
    """A call of the library failed."""


class BadText(QiError, ValueError):
    """A text is malformed: where, what was found and what was expected."""

    def __init__(self, line: int, column: int, found: str, expected: str):
        super().__init__(f"{line}:{column}: found {found}, expected {expected}")
        self.line, self.column, self.found, self.expected = line, column, found, expected


class Illegal(QiError, ValueError):
    """A move is illegal; `verdict` says why."""

    def __init__(self, verdict: enum.IntEnum, text: str):
        super().__init__(text)
        self.verdict = verdict


class Message(Structure):
    _fields_ = [("format", c_char_p), ("arguments", c_char * 400)]


class TextError(Structure):
    _fields_ = [("line", c_uint64), ("column", c_uint64), ("found", c_char * 96), ("expected", c_char * 128),
                ("found_message", Message), ("expected_message", Message)]


def declare(name: str, result, *arguments):
    """A function of the library with its types."""
    try:
        function = getattr(lib, name)
    except AttributeError:
        raise ImportError(f"{lib._name}: found no {name}, expected the whole libqi {VERSION}: name it in QI_LIBRARY") from None
    function.restype, function.argtypes = result, list(arguments)
    return function


result_text = declare("qi_result_text", c_char_p, c_int)
version_text = declare("qi_version", c_char_p)
OK, NO_MEMORY, BAD_ARGUMENT, BAD_TEXT, STOPPED, UNSUPPORTED = range(6)


def check(result: int, error: TextError | None = None) -> None:
    """Raises what a result stands for; nothing for OK."""
    if result == OK:
        return
    if result == BAD_TEXT and error is not None:
        raise BadText(error.line, error.column, error.found.decode("utf-8", "replace"),
                      error.expected.decode("utf-8", "replace"))
    if result == NO_MEMORY:
        raise MemoryError(result_text(result).decode())
    if result == BAD_ARGUMENT:
        raise ValueError(result_text(result).decode())
    raise QiError(result_text(result).decode())


class Sized(Structure):
    """A struct that may grow in later versions and begins with its size."""

    def __init__(self, **members):
        super().__init__(size=ctypes.sizeof(self), **members)


class Stop(Structure):
    """Asks a call to end early, from any thread. Once set it ends every call that is given it, until it is cleared."""

    _fields_ = [("_set", c_int)]

    def set(self) -> None:
        _stop_set(byref(self))

    def clear(self) -> None:
        _stop_clear(byref(self))

    def is_set(self) -> bool:
        return _stop_is_set(byref(self))


class Host(Structure):
    _fields_ = [("size", c_size_t), ("stop", POINTER(Stop)), ("context", c_void_p), ("seconds", c_void_p),
                ("wait", c_void_p), ("start", c_void_p), ("join", c_void_p)]


_stop_set = declare("qi_stop_set", None, POINTER(Stop))
_stop_clear = declare("qi_stop_clear", None, POINTER(Stop))
_stop_is_set = declare("qi_stop_is_set", c_bool, POINTER(Stop))


class Owner:
    """Owns a handle. The library allows only one thread at a time to use a handle, so threads take turns in `locked`
    methods. No method holds the locks of two objects."""

    _handle = None

    def __init__(self, free, handle: c_void_p | None = None):
        self._free, self._lock = free, threading.RLock()
        self._handle = c_void_p() if handle is None else handle

    def __del__(self):
        handle, self._handle = self._handle, None
        if handle:
            self._free(handle)

    def __reduce_ex__(self, protocol):
        raise TypeError(f"a {type(self).__name__} owns memory of the library: copy.copy() and pickle cannot copy it")


def locked(method):
    """A method of an Owner that waits while another thread uses the handle."""

    @functools.wraps(method)
    def turn(self, *arguments, **options):
        with self._lock:
            return method(self, *arguments, **options)

    return turn


def encoded(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else bytes(text)


def numpy():
    """NumPy, or None."""
    try:
        import numpy as np
    except ImportError:
        return None
    return np


__all__ = ["BadText", "Colour", "Illegal", "NO_POINT", "QiError", "POINTER", "c_bool", "c_size_t", "c_uint32"]
