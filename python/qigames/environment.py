"""NoGo in the shapes of gymnasium and PettingZoo, without either: plain classes for one game. See nogo.Batch for many.

    >>> from qigames import environment
    >>> env = environment.Env(5)
    >>> planes, info = env.reset(seed=1)
    >>> planes, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())

Their own tools want their base class, which goes second: `class NoGo(environment.Env, gymnasium.Env): pass`. The spaces
are gymnasium's, or None where it is not installed. An action is a point, row * columns + column.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Optional, Sequence, Tuple, Union

from ._batch import PLANES, Batch
from ._library import Colour, Point, numpy
from ._player import Player
from ._position import Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Opponent = Union[Player, Callable[[Position], Point]]
_FROM_THE_OTHER_SIDE = [1, 0, 3, 2, 4, 5, 6, 7]


class _Game:
    """One game, and how a side sees it."""

    metadata: Dict[str, Any] = {"name": "nogo_v0", "render_modes": ["ansi"], "render_fps": 1, "is_parallelizable": False}

    def __init__(self, rows: int, columns: Optional[int], start: Optional[Position], render_mode: Optional[str]):
        if render_mode not in (None, "ansi"):
            raise ValueError(f"found the render mode {render_mode!r}, expected None or 'ansi'")
        self.render_mode, self._batch = render_mode, Batch(1, rows, columns, start=start)

    def _moves(self, action: Any) -> bool:
        """Plays for the side to move; whether that won."""
        return bool(self._batch.step(numpy().asarray([action])).done[0])

    @property
    def _to_move(self) -> Colour:
        return Colour(int(self._batch.to_move()[0]))

    def _planes(self, colour: Colour) -> NDArray[np.float32]:
        """The planes of nogo.Batch, for a side that need not be to move."""
        planes: NDArray[np.float32] = self._batch.planes()[0]
        return planes if colour == self._to_move else planes[_FROM_THE_OTHER_SIDE]

    def _mask(self, colour: Colour) -> NDArray[np.int8]:
        """int8[area]: 1 where a side may play now."""
        mask: NDArray[np.int8] = self._batch.legal()[0].astype(numpy().int8)
        mask[:] *= colour == self._to_move
        return mask

    def _spaces(self) -> Tuple[Any, Any, Any]:
        """gymnasium's spaces for planes, masks and actions."""
        try:
            spaces: Any = importlib.import_module("gymnasium.spaces")
        except ImportError:
            return None, None, None
        batch, np = self._batch, numpy()
        return (spaces.Box(0, 1, (PLANES, batch.rows, batch.columns), np.float32), spaces.Box(0, 1, (batch.area,), np.int8),
                spaces.Discrete(batch.area))

    @property
    def position(self) -> Position:
        """A copy of the position."""
        return self._batch.position(0)

    def render(self) -> Optional[str]:
        """The board as a text, with the render mode 'ansi'."""
        return str(self.position) if self.render_mode else None

    def close(self) -> None:
        """Does nothing: memory is freed with the object."""


class Env(_Game):
    """The shape of gymnasium.Env: the learner has one `colour`, and an `opponent` the other: a Player, a function from a
    position to a point (row, column), or None, which plays at random. A step plays for both. The observation is the
    planes of nogo.Batch, always for the learner; info["action_mask"] is int8[area], 1 where it may play. The reward is 1
    for a win, -1 for a loss. An illegal action raises qigames.Illegal, and changes nothing."""

    spec = None

    def __init__(self, rows: int = 9, columns: Optional[int] = None, *, opponent: Optional[Opponent] = None,
                 colour: int = Colour.BLACK, start: Optional[Position] = None, render_mode: Optional[str] = None):
        super().__init__(rows, columns, start, render_mode)
        self.colour, self._opponent = Colour(colour), opponent
        self.observation_space, _, self.action_space = self._spaces()
        self._np_random: Any = None

    def _replies(self) -> bool:
        """Plays for the opponent; whether that won."""
        if self._opponent is None:
            return self._moves(self._np_random.choice(numpy().flatnonzero(self._batch.legal()[0])))
        board = self.position
        move = self._opponent.choose(board).move if isinstance(self._opponent, Player) else self._opponent(board)
        if move is None or not 0 <= move[1] < board.columns:
            raise ValueError(f"the opponent plays {move}, expected a point of the board")
        return self._moves(move[0] * board.columns + move[1])

    def _seen(self) -> Tuple[NDArray[np.float32], Dict[str, Any]]:
        return self._planes(self.colour), {"action_mask": self._mask(self.colour)}

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[NDArray[np.float32], Dict[str, Any]]:
        """Begins a game; returns the observation and info. The seed is that of the random opponent. There are no options."""
        if seed is not None or self._np_random is None:
            self._np_random = numpy().random.default_rng(seed)
        self._batch.reset()
        if self._to_move != self.colour and self._replies():
            raise ValueError("the opponent moves first and wins with its first move: there is no game to play")
        return self._seen()

    def step(self, action: Any) -> Tuple[NDArray[np.float32], float, bool, bool, Dict[str, Any]]:
        """Plays a point and the opponent's reply; returns observation, reward, terminated, truncated (never) and info."""
        won = self._moves(action)
        lost = not won and self._replies()
        planes, info = self._seen()
        return planes, float(won) - float(lost), won or lost, False, info


class AECEnv(_Game):
    """The shape of pettingzoo.AECEnv: `black_0` and `white_0` take turns. An observation is a dict of "observation", the
    planes of nogo.Batch, and "action_mask", int8[area]. The rewards at the end are 1 and -1; both agents then step once
    more, with None. An illegal action raises qigames.Illegal, and changes nothing."""

    possible_agents: Sequence[str] = ["black_0", "white_0"]

    def __init__(self, rows: int = 9, columns: Optional[int] = None, *, start: Optional[Position] = None,
                 render_mode: Optional[str] = None):
        super().__init__(rows, columns, start, render_mode)
        planes, mask, actions = self._spaces()
        both = None if planes is None else importlib.import_module("gymnasium.spaces").Dict(observation=planes, action_mask=mask)
        self.observation_spaces = dict.fromkeys(self.possible_agents, both)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self.reset()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game. Nothing is random, so the seed is of no use; there are no options."""
        self._batch.reset()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._to_move - 1]

    def observe(self, agent: str) -> Dict[str, Any]:
        """What an agent sees."""
        colour = Colour(1 + self.possible_agents.index(agent))
        return {"observation": self._planes(colour), "action_mask": self._mask(colour)}

    def step(self, action: Any) -> None:
        """Plays a point for the selected agent, or takes it out, with None, once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError(f"found the action {action} of {agent}, expected None: the game is over")
            self.agents.remove(agent)
            both: Sequence[Dict[str, Any]] = (self._cumulative_rewards, self.terminations, self.truncations, self.infos)
            for values in both:
                del values[agent]
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.agent_selection = self.agents[0] if self.agents else agent
            return
        won, other = self._moves(action), self.agents[1 - self.agents.index(agent)]
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {agent: float(won), other: -float(won)}
        for one, reward in self.rewards.items():
            self._cumulative_rewards[one] += reward
        self.terminations = dict.fromkeys(self.agents, won)
        self.agent_selection = other

    def last(self, observe: bool = True) -> Tuple[Optional[Dict[str, Any]], float, bool, bool, Dict[str, Any]]:
        """Observation, reward since its last step, terminated, truncated and info of the selected agent."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agents, until all are out; step() between two."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection


__all__ = ["AECEnv", "Env", "Opponent"]
