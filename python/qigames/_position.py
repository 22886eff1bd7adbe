"""Positions of NoGo, records of games and the exact solver."""

from __future__ import annotations

import ctypes
import enum
import re
from ctypes import POINTER, Structure, byref, c_bool, c_char_p, c_int, c_size_t, c_uint32, c_uint64, c_uint8, c_void_p, pointer
from dataclasses import dataclass, field
from typing import Any, Callable, List, NamedTuple, Optional, Tuple, Union

from ._board import Board, Stone, functions, player, sides, stones_of
from ._library import BAD_ARGUMENT, NO_POINT, OK, STOPPED, Colour, Host, Illegal, Owner, Point, Sized, Stop, TextError, TextSink, check, collected
from ._library import declare, encoded, fields, locked, whole

_MAX_SIDE = 20000


class Verdict(enum.IntEnum):
    """Why a move is legal or not."""

    LEGAL = 0
    OFF_BOARD = 1
    OCCUPIED = 2
    CAPTURE = 3
    SUICIDE = 4
    CENTRE = 5


class Outcome(enum.IntEnum):
    """What is proved for the side to move."""

    LOST = -1
    UNKNOWN = 0
    WON = 1


class _Stats(Structure):
    _fields_ = fields("qi_nogo_stats")


class _PlayoutOptions(Sized):
    _fields_ = fields("qi_nogo_playouts_options", host=POINTER(Host))


_MoveSink = ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(c_uint32), c_size_t)
_new = declare("qi_nogo_new", c_int, c_uint32, c_uint32, c_void_p, POINTER(c_void_p))
_parse = declare("qi_nogo_parse", c_int, c_char_p, c_size_t, c_uint32, c_void_p, POINTER(c_void_p), POINTER(TextError))
_copy = declare("qi_nogo_copy", c_int, c_void_p, c_void_p, POINTER(c_void_p))
_free = declare("qi_nogo_free", None, c_void_p)
_parse_line = declare("qi_nogo_parse_line", c_int, c_char_p, c_size_t, c_void_p, POINTER(c_void_p), POINTER(TextError))
_write = declare("qi_nogo_write", c_size_t, c_void_p, c_char_p, c_size_t)
_write_line = declare("qi_nogo_write_line", c_size_t, c_void_p, c_char_p, c_size_t)
_set_up = declare("qi_nogo_set_up", c_int, c_void_p, POINTER(Stone), c_size_t, c_int, POINTER(c_uint32))
_points = declare("qi_nogo_points", None, c_void_p, c_void_p)
_to_move = declare("qi_nogo_to_move", c_int, c_void_p)
_judge = declare("qi_nogo_judge", c_int, c_void_p, c_int, c_uint32, POINTER(c_uint32))
_verdict_text = declare("qi_nogo_verdict_text", c_char_p, c_int)
_play = declare("qi_nogo_play", c_int, c_void_p, c_int, c_uint32, POINTER(c_uint32))
_simulate = declare("qi_nogo_simulate", c_int, c_void_p, c_int, c_uint64, _MoveSink, c_void_p)
_playouts = declare("qi_nogo_playouts", c_int, c_void_p, c_uint64, c_uint64, POINTER(_PlayoutOptions), POINTER(_Stats))


@dataclass(frozen=True)
class Playouts:
    """How random games ended."""

    games: int
    black_wins: int
    moves: int

    @property
    def black_win_rate(self) -> float:
        """The share of the games that Black won."""
        return self.black_wins / self.games


_LAST_LINE = re.compile(rb"(?<=\n)(Black|White) to move\s*\Z")


def _default_to_move(black: int, white: int) -> Colour:
    """Who is to move when the players took turns from the empty board."""
    return Colour.WHITE if black == white + 1 else Colour.BLACK


class Position(Board):
    """A board with stones and a side to move. Iterating gives its points, without holes; board[row, column] is the state
    of one. Rows and columns count from 0."""

    _functions = functions("qi_nogo_rows", "qi_nogo_columns", "qi_nogo_at", "qi_nogo_legal")

    def __init__(self, rows: int = 9, columns: Optional[int] = None, *, _handle: Optional[c_void_p] = None):
        super().__init__(_free, _handle)
        if not _handle:
            check(_new(*sides(rows, columns, _MAX_SIDE), None, byref(self._handle)))

    @classmethod
    def parse(cls, text: Union[str, bytes], *, holes: bool = True, any_count: bool = True) -> Position:
        """Reads a position in one line, such as "x.o/3/._.:o" (see `line`), or the problem's text: a size and rows of X, O
        and . (and # for a hole). After the text a last line "Black to move" or "White to move" says who is to move;
        without it White is if there is one X more than O, and else Black."""
        data, handle, error = encoded(text), c_void_p(), TextError()
        if b":" in data:
            check(_parse_line(data, len(data), None, byref(handle), byref(error)), error)
            return cls(_handle=handle)
        last = _LAST_LINE.search(data)
        if last:
            data = data[:last.start(1)]
        check(_parse(data, len(data), holes | any_count << 1, None, byref(handle), byref(error)), error)
        position = cls(_handle=handle)
        position.to_move = Colour[last[1].decode().upper()] if last else _default_to_move(data.count(b"X"), data.count(b"O"))
        return position

    @classmethod
    def from_array(cls, array: Any, to_move: Optional[int] = None) -> Position:
        """The position of a NumPy array of rows and columns, as `array` gives it. Without `to_move` White is to move if
        there is one black stone more than white ones, and else Black."""
        rows, columns, found = stones_of(array)
        position = cls(rows, columns)
        states = [one.colour for one in found]
        colour = _default_to_move(states.count(Colour.BLACK), states.count(Colour.WHITE)) if to_move is None else player(to_move)
        wrong = c_uint32()
        with position._lock:
            result = _set_up(position._handle, found, len(found), colour, byref(wrong))
        check(result, wrong=f"the group at {divmod(wrong.value, columns)} has no liberty")
        return position

    @locked
    def copy(self) -> Position:
        """An independent copy."""
        handle = c_void_p()
        check(_copy(self._handle, None, byref(handle)))
        return Position(_handle=handle)

    @property
    def to_move(self) -> Colour:
        """Who is to move; it can be set."""
        with self._lock:
            return Colour(_to_move(self._handle))

    @to_move.setter
    def to_move(self, colour: int) -> None:
        with self._lock:
            check(_set_up(self._handle, None, 0, player(colour), None))

    @locked
    def make_hole(self, row: int, column: int) -> None:
        """Takes a point out of the board."""
        hole = Stone(self._state((row, column)), Colour.WALL)
        taken = self[row, column] != Colour.EMPTY
        check(BAD_ARGUMENT if taken else _set_up(self._handle, byref(hole), 1, _to_move(self._handle), None),
              wrong=f"no hole can be made at ({row}, {column}): it has a stone, is a hole or is the last liberty of a group")

    @locked
    def bytes(self) -> bytes:
        """The states of all points in reading order, a byte each (see Colour)."""
        buffer = (c_uint8 * (self.rows * self.columns))()
        _points(self._handle, buffer)
        return bytes(buffer)

    def _written(self, write: Callable[..., int]) -> str:
        size = write(self._handle, None, 0) + 1
        buffer = ctypes.create_string_buffer(size)
        write(self._handle, buffer, size)
        return buffer.value.decode()

    @property
    def line(self) -> str:
        """The position in one line, such as "x.o/3/._.:o": the rows from the top, and the side to move."""
        with self._lock:
            return self._written(_write_line)

    @locked
    def __str__(self) -> str:
        """The problem's text, with a line for the side to move where the stones do not imply it."""
        text, colour = self._written(_write), self.to_move
        return text if colour is _default_to_move(text.count("X"), text.count("O")) else f"{text}{colour.name.title()} to move\n"

    def __repr__(self) -> str:
        return f"Position.parse({self.line!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.line == other.line

    __hash__ = None  # type: ignore[assignment]  # a position changes: use its line as a key

    def __reduce_ex__(self, protocol: Any) -> Tuple[Any, ...]:
        return Position.parse, (self.line,)

    @locked
    def judge(self, row: int, column: int, colour: Optional[int] = None) -> Verdict:
        """Why a move is legal or not, whoever is to move."""
        return Verdict(_judge(self._handle, self._player(colour), self._point(row, column), None))

    @property
    def over(self) -> bool:
        """Whether the side to move has no legal move: it has lost."""
        with self._lock:
            return bool(self._functions.legal(self._handle, self.to_move, None, 0) == 0)

    @locked
    def play(self, row: int, column: int, colour: Optional[int] = None) -> None:
        """Plays a stone; Illegal says why it cannot be."""
        plays = self._player(colour)
        verdict = Verdict(_play(self._handle, plays, self._point(row, column), None))
        if verdict is not Verdict.LEGAL:
            raise Illegal(verdict, self._refusal(row, column, plays, _verdict_text(verdict)))

    def play_out(self, *, random: bool = False, seed: int = 1) -> List[Point]:
        """Plays the game to its end, by the first legal point or at random, and gives the moves. After Ctrl-C some of
        them have been played."""
        moves: List[Point] = []
        whole("seed", seed)

        def work(stop: Stop) -> int:
            def take(_context: Any, points: Any, count: int) -> bool:
                moves.extend(self._places(points[:count]))
                return not stop.is_set()

            return int(_simulate(self._handle, int(random), seed, _MoveSink(take), None))

        check(self._long(work))
        return moves

    def playouts(self, games: int, *, seed: int = 1, threads: int = 1, stop: Optional[Stop] = None) -> Playouts:
        """Plays random games from here; the position stays. QiError: the stop ended it."""
        whole("games", games, 1)
        whole("seed", seed)
        whole("threads", threads, 0, 1024)
        board, stats = self.copy(), _Stats()

        def work(asked: Stop) -> int:
            options = _PlayoutOptions(threads=threads, host=pointer(Host(stop=pointer(asked))))
            return int(_playouts(board._handle, games, seed, byref(options), byref(stats)))

        check(board._long(work, stop, games * board.rows * board.columns <= 100_000))
        return Playouts(stats.games, stats.black_wins, stats.moves)


def snapshot(position: Position) -> Position:
    """A copy for a long call, so that other threads can use the position meanwhile."""
    if not isinstance(position, Position):
        raise TypeError(f"found {type(position).__name__}, expected a Position")
    return position.copy()


# ---- records -------------------------------------------------------------------------------------


class End(enum.IntEnum):
    """How a game ended."""

    NOT_OVER = 0
    NO_MOVE = 1
    RESIGNATION = 2
    TIME = 3
    FORFEIT = 4
    UNKNOWN = 5


class Move(NamedTuple):
    """A stone that is played; row and column from 0."""

    row: int
    column: int
    colour: Colour


_record_new = declare("qi_nogo_record_new", c_int, c_void_p, c_void_p, POINTER(c_void_p))
_record_free = declare("qi_nogo_record_free", None, c_void_p)
_record_start = declare("qi_nogo_record_start", c_void_p, c_void_p)
_record_count = declare("qi_nogo_record_count", c_size_t, c_void_p)
_record_moves = declare("qi_nogo_record_moves", POINTER(Stone), c_void_p)
_record_play = declare("qi_nogo_record_play", c_int, c_void_p, c_int, c_uint32, POINTER(c_int), c_void_p)
_record_result = declare("qi_nogo_record_result", c_int, c_void_p, POINTER(c_int))
_record_set_result = declare("qi_nogo_record_set_result", c_int, c_void_p, c_int, c_int)
_record_name = declare("qi_nogo_record_name", c_char_p, c_void_p, c_int)
_record_set_name = declare("qi_nogo_record_set_name", c_int, c_void_p, c_int, c_char_p)
_record_write = declare("qi_nogo_record_write", c_int, c_void_p, TextSink, c_void_p)
_record_parse = declare("qi_nogo_record_parse", c_int, c_char_p, c_size_t, c_size_t, c_void_p, POINTER(c_void_p), POINTER(c_int),
                        POINTER(TextError))


@dataclass
class Record:
    """A game: where it began, its moves, the players' names, a comment and how it ended. Read from and written as SGF."""

    start: Position = field(default_factory=Position)
    moves: List[Move] = field(default_factory=list)
    black: str = ""
    white: str = ""
    comment: str = ""
    end: End = End.NOT_OVER
    winner: Optional[Colour] = None

    @classmethod
    def parse(cls, sgf: Union[str, bytes]) -> Record:
        """Reads the main line of the first game of an SGF text."""
        data, owner, verdict, error, winner = encoded(sgf), Owner(_record_free), c_int(), TextError(), c_int()
        handle = owner._handle
        check(_record_parse(data, len(data), 2**32, None, byref(handle), byref(verdict), byref(error)), error)
        start = c_void_p()
        with owner._lock:
            check(_copy(_record_start(handle), None, byref(start)))
        board = Position(_handle=start)
        moves = _record_moves(handle)
        end = End(_record_result(handle, byref(winner)))
        return cls(board, [Move(*board._place(one.point), Colour(one.colour)) for one in moves[:_record_count(handle)]],
                   _record_name(handle, Colour.BLACK).decode(), _record_name(handle, Colour.WHITE).decode(),
                   _record_name(handle, Colour.EMPTY).decode(), end, Colour(winner.value) if winner.value else None)

    def sgf(self) -> str:
        """The game as SGF. Illegal: a move is not legal; `end` and `winner` count unless the board says how it ended."""
        owner, start = Owner(_record_free), snapshot(self.start)
        handle = owner._handle
        check(_record_new(start._handle, None, byref(handle)))
        for number, (row, column, colour) in enumerate(self.moves, 1):
            verdict = c_int()
            result = _record_play(handle, player(colour), start._point(row, column), byref(verdict), None)
            if verdict.value != Verdict.LEGAL:
                raise Illegal(Verdict(verdict.value), f"move {number}: " + start._refusal(row, column, Colour(colour), _verdict_text(verdict)))
            check(result)
        if self.winner is not None and self.end not in (End.NOT_OVER, End.NO_MOVE):
            check(_record_set_result(handle, self.end, player(self.winner)))
        for side, name in (Colour.BLACK, self.black), (Colour.WHITE, self.white):
            check(_record_set_name(handle, side, encoded(name)))
        check(_record_set_name(handle, Colour.EMPTY, encoded(self.comment)))
        return collected(lambda sink: int(_record_write(handle, sink, None)))

    def position(self, moves: Optional[int] = None) -> Position:
        """The position after so many of the moves, or after all."""
        board = snapshot(self.start)
        for row, column, colour in self.moves[:moves]:
            board.play(row, column, colour)
        return board


# ---- the solver ----------------------------------------------------------------------------------


class _SolveLimits(Sized):
    _fields_ = fields("qi_nogo_solve_limits", host=POINTER(Host))


class _Solution(Sized):
    _fields_ = fields("qi_nogo_solution")


_solver_new = declare("qi_nogo_solver_new", c_int, c_size_t, c_void_p, POINTER(c_void_p))
_solver_free = declare("qi_nogo_solver_free", None, c_void_p)
_solve = declare("qi_nogo_solve", c_int, c_void_p, c_void_p, POINTER(_SolveLimits), POINTER(_Solution))


@dataclass(frozen=True)
class Solution:
    """What is proved for the side to move; `move` wins when it is won."""

    outcome: Outcome
    move: Optional[Point]
    nodes: int


class Solver(Owner):
    """Proves who wins with best play. What it has learnt of one position helps with the next."""

    def __init__(self, memory: int = 256 << 20):
        super().__init__(_solver_free)
        check(_solver_new(whole("memory", memory), None, byref(self._handle)),
              wrong=f"memory: found {memory} bytes, expected at least {2 << 20}")

    def solve(self, position: Position, *, nodes: int = 0, threads: int = 1, stop: Optional[Stop] = None) -> Solution:
        """Solves a position. With a limit of nodes, or after the stop, the outcome may be UNKNOWN. QiError: too many
        points can still be played."""
        whole("nodes", nodes)
        whole("threads", threads, 0, 1024)
        board = snapshot(position)
        return self._long(lambda asked: self._solve(board, nodes, threads, asked), stop, 0 < nodes <= 5000)

    @locked
    def _solve(self, board: Position, nodes: int, threads: int, stop: Stop) -> Solution:
        found = _Solution()
        limits = _SolveLimits(nodes=nodes, threads=threads, host=pointer(Host(stop=pointer(stop))))
        result = _solve(self._handle, board._handle, byref(limits), byref(found))
        check(OK if result == STOPPED else result)
        move = None if found.move == NO_POINT else board._place(found.move)
        return Solution(Outcome(found.outcome), move, found.nodes)

