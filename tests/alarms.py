"""No false alarm: right programs under stress while the machine is busy. Writes TAP.

    alarms.py QI PROBLEMS_FOLDER [--cases N | --minutes M] [--load L] [--first I] [--jobs J]

Runs the C solutions of the three problems on N cases in all (default: one million, the long form), with L busy loops
beside them (default: 8). A failure that is reported is a false alarm. --first goes on where an earlier run ended: every
case has a number, and each game gets a third of N, or of M minutes.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

SOLUTIONS = {"nogo": "pointers.c", "go": "table.c", "maze": "walk.c"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("qi")
    parser.add_argument("problems")
    parser.add_argument("--cases", type=int, default=1000000)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--load", type=int, default=8)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.load)]
    failed = 0
    try:
        for number, (game, name) in enumerate(SOLUTIONS.items(), 1):
            with tempfile.TemporaryDirectory() as folder:
                program = os.path.join(folder, game)
                source = os.path.join(options.problems, game, "solutions", "accepted", name)
                subprocess.run(["cc", "-O2", "-w", "-o", program, source], check=True)
                count = options.cases * number // 3 - options.cases * (number - 1) // 3
                much = ["--time", f"{20 * options.minutes}s"] if options.minutes else ["--count", str(count)]
                done = subprocess.run([options.qi, game, "stress", "--first", str(options.first), *much, "--jobs",
                                       str(options.jobs), "--output", os.path.join(folder, "failure"), "--", program],
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True)
                passed = re.match(r"(\d+) cases, no failure\n", done.stdout)
                good = done.returncode == 0 and passed and (options.minutes or int(passed[1]) == count)
                failed += not good
                print(f"{'ok' if good else 'not ok'} {number} {game}: no alarm in {passed[1] if passed else 0} cases", flush=True)
                for line in (done.stdout + done.stderr).split("\n"):
                    print(f"# {line}")
    finally:
        for it in busy:
            it.kill()
            it.wait()
    print("1..3")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
