"""A player of NoGo that searches, with an evaluator that Python may bring."""

from __future__ import annotations

import ctypes
import enum
import threading
import weakref
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_bool, c_float, c_int, c_size_t, c_uint32, c_void_p
from ctypes import cast, pointer
from dataclasses import dataclass
from typing import Any, Callable, Iterator, List, Optional, Sequence, Tuple, Union

from ._batch import PLANES
from ._library import NO_POINT, OK, STOPPED, Host, Owner, Point, QiError, Sized, Stop, check, declare, fields, locked, numpy, whole
from ._position import Outcome, Position, snapshot

Evaluate = Callable[[Any], Tuple[Any, Any]]  # an evaluator, see Player: planes to policies and values, all arrays
_MAX_AREA = 25 * 25  # QI_NOGO_SEARCH_MAX_SIDE squared


class Engine(enum.IntEnum):
    """How a player judges positions."""

    STRONG = 0
    POLICY = 1
    PLAYOUTS = 2


class _Estimate(Structure):
    _fields_ = fields("qi_nogo_estimate")


_Evaluate = CFUNCTYPE(c_int, c_void_p, POINTER(c_void_p), c_uint32, POINTER(_Estimate))
class _Snapshot(Structure):
    _fields_ = fields("qi_nogo_snapshot")


_Report = CFUNCTYPE(c_bool, c_void_p, POINTER(_Snapshot))


class _Evaluator(Sized):
    _fields_ = fields("qi_nogo_evaluator", evaluate=_Evaluate)


class _PlayerOptions(Sized):
    _fields_ = fields("qi_nogo_player_options", evaluator=POINTER(_Evaluator))


class _Thinking(Sized):
    _fields_ = fields("qi_nogo_thinking", report=_Report, host=POINTER(Host))


class _SearchState(Sized):
    _fields_ = fields("qi_nogo_search_state")


class _Choice(Sized):
    _fields_ = fields("qi_nogo_choice")


class _Candidate(Structure):
    _fields_ = fields("qi_nogo_candidate")


_new = declare("qi_nogo_player_new", c_int, POINTER(_PlayerOptions), c_void_p, POINTER(c_void_p))
_free = declare("qi_nogo_player_free", None, c_void_p)
_choose = declare("qi_nogo_player_choose", c_int, c_void_p, c_void_p, c_int, POINTER(_Thinking), POINTER(_Choice))
_analyze = declare("qi_nogo_player_analyze", c_int, c_void_p, c_void_p, c_int, POINTER(_Thinking))
_search_of = declare("qi_nogo_player_search", c_void_p, c_void_p)
_state_of = declare("qi_nogo_search_state_of", c_int, c_void_p, POINTER(_SearchState))
_candidates = declare("qi_nogo_search_candidates", c_size_t, c_void_p, POINTER(_Candidate), c_size_t, c_size_t)
_line = declare("qi_nogo_search_line", c_size_t, c_void_p, c_uint32, POINTER(c_uint32), c_size_t)
_leaf_size = declare("qi_nogo_leaf_size", None, c_void_p, POINTER(c_uint32), POINTER(c_uint32))
_leaf_pack = declare("qi_nogo_leaf_pack", None, c_void_p, c_void_p)
_levels = declare("qi_nogo_levels", c_void_p, POINTER(c_uint32))


def levels() -> int:
    """How many levels there are; the highest is the strongest."""
    count = c_uint32()
    _levels(byref(count))
    return int(count.value)


@dataclass(frozen=True)
class Candidate:
    """A move and what the search thinks of it; `policy` is its share of the evaluator's. Without visits it has no win
    rate, unless its outcome is proved."""

    move: Point
    visits: int
    win_rate: Optional[float]
    outcome: Outcome
    policy: float


@dataclass(frozen=True)
class Analysis:
    """What a player thinks of a position, for the side to move: the candidates, best first, and the line that it
    expects. A player without a search has no opinion."""

    win_rate: float
    visits: int
    outcome: Outcome
    candidates: Sequence[Candidate]
    line: Sequence[Point]


@dataclass(frozen=True)
class Choice(Analysis):
    """What a player decides. `move` is None when there is no legal move."""

    move: Optional[Point]
    resigns: bool


class Player(Owner):
    """A player that searches. With a level (1 to levels()) it thinks as long as the level says; else give playouts,
    which makes it deterministic, or seconds for a move. With a temperature it draws a move by visits or policy to the
    power of 1 / temperature; 0 plays the best one.

    An `evaluator` judges positions instead of the library's network; it needs NumPy. It gets planes,
    float32[count, PLANES, rows, columns] with `count` from 1 to `batch`, and returns the policies as logits,
    [count, rows * columns], and the chances to win of the side to move, [count] from 0 to 1. It is called in one thread
    at a time, not always the one that called choose(), and must not use the player; what it raises, choose() raises."""

    def __init__(self, level: int = 0, *, engine: Engine = Engine.STRONG, playouts: int = 0, seconds: float = 0.0,
                 temperature: float = 0.0, evaluator: Optional[Evaluate] = None, batch: int = 16, threads: int = 1,
                 memory: int = 0, seed: int = 1, random: bool = False, never_resign: bool = False):
        options = _PlayerOptions(level=whole("level", level, 0, levels()), engine=Engine(engine), playouts=whole("playouts", playouts),
                                 seconds=seconds, temperature=temperature, threads=whole("threads", threads, 0, 1024),
                                 memory=whole("memory", memory), seed=whole("seed", seed), random=random, never_resign=never_resign)
        if not temperature >= 0 or not seconds >= 0:
            raise ValueError(f"found a temperature of {temperature} and {seconds} seconds, expected neither below 0")
        self._error: Optional[BaseException] = None
        self._judging = 0  # the thread that is in the evaluator
        if evaluator is not None:
            numpy()
            self._evaluator = _Evaluator(evaluate=_Evaluate(self._answers_of(evaluator)), batch=whole("batch", batch, 1, 1024),
                                         one_thread=True)
            options.evaluator = pointer(self._evaluator)
        super().__init__(_free)
        check(_new(byref(options), None, byref(self._handle)))

    def _answers_of(self, evaluator: Evaluate) -> Callable[..., int]:
        """The evaluator as the library calls it; it keeps no reference to the player, so that both can be freed."""
        np, player = numpy(), weakref.ref(self)

        def answer(_thread: Any, leaves: Any, count: int, estimates: Any) -> int:
            asked = player()
            try:
                if asked is not None:
                    asked._judging = threading.get_ident()
                sides = c_uint32(), c_uint32()
                _leaf_size(leaves[0], byref(sides[0]), byref(sides[1]))
                rows, columns = (side.value for side in sides)
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
                if asked is not None:
                    asked._error = error
                return STOPPED
            finally:
                if asked is not None:
                    asked._judging = 0

        return answer

    def _thinks(self, work: Callable[[Stop], int], stop: Optional[Stop]) -> None:
        """Calls the library; raises what the evaluator or a report raised meanwhile."""
        if self._judging == threading.get_ident():
            raise QiError("an evaluator or a report must not use its player")

        def turn(asked: Stop) -> None:
            result = work(asked)
            error, self._error = self._error, None
            if error is not None:
                raise error
            check(OK if result == STOPPED else result)

        self._long(turn, stop)

    def choose(self, position: Position, colour: Optional[int] = None, *, stop: Optional[Stop] = None) -> Choice:
        """Thinks about a position and decides; nothing is played. While the stop is set it decides by what it knows."""
        choice, board = _Choice(), snapshot(position)
        side = board._player(colour)
        found: List[Analysis] = []

        def work(asked: Stop) -> int:
            result = int(_choose(self._handle, board._handle, side, byref(_Thinking(host=pointer(Host(stop=pointer(asked))))), byref(choice)))
            found.append(self._opinion(board, choice))
            return result

        self._thinks(work, stop)
        move = None if choice.move == NO_POINT else board._place(choice.move)
        return Choice(**vars(found[0]), move=move, resigns=choice.resigns)

    def analyze(self, position: Position, colour: Optional[int] = None, *, report: Optional[Callable[[Analysis], Any]] = None,
                interval: float = 0.5, endless: bool = False, stop: Optional[Stop] = None) -> Analysis:
        """Thinks about a position as choose() does, or endlessly until the stop, and says what it thinks of it. `report`
        is called with what it thinks so far about every `interval` seconds and at the end; False ends the thinking."""
        board = snapshot(position)
        side = board._player(colour)
        found: List[Analysis] = []

        def report_thought(_context: Any, now: Any) -> bool:
            if report is None:
                return True
            self._judging = threading.get_ident()
            try:
                return report(self._opinion_of(board, now.contents.search)) is not False
            except BaseException as error:  # pylint: disable=broad-except
                self._error = error
                return False
            finally:
                self._judging = 0

        def work(asked: Stop) -> int:
            how = _Thinking(endless=endless, interval=interval, report=_Report(report_thought), host=pointer(Host(stop=pointer(asked))))
            result = int(_analyze(self._handle, board._handle, side, byref(how)))
            found.append(self._opinion(board, None))
            return result

        self._thinks(work, stop)
        return found[0]

    @locked
    def _opinion(self, board: Position, state: Optional[_Choice]) -> Analysis:
        return self._opinion_of(board, _search_of(self._handle), state)

    def _opinion_of(self, board: Position, search: Any, state: Optional[Union[_Choice, _SearchState]] = None) -> Analysis:
        if state is None:
            state = _SearchState()
            if search:
                _state_of(search, byref(state))
        if not search:
            return Analysis(state.win_rate, state.visits, Outcome(state.outcome), [], [])
        room = board.rows * board.columns
        found, points = (_Candidate * room)(), (c_uint32 * room)()
        count = _candidates(search, found, room, ctypes.sizeof(_Candidate))
        moves = [Candidate(board._place(one.point), one.visits, one.win_rate if one.win_rate >= 0 else None,
                           Outcome(one.outcome), one.policy) for one in found[:count]]
        length = _line(search, found[0].point, points, room) if count else 0
        return Analysis(state.win_rate, state.visits, Outcome(state.outcome), moves, board._places(points[:length]))


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
