"""The laboratory: cases a second of a stress run on small sizes with a plain compiled program, the
programs' own time included, and positions a second of the selftest; all per core."""

import os
import re
import subprocess

from common import QI, SCRATCH, SOURCE, bar

CASES = 1500


def cases_a_second(game):
    program = os.path.join(SCRATCH, f"{game}-program")
    subprocess.run(["gcc", "-O2", "-o", program,
                    os.path.join(SOURCE, "tests", "mutants", f"{game}.c")], check=True)
    command = [QI, game, "stress", "--count", str(CASES), "--jobs", "1", "--output",
               os.path.join(SCRATCH, "failure")]
    # Sizes grow with the number of the case: the first ones are small.
    command += ["--moves", "30"] if game == "go" else ["--size", "5"]
    with open(os.devnull, "wb") as nowhere:
        process = subprocess.Popen(command + ["--", program, "none"], stdout=nowhere,
                                   stderr=nowhere)
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"bench: {command} failed")
    return CASES / (usage.ru_utime + usage.ru_stime)


def positions_a_second():
    done = subprocess.run([QI, "selftest", "--count", "30000", "--jobs", "1"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    counts = dict(re.findall(r"^(\w+) +\d+ cases +(\d+)", done.stdout.decode(), re.M))
    seconds = float(re.match(r"([0-9.]+) CPU s", done.stderr.decode())[1])
    # The boards of mazes come in thousands at a time and are left out.
    return (int(counts["nogo"]) + int(counts["go"])) / seconds


def main():
    for game in ("nogo", "go", "maze"):
        bar(f"{game} stress, cases a second per core", max(cases_a_second(game) for _ in range(3)),
            500)
    bar("selftest, positions of NoGo and Go a second per core", positions_a_second(), 50000)


if __name__ == "__main__":
    main()
