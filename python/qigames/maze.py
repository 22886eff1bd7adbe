"""Maze Tac Toe: the winning boards that a walk through a maze can end with.

    >>> from qigames.maze import winning_boards
    >>> boards = winning_boards(open("maze.txt").read())
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_size_t, c_uint16, c_void_p
from typing import List, Union

from . import picture
from ._library import Owner, TextError, check, declare, encoded, fields

_SQUARES, _BOARDS, _NO_BOARD = 9, 3**9, 0xFFFF


class _Set(Structure):
    _fields_ = fields("qi_maze_set")


class _Reach(Structure):
    _fields_ = fields("qi_maze_reach", winning=_Set, open=_Set)


_parse = declare("qi_maze_parse", c_int, c_char_p, c_size_t, c_void_p, POINTER(c_void_p), POINTER(TextError))
_free = declare("qi_maze_free", None, c_void_p)
_maze_write = declare("qi_maze_write", c_size_t, c_void_p, c_char_p, c_size_t)
_search = declare("qi_maze_search", c_int, c_void_p, POINTER(_Reach))
_next = declare("qi_maze_set_next", c_uint16, POINTER(_Set), c_uint16)
_write = declare("qi_maze_board_write", c_size_t, c_uint16, c_char_p, c_size_t)


class Maze(Owner):
    """A maze. It never changes; str() is its text, and a notebook shows its picture."""

    def __init__(self, text: Union[str, bytes]):
        super().__init__(_free)
        data, error = encoded(text), TextError()
        check(_parse(data, len(data), None, byref(self._handle), byref(error)), error)

    def __str__(self) -> str:
        with self._lock:
            buffer = ctypes.create_string_buffer(_maze_write(self._handle, None, 0) + 1)
            _maze_write(self._handle, buffer, len(buffer))
            return buffer.value.decode()

    def winning_boards(self) -> List[str]:
        """All winning boards in order, nine squares of '.', 'M' and 'O' each; their number is the problem's answer."""
        reach, boards, line = _Reach(), [], ctypes.create_string_buffer(_SQUARES + 1)
        self._long(lambda _stop: check(_search(self._handle, byref(reach))))
        board = _next(byref(reach.winning), _NO_BOARD)
        while board != _NO_BOARD:
            _write(board, line, len(line))
            boards.append(line.value.decode())
            board = _next(byref(reach.winning), board)
        return boards

    def _repr_svg_(self) -> str:
        rows = str(self).split("\n")[1:-1]
        return picture.maze([[row[start:start + 3] for start in range(0, len(row), 3)] for row in rows])


def winning_boards(text: Union[str, bytes]) -> List[str]:
    """The winning boards of the maze in a text, see Maze.winning_boards."""
    return Maze(text).winning_boards()


__all__ = ["Maze", "winning_boards"]
