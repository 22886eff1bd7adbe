"""A short match between two networks, by the self-play library's match mode."""

import math
import time

import numpy as np

from player import Seat
from qigames.selfplay import NO_SEAT, Pool


class Match:
    """A newer network against an older one on one board size. Buffers and graphs are made once."""

    def __init__(self, judges, rows, columns, games, kind, device, stream, **options):
        games += games % 2
        self.seats = [Seat(judge, rows, columns, games, kind, device, stream) for judge in judges]
        self.options = dict(options, rows=rows, columns=columns, games=games, match=1,
                            opening_min=4, opening_max=4)

    def play(self, seed, seconds=1e9):
        """Plays pairs of games from the same random openings; games not over after `seconds` do not
        count. Returns the newer network's wins and the games."""
        end = time.perf_counter() + seconds
        pool = Pool(seed=seed, **self.options)
        first, second = self.seats
        seat = np.zeros(pool.games, np.uint8)
        pool.step(None, None, first.planes.numpy(), seat)
        while (seat != NO_SEAT).any() and time.perf_counter() < end:
            second.planes.copy_(first.planes)
            first.launch()
            second.launch()
            first.wait()
            second.wait()
            theirs = seat == 1
            policy, value = first.policy.numpy(), first.value.numpy()
            policy[theirs] = second.policy.numpy()[theirs]
            value[theirs] = second.value.numpy()[theirs]
            pool.step(policy, value, first.planes.numpy(), seat)
        results = pool.results()
        return int((results == 0).sum()), int((results <= 1).sum())


def elo(wins, games):
    """The difference in Elo that a score speaks for, and its standard error."""
    if games == 0:
        return 0.0, 400.0
    share = (wins + 0.5) / (games + 1)
    error = math.sqrt(share * (1 - share) / games) * 400 / math.log(10) / (share * (1 - share))
    return 400 * math.log10(share / (1 - share)), error
