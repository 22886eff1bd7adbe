"""Packages as a judge would use them. Writes TAP.

    package.py QI [--tests N] [--mutants M] [--game GAME]... [--measure]

For every game: makes the package in every format; compiles its checker, validator and solutions
with a plain compiler, warnings being errors; validates every input; runs every solution on every
test and holds the verdicts of the packaged checker against what the solution is filed under; looks
for two tests at least, at several seeds, that every wrong solution and every mistake of tests/mutants fails; adds up the scores of right,
partial and wrong outputs as each judge reads its checker; compares the packaged generator with the families of
`qi GAME generate`, the packaged validator with `qi GAME validate` on mutated inputs, and the packaged checkers with
`qi GAME check` on M mutated outputs.

The programs for judges that have testlib.h are compiled with our part of it (problems/formats/small_testlib.h), or with
testlib.h itself: QI_TESTLIB=FILE.

That is the whole of it, with QI_TEST_SCALE=1000 (percent) or more: all tests, and M times as many mutants as it says,
on all cores, every tenth with a checker under ASan and UBSan, too. The short form takes N tests of a group, compiles with -O1 or -O0, leaves out programs that differ from
others in a line, runs solutions that must be too slow on inputs of at most 1 KB, a wrong one until it is wrong, and a
right one in Python on inputs of at most 20 KB. --measure prints CPU seconds.
"""

import argparse
import concurrent.futures
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools"))
import kills  # noqa: E402
from package_scores import FLAGS, FORMATS, Scores, compile_source, counts, read, report  # noqa: E402

STRICT = " -Wshadow -Wconversion"
SMALL_TESTLIB = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "problems", "formats", "small_testlib.h")
TESTLIB = os.environ.get("QI_TESTLIB", SMALL_TESTLIB)
ONLY_READ = "-fsyntax-only"  # compiles what is not run
SHORT = 20000  # bytes of input that a right program in Python gets in the short form
SMALL = 1000  # and one that must be too slow, and wrong ones for the table of kills
FILED = ("accepted", "partially_accepted", "wrong_answer", "presentation_error", "time_limit_exceeded")
MUTANTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mutants")
WRONG = ("partially_accepted", "wrong_answer", "presentation_error")
SEEDS = 8  # at seeds 1 to this, two tests must kill every wrong solution and every mutant
SHORT_SEEDS = (1, 3)  # in the short form; at seed 3 a single long game of Go misses a program that keeps 1,000 positions


def run(command, data, seconds):
    """Runs a program with so many seconds of CPU time: its output, its status, its seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1)))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, done.returncode, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def made_by(command, family, size, seed, games="3"):
    """An input of a family: by the packaged generator (FAMILY SIZE... SEED), or by qi (FAMILY --size ... --seed)."""
    if "generate" in command:
        return subprocess.run([*command, "--family", family, *size, "--seed", str(seed)], check=True, capture_output=True).stdout
    games = [games, *size[1:]] if family in ("several", "collide") else size
    return subprocess.run([*command, family, *games, str(seed)], check=True, capture_output=True).stdout


def maze_traits(_, text):
    """The families to which a maze could belong."""
    rows = [[line[i:i + 3] for i in range(0, len(line), 3)] for line in text.split("\n")[1:-1]]
    n = len(rows)
    free = {(r, c) for r in range(n) for c in range(n) if rows[r][c] != "###"}
    start = next(cell for cell in free if rows[cell[0]][cell[1]] == "BBB")
    ways = {(r, c): [cell for cell in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)) if cell in free] for r, c in free}
    reached, waiting = {start}, [start]
    while waiting:
        for cell in ways[waiting.pop()]:
            if cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    moves = [rows[r][c] for r, c in free if rows[r][c][0] in "MO"]
    kinds, inner = len(set(moves)), (n - 2) ** 2
    steps = sum(map(len, ways.values())) // 2
    yes = {"open": len(free) == inner, "dense": inner * 0.6 < len(free) < inner and len(moves) > len(free) * 0.15,
           "corridor": reached == free and steps == len(free) - 1 and max(map(len, ways.values())) <= 2,
           "tree": reached == free and steps == len(free) - 1 and max(map(len, ways.values())) > 2,
           "islands": reached != free and len(moves) > len(free) * 0.3, "few": 1 <= kinds <= 5, "line": 1 <= kinds <= 4,
           "all": kinds == 18}
    return {name for name, good in yes.items() if good}


def nogo_traits(it, text):
    """The families to which a board could belong."""
    rows = text.split("\n")[1:-1]
    n = len(rows)
    groups, seen = [], set()  # stones and liberties of each
    for start in ((r, c) for r in range(n) for c in range(n) if rows[r][c] != "."):
        if start in seen:
            continue
        group, liberties, waiting = {start}, set(), [start]
        while waiting:
            row, column = waiting.pop()
            for r, c in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if 0 <= r < n and 0 <= c < n and (r, c) not in group and rows[r][c] in ("." + rows[row][column]):
                    if rows[r][c] == ".":
                        liberties.add((r, c))
                    else:
                        group.add((r, c))
                        waiting.append((r, c))
        seen |= group
        groups.append((len(group), len(liberties)))
    moves = subprocess.run([it.qi, "nogo", "simulate"], input=text, capture_output=True, text=True).stdout.count("\n") - 1
    stones, largest = sum(count for count, _ in groups), max([count for count, _ in groups], default=0)
    yes = {"empty": not stones, "full": stones >= 0.6 * n * n, "snake": largest >= 0.25 * n * n,
           "checkers": largest <= 4 and stones >= 0.25 * n * n, "endgame": moves <= 12,
           "atari": len(groups) > 2 and sum(liberties == 1 for _, liberties in groups) >= 0.15 * len(groups),
           "play": True, "scatter": True}
    return {name for name, good in yes.items() if good}


def go_traits(it, text):
    """The families to which games could belong."""
    output = subprocess.run([it.qi, "go", "replay"], input=text, capture_output=True, text=True, check=True).stdout
    points = [tuple(map(int, line.split()[1:])) for line in text.split("\n") if line[:1] in ("B", "W")]
    count = max(len(points), 1)
    occupied, suicides, repetitions = (output.count(f"miss {reason}\n") for reason in (1, 2, 3))
    near = sum(max(abs(a - c), abs(b - d)) <= 2 for (a, b), (c, d) in zip(points, points[1:])) / count
    spread = len(set(points)) / count
    yes = {"uniform": spread > 0.5 and near < 0.2 and occupied > 0.2 * count,
           "game": near > 0.15 and occupied < 0.15 * count, "corner": near > 0.5 and occupied > 0.2 * count,
           "cycle": near > 0.5 and suicides + repetitions > 0, "ko": repetitions > 2, "eyes": spread < 0.15,
           "long": spread > 0.8 and near < 0.2 and occupied < 0.02 * count, "several": text[:2] > "1\n",
           "collide": True}
    return {name for name, good in yes.items() if good}


TRAITS = {"maze": maze_traits, "nogo": nogo_traits, "go": go_traits}
# The sizes of inputs that are compared, as words for the generator and for qi, and small ones.
GENERATOR = {"maze": [["9"], ["12"]], "nogo": [["8"], ["11"]], "go": [["1", "300"], ["1", "200"]]}
FAMILIES = {"maze": 8, "nogo": 8, "go": 9}
ANSWER = {"maze": "count", "nogo": "simulate", "go": "replay"}
QI_SIZE = {"maze": [["--size", "9"], ["--size", "12"]], "nogo": [["--size", "8"], ["--size", "11"]],
           "go": [["--moves", "300"], ["--moves", "200"]]}
SMALLEST = {"maze": [["3"], ["4"], ["5"]], "nogo": [["1"], ["2"], ["3"]],
            "go": [["1", "0"], ["2", "1"], ["100", "7"]]}


class Package(Scores):
    def __init__(self, qi, game, tests, work, full):
        self.qi, self.game, self.work, self.full = qi, game, work, full
        self.folders = {form: os.path.join(work, f"{game}{form}") for form in FORMATS}
        self.tests = tests
        self.team_messages = set()
        self.outputs = {}  # {(filed, name): {input: output}}
        shutil.copy(TESTLIB, os.path.join(work, "testlib.h"))
        self.include = f"{'-I' if TESTLIB == SMALL_TESTLIB else '-isystem'}{work}"

    def make(self):
        for form, folder in self.folders.items():
            done = subprocess.run([self.qi, self.game, "package", "--format", form, "--tests", str(self.tests), "-o",
                                   folder], capture_output=True, text=True)
            report(done.returncode == 0, f"{self.game}: package in the format {form}", done.stderr)
        again = os.path.join(self.work, "again")
        subprocess.run([self.qi, self.game, "package", "--tests", str(self.tests), "-o", again], check=True,
                       stdout=subprocess.DEVNULL)
        # As if it had been interrupted: what is there stays, what is missing comes again.
        name = sorted(os.listdir(os.path.join(again, "data", "secret")))[0]
        os.remove(os.path.join(again, "data", "secret", name))
        done = subprocess.run([self.qi, self.game, "package", "--tests", str(self.tests), "-o", again],
                              capture_output=True, text=True)
        same = subprocess.run(["diff", "-r", self.folders["icpc"], again], capture_output=True, text=True)
        report(done.returncode == 0 and same.returncode == 0, f"{self.game}: the same package again, and goes on",
               done.stderr + same.stdout)
        other = subprocess.run([self.qi, self.game, "package", "--seed", "2", "-o", again], capture_output=True)
        report(other.returncode == 2, f"{self.game}: no package over another")
        shutil.rmtree(again)
        self.inputs = []
        for part in ("sample", "secret"):
            where = os.path.join(self.folders["icpc"], "data", part)
            self.inputs += [os.path.join(where, name) for name in sorted(os.listdir(where)) if name.endswith(".in")]
        texts = [read(path) for path in self.inputs]
        report(len(set(texts)) == len(texts), f"{self.game}: {len(texts)} tests, none twice")
        self.pictures()

    def pictures(self):
        """Every picture that a statement shows lies where the statement looks for it."""
        missing, shown = [], 0
        for form in ("icpc", "icpc-2025-09", "polygon"):
            for where, _, names in os.walk(self.folders[form]):
                for name in names:
                    if not name.endswith((".md", ".tex")):
                        continue
                    text = read(os.path.join(where, name)).decode()
                    for picture in re.findall(r"(?:includegraphics\[.*?\]\{|!\[.*?\]\()(.*?)[})]", text):
                        shown += 1
                        path = os.path.join(where, picture)
                        begins = b"\x89PNG" if name.endswith(".tex") else b"<svg"
                        if not os.path.exists(path) or not read(path).startswith(begins):
                            missing.append(f"{os.path.join(where, name)}: {picture}")
        # two languages: Markdown of all, Polygon's sections and LaTeX, LaTeX of 2025-09; ICPC's older LaTeX in English
        left = []
        for form in FORMATS:
            for where, _, names in os.walk(self.folders[form]):
                for path in (os.path.join(where, name) for name in names if not name.endswith((".in", ".out", ".ans", ".a"))):
                    left += [f"{path}: {hole}" for hole in re.findall(rb"@[#/^]?[\w.]+@", read(path))]
        report(not left, f"{self.game}: no hole of a template is left", left)
        report(shown == 2 * (1 + 2 + 3) + 1 and not missing, f"{self.game}: pictures are where the statements look", missing)

    def compile_program(self, form, place, level, others=True):
        """Compiles a checker, a validator or a generator of a package, with other compilers too."""
        source, out = os.path.join(self.folders[form], place), os.path.join(self.work, f"{form}-{place.replace('/', '-')}.run")
        command, said = compile_source(source, out, f"{level} {self.include}{STRICT}")
        for other in ("clang++", "g++ -std=c++17")[not shutil.which("clang++"):] if others else ():
            said += subprocess.run([*other.split(), "-x", "c++", *FLAGS, *STRICT.split(), self.include, ONLY_READ, source],
                                   capture_output=True, text=True).stderr
        return command, said

    def compile_all(self):
        places = {"icpc": ("output_validators/checker.cpp", "input_validators/validator.cpp"),
                  "icpc-2025-09": ("output_validator/checker.cpp", "input_validators/validator.cpp"),
                  "polygon": ("files/check.cpp", "files/validator.cpp"),
                  "hydro": ("testdata/checker.cc", "testdata/validator.cc"),
                  "luogu": ("data/checker.cpp", "validator.cpp"),
                  "uoj": ("data/chk.cpp", "data/val.cpp"),
                  "hustoj": ("spj.cc",)}
        with open(os.path.join(self.folders["hustoj"], "spj.cc"), "w", encoding="utf-8") as file:
            file.write(ElementTree.parse(os.path.join(self.folders["hustoj"], f"{self.game}.xml")).find("item/spj").text)
        self.checker, self.validator = {}, {}
        compiled = {}  # by text
        for form in FORMATS:
            for into, place in zip((self.checker, self.validator), places[form]):
                text = read(os.path.join(self.folders[form], place))
                if text not in compiled:
                    compiled[text], said = self.compile_program(form, place, "-O2" if self.full else "-O0",
                                                                self.full or form in ("icpc", "hydro"))
                    report(not said, f"{self.game}: {form}: {place} compiles", said)
                into[form] = compiled[text]
        self.solutions = []
        for filed in FILED:
            folder = os.path.join(self.folders["polygon"], "solutions", filed)
            judged = {("nogo", "time_limit_exceeded"): "partially_accepted", (self.game, "presentation_error"): "wrong_answer"}
            theirs = os.path.join(self.folders["icpc"], "submissions", judged.get((self.game, filed), filed))
            for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
                report(os.path.exists(os.path.join(theirs, name)), f"{self.game}: icpc: {name} is where it is judged as it must be")
                level = "-O2" if self.full else "-O1" if filed in ("accepted", "time_limit_exceeded") else "-O0"
                command, said = compile_source(os.path.join(folder, name), os.path.join(self.work, f"{filed}-{name}.run"), level)
                report(not said, f"{self.game}: {filed}/{name} compiles", said)
                self.solutions.append((filed, name, command))

    def validate(self):
        bad = []
        for path in self.inputs:
            text = read(path)
            for form, right in (("icpc", 42), ("polygon", 0), ("hydro", 0), ("uoj", 0))[:4 if self.full or len(text) < SMALL else 1]:
                if subprocess.run(self.validator[form], input=text, stderr=subprocess.DEVNULL).returncode != right:
                    bad.append(f"{form} {path}")
            for wrong in (text + b"\n", text[:-1], text.replace(b"\n", b"\r\n", 1), b" " + text):
                if subprocess.run(self.validator["icpc"], input=wrong, stderr=subprocess.DEVNULL).returncode != 43:
                    bad.append(f"accepts a change of {path}")
        report(not bad, f"{self.game}: the validator accepts every input, and no changed one", "\n".join(bad))
        chance, kinds = random.Random(5), [0, 0]
        texts = [text for text in map(read, self.inputs) if len(text) < 5000]
        try:
            for _ in range(2000 if self.full else 100):
                kinds[self.is_valid(mutant(chance, chance.choice(texts), chance.choice(texts)))] += 1
            report(min(kinds) > 5, f"{self.game}: the validator says what qi says of mutated inputs", kinds)
        except AssertionError as error:
            report(False, f"{self.game}: the validator says what qi says of mutated inputs", error)

    def limits(self):
        """Stress holds programs to the limits of the package: 256 MiB, and 3 s for NoGo."""
        folder, sample = os.path.join(self.work, "limits"), os.path.join(self.folders["icpc"], "data", "sample", "01.in")
        got = []
        for program in ("x = b'x' * (300 << 20)", "import time\nwhile time.process_time() < 2.3: pass"):
            path = os.path.join(self.work, "limited.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(program + "\nprint('-1 -1')\n")
            said = subprocess.run([self.qi, self.game, "stress", "--output", folder, "--input", sample, "--", sys.executable, path],
                                  capture_output=True, text=True)
            got.append((said.returncode, said.stdout[:12]))
        report(got[0] == (1, "memory limit") and got[1][0] == 0, f"{self.game}: stress has the package's limits", got)

    def kill(self):
        """At every seed, at least two secret tests fail each wrong solution and each mutant; the package says which at seed 1."""
        wrong = [(name, command) for filed, name, command in self.solutions if filed in WRONG]
        mutants = os.path.join(MUTANTS, f"{self.game}.c")
        [program], said = compile_source(mutants, os.path.join(self.work, "mutants.run"), "-O1")
        report(not said, f"{self.game}: the mutants compile", said)
        wrong += [(name, [program, name]) for name in kills.mistakes(self.game)]
        seeds, survived = range(1, SEEDS + 1) if self.full else SHORT_SEEDS, []
        for seed in seeds:
            tests = kills.Tests(self.qi, self.game, seed, self.work, self.checker["icpc"])
            if seed == 1:
                self.compare_kills(tests, wrong)
            survived += [f"seed {seed}: {name}" for name in tests.survivors(wrong)] if seed > 1 else []
            shutil.rmtree(tests.folder)
        report(not survived, f"{self.game}: at seeds {', '.join(map(str, seeds[1:]))} two tests kill each of {len(wrong)} wrong programs",
               "\n".join(survived))

    def compare_kills(self, tests, wrong):
        """The table in MANIFEST.md is true, in the short form for small tests, and two tests or more fail each program."""
        manifest = read(os.path.join(tests.folder, "MANIFEST.md")).decode()
        table = manifest[manifest.index("```text\n"):].split("\n")
        expected = dict(line.split() for line in table[3:table.index("```")])
        rows = tests.rows(wrong, None if self.full else SMALL)
        apart = [f"{name}: {rows.get(name)}, not {row}" for name, row in expected.items() if set(expected) != set(rows) or
                 any(now not in ("-", then) for now, then in zip(rows[name], row))]
        report(not apart and set(expected) == set(rows), f"{self.game}: the table of kills is true (tools/kills.py --write)",
               "\n".join(apart))
        name = "only-moo" if self.game == "maze" else "stones-alone"
        folder, command = os.path.join(self.work, "found"), dict(wrong)[name]
        count = kills.search(self.qi, self.game, command, folder)
        found = [read(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]
        right = [subprocess.run([self.qi, self.game, ANSWER[self.game]], input=text, capture_output=True).stdout for text in found]
        good = count == len(set(found)) == 2 and all(len(text) < SMALL for text in found)
        report(good and all(run(command, text, 2)[0] != answer for text, answer in zip(found, right)),
               f"{self.game}: a search finds two tests that fail {name}", list(map(len, found)))
        few = [name for name, row in expected.items() if row.count("x") < kills.ENOUGH]
        report(not few, f"{self.game}: at seed 1 two tests kill each of {len(expected)} wrong programs", few)
        other = os.path.join(self.work, "part")
        subprocess.run([self.qi, self.game, "package", "--tests", "1", "-o", other], check=True, capture_output=True)
        report(b"```text" not in read(os.path.join(other, "MANIFEST.md")), f"{self.game}: other tests, no table of kills")

    def generate(self):
        """The generator of the Polygon package makes valid inputs of every family that 'qi GAME generate' has."""
        folder = self.folders["polygon"]
        program, said = self.compile_program("polygon", "files/generator.cpp", "-O1")
        report(not said, f"{self.game}: polygon: files/generator.cpp compiles", said)
        xml = ElementTree.parse(os.path.join(folder, "problem.xml"))
        tests, groups = xml.findall(".//test"), [group.get("name") for group in xml.findall(".//groups/group")]
        report(sorted(groups) == sorted({test.get("group") for test in tests}), f"{self.game}: polygon: every group is listed once")
        report(len(tests) == len(self.inputs), f"{self.game}: polygon: problem.xml has every test")
        said = subprocess.run([self.qi, self.game, "generate", "--help"], capture_output=True, text=True, check=True).stdout
        families = re.findall(r"^  (\w+)", said.split("\nFamilies:\n")[1].split("\n\n")[0], re.M)
        bad, alike, self.made = [], [], []  # made: an input of every family
        for family in families:
            counts = []
            for command, sizes in ((program, GENERATOR[self.game]), ([self.qi, self.game, "generate"], None)):
                made = [made_by(command, family, size, seed) for seed in range(1, 11) for size in sizes or QI_SIZE[self.game]]
                bad += [f"{family}: {text[:60]!r}" for text in made if not self.is_valid(text)]
                counts.append(sum(family in TRAITS[self.game](self, text.decode()) for text in made) / len(made))
                if sizes and made != [made_by(command, family, size, seed) for seed in range(1, 11) for size in sizes]:
                    bad.append(f"{family}: not the same again")
            alike.append(f"{family}: {counts}" if min(counts) < 0.7 else "")
            self.made.append(os.path.join(self.work, f"{family}.in"))
            with open(self.made[-1], "wb") as file:
                file.write(made_by(program, family, GENERATOR[self.game][0], 1))
            with open(self.made[-1][:-2] + "ans", "wb") as file:
                subprocess.run([self.qi, self.game, ANSWER[self.game], self.made[-1]], stdout=file, check=True)
            small = [made_by(program, family, size, 1) for size in SMALLEST[self.game]]
            bad += [f"{family}: small: {text!r}" for text in small if not self.is_valid(text)]
        if self.game == "go":
            self.collide(program)
        wrong = subprocess.run([*program, "nothing", *GENERATOR[self.game][0], "1"], capture_output=True)
        report(not bad, f"{self.game}: the generator's inputs are valid, the same again", "\n".join(bad[:5]))
        report(len(families) == FAMILIES[self.game] and not any(alike), f"{self.game}: the generator has the {len(families)} families of qi", alike)
        report(wrong.returncode == 3 and not wrong.stdout, f"{self.game}: the generator refuses other families", wrong)

        config = read(os.path.join(self.folders["icpc-2025-09"], "generators", "generators.yaml")).decode()
        copied = re.findall(r'^      "(.*)": \{copy: ../data/(?:sample|secret)/\1\}$', config, re.M)
        report(sorted(copied) == sorted(os.path.basename(path)[:-3] for path in self.inputs),
               f"{self.game}: icpc-2025-09: generators.yaml has every test", copied)
        commands = re.findall(r'^      "fuzz-(.*)": generator.cpp (\1 .*) \{seed\}$', config, re.M)
        made = {family: [subprocess.run([*program, *words.split(), str(seed)], check=True, capture_output=True).stdout
                         for seed in range(3)] for family, words in commands}
        good = all(map(self.is_valid, sum(made.values(), []))) and all(len(set(texts)) > 1 for texts in made.values())
        report(good and set(made) == set(families) - {"empty"}, f"{self.game}: icpc-2025-09: a seed of each family for fuzzing", made)

    def collide(self, program):
        """Both generators bring different boards to the hash of every solution that trusts one."""
        trusting, survived = [(name, command) for _, name, command in self.solutions if name.startswith("hash")], []
        for command, size in ((program, ["1", "200"]), ([self.qi, "go", "generate"], ["--games", "100", "--moves", "200"])):
            text = made_by(command, "collide", size, 1, games="100")
            answer = subprocess.run([self.qi, "go", "replay"], input=text, check=True, capture_output=True).stdout
            oracle = subprocess.run([self.qi, "go", "oracle"], input=text, check=True, capture_output=True).stdout
            survived += [(command, name) for name, trusts in trusting if run(trusts, text, 10)[0] == answer]
            survived += [] if answer == oracle else [(command, "the oracle")]
        report(len(trusting) == 5 and not survived, f"{self.game}: both generators make collisions of {len(trusting)} hashes", survived)

    def is_valid(self, text):
        """Whether qi finds an input valid; the packaged validator must say the same."""
        said = subprocess.run([self.qi, self.game, "validate"], input=text, capture_output=True).returncode
        theirs = subprocess.run(self.validator["icpc"], input=text, stderr=subprocess.DEVNULL).returncode
        assert (said, theirs) in ((0, 42), (1, 43)), (said, theirs, text[:200])
        return said == 0

    def run_solutions(self, seconds, measure):
        got, apart = os.path.join(self.work, "got"), []
        for filed, name, command in self.solutions:
            verdicts, slow, crashed, most = [], 0, [], 0
            order = sorted(self.inputs, key=os.path.getsize)
            if not self.full and filed == "accepted" and name.endswith(".py"):
                order = [path for path in order if os.path.getsize(path) <= SHORT]
            if not self.full and filed == "time_limit_exceeded":
                order = [path for path in order if os.path.getsize(path) <= SMALL]
            for path in order:
                output, status, took = run(command, read(path), seconds)
                most = max(most, took)
                if status in (-24, -9):
                    slow += 1
                    if filed == "time_limit_exceeded":
                        continue  # on the other tests it must be right
                    break
                if status:
                    crashed.append(f"{os.path.basename(path)}: status {status}")
                verdicts.append(self.judge(path, output))
                if self.full or len(read(path)) <= SMALL:
                    self.outputs.setdefault((filed, name), {})[path] = output
                with open(got, "wb") as file:
                    file.write(output)
                said = verdict(self, path, got)
                if (said[0] in (0, 7), said[1]) != (verdicts[-1][0] == 42, int(verdicts[-1][2] or 10 * (said[0] == 0))):
                    apart.append(f"{name} {path}: {said} {verdicts[-1]}")
                if not self.full and filed in ("wrong_answer", "presentation_error") and verdicts[-1][0] == 43:
                    break
            right = [status == 42 and score in (None, b"10\n") for status, _, score in verdicts]
            partly = [status == 42 and score not in (None, b"10\n") for status, _, score in verdicts]
            good = not crashed and {"accepted": all(right) and not slow, "partially_accepted": any(partly) and not slow,
                                    # In the short form, kill() finds the tests that fail it.
                                    "wrong_answer": (any(status == 43 for status, _, _ in verdicts) or not self.full) and not slow,
                                    "presentation_error": any(status == 43 for status, _, _ in verdicts) and not slow,
                                    "time_limit_exceeded": (slow > 0 or not self.full) and all(right)}[filed]
            report(good, f"{self.game}: {name} is {filed}", "\n".join(crashed + [
                f"{said[1].decode(errors='replace').strip()} ({said[0]})" for said, fine in zip(verdicts, right) if not fine][:5]))
            if measure:
                print(f"# {self.game} {filed}/{name}: at most {most:.2f} s of CPU time", flush=True)
        report(not apart, f"{self.game}: the checker says what qi says of all these outputs", "\n".join(apart[:5]))

    def mutate(self, count):
        """Both checkers, of the package and of qi, must say the same of the same bytes."""
        jobs = os.cpu_count() if self.full else 1
        if self.full:
            self.checker["sanitized"], said = compile_source(
                os.path.join(self.folders["polygon"], "files", "check.cpp"), os.path.join(self.work, "sanitized.run"),
                f"{self.include} -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all")
            report(not said, f"{self.game}: the checker compiles with sanitizers", said)
        small = sorted(self.inputs, key=os.path.getsize)[:12] + self.made
        shares = [count * (i + 1) // jobs - count * i // jobs for i in range(jobs)]
        bad, kinds = [], {}
        with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
            for wrong, seen in pool.map(compare_checkers, [self] * jobs, [small] * jobs, range(1, jobs + 1), shares):
                bad += wrong
                for status, times in seen.items():
                    kinds[status] = kinds.get(status, 0) + times
        report(not bad and 3 not in kinds, f"{self.game}: the checkers agree on {count} mutated outputs {sorted(kinds.items())}",
               "\n".join(bad[:5]))


def compare_checkers(it, small, seed, count):
    """So many mutants: what was said of those on which the checkers differ, and how often each status came."""
    chance = random.Random(seed)
    right = [read(path[:-2] + "ans") for path in small]
    got = os.path.join(it.work, f"output{seed}")
    bad, kinds = [], {}
    for number in range(count):
        which = chance.randrange(len(small))
        output = mutant(chance, right[which], right[chance.randrange(len(small))])
        with open(got, "wb") as file:
            file.write(output)
        path, answer = small[which], small[which][:-2] + "ans"
        status, points = verdict(it, path, got)
        for form in ("polygon", "sanitized")[:1 + (it.full and number % 10 == 0)]:
            theirs = subprocess.run([*it.checker[form], path, got, answer], capture_output=True)
            given = float(theirs.stderr.split()[1]) if theirs.returncode == 7 else 0
            if (status, points if status == 7 else 0) != (theirs.returncode, given):
                bad.append(f"{form} {path}: {output[:80]!r}: {status} {points}, {theirs.returncode} {theirs.stderr!r}")
        kinds[status] = kinds.get(status, 0) + 1
        if chance.randrange(4) == 0:
            expected = (42, b"%d\n" % points if it.game == "nogo" else None) if status in (0, 7) else (43, None)
            theirs = it.judge(path, output)
            if expected != (theirs[0], theirs[2]) or not theirs[1]:
                bad.append(f"icpc {path}: {output[:80]!r}: {expected}, {theirs}")
    return bad, kinds


def verdict(it, path, got):
    """What qi says of an output, as testlib's exit status, and the points out of 10."""
    said = json.loads(subprocess.run([it.qi, it.game, "check", "--json", path, got], capture_output=True).stdout)
    if said["ok"]:
        return 0, 10
    if said.get("score"):
        return 7, said["score"]
    malformed = {"nogo": said["reason"] in ("not two integers", "end missing") or "the output ends" in said["message"],
                 "go": said["reason"] in ("ends too soon", "text after end") or
                       not re.fullmatch(r"miss [123]|[BW.]{19}", said.get("found") or ""),
                 "maze": not re.fullmatch(rb"([ \t]|\r?\n)*-?\d{1,18}([ \t]|\r?\n)*\r?", read(got))}[it.game]
    return 2 if malformed else 1, 0


def mutant(chance, text, other):
    """The text with a few changes, small or large."""
    for _ in range(chance.randrange(4)):
        lines = text.split(b"\n")
        at, place = chance.randrange(len(lines)), chance.randrange(len(text) + 1)
        kind = chance.randrange(12)
        if kind == 0:
            lines.pop(at)
        elif kind == 1:
            lines.insert(at, lines[chance.randrange(len(lines))])
        elif kind == 2:
            lines[at] = lines[at] + chance.choice([b" ", b"\t", b"\r", b" x", b"  "])
        elif kind == 3:
            lines[at] = chance.choice([b"", b"-1 -1", b"miss 1", b"miss 4", b"1 1", b"99999999999999999999 1", b"0", b"7"])
        if kind < 4:
            text = b"\n".join(lines)
        elif kind == 4:
            text = text[:place]
        elif kind == 5:
            text = text[:place] + bytes(chance.randrange(256) for _ in range(chance.randrange(1, 9))) + text[place:]
        elif kind == 6:
            text = text[:place] + chance.choice(b"0123456789 -\nBW.").to_bytes(1, "big") + text[place + 1:]
        elif kind == 7:
            text = text.replace(b"\n", b"\r\n")
        elif kind == 8:
            text = text + chance.choice([b"\n", b"\n\n", b"x", b"\0", b" 1"])
        elif kind == 9:
            text = other
        elif kind == 10:
            text = text[:place] + text[place + chance.randrange(1, 5):]
        else:
            text = chance.choice([b"", b"\n", b"\xff\xfe", text.replace(b" ", b"  "), text.replace(b" ", b"")])
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("qi")
    parser.add_argument("--tests", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=40)
    parser.add_argument("--game", action="append")
    parser.add_argument("--measure", action="store_true")
    options = parser.parse_args()
    percent = int(os.environ.get("QI_TEST_SCALE", "100"))
    full = percent >= 1000
    if not shutil.which("g++"):
        print("1..0 # SKIP g++ is not there")
        return 0
    qi = os.path.abspath(options.qi)
    for game in options.game or ("nogo", "go", "maze"):
        with tempfile.TemporaryDirectory() as work:
            it = Package(qi, game, 0 if full else options.tests, work, full)
            it.make()
            it.compile_all()
            it.validate()
            it.generate()
            with open(os.path.join(it.folders["icpc"], "domjudge-problem.ini"), encoding="utf-8") as file:
                seconds = int(file.read().split("timelimit = ")[1])
            it.run_solutions(seconds, options.measure)
            it.blanks()
            it.hydro()
            it.promises()
            it.hustoj()
            it.kill()
            if game == "nogo":
                it.scores()
                it.faults()
                it.limits()
            it.mutate(options.mutants * max(percent, 100) // 100)
            report(it.team_messages and all(re.fullmatch(r"[^\d']*(for reason [123])?; try: qi \w+ generate --family \w+\n", text) for text in it.team_messages),
                   f"{game}: messages for teams name a rule and a family", it.team_messages)
    print(f"1..{counts[0]}")
    return counts[1] > 0


sys.exit(main())
