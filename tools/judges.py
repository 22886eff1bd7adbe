#!/usr/bin/env python3
"""Gives packages to the judges' own tools, as many as there are: judges.py QI [TOOL]...

    verifyproblem   of Kattis' problemtools, on PATH: format icpc
    bt              BAPCtools, on PATH: format icpc-2025-09, `validate`, `run` and `fuzz`
    testlib         QI_TESTLIB=FILE, a testlib.h: tests/package.py with it
    hydro           QI_HYDRO=FOLDER, sources of Hydro with node_modules (npm's @hydrooj/utils, tsx, shell-quote, cac, schemastery
                    and js-yaml@4; packages/common and packages/hydrojudge linked into node_modules/@hydrooj): format hydro

Ends with a line for each; the status is 1 if one of them found a fault.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GAMES = ("nogo", "go", "maze")
PARTS = ("config", "validators", "graders", "data", "submissions")  # LaTeX may not be there


def run(command, folder=None, **environment):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, **environment}, check=False)
    return done.returncode, re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", done.stdout)


class Packages:
    def __init__(self, qi, work):
        self.qi, self.work = qi, work

    def make(self, game, form, *options):
        folder = os.path.join(self.work, form, game + "".join(options).replace("-", ""))  # a judge's short name
        subprocess.run([self.qi, game, "package", "--format", form, *options, "-o", folder], check=True, stdout=subprocess.DEVNULL)
        return folder

    def verifyproblem(self):
        faults = []
        for game, *options in (*((game,) for game in GAMES), ("nogo", "--pass-fail")):
            _, text = run(["verifyproblem", "-p", *PARTS, "--", self.make(game, "icpc", *options)])
            if not re.search(r"tested: 0 errors, 0 warnings", text):
                faults += [line for line in text.split("\n") if re.match("ERROR|WARNING", line)] or [text[-300:]]
        return faults

    def bt(self):
        faults = []
        for game in GAMES:
            folder = self.make(game, "icpc-2025-09")
            for words in (("validate",), ("run",), ("fuzz", "--time", "10")):
                status, text = run(["bt", *words, "--no-bar"], folder)
                found = re.findall(r".*(?:WARN|ERROR|required:).*", text)
                if status or found:
                    faults.append(f"bt {' '.join(words)} of {game}: status {status} {found or text[-300:]}")
        return faults

    def testlib(self):
        status, text = run([sys.executable, os.path.join(HERE, "..", "tests", "package.py"), self.qi])
        return [line for line in text.split("\n") if line.startswith("not ok")] or ([text[-300:]] if status else [])

    def hydro(self):
        folder = os.environ["QI_HYDRO"]
        config, script = os.path.join(self.work, "judge.yaml"), os.path.join(folder, "qi-hydro.ts")
        with open(config, "w", encoding="utf-8") as file:
            file.write("{}\n")
        shutil.copy(os.path.join(HERE, "hydro.ts"), script)  # modules are looked for from there
        try:
            status, text = run(["npx", "tsx", script, *(self.make(game, "hydro") for game in GAMES)], folder, CONFIG_FILE=config)
        finally:
            os.remove(script)
        return [text[-300:]] if status else []


def main():
    qi = os.path.abspath(sys.argv[1])
    there = {"verifyproblem": shutil.which("verifyproblem"), "bt": shutil.which("bt"), "testlib": os.environ.get("QI_TESTLIB"),
             "hydro": os.environ.get("QI_HYDRO")}
    failed = 0
    with tempfile.TemporaryDirectory() as work:
        packages = Packages(qi, work)
        for name in sys.argv[2:] or there:
            faults = getattr(packages, name)() if there[name] else []
            failed += bool(faults)
            print(f"{name:14}" + ("not there" if not there[name] else "\n  ".join(faults) or "accepts all packages"), flush=True)
    return failed > 0


sys.exit(main())
