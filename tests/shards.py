"""The parts of --shard are the whole.

    python3 shards.py QI

Every verb that takes --shard K/N is run as a whole and in parts with the same seed. The parts must do exactly what the
whole does, each piece once. Writes TAP.
"""

import collections
import json
import os
import subprocess
import sys

from tap import check, finish

QI = os.path.abspath(sys.argv[1])
BOARDS = {"4x4": "4\nX..O\n....\n.O..\n..X.\n", "12x2": "12 2\n" + 11 * "..\n" + "XO\n"}


def run(words, text="", status=0):
    done = subprocess.run([QI, *words], input=text.encode(), capture_output=True, timeout=300)
    assert done.returncode == status, (words, done)
    return done.stdout.decode()


def counts_of(line):
    """What adds up in a line of 'simulate --playouts --json': by first move, (0, 0) for all of them."""
    counts = collections.Counter()
    for one in [line, *line.get("moves", [])]:
        place = one.get("row", 0), one.get("column", 0)
        counts[place, "games"] = one["games"]
        counts[place, "black"] = one["black_wins"]
        counts[place, "white"] = one["white_wins"]
        counts[place, "moves"] = round(one["mean_length"] * one["games"])
    return counts


def playouts(board, options):
    words = ["nogo", "simulate", "--seed", "7", "--json", *options]
    whole = counts_of(json.loads(run(words, BOARDS[board])))
    for parts in 1, 2, 7, 16:
        total = sum((counts_of(json.loads(run([*words, "--shard", f"{part}/{parts}"], BOARDS[board])))
                     for part in range(parts, 0, -1)), collections.Counter())
        check(total == whole, f"playouts on {board} {' '.join(options)} in {parts} parts", total, whole)


playouts("4x4", ["--playouts", "20011"])
playouts("4x4", ["--playouts", "1003", "--threads", "2", "--by-move"])
playouts("12x2", ["--playouts", "53"])
finish()
