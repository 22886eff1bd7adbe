"""What the verbs print with --json has the shapes of docs/json.md, every verb with --json is there, and numbers have no
digits that they do not need.

    python3 tests/json_shapes.py BUILD_DIR DOCS/json.md
"""

import json
import os
import re
import subprocess
import sys
import tempfile

build, page = (os.path.abspath(path) for path in sys.argv[1:3])
source = os.path.dirname(os.path.dirname(page))
STRING = re.compile(r'"(?:\\.|[^"\\])*"')
TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}


def is_type(value, name):
    if name == "point":
        return isinstance(value, list) and len(value) == 2 and all(is_type(one, "integer") for one in value)
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def complaints(value, shape, place):
    """What in a value is not as its shape says."""
    if isinstance(shape, str):
        if not any(is_type(value, name) for name in shape.split("|")):
            yield f"{place}: found {value!r}, expected {shape}"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{place}: found {value!r}, expected a list"
            return
        for number, one in enumerate(value):
            yield from complaints(one, shape[0], f"{place}[{number}]")
    elif not isinstance(value, dict):
        yield f"{place}: found {value!r}, expected an object"
    else:
        known = {name.rstrip("?"): (inner, name.endswith("?")) for name, inner in shape.items()}
        yield from (f"{place}.{name}: not described" for name in value if name not in known)
        for name, (inner, optional) in known.items():
            if name in value:
                yield from complaints(value[name], inner, f"{place}.{name}")
            elif not optional:
                yield f"{place}.{name}: missing"


def long_numbers(line):
    """Numbers with more digits than they need."""
    for token in re.findall(r"(?<![\w\"])-?\d+\.\d+(?:[eE][-+]?\d+)?", STRING.sub('""', line)):
        if len(re.sub(r"\D", "", token)) > len(re.sub(r"\D", "", repr(float(token)))) + 1:
            yield f"{token} is {float(token)!r}"
    for token in re.findall(r'"cpu(?:_seconds)?":\d+\.(\d{7,})\b', line):
        yield f"a clock of microseconds says .{token}"


def verbs_with_json(qi):
    everything = json.loads(subprocess.run([qi, "--help=json"], stdout=subprocess.PIPE, check=True).stdout)
    verbs = [[game["name"], verb["name"]] for game in everything["games"] for verb in game["verbs"]]
    for words in verbs + [[verb["name"]] for verb in everything["verbs"]]:
        about = json.loads(subprocess.run([qi, *words, "--help=json"], stdout=subprocess.PIPE, check=True).stdout)
        if about["json"]:
            yield " ".join(words)


with open(page, encoding="utf-8") as file:
    sections = [(re.findall(r"`qi ([^`]+)`", verbs), text)
                for verbs, text in re.findall(r"^## (`qi .*`)\n(.*?)(?=^## |\Z)", file.read(), re.M | re.S)]
checks = [("every verb with --json is described",
           sorted(set(verbs_with_json(os.path.join(build, "qi"))) ^ {verb for verbs, _ in sections for verb in verbs}))]
with tempfile.TemporaryDirectory() as folder:
    os.symlink(os.path.join(source, "examples"), os.path.join(folder, "examples"))
    environment = dict(os.environ, PATH=build + os.pathsep + os.environ["PATH"])
    parts = [part for _, text in sections for part in re.findall(r"(.*?)^```json\n(.*?)^```", text, re.M | re.S)]
    for text, shape in parts:
        shape = json.loads(shape)
        for command in re.findall(r"^    (.*)$", text, re.M):
            done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
            lines = done.stdout.rstrip("\n").split("\n")
            try:
                wrong = [one for line in lines for one in complaints(json.loads(line), shape, "")]
            except ValueError as error:
                wrong = [f"{error}: {done.stdout[:100]!r} {done.stderr[:200]!r}"]
            checks.append((command, wrong[:5] + [one for line in lines for one in long_numbers(line)][:5]))
print(f"1..{len(checks)}")
for number, (name, wrong) in enumerate(checks, 1):
    print("not ok" if wrong else "ok", number, name.replace("#", ""))
    for one in wrong:
        print("#", one)
