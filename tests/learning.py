"""The tools that learn numbers for the NoGo engines, on very little, twice: they work, and what they
make is the same both times.

    python3 learning.py SOLVER_ORDER SEARCH_SHAPES

Writes TAP.
"""

import os
import subprocess
import sys
import tempfile

ORDER, SHAPES = (os.path.abspath(path) for path in sys.argv[1:])
ORDER_STEPS = (
    [ORDER, "sample", "3x4", "5000", "-", "first.lessons"],
    [ORDER, "train", "1", "first.net", "first.lessons"],
    [ORDER, "sample", "3x4", "5000", "first.net", "lessons"],
    [ORDER, "teach", "opening", "3x5=2.3:1,2.2:0,2.1:0,1.1:0,1.2:0,1.3:0"],
    [ORDER, "train", "2", "net", "first.lessons", "lessons"],
    [ORDER, "train", "2", "taught", "first.lessons", "lessons", "opening"],
    [ORDER, "refine", "1", "2", "3", "net", "refined", "3x4", "3x5+1.1+2.3"],
    [ORDER, "print", "refined", "wide"],
)
SHAPES_STEPS = (
    [SHAPES, "begin", "20", "1", "begin.records"],
    [SHAPES, "play", "2", "20", "1", "play.records"],
    [SHAPES, "fit", "0.5", "shapes.c", "begin.records", "play.records"],
)
number = failed = 0


def tell(good, name):
    global number, failed
    number += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {number} {name}", flush=True)


def run(steps, folder):
    """Runs the steps; returns what they printed and what they left."""
    os.mkdir(folder)
    printed = [subprocess.run(step, cwd=folder, check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL).stdout for step in steps]
    left = {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}
    return printed, left


def measure(net, folder, board):
    """The board, its positions and the move that wins."""
    return subprocess.run([ORDER, "measure", net, board], cwd=folder, check=True,
                          stdout=subprocess.PIPE, text=True).stdout.split()


def positions(net, folder, board):
    return int(measure(net, folder, board)[1])


with tempfile.TemporaryDirectory() as place:
    for tool, steps in (("solver-order", ORDER_STEPS), ("search-shapes", SHAPES_STEPS)):
        first, again = (run(steps, os.path.join(place, tool + time)) for time in ("1", "2"))
        tell(all(first[1].values()), f"{tool} learns")
        tell(first == again, f"{tool} learns the same again")
    where = os.path.join(place, "solver-order1")
    tell(positions("net", where, "3x5") < positions("-", where, "3x5"), "what was learnt helps")
    tell([measure(net, where, "3x5")[2] == "2.3" for net in ("net", "taught")] == [False, True],
         "a first move can be taught")
    tell(positions("refined", where, "3x4") < positions("net", where, "3x4"), "refining saves positions")
    source = open(os.path.join(place, "search-shapes1", "shapes.c"), encoding="utf-8").read()
    tell("const qi_net_weights qi_net_trained = {" in source, "the shapes are written as source")
print(f"1..{number}")
sys.exit(failed > 0)
