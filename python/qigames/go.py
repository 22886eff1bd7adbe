"""Go: a board with exact, unlimited superko.

    >>> from qigames.go import Game
    >>> game = Game(9)
    >>> game.play(4, 4)
"""

from __future__ import annotations

import ctypes
import enum
import string
from ctypes import POINTER, Structure, byref, c_bool, c_char_p, c_int, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Dict, Optional, Union

from ._board import Board, Stone, functions, player, sides, stones_of
from ._library import VERSION, BadText, Colour, Illegal, Owner, Point, TextError, check, declare, encoded, fields, locked

_MAX_SIDE = 52


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
    _fields_ = fields("qi_go_rules")


class _Step(Structure):
    _fields_ = fields("qi_go_step", move=Stone)


class _Entry(Structure):
    _fields_ = fields("qi_go_entry", move=Stone)


class _Event(Structure):
    _fields_ = fields("qi_sgf_event")


class _Walk(Structure):
    _fields_ = fields("qi_sgf_walk", rectangle=_Event)


class _Reading(Structure):
    _fields_ = fields("qi_go_sgf_reading", error=POINTER(TextError))


_new = declare("qi_go_new", c_int, c_uint32, c_uint32, POINTER(_Rules), c_void_p, POINTER(c_void_p))
_copy = declare("qi_go_copy", c_int, c_void_p, c_void_p, POINTER(c_void_p))
_free = declare("qi_go_free", None, c_void_p)
_to_move = declare("qi_go_to_move", c_int, c_void_p)
_captures = declare("qi_go_captures", c_uint64, c_void_p, c_int)
_judge = declare("qi_go_judge", c_int, c_void_p, c_int, c_uint32, POINTER(c_uint32))
_play = declare("qi_go_play", c_int, c_void_p, c_int, c_uint32, POINTER(c_int), POINTER(c_uint32))
_pass = declare("qi_go_pass", c_int, c_void_p, c_int)
_set_up = declare("qi_go_set_up", c_int, c_void_p, POINTER(Stone), c_size_t, c_int, POINTER(c_uint32))
_undo = declare("qi_go_undo", c_bool, c_void_p)
_steps = declare("qi_go_steps", c_uint32, c_void_p)
_step_at = declare("qi_go_step_at", c_int, c_void_p, c_uint32, POINTER(_Step), POINTER(c_uint32), c_size_t)
_write_board = declare("qi_go_write_board", c_size_t, c_void_p, c_char_p, c_size_t)
_verdict_text = declare("qi_go_verdict_text", c_char_p, c_int)
_record_new = declare("qi_go_record_new", c_int, c_uint32, c_uint32, POINTER(_Rules), c_void_p, POINTER(c_void_p))
_record_free = declare("qi_go_record_free", None, c_void_p)
_record_seek = declare("qi_go_record_seek", c_int, c_void_p, c_size_t)
_record_count = declare("qi_go_record_count", c_size_t, c_void_p)
_record_entries = declare("qi_go_record_entries", POINTER(_Entry), c_void_p)
_record_position = declare("qi_go_record_position", c_void_p, c_void_p)
_sgf_parse = declare("qi_sgf_parse", c_int, c_char_p, c_size_t, c_void_p, POINTER(c_void_p), POINTER(TextError))
_sgf_free = declare("qi_sgf_free", None, c_void_p)
_sgf_first_game = declare("qi_sgf_first_game", c_uint32, c_void_p)
_sgf_walk_start = declare("qi_sgf_walk_start", c_int, c_void_p, c_uint32, POINTER(_Walk), POINTER(TextError))
_read_sgf = declare("qi_go_read_sgf", c_int, POINTER(_Reading), POINTER(_Walk), c_size_t, POINTER(TextError))
_MOVE, _, _SETUP = range(3)
_SETUPS = {Colour.EMPTY: "AE", Colour.BLACK: "AB", Colour.WHITE: "AW"}
_STATES = bytes.maketrans(b".BW", b"\0\1\2")


def _letters(place: Point) -> str:
    return f"[{string.ascii_letters[place[1]]}{string.ascii_letters[place[0]]}]"


class Game(Board):
    """A game: the board, whose move it is, and all earlier positions. Iterating gives the points of the board;
    game[row, column] is the state of one. Rows and columns count from 0."""

    _functions = functions("qi_go_rows", "qi_go_columns", "qi_go_at", "qi_go_legal")

    def __init__(self, rows: int = 19, columns: Optional[int] = None, *, repetition: Repetition = Repetition.POSITIONAL,
                 suicide: bool = False, _handle: Optional[c_void_p] = None):
        super().__init__(_free, _handle)
        if not _handle:
            rules = _Rules(Repetition(repetition), suicide)
            check(_new(*sides(rows, columns, _MAX_SIDE), byref(rules), None, byref(self._handle)))

    @classmethod
    def from_array(cls, array: Any, to_move: int = Colour.BLACK, *, repetition: Repetition = Repetition.POSITIONAL,
                   suicide: bool = False) -> Game:
        """A game that begins with the stones of a NumPy array of rows and columns, as `array` gives it; they are its
        first step."""
        rows, columns, found = stones_of(array)
        game, wrong = cls(rows, columns, repetition=repetition, suicide=suicide), c_uint32()
        result = game._set_up(found, player(to_move), wrong)
        check(result, wrong=f"the stone at {divmod(wrong.value, columns)} is a hole, or its group has no liberty")
        return game

    @classmethod
    def parse(cls, sgf: Union[str, bytes], *, repetition: Repetition = Repetition.POSITIONAL, suicide: bool = False) -> Game:
        """Replays the main line of the first game of an SGF text. Illegal: one of its moves is."""
        data, error, walk = encoded(sgf), TextError(), _Walk()
        tree, record, rules = Owner(_sgf_free), Owner(_record_free), _Rules(Repetition(repetition), suicide)
        check(_sgf_parse(data, len(data), None, byref(tree._handle), byref(error)), error)
        check(_sgf_walk_start(tree._handle, _sgf_first_game(tree._handle), byref(walk), byref(error)), error)
        check(_record_new(walk.rows, walk.columns, byref(rules), None, byref(record._handle)),
              wrong=f"no board of {walk.rows} x {walk.columns} points: sides are 1 to {_MAX_SIDE}")
        reading = _Reading(record=record._handle, text=ctypes.cast(c_char_p(data), c_void_p))
        check(_read_sgf(byref(reading), byref(walk), 2**32, byref(error)), error)
        count = _record_count(record._handle)
        check(_record_seek(record._handle, count))
        handle = c_void_p()
        with record._lock:
            check(_copy(_record_position(record._handle), None, byref(handle)))
        game = cls(_handle=handle)
        entries = _record_entries(record._handle)
        for number, entry in enumerate(entries[:count], 1):
            if entry.verdict != Verdict.OK:
                raise Illegal(Verdict(entry.verdict), f"step {number}: " + game._refusal(
                    *game._place(entry.move.point), Colour(entry.move.colour), _verdict_text(entry.verdict)))
        return game

    def sgf(self) -> str:
        """The game as SGF: its moves, passes and setups."""
        game, steps = self.copy(), []
        room, size = game.rows * game.columns, f"{game.columns}:{game.rows}" if game.rows != game.columns else f"{game.rows}"
        while game.steps:
            step, points = _Step(), (c_uint32 * room)()
            with game._lock:
                check(_step_at(game._handle, game.steps, byref(step), points, room))
            colour = Colour(step.move.colour)
            if step.kind == _SETUP:
                changed: Dict[Colour, str] = {}
                for place in game._places(points[:step.captured]):
                    changed[game[place]] = changed.get(game[place], "") + _letters(place)
                steps.append("".join(_SETUPS[state] + changed[state] for state in sorted(changed)) + f"PL[{colour.opponent.name[0]}]")
            else:
                steps.append(colour.name[0] + (_letters(game._place(step.move.point)) if step.kind == _MOVE else "[]"))
            game.undo()
        return "\n;".join([f"(;FF[4]GM[1]CA[UTF-8]AP[qi:{VERSION}]SZ[{size}]", *reversed(steps)]) + ")\n"

    @locked
    def _set_up(self, found: Any, to_move: Colour, wrong: c_uint32) -> int:
        return int(_set_up(self._handle, found, len(found), to_move, byref(wrong)))

    @locked
    def copy(self) -> Game:
        """An independent copy, history included."""
        handle = c_void_p()
        check(_copy(self._handle, None, byref(handle)))
        return Game(_handle=handle)

    @property
    def to_move(self) -> Colour:
        """The opponent of the player who moved or passed last."""
        with self._lock:
            return Colour(_to_move(self._handle))

    @property
    def steps(self) -> int:
        """Moves, passes and setups so far."""
        with self._lock:
            return int(_steps(self._handle))

    @locked
    def captures(self, colour: int) -> int:
        """How many stones a colour has captured."""
        return int(_captures(self._handle, player(colour)))

    @locked
    def __str__(self) -> str:
        buffer = ctypes.create_string_buffer(self.rows * (self.columns + 1) + 1)
        _write_board(self._handle, buffer, len(buffer))
        return buffer.value.decode()

    def __repr__(self) -> str:
        return f"<Game of {self.rows} x {self.columns} points after {self.steps} steps, {self.to_move.name.title()} to move>"

    def bytes(self) -> bytes:
        """The states of all points in reading order, a byte each (see Colour)."""
        return str(self).encode().translate(_STATES, b"\n")

    @locked
    def judge(self, row: int, column: int, colour: Optional[int] = None) -> Verdict:
        """Why a move is legal or not, whoever is to move."""
        return Verdict(_judge(self._handle, self._player(colour), self._point(row, column), None))

    @locked
    def play(self, row: int, column: int, colour: Optional[int] = None) -> None:
        """Plays a stone; Illegal says why it cannot be."""
        verdict, plays = c_int(), self._player(colour)
        result = _play(self._handle, plays, self._point(row, column), byref(verdict), None)
        if verdict.value != Verdict.OK:
            raise Illegal(Verdict(verdict.value), self._refusal(row, column, plays, _verdict_text(verdict)))
        check(result)

    @locked
    def pass_(self, colour: Optional[int] = None) -> None:
        """Passes; always legal."""
        check(_pass(self._handle, self._player(colour)))

    @locked
    def undo(self) -> bool:
        """Takes the last step back; False if nothing has been played."""
        return bool(_undo(self._handle))


__all__ = ["BadText", "Colour", "Game", "Illegal", "Repetition", "Verdict"]
