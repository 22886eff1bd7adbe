"""A thousand games of NoGo at once, each move drawn by a policy that knows only what is legal.

    QI_LIBRARY=build/libqigames.so PYTHONPATH=python python3 python/examples/environment.py
"""
import numpy as np

from qigames import nogo

batch = nogo.Batch(games=1000, rows=9)
random, done, moves, black_wins = np.random.default_rng(1), np.zeros(batch.games, bool), 0, 0
while not done.all():
    legal, planes = batch.legal(), batch.planes()  # the planes are what a network sees
    assert (planes[:, 2].reshape(legal.shape) == legal).all()
    scores = np.where(legal, random.random(legal.shape), -1)  # a learner puts its policy here
    done, reward = batch.step(np.where(done, nogo.NO_MOVE, scores.argmax(1)))
    black_wins += int(reward.sum()) * (moves % 2 == 0)  # all games move together, Black first
    moves += 1
print(f"{batch.games} games of at most {moves} moves, {black_wins} won by Black")
