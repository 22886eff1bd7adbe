"""Positions solved in rounds by 'qi nogo solve --pieces', as many machines would: the answer is that of one search.

    python3 rounds.py QI

Writes TAP.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

from tap import check, finish

QI = os.path.abspath(sys.argv[1])
MAX_ROUNDS = 40


def solve(*words, text=""):
    return subprocess.run([QI, "nogo", "solve", *map(str, words)], input=text, capture_output=True, text=True, timeout=600)


def positions(done):
    return int(re.search(r"^(\d+) positions", done.stderr, re.M)[1])


class Run:
    """One position, solved in rounds. `die` says of a round and the number of a piece what becomes of it: True, it
    leaves no file; a number, it is ended after so many positions."""

    def __init__(self, where, count, text="", die=lambda turn, number: False, share=False):
        self.rounds, self.total, self.critical, self.listed, self.repeated = 0, 0, 0, set(), []
        with tempfile.TemporaryDirectory() as folder:
            self.files, self.missing = [], []
            while True:
                self.last = self.join(where, count, text)
                if self.last.returncode != 1 or self.rounds == MAX_ROUNDS:
                    break
                self.rounds += 1
                self.round(folder, die, share)
            if self.last.returncode == 0:
                proof = os.path.join(folder, "proof")
                self.proved = self.join(where, count, text, "--proof", proof)
                self.verified = subprocess.run([QI, "nogo", "verify", proof], capture_output=True, text=True)

    def join(self, where, count, text, *more):
        return solve(*where, "--pieces", count, *more, "--facts", *self.files, *self.missing, text=text)

    def round(self, folder, die, share):
        known, sizes = list(self.files), [0]
        for number, line in enumerate(self.last.stdout.split()):
            fate = die(self.rounds, number)
            file = os.path.join(folder, f"{self.rounds}.{number}")
            if line in self.listed:
                self.repeated.append(line)
            if fate is True:
                self.missing.append(file)
                continue
            if not fate:
                self.listed.add(line)
            done = solve(line, "--save", file, *(["--nodes", fate] if fate else []),
                         *(["--facts", *known] if share else []))
            assert done.returncode == (1 if fate else 0), (line, done)
            sizes.append(positions(done))
            self.files.append(file)
        self.total += sum(sizes)
        self.critical += max(sizes)


def compare(name, where, count, **more):
    run, alone = Run(where, count, **more), solve(*where, text=more.get("text", ""))
    check(run.last.returncode == 0 and run.last.stdout.split("\n")[0] == alone.stdout.split("\n")[0],
          f"{name}: rounds and one search agree", run.last, alone)
    check(not run.repeated, f"{name}: nothing solved is listed again", *run.repeated)
    check(positions(run.last) <= 3000, f"{name}: joining is cheap", run.last.stderr)
    check(run.proved.returncode == 0 and run.verified.stdout.startswith("proved"), f"{name}: the joined facts are a proof",
          run.proved, run.verified)
    return run


compare("3x5", ["--empty", "3x5"], 8)
lost = compare("4x4, which is lost", ["--empty", "4x4"], 16)
check(1 < lost.rounds <= 10, "4x4 takes some rounds", lost.rounds)
large = compare("4x5", ["--empty", "4x5"], 16)
alone = positions(solve("--empty", "4x5"))
check(large.critical < alone / 2 and large.total < 6 * alone, "4x5 in 16 pieces takes half the time",
      f"{large.critical} of {alone}, {large.total} in all")
compare("with stones, White to move", ["-", "--to-move", "O"], 8, text="4\nX...\n....\n....\n....\n")
compare("a line", ["24:x"], 8, share=True)
compare("pieces that die", ["--empty", "4x4"], 8, die=lambda turn, number: turn <= 3 and number == turn)
compare("the first piece is always lost", ["--empty", "3x5"], 4, die=lambda turn, number: turn <= 5 and number == 0)
compare("pieces that were ended too early", ["--empty", "4x4"], 8, share=True,
        die=lambda turn, number: 300 if turn <= 2 and number % 2 else False)

first = solve("--empty", "4x4", "--pieces", 5)
check(first.returncode == 1 and len(first.stdout.splitlines()) == 5 and "winner" not in first.stdout, "pieces are lines", first)
listed = json.loads(solve("--empty", "4x4", "--pieces", 5, "--json").stdout)
check(listed["winner"] == "unknown" and listed["pieces"] == first.stdout.split(), "the same as JSON", listed)
finish()
