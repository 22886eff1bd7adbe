"""The parts of --shard are the whole.

    python3 shards.py QI

Every verb that takes --shard K/N is run as a whole and in parts with the same seed. The parts must do exactly what the
whole does, each piece once. Writes TAP.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

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
    for one in [line, *line.get("candidates", [])]:
        place = one.get("row", 0), one.get("column", 0)
        counts[place, "games"] = one["games"]
        counts[place, "black"] = one["black_wins"]
        counts[place, "white"] = one["white_wins"]
        counts[place, "moves"] = one["moves"]
    return counts


def playouts(board, options):
    words = ["nogo", "simulate", "--seed", "7", "--json", *options]
    whole = counts_of(json.loads(run(words, BOARDS[board])))
    for parts in 1, 2, 7, 16:
        total = sum((counts_of(json.loads(run([*words, "--shard", f"{part}/{parts}"], BOARDS[board])))
                     for part in range(parts, 0, -1)), collections.Counter())
        check(total == whole, f"playouts on {board} {' '.join(options)} in {parts} parts", total, whole)


def selftest():
    words = ["selftest", "--count", "200", "--json", "--quiet"]
    whole = json.loads(run(words))["problems"]
    for parts in 2, 3, 5:
        total = {game: collections.Counter() for game in whole}
        for part in range(1, parts + 1):
            for game, counts in json.loads(run([*words, "--shard", f"{part}/{parts}"]))["problems"].items():
                total[game].update(counts)
        check(total == whole, f"selftest in {parts} parts", total, whole)


def stress(words, program):
    """A program that keeps every input before it answers."""
    def inputs(options):
        with tempfile.TemporaryDirectory() as folder:
            keeping = 'f=$(mktemp "$0/XXXXXXXX") && cat >"$f" && exec "$@" <"$f"'
            found = json.loads(run([*words, "--quiet", "--json", "--count", "61", *options, "--",
                                    "sh", "-c", keeping, folder, *program]))
            names = os.listdir(folder)
            assert found["cases"] == len(names), (found, names)
            return collections.Counter(pathlib.Path(folder, name).read_text() for name in names)

    for first in "0", "7":
        whole = inputs(["--first", first])
        for parts in 3, 5:
            total = sum((inputs(["--first", first, "--shard", f"{part}/{parts}"]) for part in range(1, parts + 1)),
                        collections.Counter())
            check(total == whole, f"{' '.join(words[:2])} from {first} in {parts} parts", total - whole, whole - total)


def failing():
    """The first failure of the whole is the first of one part, and has the same number there."""
    words = ["nogo", "stress", "--limits", "none", "--quiet", "--json", "--shrink-time", "0"]
    with tempfile.TemporaryDirectory() as folder:
        def case(options):
            found = json.loads(run([*words, "--output", os.path.join(folder, "failed"), *options, "--", "echo", "-1 -1"], status=1))
            return found["case"], found["input"]

        check(min(case(["--shard", f"{part}/4"]) for part in range(1, 5)) == case([]), "the first failure is that of a part")


def arena():
    """Both games of an opening are in one part, and each game of the whole is in one; a part goes on where it stopped."""
    engines = ["@playouts:5", "@random", "@policy"]
    with tempfile.TemporaryDirectory() as folder:
        def games(name, options):
            record = os.path.join(folder, name)
            run(["arena", *engines, "--size", "4", "--games", "4", "--openings", "2", "--quiet", "--output", record, *options])
            _, *lines = pathlib.Path(record, "games.jsonl").read_text().splitlines()
            return sorted((game["game"], game["opening"], game["black"], game["white"])
                          for game in map(json.loads, lines))

        whole = games("whole", [])
        for parts in 2, 4, 7:
            found = [games(f"{part}-{parts}", ["--shard", f"{part}/{parts}"]) for part in range(1, parts + 1)]
            check(sorted(sum(found, [])) == whole, f"arena in {parts} parts", found, whole)
            check(all({number for number, *_ in part} == {number ^ 1 for number, *_ in part} for part in found),
                  f"arena in {parts} parts: pairs stay together", found)
        log = pathlib.Path(folder, "1-2", "games.jsonl")
        before = log.read_text().splitlines(keepends=True)
        log.write_text("".join(before[:-2]))
        games("1-2", ["--shard", "1/2"])
        again = log.read_text().splitlines(keepends=True)
        check(again[:-2] == before[:-2] and len(again) == len(before), "a part of an arena goes on", before, again)


arena()
selftest()
stress(["nogo", "stress", "--limits", "none"], [QI, "nogo", "simulate"])
stress(["go", "stress", "--limits", "none"], [QI, "go", "replay"])
stress(["maze", "stress", "--limits", "none"], [QI, "maze", "count"])
stress(["stress", "--generate", "echo", "--brute", "cat"], ["cat"])
failing()
playouts("4x4", ["--playouts", "20011"])
playouts("4x4", ["--playouts", "1003", "--jobs", "2", "--by-move"])
playouts("12x2", ["--playouts", "53"])
finish()
