"""What the boards of NoGo and Go share."""

from __future__ import annotations

import operator
from ctypes import POINTER, Structure, c_char_p, c_int, c_size_t, c_uint32, c_void_p
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Iterable, Iterator, List, Optional, Sequence, Tuple

from . import picture
from ._library import NO_POINT, Colour, Owner, Point, declare, fields, locked, numpy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Stone(Structure):
    _fields_ = fields("qi_stone")


def sides(rows: int, columns: Optional[int], longest: int) -> Tuple[int, int]:
    """The sides of a new board."""
    columns = rows if columns is None else columns
    for side in rows, columns:
        if isinstance(side, bool) or not hasattr(side, "__index__"):
            raise TypeError(f"found a side of {side!r}, expected a whole number")
        if not 1 <= operator.index(side) <= longest:
            raise ValueError(f"no board of {rows} x {columns} points: sides are 1 to {longest}")
    return operator.index(rows), operator.index(columns)


def player(colour: int) -> Colour:
    """The colour of a player; ValueError for any other."""
    if colour not in (Colour.BLACK, Colour.WHITE):
        raise ValueError(f"no player has the colour {colour!r}: Colour.BLACK is 1, Colour.WHITE is 2")
    return Colour(colour)


def stones(points: Iterable[Tuple[int, int]]) -> Any:
    """Points and their states, as the library gets them."""
    found = [Stone(point, state) for point, state in points]
    return (Stone * len(found))(*found)


def stones_of(array: Any) -> Tuple[int, int, Any]:
    """The sides of an array of states, and the points that are not empty."""
    np = numpy()
    states = np.asarray(array)
    if states.ndim != 2 or states.dtype.kind not in "iu":
        raise ValueError(f"found an array of {states.dtype} with {states.ndim} dimensions, expected whole numbers in 2: rows and columns")
    wrong = np.argwhere((states < Colour.EMPTY) | (states > Colour.WALL))
    if len(wrong):
        row, column = map(int, wrong[0])
        raise ValueError(f"found {states[row, column]} at row {row}, column {column}, expected 0 (empty), 1 (Black), 2 (White) or 3 (a hole)")
    flat = states.ravel()
    return int(states.shape[0]), int(states.shape[1]), stones((int(point), int(flat[point])) for point in np.flatnonzero(flat))


def functions(rows: str, columns: str, at: str, legal: str) -> SimpleNamespace:
    """The functions of the library that a board of either game has."""
    return SimpleNamespace(rows=declare(rows, c_uint32, c_void_p), columns=declare(columns, c_uint32, c_void_p),
                           at=declare(at, c_int, c_void_p, c_uint32),
                           legal=declare(legal, c_size_t, c_void_p, c_int, POINTER(c_uint32), c_size_t))


class Board(Owner):
    """A rectangle of points. Iterating gives its points, (row, column) from 0; board[row, column] is the state of one."""

    _functions: SimpleNamespace

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return int(self._functions.rows(self._handle))

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return int(self._functions.columns(self._handle))

    @property
    def to_move(self) -> Colour:
        """Who is to move."""
        raise NotImplementedError

    def bytes(self) -> bytes:
        """The states of all points in reading order, a byte each (see Colour)."""
        raise NotImplementedError

    def _point(self, row: int, column: int) -> int:
        row, column = operator.index(row), operator.index(column)
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else NO_POINT

    def _place(self, point: int) -> Point:
        return divmod(point, self.columns)

    def _places(self, points: Sequence[int]) -> List[Point]:
        columns = self.columns
        return [divmod(point, columns) for point in points]

    def _player(self, colour: Optional[int]) -> Colour:
        return self.to_move if colour is None else player(colour)

    def _state(self, place: Point) -> int:
        """The number of a point that is on the board."""
        row, column = place
        point = self._point(row, column)
        if point == NO_POINT:
            raise IndexError(f"no point ({row}, {column}) on a board of {self.rows} x {self.columns}: rows and columns count from 0")
        return point

    def _refusal(self, row: int, column: int, colour: Colour, text: c_char_p) -> str:
        reason = text.decode() if isinstance(text, bytes) else str(text)
        return f"{colour.name.title()} cannot play at ({row}, {column}): {reason}"

    @locked
    def __getitem__(self, place: Point) -> Colour:
        return Colour(self._functions.at(self._handle, self._state(place)))

    @locked
    def legal(self, colour: Optional[int] = None) -> List[Point]:
        """The points where a colour (without one, the side to move) may play."""
        room = self.rows * self.columns
        points = (c_uint32 * room)()
        count = self._functions.legal(self._handle, self._player(colour), points, room)
        return self._places(points[:count])

    def __iter__(self) -> Iterator[Point]:
        columns = self.columns
        return (divmod(point, columns) for point, state in enumerate(self.bytes()) if state != Colour.WALL)

    def __contains__(self, place: object) -> bool:
        return any(place == point for point in self)

    def array(self) -> NDArray[np.uint8]:
        """The states of all points as a NumPy array of rows and columns."""
        np_ = numpy()
        found: NDArray[np.uint8] = np_.frombuffer(self.bytes(), np_.uint8).reshape(self.rows, self.columns)
        return found

    def _repr_svg_(self) -> str:
        """A picture, as notebooks show it."""
        return picture.board(self.rows, self.columns, self.bytes())
