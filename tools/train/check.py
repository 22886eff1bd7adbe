#!/usr/bin/env python3
"""Compares the library's network with the integer model in NumPy: every number must be equal.

    check.py LIBRARY WEIGHTS... [--positions N]

LIBRARY is what build.sh makes. Random bits, positions of random games and boards with
holes, on square and oblong boards, on every path that this machine can take. Needs NumPy.
"""

import argparse
import ctypes
import sys

import numpy as np

from quant import IntegerNetwork

SIDE, PLANES, PATHS = 25, 8, 5
BOARDS = ((9, 9), (5, 5), (1, 7), (2, 3), (13, 13), (6, 11), (19, 19), (25, 25))


class Evaluation(ctypes.Structure):
    _fields_ = [("policy", ctypes.c_int16 * (SIDE * SIDE)), ("value", ctypes.c_int16)]


class Library:
    """src/nogo/net/evaluate.h for Python."""

    def __init__(self, path):
        self.shared = ctypes.CDLL(path)
        pointer = ctypes.c_void_p
        for name, result, arguments in (
                ("net_has_path", ctypes.c_bool, [ctypes.c_int]),
                ("net_path_name", ctypes.c_char_p, [ctypes.c_int]),
                ("net_load", ctypes.c_int,
                 [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int, pointer, ctypes.POINTER(pointer),
                  ctypes.POINTER(ctypes.c_char_p)]),
                ("net_free", None, [pointer]), ("net_worker_free", None, [pointer]),
                ("net_worker_new", ctypes.c_int,
                 [pointer, ctypes.c_uint32, ctypes.c_uint32, pointer, ctypes.POINTER(pointer)]),
                ("net_evaluate", None, [pointer, pointer, pointer])):
            function = getattr(self.shared, "qi_nogo_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def answers(self, data, path, planes):
        """Policy [N][area] and value [N] as integers, for planes [N][8][rows][columns]."""
        net, worker, reason = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_char_p()
        if self.net_load(data, len(data), path, None, ctypes.byref(net), ctypes.byref(reason)):
            raise ValueError(f"the library refuses the weights: {(reason.value or b'?').decode()}")
        count, _, rows, columns = planes.shape
        if self.net_worker_new(net, rows, columns, None, ctypes.byref(worker)):
            raise RuntimeError("no worker")
        words = np.zeros((count, PLANES, SIDE), np.uint32)
        for column in range(columns):
            words[:, :, :rows] |= planes[:, :, :, column].astype(np.uint32) << np.uint32(column)
        policy, value = np.zeros((count, rows * columns), int), np.zeros(count, int)
        answer = Evaluation()
        for index in range(count):
            self.net_evaluate(worker, words[index].ctypes.data, ctypes.byref(answer))
            policy[index] = answer.policy[:rows * columns]
            value[index] = answer.value
        self.net_worker_free(worker)
        self.net_free(net)
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


def check(library, data, positions, seed=1):
    """Raises AssertionError where the library and the model differ; returns what was compared."""
    network, random = IntegerNetwork.from_bytes(data), np.random.default_rng(seed)
    paths = [path for path in range(1, PATHS) if library.net_has_path(path)]
    compared = 0
    for rows, columns in BOARDS:
        count = max(2, positions * 81 // (len(BOARDS) * rows * columns))
        planes = random_planes(random, min(count, positions), rows, columns)
        policy, value = network.answer(planes)
        for path in paths:
            got_policy, got_value = library.answers(data, path, planes)
            name = library.net_path_name(path).decode()
            assert np.array_equal(policy, got_policy), f"{name}: policy, {rows}x{columns}"
            assert np.array_equal(value, got_value), f"{name}: value, {rows}x{columns}"
            compared += len(planes)
    spread = (int(policy.min()), int(policy.max()))
    assert spread[0] < spread[1], "the policy is flat: nothing was compared"
    return compared, [library.net_path_name(path).decode() for path in paths]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", metavar="LIBRARY")
    parser.add_argument("weights", nargs="+")
    parser.add_argument("--positions", type=int, default=100, help="for each board size (100)")
    options = parser.parse_args()
    library = Library(options.shared)
    for path in options.weights:
        with open(path, "rb") as file:
            data = file.read()
        try:
            compared, paths = check(library, data, options.positions)
        except (AssertionError, ValueError) as error:
            sys.exit(f"{path}: {error}")
        print(f"{path}: {compared} answers equal, paths {' '.join(paths)}")


if __name__ == "__main__":
    main()
