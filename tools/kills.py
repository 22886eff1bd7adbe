#!/usr/bin/env python3
"""Which tests of a package fail which wrong programs.

    kills.py QI GAME [--seed S]... [--write]
    kills.py QI GAME --search PROGRAM... -o FOLDER

Makes the package of a seed and runs its wrong solutions and the mistakes of tests/mutants on all its tests. Prints a table with
a line for every program: x where a test fails it, - where it was not run, because it is too slow for tests of this size. Below
it: the programs that fewer than two tests fail, and the pairs of tests that fail the same programs, are of the same family and
of the same size: only of such a pair may one go. With several seeds only the programs that fewer than two tests fail are printed.
--write keeps the table of seed 1 as problems/GAME/kills.txt, which is what a package carries.

--search looks for inputs that fail a program (a source, or the name of a mistake of tests/mutants): 'qi GAME stress' goes through
all families and shrinks what fails. Two different inputs are written to the folder, to be added to problems/GAME as small.N.in.
"""

import argparse
import collections
import concurrent.futures
import itertools
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MUTANTS = os.path.join(ROOT, "tests", "mutants")
RIGHT = ("accepted", "time_limit_exceeded")
ENOUGH = 2  # tests must fail each program
SLOW = 5000  # bytes of input that a mistake of NoGo gets at most: those programs flood the board for every point


def read(path):
    with open(path, "rb") as file:
        return file.read()


def compile_program(path, out):
    """Compiles a source by its ending; returns the command that runs it."""
    if path.endswith(".py"):
        return [sys.executable, shutil.copy(path, out)]
    compiler = ["gcc", "-std=c11"] if path.endswith(".c") else ["g++", "-std=c++11"]
    subprocess.run([*compiler, "-O2", "-w", path, "-o", out], check=True)
    return [out]


def run(command, data, seconds=10):
    """Runs a program with so many seconds of CPU time: its output and its status."""
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1)))
    return done.stdout, done.returncode


def mistakes(game):
    """The mistakes that tests/mutants/GAME.c can make."""
    return sorted(set(re.findall(r'makes\("([a-z0-9-]+)"\)', read(os.path.join(MUTANTS, f"{game}.c")).decode())))


class Tests:
    """The tests of a package and its checker."""

    def __init__(self, qi, game, seed, work, checker=None):
        self.game, self.work, self.folder = game, work, os.path.join(work, f"package{seed}")
        subprocess.run([qi, game, "package", "--seed", str(seed), "-o", self.folder], check=True, capture_output=True)
        secret = os.path.join(self.folder, "data", "secret")
        self.inputs = [os.path.join(secret, name) for name in sorted(os.listdir(secret)) if name.endswith(".in")]
        source = os.path.join(self.folder, "output_validators", "checker.cpp")
        self.checker = checker or compile_program(source, os.path.join(work, "checker.run"))

    def wrong_programs(self):
        """Names and commands: the wrong solutions, then the mistakes of tests/mutants."""
        programs = []
        solutions = os.path.join(ROOT, "problems", self.game, "solutions")
        for folder in os.listdir(os.path.join(self.folder, "submissions")):
            where = os.path.join(self.folder, "submissions", folder)
            for name in sorted(os.listdir(where)):
                if not any(os.path.exists(os.path.join(solutions, kind, name)) for kind in RIGHT):
                    programs.append((name, compile_program(os.path.join(where, name), os.path.join(self.work, name + ".run"))))
        mutants = compile_program(os.path.join(MUTANTS, f"{self.game}.c"), os.path.join(self.work, "mutants.run"))
        return sorted(programs) + [(name, [*mutants, name]) for name in mistakes(self.game)]

    def fails(self, command, path):
        """Whether a program fails a test; in a problem with points, whether it gets less than all of them."""
        output, status = run(command, read(path))
        if status:
            return True
        feedback = tempfile.mkdtemp(dir=self.work)
        done = subprocess.run([*self.checker, path, path[:-2] + "ans", feedback + "/"], input=output, stderr=subprocess.DEVNULL)
        score = os.path.join(feedback, "score.txt")
        partly = os.path.exists(score) and read(score) != b"10\n"
        shutil.rmtree(feedback)
        return done.returncode != 42 or partly

    def runs(self, name, path):
        return self.game != "nogo" or "." in name or os.path.getsize(path) <= SLOW

    def row(self, name, command, limit=None):
        """A program's line of the table; tests of more than `limit` bytes are not run."""
        return "".join(".x"[self.fails(command, path)] if self.runs(name, path) and not (limit and os.path.getsize(path) > limit) else "-"
                       for path in self.inputs)

    def rows(self, programs, limit=None):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return dict(zip((name for name, _ in programs), pool.map(lambda program: self.row(*program, limit), programs)))

    def survivors(self, programs):
        """The programs that fewer than two tests fail; small tests come first, and two are enough."""
        inputs = sorted(self.inputs, key=os.path.getsize)

        def survives(program):
            failing = (path for path in inputs if self.runs(program[0], path) and self.fails(program[1], path))
            return len(list(itertools.islice(failing, ENOUGH))) < ENOUGH
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return [name for (name, _), lives in zip(programs, pool.map(survives, programs)) if lives]


def table(tests, rows):
    """The table as text: numbers of tests stand upright."""
    numbers = [os.path.basename(path)[:2] for path in tests.inputs]
    width = max(map(len, rows))
    head = [" " * (width + 2) + "".join(number[digit] for number in numbers) for digit in range(2)]
    return "\n".join(head + [f"{name:{width}}  {row}" for name, row in rows.items()]) + "\n"


def doubles(tests, rows):
    """Pairs of tests with the same kills, family and size (in powers of two)."""
    alike = collections.defaultdict(list)
    for at, path in enumerate(tests.inputs):
        name = os.path.basename(path)[:-3]
        alike["".join(row[at] for row in rows.values()), name[3:], os.path.getsize(path).bit_length()].append(name)
    return [names for names in alike.values() if len(names) > 1]


def search(qi, game, command, folder):
    """Shrunk inputs that fail a program, different ones, as many as are enough; fewer if a thousand seeds bring no more."""
    found = {}
    for seed in range(1, 1001):
        with tempfile.TemporaryDirectory() as work:
            subprocess.run([qi, game, "stress", "--quiet", "--seed", str(seed), "--count", "2000", "--output", work, "--", *command],
                           capture_output=True, stdin=subprocess.DEVNULL)
            path = os.path.join(work, "input.txt")
            if os.path.exists(path):
                found.setdefault(read(path), seed)
        if len(found) == ENOUGH:
            break
    os.makedirs(folder, exist_ok=True)
    for number, text in enumerate(found, 1):
        with open(os.path.join(folder, f"small.{number}.in"), "wb") as file:
            file.write(text)
    return len(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("qi")
    parser.add_argument("game", choices=("nogo", "go", "maze"))
    parser.add_argument("--seed", type=int, action="append")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--search", nargs="+", metavar="PROGRAM")
    parser.add_argument("-o", "--output", default="found")
    options = parser.parse_args()
    qi = os.path.abspath(options.qi)
    with tempfile.TemporaryDirectory() as work:
        if options.search:
            few = False
            for program in options.search:
                source = program if "." in program else os.path.join(MUTANTS, f"{options.game}.c")
                command = compile_program(os.path.abspath(source), os.path.join(work, "program.run"))
                count = search(qi, options.game, command + [program] * (source != program), options.output)
                print(f"{program}: {count} inputs that fail it in {options.output}")
                few |= count < ENOUGH
            return few
        alive = []
        for seed in options.seed or [1]:
            tests = Tests(qi, options.game, seed, work)
            programs = tests.wrong_programs()
            if len(options.seed or [1]) == 1:
                rows = tests.rows(programs)
                text = table(tests, rows)
                print(text, end="")
                for names in doubles(tests, rows):
                    print("one may go: " + " ".join(names))
                survivors = [name for name, row in rows.items() if row.count("x") < ENOUGH]
            else:
                survivors = tests.survivors(programs)
            shutil.rmtree(tests.folder)
            alive += survivors
            print(f"seed {seed}: two tests fail {len(programs) - len(survivors)} of {len(programs)} programs, not "
                  f"{', '.join(survivors)}" if survivors else f"seed {seed}: two tests fail each of {len(programs)} programs", flush=True)
        if options.write:
            with open(os.path.join(ROOT, "problems", options.game, "kills.txt"), "w", encoding="ascii") as file:
                file.write(text)
        return bool(alive)


if __name__ == "__main__":
    sys.exit(main())
