"""The two examples in the help of every verb work as printed, in a folder with the files that they name.

    python3 tests/examples.py QI
"""

import json
import os
import subprocess
import sys
import tempfile

import tap

qi = os.path.abspath(sys.argv[1])
LIMIT = 120  # seconds for one example
FILES = {
    "board.txt": "3\nXOO\nXO.\nX..\n",
    "games.txt": "1\n8\nB 1 3\nW 1 2\nB 2 4\nW 2 1\nB 1 1\nW 2 3\nB 3 3\nW 3 2\n",
    "game.sgf": "(;SZ[9]B[ee]W[dd]B[ee])",
    "maze.txt": "7\n#####################\n###O11###...###M13###\n###......O22......###\n###...######M22######\n"
                "###BBB###M31###M11###\n###...O32...M33O31###\n#####################\n",
    "mine.cpp": '#include <cstdio>\nint main() { puts("1 1"); }\n',  # wrong, as a contestant's is: the search ends with status 1
    "mine.py": 'import os\nos.execlp("qi", "qi", "nogo", "simulate")\n',
}
SCRIPTS = {
    "gen.py": "import sys\nprint(sys.argv[-2:])\n",
    "brute.py": "print(len(input()))\n",
    "solution.py": "print(len(input()))\n",
}
MADE = ("qi nogo simulate board.txt >moves.txt", "qi go oracle games.txt >boards.txt",
        "qi nogo solve --empty 3x4 --proof 3x4.proof", "gzip -k 3x4.proof")


def ask(*words):
    return json.loads(subprocess.run([qi, *words, "--help=json"], capture_output=True, check=True).stdout)


def run(line, folder, environment):
    return subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=LIMIT)


everything = ask()
commands = [[group["name"], verb["name"]] for group in everything["games"] for verb in group["verbs"]]
commands += [[verb["name"]] for verb in everything["verbs"]]
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, "bin"))
    os.symlink(qi, os.path.join(folder, "bin", "qi"))
    environment = dict(os.environ, PATH=os.path.join(folder, "bin") + os.pathsep + os.environ["PATH"])
    for name, text in FILES.items():
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)
    for name, text in SCRIPTS.items():
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write("#!/usr/bin/env python3\n" + text)
        os.chmod(os.path.join(folder, name), 0o755)
    for line in MADE:
        done = run(line, folder, environment)
        tap.check(done.returncode == 0, line, done.stderr)
    for words in commands:
        command = " ".join(["qi", *words])
        examples = ask(*words)["examples"]
        tap.check(len(examples) == 2 and all(command in line for line in examples), f"{command} has two examples", examples)
        for line in examples:
            done = run(line, folder, environment)
            absent = words == ["web"] and "without the page" in done.stderr
            tap.check(done.returncode == ("mine.cpp" in line) or absent, line, f"status {done.returncode}", done.stdout[-500:], done.stderr[-500:])
    welcome = subprocess.run([qi], env=dict(environment, QI_LANG="en"), capture_output=True, text=True, timeout=LIMIT).stdout
    lines = [line[2:32].strip() for line in welcome.split("\n") if line.startswith("  qi ")]
    tap.check(len(lines) >= 4 and "qi.html" in welcome and max(map(len, welcome.split("\n"))) <= 80, "the welcome", welcome)
    for line in lines:
        done = run(f"{line} <<<q", folder, environment)
        tap.check(done.returncode == ("stress" in line) and (done.stdout or "web" in line), f"of the welcome: {line}", done.stderr)
tap.finish()
