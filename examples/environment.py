"""A thousand games of NoGo at once, each move drawn by a policy that knows only what is legal.

    python3 examples/environment.py build/libqigames.so

The functions are those of include/qi/nogo_selfplay.h; NumPy arrays go in and out as they are.
"""
import ctypes
import sys

import numpy as np

qi = ctypes.CDLL(sys.argv[1])
ROWS, COLUMNS, GAMES = 9, 9, 1000
AREA, BYTES = ROWS * COLUMNS, (ROWS * COLUMNS + 7) // 8
batch = ctypes.c_void_p()
if qi.qi_nogo_batch_new(ROWS, COLUMNS, GAMES, None, ctypes.byref(batch)):
    sys.exit("no batch")

at = lambda array: array.ctypes.data_as(ctypes.c_void_p)
legal = np.zeros((GAMES, AREA), np.uint8)
packed = np.zeros((GAMES, 8, BYTES), np.uint8)
done, reward = np.zeros(GAMES, np.uint8), np.zeros(GAMES, np.int8)
random, moves, black_wins = np.random.default_rng(1), 0, 0
while not done.all():
    qi.qi_nogo_batch_legal(batch, at(legal))
    qi.qi_nogo_batch_planes(batch, at(packed), None)
    planes = np.unpackbits(packed, axis=-1, bitorder="little")[..., :AREA]  # what a network sees
    assert (planes[:, 2] == legal).all()
    scores = np.where(legal, random.random((GAMES, AREA)), -1)  # a learner puts its policy here
    chosen = np.where(done, 65535, scores.argmax(1)).astype(np.uint16)  # 65535: no move
    if qi.qi_nogo_batch_step(batch, at(chosen), at(done), at(reward)):
        sys.exit("an illegal move")
    black_wins += int(reward.sum()) * (moves % 2 == 0)  # all games move together, Black first
    moves += 1
print(f"{GAMES} games of at most {moves} moves, {black_wins} won by Black")
qi.qi_nogo_batch_free(batch)
