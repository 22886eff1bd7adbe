"""How judges read what the checkers of a package print, and what outputs and solutions are then worth; for package.py."""

import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

FORMATS = ("icpc", "icpc-2025-09", "polygon", "hydro", "luogu", "uoj", "hustoj")
SCORED = ("icpc", "polygon", "hydro", "luogu", "uoj")  # can have partial scores
FLAGS = ["-Wall", "-Wextra", "-Werror"]

counts = [0, 0]  # reports, failures


def report(good, what, why=""):
    counts[0] += 1
    counts[1] += not good
    print(f"{'ok' if good else 'not ok'} {counts[0]} - {what}", flush=True)
    if not good and why:
        print("# " + str(why).replace("\n", "\n# "))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def compile_source(path, out, level):
    """Compiles a source by its ending; returns what the compiler said."""
    if path.endswith(".py"):
        compile(read(path), path, "exec")
        return [sys.executable, path], ""
    command = ["gcc", "-std=c11"] if path.endswith(".c") else ["g++", "-std=c++11"]
    kind = ["-x", "c++"] if path.endswith(".cc") else []
    done = subprocess.run([*command, *level.split(), *FLAGS, *kind, path, "-o", out], capture_output=True, text=True)
    return [out], done.stderr


# Outputs for the first sample, which each checker must take (all points) or refuse, whatever the judge: what the statement
# says about blanks, case and newlines. R is the right output.
BLANKS = {
    "nogo": ((b"-1 -1\n", 1), (b"-1 -1", 1), (b" -1  -1 \n\n", 1), (b"\n-1 -1\n", 1), (b"-1 -1\r\n", 1), (b"-1\t-1\n", 1),
             (b"-1\n-1\n", 0), (b"-1 -1 x\n", 0), (b"-1-1\n", 0), (b"-1.0 -1\n", 0), (b"", 0)),
    "go": (("R", 1), (lambda right: right[:-1], 1), (lambda right: right + b"\n \n", 1),
           (lambda right: right.replace(b"\n", b" \n"), 1), (lambda right: right.replace(b"\n", b"\r\n"), 1),
           (lambda right: b"\n" + right, 0), (lambda right: b" " + right, 0), (lambda right: right.lower(), 0),
           (lambda right: right.replace(b"\n", b" "), 0), (lambda right: right.replace(b"\n", b"\n\n"), 0),
           (lambda right: right + b"x\n", 0), (lambda right: right[:-20], 0), (lambda right: b"", 0)),
    "maze": ((b"8\n", 1), (b"8", 1), (b" 8 \n\n", 1), (b"\n8\r\n", 1), (b"08\n", 1), (b"8 8\n", 0), (b"8.0\n", 0), (b"8x\n", 0),
             (b"+8\n", 0), (b"7\n", 0), (b"", 0))}
# Outputs for the second sample of NoGo, and what a test of 10 points gives for them.
PARTS = ((b"2 3\n-1 -1\n", 10), (b"3 3\n-1 -1\n", 1), (b"3 2\n", 1), (b"-1 -1\n", 0), (b"1 1\n-1 -1\n", 0), (b"I AK IOI\n", 0),
         (b"", 0))


def read_hydro(text, full):
    """The points of a test, by what a checker has printed: the beginning says the verdict."""
    if text.startswith("ok "):
        return full
    if not text.startswith("points "):
        return 0
    part = float(text.split()[1])
    return math.floor(full * (part / 100 if part > 1 else part))


class Scores:
    def judge(self, path, output):
        """The verdict of the ICPC checker: its status, and the score if it gives one."""
        return self.judge_icpc("icpc", path, path[:-2] + "ans", output)

    def judge_icpc(self, form, test, answer, output):
        feedback = tempfile.mkdtemp(dir=self.work)
        done = subprocess.run([*self.checker[form], test, answer, feedback + "/"], input=output, stderr=subprocess.DEVNULL)
        score = os.path.join(feedback, "score.txt")
        said = (done.returncode, read(os.path.join(feedback, "judgemessage.txt")),
                read(score) if os.path.exists(score) else None)
        team = os.path.join(feedback, "teammessage.txt")
        if os.path.exists(team):
            self.team_messages.add(read(team).decode())
        shutil.rmtree(feedback)
        return said

    def read_score(self, form, test, answer, output, full):
        """The points that an output gets, as the judge reads what the packaged checker prints."""
        if form.startswith("icpc"):  # 42 accepts, with the points in score.txt where there are any
            status, _, score = self.judge_icpc(form, test, answer, output)
            assert status in (42, 43), (form, test, output[:80])
            return 0 if status == 43 else full if score is None else int(score)
        got = os.path.join(self.work, "scored")
        with open(got, "wb") as file:
            file.write(output)
        words = [test, answer, got] if form == "hustoj" else [test, got, answer]
        done = subprocess.run([*self.checker[form], *words], capture_output=True, text=True)
        status, text = done.returncode, done.stderr
        assert status in (0, 1, 2, 7), (form, done)
        if form == "hustoj":  # 0 is right
            return 0 if status else full
        if form == "hydro":
            return read_hydro(text, full)
        if form == "uoj":  # percents, rounded to the nearest; then points, rounded down
            percents = {"ok": 100, "points": math.floor(100 * float((text + " 0").split()[1]) + 0.5) if status == 7 else 0}
            return percents.get(text.split()[0], 0) * full // 100
        if status != 7:  # testlib: right, wrong, wrong format
            return 0 if status else full
        points = float(text.split()[1])
        # Polygon: the points themselves. Luogu: a fraction of the test's points.
        return points if form == "polygon" else math.floor(full * points)

    def groups_of(self, form, folder):
        """The groups of tests as the judge reads them: (how scores are put together, [(input, answer, points)])."""
        secret = [path[:-3] for path in self.inputs if "/secret/" in path]
        if form == "icpc":
            return [(sum, [(f"{path}.in", f"{path}.ans", 10) for path in secret])]
        if form == "polygon":
            tests = [(test.get("points"), os.path.join(folder, "tests", f"{number:02}"))
                     for number, test in enumerate(ElementTree.parse(os.path.join(folder, "problem.xml")).findall(".//test"), 1)]
            return [(sum, [(path, path + ".a", float(points)) for points, path in tests if points != "0.0"])]
        if form == "luogu":
            where = os.path.join(folder, "data")
            tests = re.findall(r"(\d+)\.in:(?:\n  .*)*?\n  score: (\d+)", read(os.path.join(where, "config.yml")).decode())
            return [(sum, [(f"{where}/{name}.in", f"{where}/{name}.out", int(points)) for name, points in tests])]
        if form == "uoj":
            where = os.path.join(folder, "data")
            conf = dict(line.split() for line in read(os.path.join(where, "problem.conf")).decode().splitlines())
            ends = [0] + [int(conf[f"subtask_end_{number}"]) for number in range(1, int(conf["n_subtasks"]) + 1)]
            assert ends[-1] == int(conf["n_tests"]), ends
            return [(min, [(f"{where}/{conf['input_pre']}{test}.{conf['input_suf']}", f"{where}/{conf['output_pre']}{test}.{conf['output_suf']}",
                            int(conf[f"subtask_score_{number}"])) for test in range(ends[number - 1] + 1, ends[number] + 1)])
                    for number in range(1, len(ends))]
        where = os.path.join(folder, "testdata")
        groups = []
        for subtask in read(os.path.join(where, "config.yaml")).decode().split("  - score: ")[1:]:
            tests = re.findall(r"input: (\S+)\n +output: (\S+)\n +time: \d+ms\n +score: (\d+)", subtask)
            kind = re.search("type: (min|sum)", subtask)[1]
            tests = [(f"{where}/{one}", f"{where}/{other}", int(points)) for one, other, points in tests]
            assert int(subtask.split()[0]) == (sum if kind == "sum" else min)(points for _, _, points in tests), subtask
            groups.append((sum if kind == "sum" else min, tests))
        return groups

    def blanks(self):
        """Blanks, case and newlines; and the same verdicts without the judge's answer, as in a hack."""
        test = os.path.join(self.folders["icpc"], "data", "sample", "01.in")
        right = read(test[:-2] + "ans")
        outputs = [(right if text == "R" else text(right) if callable(text) else text, good) for text, good in BLANKS[self.game]]
        for form in FORMATS:
            for answer, what in ((test[:-2] + "ans", "blanks and newlines"), ("/dev/null", "and without the judge's answer")):
                wrong = [output for output, good in outputs if self.read_score(form, test, answer, output, 10) != 10 * good]
                report(not wrong, f"{self.game}: {form}: {what}: as the statement says", wrong)

    def scores(self):
        """What outputs are worth in every format."""
        sample = os.path.join(self.folders["icpc"], "data", "sample", "02.in")
        for form in FORMATS:
            got = [self.read_score(form, sample, sample[:-2] + "ans", output, 10) for output, _ in PARTS]
            expected = [points if form in SCORED else points // 10 * 10 for _, points in PARTS]
            report(got == expected, f"{self.game}: {form}: points of outputs to sample 2", got)
        for form in SCORED:
            groups = self.groups_of(form, self.folders[form])
            tests = [test for _, tests in groups for test in tests]
            report(len(tests) == sum("/secret/" in path for path in self.inputs), f"{self.game}: {form}: all tests count")
            report(all(points >= 10 for _, _, points in tests), f"{self.game}: {form}: a tenth of a test is a point")
            whole = sum(kind([points for _, _, points in tests]) for kind, tests in groups)
            says = "There are %d tests: the full score is %d points." % (len(tests), whole)
            if form in ("hydro", "uoj"):
                says = f"The {len(tests)} tests form {len(groups)} groups. Each group is worth 10 points, {whole} in all"
            name = {"hydro": "problem_en.md"}.get(form, "statement.en.md")
            statement = read(os.path.join(self.folders[form], name)).decode()
            report(says in statement, f"{self.game}: {form}: the statement says what the package scores", says)
            for lines in (None, 0, 1, 10) if self.full or form in ("icpc", "hydro") else (1,):  # all of a right output, or its first lines
                got, expected = [], []
                for kind, tests in groups:
                    answers = [read(answer).split(b"\n") for _, answer, _ in tests]
                    cut = [answer if lines is None else answer[:lines] + [b"-1 -1", b""] for answer in answers]
                    got.append(kind([self.read_score(form, test, answer, b"\n".join(output), points)
                                     for (test, answer, points), output in zip(tests, cut)]))
                    # A shorter game is right, or it ends with -1 -1 twice: then its lines count.
                    expected.append(kind([points if output == answer else len(str(min(lines, len(answer) - 1))) if lines else 0
                                          for (_, _, points), output, answer in zip(tests, cut, answers)]))
                report(got == expected, f"{self.game}: {form}: "
                       f"{'right outputs' if lines is None else f'{lines} right lines'} get {sum(expected):g} of {whole:g}", got)

    def find_failure(self, command):
        """The smallest test of the whole package that a wrong program fails, and what it puts out: {input: output}."""
        folder = os.path.join(self.work, "whole")
        tests = [test for _, tests in self.groups_of("hydro", folder) for test in tests]
        for test, answer, _ in sorted(tests, key=lambda test: os.path.getsize(test[0])):
            output = subprocess.run(command, input=read(test), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            if self.read_score("icpc", test, answer, output, 10) != 10:
                return {test: output}
        return {}

    def promises(self):
        """Whether every solution gets what its folder promises, from every judge."""
        for filed, name, command in self.solutions:
            if filed not in ("accepted", "time_limit_exceeded"):
                self.outputs[filed, name].update(self.find_failure(command))
        for form in FORMATS:
            broken = []
            for (filed, name), made in self.outputs.items():
                answers = [path[:-2] + ("ans" if os.path.exists(path[:-2] + "ans") else "out") for path in made]
                points = [self.read_score(form, path, answer, output, 10) for (path, output), answer in zip(made.items(), answers)]
                right = filed in ("accepted", "time_limit_exceeded")
                good = min(points) == 10 if right else min(points) < 10
                if filed == "partially_accepted" and form in SCORED:
                    good = any(0 < each < 10 for each in points)
                if not good:
                    broken.append(f"{filed}/{name}: {points}")
            report(len(self.outputs) == len(self.solutions) and not broken,
                   f"{self.game}: {form}: every solution gets what its folder says", "\n".join(broken))

    def hydro(self):
        """All tests together: they are worth 100, and Hydro takes time limits of a minute, in Java's twice too long."""
        folder = os.path.join(self.work, "whole")
        subprocess.run([self.qi, self.game, "package", "--format", "hydro", "-o", folder], check=True, capture_output=True)
        groups = self.groups_of("hydro", folder)
        points = [kind([points for _, _, points in tests]) for kind, tests in groups]
        good = points == [10] * 10 if self.game == "nogo" else sum(points) == 100
        report(good, f"{self.game}: hydro: all tests together are worth 100", points)
        config = read(os.path.join(folder, "testdata", "config.yaml")).decode()
        times = [int(time) for time in re.findall(r"^ +time: (\d+)ms$", config, re.M)]
        whole = int(re.search(r"^time: (\d+)s$", config, re.M)[1]) * 1000
        report(sum(times) <= 60000 and max(times) == whole and min(times) >= 500 and len(times) == sum(len(tests) for _, tests in groups),
               f"{self.game}: hydro: the time limits of all tests are at most 60 s together", (sum(times), sorted(set(times))))
        rates = re.search(r"^time_limit_rate:\n((?:  [\w.]+: 1\n)+)", config, re.M)
        report(rates and rates[1].split() == ["java:", "1", "kt:", "1", "kt.jvm:", "1"], f"{self.game}: hydro: no language has more", config[:300])
        files = [os.path.join(folder, "testdata", re.search(rf"^{name}: (\S+)$", config, re.M)[1]) for name in ("checker", "validator")]
        report(all(map(os.path.exists, files)), f"{self.game}: hydro: checker and validator are there", files)

    def hustoj(self):
        """The file of HUSTOJ is XML, and has the tests of the other packages to the byte."""
        item = ElementTree.parse(os.path.join(self.folders["hustoj"], f"{self.game}.xml")).find("item")
        tests = [(test.get("name"), test.text) for kind in ("test_input", "test_output") for test in item.findall(kind)]
        expected = [(os.path.basename(path)[:-3], read(path[:-2] + ending).decode()) for ending in ("in", "ans")
                    for path in self.inputs if "/secret/" in path]
        report(tests == expected, f"{self.game}: hustoj: the tests are those of the other formats")
        main = os.path.join(self.folders["uoj"], "data", "std.cpp")
        report(item.find("solution").text == read(main).decode(), f"{self.game}: hustoj: the solution is UOJ's std.cpp")

    def faults(self):
        """What is not the team's fault: the exit status is 3, or 1 for ICPC; reports for people and in XML."""
        sample = os.path.join(self.folders["icpc"], "data", "sample", "02.in")
        wrong, right, report_file = (os.path.join(self.work, name) for name in ("wrong", "right", "report"))
        for path, text in ((wrong, b"-1 -1\n"), (right, b"2 3\n-1 -1\n")):
            with open(path, "wb") as file:
                file.write(text)
        checker = self.checker["polygon"]
        calls = [[sample, right, answer] for answer in (wrong, "nowhere")] + [["nowhere", right, right], [sample]]
        got = [subprocess.run([*checker, *words], capture_output=True).returncode for words in calls]
        feedback = tempfile.mkdtemp(dir=self.work)
        got.append(subprocess.run([*self.checker["icpc"], sample, wrong, feedback], input=read(right), capture_output=True).returncode)
        report(got == [3] * 4 + [1], f"{self.game}: a wrong answer of the judge is the judge's fault", got)
        got = []
        for path, text in ((right, b"2 3\n-1 -1\n"), (wrong, b"-1 -1\n"), (wrong, b"<&\n"), (wrong, b"3 2\n")):
            with open(path, "wb") as file:
                file.write(text)
            subprocess.run([*checker, sample, path, right, report_file, "-appes"], capture_output=True)
            result = ElementTree.fromstring(read(report_file).replace(b"windows-1251", b"utf-8"))
            got.append((result.get("outcome"), result.get("points") and float(result.get("points")), bool(result.text)))
        expected = [("accepted", None, True), ("wrong-answer", None, True), ("presentation-error", None, True), ("points", 1, True)]
        report(got == expected, f"{self.game}: polygon: -appes is answered in XML", got)
