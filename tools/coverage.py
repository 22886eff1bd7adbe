"""Which lines and branches the tests run.

    python3 tools/coverage.py BUILD [--least PERCENT] [--uncovered FILE]

BUILD is a build folder with -Db_coverage=true in which tests were run (./dev coverage does both). Prints a row for every
folder of src/. The status is 1 when fewer lines of one of the folders below were run than PERCENT (95). FILE gets the
lines that were not run, as file:line: text.
"""

import argparse
import collections
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WATCHED = ["src/base", "src/go", "src/lab", "src/maze", "src/nogo/rules"]


def notes_of(build):
    for folder, _, files in os.walk(build):
        for name in files:
            if name.endswith(".gcda") and ("src_" in name or "/src/" in folder):
                yield os.path.join(folder, name)


def gather(build):
    """For every source: line -> times run, and (line, branch) -> times taken."""
    lines = collections.defaultdict(collections.Counter)
    branches = collections.defaultdict(collections.Counter)
    notes = sorted(notes_of(build))
    for start in range(0, len(notes), 40):
        done = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", *notes[start:start + 40]],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=build, check=True)
        for text in done.stdout.decode().splitlines():
            for file in json.loads(text)["files"]:
                path = os.path.relpath(os.path.join(build, file["file"]), ROOT)
                if not path.startswith("src/"):
                    continue
                for line in file["lines"]:
                    lines[path][line["line_number"]] += line["count"]
                    for i, branch in enumerate(line["branches"]):
                        branches[path][line["line_number"], i] += branch["count"]
    return lines, branches


def share(counter):
    run = sum(count > 0 for count in counter)
    return run, len(counter), 100 * run / max(1, len(counter))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--least", type=float, default=95)
    parser.add_argument("--uncovered")
    options = parser.parse_args()
    lines, branches = gather(os.path.abspath(options.build))
    folders = collections.defaultdict(lambda: ([], []))
    for path in lines:
        for target, source in zip(folders[os.path.dirname(path)], (lines, branches)):
            target.extend(source[path].values())
    low = []
    print(f"{'folder':24} {'lines':>14} {'run':>8} {'branches':>16} {'taken':>8}")
    for folder in sorted(folders):
        run, all_lines, percent = share(folders[folder][0])
        taken, all_branches, branch_percent = share(folders[folder][1])
        print(f"{folder:24} {run:6} of {all_lines:5} {percent:7.1f}% {taken:6} of {all_branches:7} {branch_percent:7.1f}%")
        if folder in WATCHED and percent < options.least:
            low.append(f"{folder}: {percent:.1f}% of lines, expected {options.least:g}%")
    if options.uncovered:
        with open(options.uncovered, "w", encoding="utf-8") as out:
            for path in sorted(lines):
                with open(os.path.join(ROOT, path), encoding="utf-8") as source:
                    text = source.read().split("\n")
                for number in sorted(n for n, count in lines[path].items() if not count):
                    out.write(f"{path}:{number}: {text[number - 1].strip()}\n")
    for line in low:
        print(line)
    sys.exit(bool(low))


if __name__ == "__main__":
    main()
