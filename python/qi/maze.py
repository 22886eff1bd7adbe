"""Maze Tac Toe: the winning boards that a walk through a maze can end with.

    >>> from qi.maze import winning_boards
    >>> boards = winning_boards(open("maze.txt").read())
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_size_t, c_uint16, c_uint32, c_uint64, c_void_p
from typing import List

from ._library import TextError, check, declare, encoded

_SQUARES, _BOARDS, _NO_BOARD = 9, 3**9, 0xFFFF


class _Set(Structure):
    _fields_ = [("words", c_uint64 * ((_BOARDS + 63) // 64))]


class _Reach(Structure):
    _fields_ = [("winning", _Set), ("open", _Set), ("winning_count", c_uint32), ("open_count", c_uint32)]


_parse = declare("qi_maze_parse", c_int, c_char_p, c_size_t, c_void_p, POINTER(c_void_p), POINTER(TextError))
_free = declare("qi_maze_free", None, c_void_p)
_search = declare("qi_maze_search", c_int, c_void_p, POINTER(_Reach))
_first = declare("qi_maze_set_first", c_uint16, POINTER(_Set))
_next = declare("qi_maze_set_next", c_uint16, POINTER(_Set), c_uint16)
_write = declare("qi_maze_board_write", c_size_t, c_uint16, c_char_p, c_size_t)


def winning_boards(text: str | bytes) -> List[str]:
    """All winning boards in order, nine squares of '.', 'M' and 'O' each; their number is the problem's answer."""
    data, maze, error, reach = encoded(text), c_void_p(), TextError(), _Reach()
    check(_parse(data, len(data), None, byref(maze), byref(error)), error)
    result = _search(maze, byref(reach))
    _free(maze)
    check(result)
    boards, line = [], ctypes.create_string_buffer(_SQUARES + 1)
    board = _first(byref(reach.winning))
    while board != _NO_BOARD and len(boards) < reach.winning_count:
        _write(board, line, len(line))
        boards.append(line.value.decode())
        board = _next(byref(reach.winning), board)
    return boards


__all__ = ["winning_boards"]
