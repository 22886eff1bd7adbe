"""The NoGo solver in rounds (docs/scale.md): what it costs to divide a board into pieces, in positions searched.

One run is what one machine takes. The longest way is what as many machines as there are pieces cannot be faster than:
joining and the largest piece, added up over the rounds. All figures are the same on every machine.
"""

import glob
import os
import re
import subprocess
import tempfile

from common import QI, bar

BOARDS, LONG, PIECES = ["4x4", "4x5"], ["3x8", "4x6"], [4, 16, 64]


def solve(*words):
    """The exit status, what was printed, and how many positions were searched."""
    done = subprocess.run([QI, "nogo", "solve", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"bench: qi nogo solve {' '.join(words)}: {done.stderr}")
    return done.returncode, done.stdout, int(re.search(r"^(\d+) positions", done.stderr, re.M)[1])


def rounds(board, pieces):
    """How many rounds and pieces there were, the positions in all and on the longest way, and who wins."""
    turns = count = total = longest = 0
    with tempfile.TemporaryDirectory() as folder:
        while True:
            status, text, searched = solve("--empty", board, "--pieces", str(pieces), "--facts", *sorted(glob.glob(f"{folder}/*")))
            sizes = [solve(line, "--save", os.path.join(folder, f"{turns}.{number}"))[2]
                     for number, line in enumerate(text.split() if status else [])]
            total += searched + sum(sizes)
            longest += searched + max(sizes, default=0)
            count += len(sizes)
            if not status:
                return turns, count, total, longest, text.split()[1]
            turns += 1


def main():
    print(f"{'board':>7} {'pieces':>6} {'rounds':>6} {'in all':>6} {'positions':>11} {'one run':>11} {'longest way':>11} {'faster':>7}")
    for board in BOARDS + (LONG if os.environ.get("QI_BENCH_LONG") else []):
        _, text, alone = solve("--empty", board, "--memory", "4G")
        for pieces in PIECES:
            turns, count, total, longest, winner = rounds(board, pieces)
            print(f"{board:>7} {pieces:>6} {turns:>6} {count:>6} {total:>11,} {alone:>11,} {longest:>11,} {alone / longest:>6.1f}x",
                  flush=True)
            if winner != text.split()[1]:
                raise SystemExit(f"bench: {board} in {pieces} pieces: winner {winner}")
            if (board, pieces) == ("4x5", 16):
                bar("4x5 in 16 pieces is so many times as fast", alone / longest, 2)
