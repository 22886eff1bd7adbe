"""The NoGo solver: who wins the empty board, nodes (the same on every machine) and CPU seconds.

Other programs' seconds, measured on a like machine: SBHSolver 2023 needs 101 for 4x5, 19 for 2x9, 6
for 3x6 and 33 for 1x22.
"""

import os
import re

from common import QI, SCRATCH, bar, run

# rows, columns, winner, most CPU seconds (None: only reported), SBHSolver's CPU seconds
BOARDS = [(1, 22, "X", 0.1, 33), (1, 26, "X", None, None), (1, 30, "X", 10, None),
          (2, 8, "X", None, 0.34), (2, 9, "O", 0.2, 19.3), (2, 10, "O", 1, None),
          (2, 11, "X", None, None),
          (3, 5, "X", None, 0.33), (3, 6, "X", 0.2, 6.2), (3, 7, "X", None, None),
          (4, 4, "O", None, None), (4, 5, "X", 1, 101)]
LONG = [(5, 5, "X", 3600), (4, 6, "X", None), (3, 8, "X", None), (2, 12, "X", None),
        (1, 36, "X", None)]


def solve(rows, columns, memory):
    """Winner, nodes, CPU seconds and peak memory of one run."""
    errors = os.path.join(SCRATCH, "solve.err")
    answer = os.path.join(SCRATCH, "solve.out")
    command = f"{QI} nogo solve --empty {rows}x{columns} --memory {memory} 2>{errors}"
    seconds, peak, status = run(["sh", "-c", f"exec {command}"], stdout=answer)
    if status != 0:
        raise SystemExit(f"bench: {command} ended with status {status}")
    winner = open(answer, encoding="utf-8").read().split()[1]
    nodes = int(re.search(r"(\d+) positions", open(errors, encoding="utf-8").read()).group(1))
    return winner, nodes, seconds, peak


def proof():
    """Sizes and times of proofs and of their verification."""
    print(f"{'proof':>7} {'bytes':>10} {'solve and write':>16} {'verify':>9}")
    for rows, columns in ((3, 5), (2, 9), (3, 6), (4, 5)):
        path = os.path.join(SCRATCH, "proof")
        write, _, status = run([QI, "nogo", "solve", "--empty", f"{rows}x{columns}", "--proof", path])
        check, _, checked = run([QI, "nogo", "verify", path])
        if status or checked:
            raise SystemExit(f"bench: the proof of {rows}x{columns} failed")
        print(f"{rows}x{columns:<5} {os.path.getsize(path):>10} {write:>14.2f} s {check:>7.2f} s",
              flush=True)


def main():
    boards = BOARDS + [(r, c, w, limit, None) for r, c, w, limit in LONG
                       if os.environ.get("QI_BENCH_LONG")]
    print(f"{'board':>7} {'winner':>6} {'nodes':>12} {'CPU s':>8} {'MiB':>6}  against SBHSolver")
    for rows, columns, expected, limit, peer in boards:
        winner, nodes, seconds, peak = solve(rows, columns, "4G")
        ratio = f"{peer / seconds:8.0f} times" if peer else ""
        print(f"{rows}x{columns:<5} {winner:>6} {nodes:>12} {seconds:>8.2f} {peak >> 20:>6} {ratio}",
              flush=True)
        if expected:
            bar(f"{rows}x{columns} winner is {expected}", float(winner == expected), 1)
        if limit:
            bar(f"{rows}x{columns} CPU seconds", seconds, limit, at_least=False)
    winner, _, _, peak = solve(4, 5, "64M")
    bar("4x5 in 64 MiB: winner is X", float(winner == "X"), 1)
    bar("4x5 in 64 MiB: peak MiB beyond the program's own 8", (peak >> 20) - 8, 64, at_least=False)
    proof()
    if not os.environ.get("QI_BENCH_LONG"):
        print("(QI_BENCH_LONG=1 also solves 5x5 and larger boards)")


if __name__ == "__main__":
    main()
