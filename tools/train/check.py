#!/usr/bin/env python3
"""Compares the library's network with the integer model in NumPy: every number must be equal.

    check.py LIBRARY WEIGHTS... [--positions N]

LIBRARY is what build.sh makes. Random bits and boards with holes, square and
oblong, on every path that this machine can take. Needs NumPy.
"""

import argparse
import ctypes
import sys

import numpy as np

import library
from quant import IntegerNetwork

SIDE, PLANES, PATHS = 25, 8, 5
BOARDS = ((9, 9), (5, 5), (1, 7), (2, 3), (13, 13), (6, 11), (19, 19), (25, 25))


class Library:
    """answers.c for Python."""

    def __init__(self, path):
        library.use(path)
        from qigames._library import declare  # loads the library

        pointer = ctypes.c_void_p
        self.path_name = declare("qi_train_path", ctypes.c_char_p, ctypes.c_int)
        self._answers = declare("qi_train_answers", ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_uint32,
                                ctypes.c_uint32, ctypes.c_size_t, pointer, pointer, pointer)

    def answers(self, data, path, planes):
        """Policy [N][area] and value [N] as integers, for planes [N][8][rows][columns]."""
        count, _, rows, columns = planes.shape
        words = np.zeros((count, PLANES, SIDE), np.uint32)
        for column in range(columns):
            words[:, :, :rows] |= planes[:, :, :, column].astype(np.uint32) << np.uint32(column)
        policy, value = np.zeros((count, rows * columns), np.int16), np.zeros(count, np.int16)
        result = self._answers(data, len(data), path, rows, columns, count, words.ctypes.data, policy.ctypes.data, value.ctypes.data)
        if result:
            raise ValueError(f"the library refuses the weights (result {result})")
        return policy, value


def random_planes(random, count, rows, columns):
    """Bits that no game need have; a third of the boards have holes."""
    planes = random.random((count, PLANES, rows, columns)) < random.random((count, PLANES, 1, 1))
    planes[:, 7] = True
    for index in range(0, count, 3):
        planes[index, 7] = random.random((rows, columns)) < 0.8
        planes[index, 7, 0, 0] = True
        planes[index] &= planes[index, 7]
    return planes.astype(np.uint8)


def check(shared, data, positions, seed=1):
    """Raises AssertionError where the library and the model differ; returns what was compared."""
    network, random = IntegerNetwork.from_bytes(data), np.random.default_rng(seed)
    paths = {path: shared.path_name(path).decode() for path in range(1, PATHS) if shared.path_name(path)}
    compared = 0
    for rows, columns in BOARDS:
        count = max(2, positions * 81 // (len(BOARDS) * rows * columns))
        planes = random_planes(random, min(count, positions), rows, columns)
        policy, value = network.answer(planes)
        for path, name in paths.items():
            got_policy, got_value = shared.answers(data, path, planes)
            assert np.array_equal(policy, got_policy), f"{name}: policy, {rows}x{columns}"
            assert np.array_equal(value, got_value), f"{name}: value, {rows}x{columns}"
            compared += len(planes)
    spread = (int(policy.min()), int(policy.max()))
    assert spread[0] < spread[1], "the policy is flat: nothing was compared"
    return compared, list(paths.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", metavar="LIBRARY")
    parser.add_argument("weights", nargs="+")
    parser.add_argument("--positions", type=int, default=100, help="for each board size (100)")
    options = parser.parse_args()
    shared = Library(options.shared)
    for path in options.weights:
        with open(path, "rb") as file:
            data = file.read()
        try:
            compared, paths = check(shared, data, options.positions)
        except (AssertionError, ValueError) as error:
            sys.exit(f"{path}: {error}")
        print(f"{path}: {compared} answers equal, paths {' '.join(paths)}")


if __name__ == "__main__":
    main()
