"""The power fails, and the disk is full, at every change of a file.

    python3 power.py POWER_QI

POWER_QI is the command linked with power.c. What it leaves are old or whole new files, and the next run goes on from them.
QI_TEST_SCALE (percent, 100) says how many of a long run's changes are tried. Writes TAP.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, finish  # noqa: E402

POWER_QI = os.path.abspath(sys.argv[1])
SCALE = int(os.environ.get("QI_TEST_SCALE", "100"))
POWER_FAILED = 99
MATCH = ["arena", "@random", "@policy", "--size", "3", "--games", "4", "--openings", "1", "--output", "out"]
PACKAGE = ["maze", "package", "--tests", "1", "--format", "luogu", "--output", "out"]
# Commands, and how many of their changes to try; 0: all.
WRITERS = {
    "a proof": (["nogo", "solve", "--empty", "3x4", "--proof", "out"], 0),
    "a save": (["nogo", "solve", "--empty", "4x4", "--save", "out"], 0),
    "a picture": (["go", "show", "--size", "5", "--svg", "out"], 0),
    "a match": (MATCH, 40),
    "a package": (PACKAGE, 12),
}
INPUT = b"1\n1\nB 1 1\n"


def run(program, words, folder, **environment):
    done = subprocess.run([program, *words], cwd=folder, input=INPUT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=120, check=False, env={**os.environ, **environment})
    return done.returncode, done.stdout + done.stderr


def contents(folder):
    """Of the files below a folder, without those that were about to get their names."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            if not name.startswith(".qi-"):
                with open(os.path.join(place, name), "rb") as file:
                    found[os.path.relpath(os.path.join(place, name), folder)] = file.read()
    return found


def games_in(log):
    """The numbers of the games in a match's record. Lines that are damaged stay in it, and do not count."""
    numbers = set()
    for line in log.decode().split("\n")[1:]:
        try:
            numbers.add(json.loads(line)["game"])
        except ValueError:
            pass
    return numbers


def as_well(name, again, after):
    """Whether the next run has made what a run without a failure makes."""
    if name == "a match":
        return again.keys() == after.keys() and games_in(again["out/games.jsonl"]) == games_in(after["out/games.jsonl"])
    return again.keys() == after.keys() if name == "a save" else again == after


def complaint(name, now, before, after):
    """What is wrong with the files that a failure left, or empty."""
    if name == "a match":  # its log may lack the last game, and end with half a line
        records = [path for path in now if path.endswith(".sgf")]
        torn = [path for path in records if not now[path].endswith(b")\n")]
        games = games_in(now.get("out/games.jsonl", b""))
        return f"torn: {torn}, logged: {games} of {records}" if torn or len(games) < len(records) - 1 else ""
    wrong = [path for path in now if now[path] not in (before.get(path), after.get(path)) and path != "out/unfinished.txt"]
    lost = [path for path in before if path not in now]
    return f"neither old nor new: {wrong}, lost: {lost}" if wrong or lost else ""


def attack(name, words, most, way, home):
    """The power fails at each change, on top of nothing and on top of older files. Returns the tries and what is wrong."""
    older = tempfile.mkdtemp(dir=home)
    changes, wrong = 0, []
    for replaces in (False, True) if name != "a match" else (False,):
        whole = tempfile.mkdtemp(dir=home)
        shutil.copytree(older, whole, dirs_exist_ok=True)
        assert run(POWER_QI, words, whole)[0] == 0
        after = contents(whole)
        at, step, tried = 1, 1, 0
        while True:
            folder = tempfile.mkdtemp(dir=home)
            shutil.copytree(older, folder, dirs_exist_ok=True)
            before = contents(folder)
            status, said = run(POWER_QI, words, folder, POWER_AT=str(at), **way)
            if status != POWER_FAILED:
                if status != 0:
                    wrong.append(f"change {at}: status {status}, {said[-200:]!r}")
                break
            what = complaint(name, contents(folder), before, after)
            status, said = run(POWER_QI, words, folder)
            same = as_well(name, contents(folder), after)
            if what or status != 0 or not same:
                wrong.append(f"change {at}: {what}; the next run: {status}, the same: {same}, {said[-200:]!r}")
            shutil.rmtree(folder)
            tried += 1
            # The first changes one by one; of a long run then every seventh.
            at += 1 if not most or tried < most // 2 or SCALE >= 1000 else 7
            if most and tried >= most * SCALE // 100 and SCALE < 1000:
                break
        changes += tried
        older = whole
        for path in after if name in ("a proof", "a picture") else ():
            with open(os.path.join(older, path), "ab") as file:
                file.write(b"older\n")
    return changes, wrong


def fill(name, words, home):
    """The disk is full from each write on. Returns the tries and what is wrong."""
    tries, wrong = 0, []
    for first in range(1, 6):
        folder = tempfile.mkdtemp(dir=home)
        status, said = run(POWER_QI, words, folder, FULL_FROM=str(first))
        if status == 0:
            break
        tries += 1
        left = [path for path in contents(folder) if name in ("a proof", "a save", "a picture")]
        hidden = [path for _, _, names in os.walk(folder) for path in names if path.startswith(".qi-")]
        if status != 2 or b"No space left" not in said or left or hidden:
            wrong.append(f"write {first}: status {status}, left {left} {hidden}, {said[-200:]!r}")
            continue
        status, said = run(POWER_QI, words, folder)
        if status != 0:
            wrong.append(f"write {first}: the next run: {status}, {said[-200:]!r}")
    return tries, wrong


with tempfile.TemporaryDirectory() as home:
    for name, (words, most) in WRITERS.items():
        for how, way in (("nothing that was not synchronized stays", {}), ("a write is half done", {"POWER_KEEP": "1"})):
            tries, wrong = attack(name, words, most, way, home)
            check(tries > 1 and not wrong, f"{name}: the power fails at {tries} changes, {how}", *wrong[:3])
        tries, wrong = fill(name, words, home)
        check(tries > 0 and not wrong, f"{name}: the disk is full at {tries} writes", *wrong[:3])
finish()
