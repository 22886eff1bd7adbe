"""Builds 'qi' without some of its clever parts (src/base/fast.h): compiles what knows of them again, and links it
before the library of a build folder.

    without.py BUILD PARTS PROGRAM        for example: without.py build 'QI_FAST_AVX2|QI_FAST_BMI2' qi-plain
"""

import json
import os
import re
import shlex
import subprocess
import sys

HEADER = "src/base/fast.h"


def tool_output(build, *tool):
    return subprocess.run(["ninja", "-C", build, "-t", *tool], capture_output=True, text=True, check=True).stdout


def sharers(build):
    """The library's object files that know of the parts."""
    names = [block.split(":")[0] for block in tool_output(build, "deps").split("\n\n") if HEADER in block]
    return [name for name in names if re.match(r"libqigames\.", name)]


def objects(build, parts, folder):
    """Compiles the library's files that know of the parts, without some; returns the object files."""
    wanted, made = set(sharers(build)), []
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for entry in json.load(file):
            if entry["output"] not in wanted:
                continue
            words = shlex.split(entry["command"])
            made.append(os.path.join(folder, f"{len(made)}.o"))
            words[words.index("-o") + 1] = made[-1]
            words[words.index("-MF") + 1] = made[-1] + ".d"
            subprocess.run([*words, f"-DQI_WITHOUT={parts}"], cwd=entry["directory"], check=True)
    if not made:
        raise SystemExit(f"without: nothing in {build} knows of {HEADER}")
    return made


def link(build, made, program):
    """Links 'qi' with these object files in place of the library's."""
    words = shlex.split(tool_output(build, "commands", "qi").splitlines()[-1])
    at = words.index("-o") + 1
    words[at] = os.path.abspath(program)
    words[at + 1:at + 1] = made
    subprocess.run(words, cwd=build, check=True)


def make(build, parts, program):
    os.makedirs(program + ".o", exist_ok=True)
    link(build, objects(build, parts, os.path.abspath(program + ".o")), program)


if __name__ == "__main__":
    make(*sys.argv[1:])
