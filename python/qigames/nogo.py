"""NoGo: positions, playouts, records, a player that searches, an exact solver and a batched environment.

    >>> from qigames.nogo import Position, Player
    >>> board = Position(9, 9)
    >>> board.play(4, 4)
    >>> move = Player(level=3, seed=1).choose(board).move
"""

from ._batch import NO_MOVE, PLANES, Batch, Finished, Step, symmetries
from ._library import BadText, Colour, Illegal, Point
from ._player import Analysis, Candidate, Choice, Engine, Evaluate, Player, levels, self_play
from ._position import End, Move, Outcome, Playouts, Position, Record, Solution, Solver, Verdict

__all__ = ["Analysis", "BadText", "Batch", "Candidate", "Choice", "Colour", "End", "Engine", "Evaluate", "Finished", "Illegal", "Move",
           "NO_MOVE", "Outcome", "PLANES", "Player", "Playouts", "Point", "Position", "Record", "Solution", "Solver", "Step", "Verdict",
           "levels", "self_play", "symmetries"]
