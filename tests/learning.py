"""The tool that learns the solver's orders, on very little, twice: it works, and what it makes is the
same both times.

    python3 learning.py SOLVER_ORDER

Writes TAP.
"""

import os
import struct
import subprocess
import sys
import tempfile

ORDER = os.path.abspath(sys.argv[1])
STEPS = (
    [ORDER, "sample", "3x4", "5000", "-", "first.lessons"],
    [ORDER, "train", "1", "first.net", "first.lessons"],
    [ORDER, "sample", "3x4", "5000", "first.net", "lessons"],
    [ORDER, "teach", "opening", "3x5=2.3:1,2.2:0,2.1:0,1.1:0,1.2:0,1.3:0"],
    [ORDER, "train", "2", "net", "first.lessons", "lessons"],
    [ORDER, "train", "2", "taught", "first.lessons", "lessons", "opening"],
    [ORDER, "refine", "2", "2", "3", "net", "refined", "3x4", "3x5+1.1+2.3"],
    [ORDER, "share", "net", "refined", "shared"],
)
number = failed = 0


def report(good, name):
    global number, failed
    number += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {number} {name}", flush=True)


def run(folder):
    """Runs the steps; returns what they printed and what they left."""
    os.mkdir(folder)
    printed = [subprocess.run(step, cwd=folder, check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL).stdout for step in STEPS]
    left = {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}
    return printed, left


def measure(net, folder, board):
    """The board, its positions and the move that wins."""
    return subprocess.run([ORDER, "measure", net, board], cwd=folder, check=True,
                          stdout=subprocess.PIPE, text=True).stdout.split()


def positions(net, folder, board):
    return int(measure(net, folder, board)[1])


def refused(folder, *words):
    """What the solver's tool says when it refuses to do something, which it has to."""
    run = subprocess.run([ORDER, *words], cwd=folder, capture_output=True, text=True, timeout=60)
    return run.stderr if run.returncode == 2 else ""


def lesson(*moves):
    """A lesson of moves without features: whether each wins, and its effort."""
    return struct.pack("=I", len(moves)) + b"".join(struct.pack("=HhHHI", 0, 0, wins, 9, effort) for wins, effort in moves)


# What cannot be learnt from, and where it is said to be.
WRONG = (
    (lesson((1, 2), (0, 0), (1, 0)), "lesson 1, move 3: it wins with an effort of 0"),
    (lesson((1, 2)) + lesson((0, 0), (0, 1)), "lesson 2: no move wins"),
    (lesson(), "lesson 1: no move wins"),
    (lesson((1, 2)) + lesson((1, 2), (1, 3))[:-1], "lesson 2, move 2: cut off"),
    (lesson((1, 2)) + b"\1", "lesson 2: cut off"),
)

# What is no network, and why.
DAMAGED = (
    (lambda data: data[:-1], "it ends too early"),
    (lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:], "the checksum does not match"),
    (lambda data: b"none", "it is not a file of this kind"),
)

with tempfile.TemporaryDirectory() as place:
    first, again = (run(os.path.join(place, time)) for time in ("first", "again"))
    report(all(first[1].values()), "solver-order learns")
    report(first == again, "solver-order learns the same again")
    where = os.path.join(place, "first")
    report(positions("net", where, "3x5") < positions("-", where, "3x5"), "what was learnt helps")
    report([measure(net, where, "3x5")[2] == "2.3" for net in ("net", "taught")] == [False, True],
         "a first move can be taught")
    report(positions("refined", where, "3x4") < positions("net", where, "3x4"), "refining saves positions")
    report([refused(where, "refine", "1", "1", "2", "taught", "held", "3x4", move) for move in ("3x5=2.3", "3x5=2.2")] ==
         ["", "solver-order: 3x5=2.2: another move comes first before refining\n"], "only a first move can be held")
    with open(os.path.join(where, "refined"), "rb") as file:
        refined = file.read()
    with open(os.path.join(where, "shared"), "rb") as file:
        shared = file.read()
    report(shared[20:] == refined[20:64] + refined[64 + 1004 * 64:], "a shared hidden layer is left out")
    report("its hidden layer is in another table" in refused(where, "measure", "shared", "3x4"), "such a table alone is refused")
    report(refused(where, "share", "taught", "refined", "out") == "solver-order: the hidden layers differ\n",
         "only an equal hidden layer is shared")
    for damage, message in DAMAGED:
        with open(os.path.join(where, "damaged"), "wb") as file:
            file.write(damage(refined))
        report(refused(where, "measure", "damaged", "3x4") == f"solver-order: damaged: {message}\n", f"it refuses a network: {message}")
    with open(os.path.join(where, "wrong"), "wb") as file:
        for data, message in WRONG:
            file.seek(0)
            file.truncate()
            file.write(data)
            file.flush()
            report(f"solver-order: wrong: {message}" in refused(where, "train", "1", "no.net", "wrong"), f"it refuses: {message}")
print(f"1..{number}")
sys.exit(failed > 0)
