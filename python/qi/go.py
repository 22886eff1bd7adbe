"""Go: a board with exact, unlimited superko.

    >>> from qi.go import Game
    >>> game = Game(9)
    >>> game.play(4, 4)
"""

from __future__ import annotations

import enum
from ctypes import POINTER, Structure, byref, c_bool, c_char_p, c_int, c_size_t, c_uint32, c_uint64, c_void_p
from typing import List, Optional, Tuple

from ._library import NO_POINT, Colour, Illegal, Owner, QiError, check, declare, locked, numpy

Point = Tuple[int, int]


class Repetition(enum.IntEnum):
    """Which repetitions are forbidden."""

    POSITIONAL = 0
    SITUATIONAL = 1
    SIMPLE_KO = 2
    FREE = 3


class Verdict(enum.IntEnum):
    """Why a move is legal or not."""

    OK = 0
    OCCUPIED = 1
    SUICIDE = 2
    SUPERKO = 3
    OFF_BOARD = 4


class _Rules(Structure):
    _fields_ = [("repetition", c_int), ("suicide", c_bool)]


_new = declare("qi_go_new", c_int, c_uint32, c_uint32, POINTER(_Rules), c_void_p, POINTER(c_void_p))
_copy = declare("qi_go_copy", c_int, c_void_p, c_void_p, POINTER(c_void_p))
_free = declare("qi_go_free", None, c_void_p)
_rows = declare("qi_go_rows", c_uint32, c_void_p)
_columns = declare("qi_go_columns", c_uint32, c_void_p)
_at = declare("qi_go_at", c_int, c_void_p, c_uint32)
_to_move = declare("qi_go_to_move", c_int, c_void_p)
_captures = declare("qi_go_captures", c_uint64, c_void_p, c_int)
_judge = declare("qi_go_judge", c_int, c_void_p, c_int, c_uint32, POINTER(c_uint32))
_play = declare("qi_go_play", c_int, c_void_p, c_int, c_uint32, POINTER(c_int), POINTER(c_uint32))
_pass = declare("qi_go_pass", c_int, c_void_p, c_int)
_undo = declare("qi_go_undo", c_bool, c_void_p)
_legal = declare("qi_go_legal", c_size_t, c_void_p, c_int, POINTER(c_uint32), c_size_t)
_steps = declare("qi_go_steps", c_uint32, c_void_p)
_verdict_text = declare("qi_go_verdict_text", c_char_p, c_int)


class Game(Owner):
    """A game: the board, whose move it is, and all earlier positions."""

    def __init__(self, rows: int = 19, columns: Optional[int] = None, *, repetition: Repetition = Repetition.POSITIONAL,
                 suicide: bool = False, _handle: Optional[c_void_p] = None):
        super().__init__(_free, _handle)
        if not _handle:
            rules = _Rules(repetition, suicide)
            check(_new(rows, rows if columns is None else columns, byref(rules), None, byref(self._handle)))

    @locked
    def copy(self) -> "Game":
        handle = c_void_p()
        check(_copy(self._handle, None, byref(handle)))
        return Game(_handle=handle)

    @property
    def rows(self) -> int:
        return _rows(self._handle)

    @property
    def columns(self) -> int:
        return _columns(self._handle)

    @property
    @locked
    def to_move(self) -> Colour:
        return Colour(_to_move(self._handle))

    @property
    @locked
    def steps(self) -> int:
        """Moves, passes and setups so far."""
        return _steps(self._handle)

    @locked
    def captures(self, colour: int) -> int:
        """How many stones a colour has captured."""
        return _captures(self._handle, colour)

    def _point(self, row: int, column: int) -> int:
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else NO_POINT

    @locked
    def __getitem__(self, place: Point) -> Colour:
        point = self._point(*place)
        if point == NO_POINT:
            raise IndexError("the point is off the board")
        return Colour(_at(self._handle, point))

    @locked
    def array(self):
        """The states of all points as a NumPy array of rows and columns."""
        np = numpy()
        if np is None:
            raise QiError("NumPy is not installed")
        points = [_at(self._handle, point) for point in range(self.rows * self.columns)]
        return np.array(points, np.uint8).reshape(self.rows, self.columns)

    @locked
    def __str__(self) -> str:
        return "".join("".join(".BW#"[self[row, column]] for column in range(self.columns)) + "\n" for row in range(self.rows))

    @locked
    def judge(self, row: int, column: int, colour: Optional[int] = None) -> Verdict:
        return Verdict(_judge(self._handle, colour or self.to_move, self._point(row, column), None))

    @locked
    def legal(self, colour: Optional[int] = None) -> List[Point]:
        room = self.rows * self.columns
        points = (c_uint32 * room)()
        count = _legal(self._handle, colour or self.to_move, points, room)
        return [divmod(point, self.columns) for point in points[:count]]

    @locked
    def play(self, row: int, column: int, colour: Optional[int] = None) -> None:
        """Plays a stone; Illegal says why it cannot be."""
        verdict = c_int()
        result = _play(self._handle, colour or self.to_move, self._point(row, column), byref(verdict), None)
        if verdict.value != Verdict.OK:
            raise Illegal(Verdict(verdict.value), _verdict_text(verdict).decode())
        check(result)

    @locked
    def pass_(self, colour: Optional[int] = None) -> None:
        check(_pass(self._handle, colour or self.to_move))

    @locked
    def undo(self) -> bool:
        """Takes the last step back; False when there is none."""
        return _undo(self._handle)


__all__ = ["Colour", "Game", "Illegal", "Repetition", "Verdict"]
