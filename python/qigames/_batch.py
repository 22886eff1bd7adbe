"""Many games of NoGo at once: a plain environment for a learner."""

from __future__ import annotations

from ctypes import POINTER, byref, c_int, c_uint32, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from ._board import sides
from ._library import Colour, Illegal, Owner, Stop, check, declare, locked, numpy, whole
from ._position import Outcome, Position, Solver, Verdict, snapshot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLANES = 8
NO_MOVE = 65535
_MAX_SIDE = 25
_new = declare("qi_nogo_batch_new", c_int, c_uint32, c_uint32, c_uint32, c_void_p, POINTER(c_void_p))
_free = declare("qi_nogo_batch_free", None, c_void_p)
_reset = declare("qi_nogo_batch_reset", None, c_void_p, c_void_p)
_set = declare("qi_nogo_batch_set", c_int, c_void_p, c_uint32, c_void_p)
_legal = declare("qi_nogo_batch_legal", None, c_void_p, c_void_p)
_to_move = declare("qi_nogo_batch_to_move", None, c_void_p, c_void_p)
_step = declare("qi_nogo_batch_step", c_int, c_void_p, c_void_p, c_void_p, c_void_p)
_planes = declare("qi_nogo_batch_planes", None, c_void_p, c_void_p, c_void_p)


class Step(NamedTuple):
    """What a step did: which games are over, bool[games], and what it earned who moved, int8[games]."""

    done: NDArray[np.bool_]
    reward: NDArray[np.int8]


@dataclass(frozen=True)
class Finished:
    """The games that ended with a step, n of them, each with its last position before it was reset. What is said of a
    position is said for its side to move."""

    games: NDArray[np.intp]  # [n] their numbers
    planes: NDArray[np.float32]  # [n, PLANES, rows, columns]
    to_move: NDArray[np.uint8]  # [n] 1 Black, 2 White
    value: NDArray[np.int8]  # [n] 1 won, -1 lost: proved
    winning: NDArray[np.bool_]  # [n, area] every move that wins, proved
    length: NDArray[np.int64]  # [n] moves played since the game began


class Batch(Owner):
    """A plain environment for a learner: `games` positions that move together. Needs NumPy.

    A game begins empty, or at the `start`: a position, or one for each game. With `autoreset` a step resets the games
    that it ended; their last positions are in `finished`. With `adjudicate` a game ends as soon as the solver proves who
    wins with at most `nodes` positions, which it tries when at most `points` points can be played."""

    def __init__(self, games: int, rows: int = 9, columns: Optional[int] = None, *, start: Union[Position, Sequence[Position], None] = None,
                 autoreset: bool = False, adjudicate: bool = False, points: int = 16, nodes: int = 100):
        self._np = numpy()
        self.games, (self.rows, self.columns) = whole("games", games, 1, 2**32 - 1), sides(rows, columns, _MAX_SIDE)
        self.area = self.rows * self.columns
        self.autoreset, self.adjudicate = autoreset, adjudicate
        self.finished: Optional[Finished] = None
        self._points, self._nodes = whole("points", points, 0, 48), whole("nodes", nodes, 1)
        self._solver = Solver(64 << 20) if adjudicate else None
        self._stop = Stop()
        self._over = self._np.zeros(self.games, bool)
        self._length = self._np.zeros(self.games, self._np.int64)
        self._starts: List[Position] = []
        super().__init__(_free)
        check(_new(self.rows, self.columns, self.games, None, byref(self._handle)))
        if start is not None:
            self._starts = [snapshot(start)] if isinstance(start, Position) else [snapshot(one) for one in start]
            if len(self._starts) not in (1, self.games):
                raise ValueError(f"found {len(self._starts)} starting positions, expected 1 or one for each of {self.games} games")
            self.reset()

    def _array(self, out: Any, name: str, shape: Tuple[int, ...], kind: Any) -> Any:
        """The array to write to: the caller's if it is one that C can write to."""
        if out is None:
            return self._np.empty(shape, kind)
        if not isinstance(out, self._np.ndarray) or out.shape != shape or out.dtype != kind or not out.flags.c_contiguous \
                or not out.flags.writeable:
            raise ValueError(f"{name}: expected a writeable array {self._np.dtype(kind)}{list(shape)} in C order")
        return out

    @locked
    def _filled(self, function: Callable[[Any, Any], Any], out: Any, shape: Tuple[int, ...], kind: Any) -> Any:
        array = self._array(out, "out", shape, kind)
        function(self._handle, array.ctypes.data_as(c_void_p))
        return array

    @locked
    def reset(self, mask: Any = None) -> None:
        """Puts all games, or those where the mask is true, back to where they began."""
        np = self._np
        chosen = np.ones(self.games, bool) if mask is None else np.array(mask, bool)
        if chosen.shape != (self.games,):
            raise ValueError(f"found a mask of shape {chosen.shape}, expected ({self.games},)")
        bytes_ = chosen.view(np.uint8)
        _reset(self._handle, bytes_.ctypes.data_as(c_void_p))
        self._over &= ~chosen
        self._length[chosen] = 0
        for game in np.flatnonzero(chosen) if self._starts else ():
            self._put(int(game), self._starts[int(game) % len(self._starts)])

    def set(self, game: int, position: Position) -> None:
        """Puts one game to a position; reset() does not go back to it."""
        game, board = whole("game", game, 0, self.games - 1), snapshot(position)
        with self._lock:
            self._put(game, board)
            self._over[game], self._length[game] = False, 0

    def _put(self, game: int, board: Position) -> None:
        check(_set(self._handle, game, board._handle),
              wrong=f"game {game}: found a position of {board.rows} x {board.columns} points, expected {self.rows} x {self.columns}")

    @locked
    def legal(self, out: Optional[NDArray[np.bool_]] = None) -> NDArray[np.bool_]:
        """bool[games, area]: where the side to move may play. Nowhere in a game that is over."""
        np = self._np
        found: NDArray[Any] = self._array(out, "out", (self.games, self.area), np.dtype(bool))
        self._filled(_legal, found.view(np.uint8), found.shape, np.uint8)
        if self._solver is not None:
            found[self._over] = False
        return found

    def to_move(self, out: Optional[NDArray[np.uint8]] = None) -> NDArray[np.uint8]:
        """uint8[games]: 1 Black, 2 White."""
        found: NDArray[np.uint8] = self._filled(_to_move, out, (self.games,), self._np.uint8)
        return found

    def planes(self, out: Optional[NDArray[np.float32]] = None) -> NDArray[np.float32]:
        """float32[games, PLANES, rows, columns]: the positions as a network sees them."""
        found: NDArray[np.float32] = self._filled(lambda handle, to: _planes(handle, None, to), out, (self.games, PLANES, self.rows, self.columns), self._np.float32)
        return found

    def position(self, game: int) -> Position:
        """A copy of one game's position."""
        game = whole("game", game, 0, self.games - 1)
        with self._lock:
            return self._position(self.planes()[game], int(self.to_move()[game]))

    def _position(self, planes: Any, colour: int) -> Position:
        own, other = colour, int(Colour(colour).opponent)
        states = self._np.where(planes[7] == 0, int(Colour.WALL), planes[0] * own + planes[1] * other)
        return Position.from_array(states.astype(self._np.uint8), own)

    def _checked(self, moves: Any) -> Any:
        """The moves as the library gets them; a copy, as another thread may write to the caller's."""
        np = self._np
        found = np.asarray(moves)
        if found.shape != (self.games,):
            raise ValueError(f"found moves of shape {found.shape}, expected ({self.games},)")
        if found.dtype.kind not in "iu":
            raise TypeError(f"found moves of the type {found.dtype}, expected whole numbers: points, or NO_MOVE")
        wrong = np.flatnonzero((found != NO_MOVE) & ((found < 0) | (found >= self.area)))
        if len(wrong):
            raise Illegal(Verdict.OFF_BOARD, f"game {wrong[0]}: no point {found[wrong[0]]} on a board of {self.area} points")
        late = np.flatnonzero(self._over & (found != NO_MOVE))
        if len(late):
            raise ValueError(f"game {late[0]} is over: reset it, or let it be with NO_MOVE")
        return found.astype(np.uint16)

    def _explain(self, moves: Any) -> Illegal:
        """The first illegal move."""
        area, points = self.area, self._np.minimum(moves, self.area - 1)
        game = int(self._np.flatnonzero((moves != NO_MOVE) & ~self.legal()[range(self.games), points])[0])
        board, place = self.position(game), divmod(int(moves[game]), self.columns)
        verdict = board.judge(*place)
        assert moves[game] < area and verdict != Verdict.LEGAL
        try:
            board.play(*place)
        except Illegal as error:
            return Illegal(verdict, f"game {game}: {error}")
        raise AssertionError

    @locked
    def step(self, moves: Any, out: Optional[Step] = None) -> Step:
        """Plays a point (or NO_MOVE) in every game. The reward is 1 for a move that won; when games are adjudicated -1 for
        one that lost. Illegal, a ValueError, names the first game whose move is illegal, and then none was played."""
        np = self._np
        played = self._checked(moves)
        done = self._array(out and out.done, "out.done", (self.games,), np.dtype(bool))
        reward = self._array(out and out.reward, "out.reward", (self.games,), np.dtype(np.int8))
        at = [array.ctypes.data_as(c_void_p) for array in (played, done, reward)]
        if _step(self._handle, *at):
            raise self._explain(played)
        self._length += played != NO_MOVE
        self.finished = None
        if self.autoreset or self._solver is not None:
            self._finish(done, reward, played != NO_MOVE)
        self._over = done.copy()
        if self.autoreset and done.any():
            self.reset(done)
        return Step(done, reward)

    def _finish(self, done: Any, reward: Any, moved: Any) -> None:
        """Ends the games that are proved, and describes those that ended."""
        np, planes = self._np, None
        ended = done & ~self._over
        labels: Dict[int, Tuple[Outcome, Tuple[int, ...]]] = {int(game): (Outcome.LOST, ()) for game in np.flatnonzero(ended)}
        if self._solver is not None:
            planes, colours = self.planes(), self.to_move()
            few = ((planes[:, 2] + planes[:, 3]) > 0).sum((1, 2)) <= self._points
            for game in np.flatnonzero(few & ~done & ~self._over & moved):
                proved = self._proved(self._position(planes[game], int(colours[game])))
                if proved is not None:
                    labels[int(game)] = proved
                    ended[game], reward[game] = True, -int(proved[0])
            done |= ended | self._over
        if not ended.any():
            return
        games = np.flatnonzero(ended)
        winning = np.zeros((len(games), self.area), bool)
        for index, game in enumerate(games):
            winning[index, list(labels[int(game)][1])] = True
        self.finished = Finished(games, (self.planes() if planes is None else planes)[games], self.to_move()[games],
                                 np.array([labels[int(game)][0] for game in games], np.int8), winning, self._length[games])

    def _solved(self, board: Position) -> Outcome:
        """What the limit of nodes is enough for: too short a call to be interrupted."""
        assert self._solver is not None
        return self._solver._solve(board, self._nodes, 1, self._stop).outcome

    def _proved(self, board: Position) -> Optional[Tuple[Outcome, Tuple[int, ...]]]:
        """Who wins, and every move that does; None when that takes too long to prove."""
        outcome = self._solved(board)
        if outcome != Outcome.WON:
            return None if outcome == Outcome.UNKNOWN else (outcome, ())
        winning = []
        for row, column in board.legal():
            after = board.copy()
            after.play(row, column)
            found = self._solved(after)
            if found == Outcome.UNKNOWN:
                return None
            if found == Outcome.LOST:
                winning.append(row * self.columns + column)
        return outcome, tuple(winning)


def symmetries(array: NDArray[Any]) -> List[NDArray[Any]]:
    """The mirror images of an array whose last two dimensions are rows and columns, itself first: 8, or 4 when the board
    is not square. They are views. Policies are reshaped to [..., rows, columns] before."""
    np = numpy()
    array = np.asarray(array)
    if array.ndim < 2:
        raise ValueError(f"found {array.ndim} dimensions, expected rows and columns last")
    turned = [array, np.swapaxes(array, -1, -2)] if array.shape[-1] == array.shape[-2] else [array]
    return [one[..., ::up, ::left] for one in turned for up in (1, -1) for left in (1, -1)]
