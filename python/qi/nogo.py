"""NoGo: positions, playouts, a player that searches, an exact solver and a batched environment.

    >>> from qi.nogo import Position, Player
    >>> board = Position(9, 9)
    >>> board.play(4, 4)
    >>> move = Player(level=3, seed=1).choose(board)
"""

from __future__ import annotations

import ctypes
import enum
import re
import weakref
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int8, c_size_t
from ctypes import c_uint16, c_uint32, c_uint64, c_uint8, c_void_p, cast, pointer, sizeof
from dataclasses import dataclass
from typing import Any, Callable, Iterator, List, Optional, Sequence, Tuple

from ._library import NO_POINT, OK, STOPPED, Colour, Illegal, Owner, QiError, Sized, TextError, check, declare, encoded, locked
from ._library import Host, Stop, numpy

Point = Tuple[int, int]  # row and column from 0, the top left corner first
Evaluate = Callable[[Any], Tuple[Any, Any]]  # an evaluator, see Player: planes to policies and values, all arrays


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


class Engine(enum.IntEnum):
    """How a player judges positions."""

    STRONG = 0
    POLICY = 1
    PLAYOUTS = 2


class _Stats(Structure):
    _fields_ = [("games", c_uint64), ("black_wins", c_uint64), ("moves", c_uint64)]


class _PlayoutOptions(Sized):
    _fields_ = [("size", c_size_t), ("path", c_int), ("threads", c_uint32), ("watch", c_void_p), ("context", c_void_p), ("host", c_void_p)]


_MoveSink = ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(c_uint32), c_size_t)
_new = declare("qi_nogo_new", c_int, c_uint32, c_uint32, c_void_p, POINTER(c_void_p))
_parse = declare("qi_nogo_parse", c_int, c_char_p, c_size_t, c_uint32, c_void_p, POINTER(c_void_p), POINTER(TextError))
_copy = declare("qi_nogo_copy", c_int, c_void_p, c_void_p, POINTER(c_void_p))
_free = declare("qi_nogo_free", None, c_void_p)
_parse_line = declare("qi_nogo_parse_line", c_int, c_char_p, c_size_t, c_void_p, POINTER(c_void_p), POINTER(TextError))
_write = declare("qi_nogo_write", c_size_t, c_void_p, c_char_p, c_size_t)
_write_line = declare("qi_nogo_write_line", c_size_t, c_void_p, c_char_p, c_size_t)
_rows = declare("qi_nogo_rows", c_uint32, c_void_p)
_columns = declare("qi_nogo_columns", c_uint32, c_void_p)
_make_hole = declare("qi_nogo_make_hole", c_int, c_void_p, c_uint32)
_points = declare("qi_nogo_points", None, c_void_p, c_void_p)
_to_move = declare("qi_nogo_to_move", c_int, c_void_p)
_set_to_move = declare("qi_nogo_set_to_move", c_int, c_void_p, c_int)
_judge = declare("qi_nogo_judge", c_int, c_void_p, c_int, c_uint32, POINTER(c_uint32))
_verdict_text = declare("qi_nogo_verdict_text", c_char_p, c_int)
_legal = declare("qi_nogo_legal", c_size_t, c_void_p, c_int, POINTER(c_uint32), c_size_t)
_can_move = declare("qi_nogo_can_move", c_bool, c_void_p, c_int)
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
        return self.black_wins / self.games


_LAST_LINE = re.compile(rb"(?<=\n)(Black|White) to move\s*\Z")


def _usual_to_move(text: bytes) -> Colour:
    """Who is to move when the players took turns from the empty board."""
    return Colour.WHITE if text.count(b"X") == text.count(b"O") + 1 else Colour.BLACK


class Position(Owner):
    """A board with stones and a side to move."""

    def __init__(self, rows: int = 9, columns: Optional[int] = None, *, _handle: Optional[c_void_p] = None):
        super().__init__(_free, _handle)
        if not _handle:
            check(_new(rows, rows if columns is None else columns, None, byref(self._handle)))

    @classmethod
    def parse(cls, text: str | bytes, *, holes: bool = True, any_count: bool = True) -> "Position":
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
        position.to_move = Colour[last[1].decode().upper()] if last else _usual_to_move(data)
        return position

    @locked
    def copy(self) -> "Position":
        handle = c_void_p()
        check(_copy(self._handle, None, byref(handle)))
        return Position(_handle=handle)

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

    @to_move.setter
    @locked
    def to_move(self, colour: int) -> None:
        check(_set_to_move(self._handle, colour))

    def _point(self, row: int, column: int) -> int:
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return NO_POINT
        return row * self.columns + column

    def _place(self, point: int) -> Point:
        return divmod(point, self.columns)

    @locked
    def make_hole(self, row: int, column: int) -> None:
        """Takes a point out of the board."""
        check(_make_hole(self._handle, self._point(row, column)))

    @locked
    def bytes(self) -> bytes:
        """The states of all points in reading order, a byte each (see Colour)."""
        buffer = (c_uint8 * (self.rows * self.columns))()
        _points(self._handle, buffer)
        return bytes(buffer)

    def array(self):
        """The same as a NumPy array of rows and columns."""
        np = numpy()
        if np is None:
            raise QiError("NumPy is not installed")
        return np.frombuffer(self.bytes(), np.uint8).reshape(self.rows, self.columns)

    def __getitem__(self, place: Point) -> Colour:
        row, column = place
        point = self._point(row, column)
        if point == NO_POINT:
            raise IndexError("the point is off the board")
        return Colour(self.bytes()[point])

    def _written(self, write) -> str:
        size = write(self._handle, None, 0) + 1
        buffer = ctypes.create_string_buffer(size)
        write(self._handle, buffer, size)
        return buffer.value.decode()

    @property
    @locked
    def line(self) -> str:
        """The position in one line, such as "x.o/3/._.:o": the rows from the top, and the side to move."""
        return self._written(_write_line)

    @locked
    def __str__(self) -> str:
        """The problem's text, with a line for the side to move where the stones do not imply it."""
        text = self._written(_write)
        return text if self.to_move is _usual_to_move(text.encode()) else f"{text}{self.to_move.name.title()} to move\n"

    def __repr__(self) -> str:
        return f"Position.parse({self.line!r})"

    def __eq__(self, other: object) -> bool:
        return self.line == other.line if isinstance(other, Position) else NotImplemented

    __hash__ = None  # a position changes: use its line as a key

    def __reduce_ex__(self, protocol):
        return Position.parse, (self.line,)

    @locked
    def judge(self, row: int, column: int, colour: Optional[int] = None) -> Verdict:
        """Why a move is legal or not, whoever is to move."""
        return Verdict(_judge(self._handle, colour or self.to_move, self._point(row, column), None))

    @locked
    def legal(self, colour: Optional[int] = None) -> List[Point]:
        """The points where a colour (without one, the side to move) may play."""
        room = self.rows * self.columns
        points = (c_uint32 * room)()
        count = _legal(self._handle, colour or self.to_move, points, room)
        return [self._place(point) for point in points[:count]]

    @property
    @locked
    def over(self) -> bool:
        """Whether the side to move has no legal move: it has lost."""
        return not _can_move(self._handle, self.to_move)

    @locked
    def play(self, row: int, column: int, colour: Optional[int] = None) -> None:
        """Plays a stone; Illegal says why it cannot be."""
        verdict = Verdict(_play(self._handle, colour or self.to_move, self._point(row, column), None))
        if verdict is not Verdict.LEGAL:
            raise Illegal(verdict, _verdict_text(verdict).decode())

    @locked
    def play_out(self, *, random: bool = False, seed: int = 1) -> List[Point]:
        """Plays the game to its end, by the first legal point or at random, and gives the moves."""
        moves: List[Point] = []

        def take(_context, points, count):
            moves.extend(self._place(point) for point in points[:count])
            return True

        check(_simulate(self._handle, int(random), seed, _MoveSink(take), None))
        return moves

    @locked
    def playouts(self, games: int, *, seed: int = 1, threads: int = 1) -> Playouts:
        """Plays random games from here; the position stays."""
        stats = _Stats()
        check(_playouts(self._handle, games, seed, byref(_PlayoutOptions(threads=threads)), byref(stats)))
        return Playouts(stats.games, stats.black_wins, stats.moves)


# ---- the player ----------------------------------------------------------------------------------


def _snapshot(position: Position) -> Position:
    """A copy for a long call, so that other threads can use the position meanwhile."""
    if not isinstance(position, Position):
        raise TypeError(f"found {type(position).__name__}, expected a Position")
    return position.copy()


_MAX_AREA = 25 * 25  # QI_NOGO_SEARCH_MAX_SIDE squared


class _Estimate(Structure):
    _fields_ = [("policy", c_float * _MAX_AREA), ("value", c_float)]


_Evaluate = CFUNCTYPE(c_int, c_void_p, POINTER(c_void_p), c_uint32, POINTER(_Estimate))


class _Evaluator(Structure):
    _fields_ = [("size", c_size_t), ("context", c_void_p), ("evaluate", _Evaluate), ("enter", c_void_p),
                ("leave", c_void_p), ("batch", c_uint32), ("one_thread", c_bool), ("no_solver", c_bool)]


class _PlayerOptions(Structure):
    _fields_ = [("level", c_uint32), ("engine", c_int), ("playouts", c_uint64), ("seconds", c_double),
                ("temperature", c_double), ("evaluator", POINTER(_Evaluator)), ("net", c_void_p), ("threads", c_uint32),
                ("memory", c_size_t), ("seed", c_uint64), ("random", c_bool), ("no_centre_first", c_bool), ("ponder", c_bool), ("never_resign", c_bool)]


class _Thinking(Structure):
    _fields_ = [("size", c_size_t), ("clock", c_void_p), ("endless", c_bool), ("interval", c_double),
                ("report", c_void_p), ("context", c_void_p), ("host", POINTER(Host))]


class _SearchState(Structure):
    _fields_ = [("visits", c_uint64), ("nodes", c_uint64), ("evaluations", c_uint64), ("memory", c_size_t),
                ("win_rate", c_double), ("outcome", c_int)]


class _Choice(Structure):
    _fields_ = [("move", c_uint32), ("resigns", c_bool), ("opinion", _SearchState), ("seconds", c_double)]


class _Candidate(Structure):
    _fields_ = [("point", c_uint32), ("visits", c_uint64), ("win_rate", c_double), ("outcome", c_int),
                ("policy", c_double)]


_player_new = declare("qi_nogo_player_new", c_int, POINTER(_PlayerOptions), c_void_p, POINTER(c_void_p))
_player_free = declare("qi_nogo_player_free", None, c_void_p)
_player_choose = declare("qi_nogo_player_choose", c_int, c_void_p, c_void_p, c_int, POINTER(_Thinking), POINTER(_Choice))
_player_search = declare("qi_nogo_player_search", c_void_p, c_void_p)
_candidates = declare("qi_nogo_search_candidates", c_size_t, c_void_p, POINTER(_Candidate), c_size_t, c_size_t)
_leaf_rows = declare("qi_nogo_leaf_rows", c_uint32, c_void_p)
_leaf_columns = declare("qi_nogo_leaf_columns", c_uint32, c_void_p)
_leaf_pack = declare("qi_nogo_leaf_pack", None, c_void_p, c_void_p)
levels = declare("qi_nogo_levels", c_uint32)


@dataclass(frozen=True)
class Candidate:
    """A move and what the search thinks of it. Without visits it has no win rate, unless its outcome is proved."""

    move: Point
    visits: int
    win_rate: Optional[float]
    outcome: Outcome


@dataclass(frozen=True)
class Choice:
    """What a player decides. `move` is None when there is no legal move."""

    move: Optional[Point]
    resigns: bool
    win_rate: float
    visits: int
    outcome: Outcome
    candidates: Sequence[Candidate]


class Player(Owner):
    """A player that searches. With a level (1 to levels()) it thinks as long as the level says; else give playouts,
    which makes it deterministic, or seconds for a move. With a temperature it draws a move by visits or policy to the
    power of 1 / temperature; 0 plays the best one.

    An `evaluator` judges positions instead of the library's network; it needs NumPy. It gets planes,
    float32[count, PLANES, rows, columns] with `count` from 1 to `batch`, and returns the policies as logits,
    [count, rows * columns], and the chances to win of the side to move, [count] from 0 to 1. It is called in one thread
    at a time and must not use the player; what it raises, choose() raises."""

    def __init__(self, level: int = 0, *, engine: Engine = Engine.STRONG, playouts: int = 0, seconds: float = 0.0,
                 temperature: float = 0.0, evaluator: Optional[Evaluate] = None, batch: int = 16, threads: int = 1,
                 memory: int = 0, seed: int = 1, random: bool = False, never_resign: bool = False):
        options = _PlayerOptions(level=level, engine=engine, playouts=playouts, seconds=seconds, temperature=temperature,
                                 threads=threads, memory=memory, seed=seed, random=random, never_resign=never_resign)
        self._error: Optional[BaseException] = None
        if evaluator is not None:
            if numpy() is None:
                raise QiError("NumPy is not installed")
            self._evaluator = _Evaluator(sizeof(_Evaluator), None, _Evaluate(self._answers_of(evaluator)), None, None,
                                         batch, True, False)
            options.evaluator = pointer(self._evaluator)
        super().__init__(_player_free)
        check(_player_new(byref(options), None, byref(self._handle)))

    def _answers_of(self, evaluator: Evaluate):
        """The evaluator as the library calls it; it keeps no reference to the player, so that both can be freed."""
        np, player = numpy(), weakref.ref(self)

        def answer(_thread, leaves, count, estimates):
            try:
                rows, columns = _leaf_rows(leaves[0]), _leaf_columns(leaves[0])
                area = rows * columns
                packed = np.empty((count, PLANES, (area + 7) // 8), np.uint8)
                for index in range(count):
                    _leaf_pack(leaves[index], packed[index].ctypes.data_as(c_void_p))
                planes = np.unpackbits(packed, axis=2, count=area, bitorder="little").astype(np.float32)
                policy, value = (np.asarray(found, np.float32)
                                 for found in evaluator(planes.reshape(count, PLANES, rows, columns)))
                if policy.shape != (count, area) or value.shape != (count,):
                    raise ValueError(f"found policies of shape {policy.shape} and values of shape {value.shape}, "
                                     f"expected ({count}, {area}) and ({count},)")
                floats = cast(estimates, POINTER(c_float * (count * (_MAX_AREA + 1)))).contents
                filled = np.frombuffer(floats, np.float32).reshape(count, _MAX_AREA + 1)
                filled[:, :area], filled[:, _MAX_AREA] = policy, value
                return OK
            except BaseException as error:  # pylint: disable=broad-except
                asked = player()
                if asked is not None:
                    asked._error = error
                return STOPPED

        return answer

    def choose(self, position: Position, colour: Optional[int] = None, *, stop: Optional[Stop] = None) -> Choice:
        """Thinks about a position and decides; nothing is played. While the stop is set it decides by what it knows."""
        choice, position = _Choice(), _snapshot(position)
        colour = colour or position.to_move
        host = Host(size=sizeof(Host), stop=pointer(stop) if stop is not None else None)
        how = _Thinking(size=sizeof(_Thinking), host=pointer(host))
        with self._lock:
            result = _player_choose(self._handle, position._handle, colour, byref(how), byref(choice))
            error, self._error = self._error, None
            if error is not None:
                raise error
            check(OK if result == STOPPED else result)
            candidates = self._candidates(position)
        move = None if choice.move == NO_POINT else position._place(choice.move)
        return Choice(move, choice.resigns, choice.opinion.win_rate, choice.opinion.visits,
                      Outcome(choice.opinion.outcome), candidates)

    def _candidates(self, position: Position) -> List[Candidate]:
        search = _player_search(self._handle)
        if not search:
            return []
        room = position.rows * position.columns
        found = (_Candidate * room)()
        count = _candidates(search, found, room, ctypes.sizeof(_Candidate))
        return [Candidate(position._place(one.point), one.visits, one.win_rate if one.win_rate >= 0 else None,
                          Outcome(one.outcome)) for one in found[:count]]


# ---- the solver ----------------------------------------------------------------------------------


class _SolveLimits(Sized):
    _fields_ = [("size", c_size_t), ("nodes", c_uint64), ("threads", c_uint32), ("watch", c_void_p), ("context", c_void_p), ("host", c_void_p)]


class _Solution(Sized):
    _fields_ = [("size", c_size_t), ("outcome", c_int), ("move", c_uint32), ("nodes", c_uint64)]


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
        check(_solver_new(memory, None, byref(self._handle)))

    def solve(self, position: Position, *, nodes: int = 0, threads: int = 1) -> Solution:
        """With a limit of nodes the outcome may be UNKNOWN. QiError: too many points can still be played."""
        found, position = _Solution(), _snapshot(position)
        with self._lock:
            check(_solve(self._handle, position._handle, byref(_SolveLimits(nodes=nodes, threads=threads)), byref(found)))
        move = None if found.move == NO_POINT else position._place(found.move)
        return Solution(Outcome(found.outcome), move, found.nodes)


# ---- many games at once --------------------------------------------------------------------------

PLANES = 8
NO_MOVE = 65535
_batch_new = declare("qi_nogo_batch_new", c_int, c_uint32, c_uint32, c_uint32, c_void_p, POINTER(c_void_p))
_batch_free = declare("qi_nogo_batch_free", None, c_void_p)
_batch_reset = declare("qi_nogo_batch_reset", None, c_void_p, c_void_p)
_batch_legal = declare("qi_nogo_batch_legal", None, c_void_p, c_void_p)
_batch_to_move = declare("qi_nogo_batch_to_move", None, c_void_p, c_void_p)
_batch_step = declare("qi_nogo_batch_step", c_int, c_void_p, c_void_p, c_void_p, c_void_p)
_batch_planes = declare("qi_nogo_batch_planes_float", None, c_void_p, c_void_p)


class Batch(Owner):
    """A plain environment for a learner: `games` positions that move together. Needs NumPy."""

    def __init__(self, games: int, rows: int = 9, columns: Optional[int] = None):
        self._np = numpy()
        if self._np is None:
            raise QiError("NumPy is not installed")
        self.games, self.rows, self.columns = games, rows, rows if columns is None else columns
        self.area = self.rows * self.columns
        super().__init__(_batch_free)
        check(_batch_new(self.rows, self.columns, games, None, byref(self._handle)))

    @locked
    def _filled(self, function, shape, kind):
        array = self._np.empty(shape, kind)
        function(self._handle, array.ctypes.data_as(c_void_p))
        return array

    @locked
    def reset(self, mask=None) -> None:
        """Empties all boards, or those where the mask is true."""
        if mask is not None:
            mask = self._np.ascontiguousarray(mask, self._np.uint8)
            if mask.shape != (self.games,):
                raise ValueError(f"found a mask of shape {mask.shape}, expected ({self.games},)")
        _batch_reset(self._handle, None if mask is None else mask.ctypes.data_as(c_void_p))

    def legal(self):
        """bool[games, area]: where the side to move may play."""
        return self._filled(_batch_legal, (self.games, self.area), self._np.uint8).view(bool)

    def to_move(self):
        """uint8[games]: 1 Black, 2 White."""
        return self._filled(_batch_to_move, self.games, self._np.uint8)

    def planes(self):
        """float32[games, PLANES, rows, columns]: the positions as a network sees them."""
        return self._filled(_batch_planes, (self.games, PLANES, self.rows, self.columns), self._np.float32)

    @locked
    def step(self, moves):
        """Plays a point (or NO_MOVE) in every game; gives (done, reward), bool and int8, both [games]. The reward is 1 for
        a move that won. ValueError: a move is illegal, and none was played."""
        np = self._np
        moves = np.array(moves, np.uint16, order="C")  # a copy: another thread may write to the caller's
        if moves.shape != (self.games,):
            raise ValueError(f"found moves of shape {moves.shape}, expected ({self.games},)")
        done, reward = np.empty(self.games, np.uint8), np.empty(self.games, np.int8)
        check(_batch_step(self._handle, *(array.ctypes.data_as(c_void_p) for array in (moves, done, reward))))
        return done.view(bool), reward


def self_play(player: Player, position: Optional[Position] = None, most: int = 10**6) -> Iterator[Tuple[Point, Choice]]:
    """A game of a player with itself, move by move; `position` is played on."""
    board = Position() if position is None else position
    for _ in range(most):
        if board.over:
            return
        choice = player.choose(board)
        if choice.resigns or choice.move is None:
            return
        board.play(*choice.move)
        yield choice.move, choice


__all__ = ["Batch", "Candidate", "Choice", "Colour", "Engine", "Evaluate", "Illegal", "NO_MOVE", "Outcome", "PLANES", "Player", "Playouts",
           "Position", "Solution", "Solver", "Verdict", "levels", "self_play"]
