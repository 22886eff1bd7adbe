"""What the verbs print with --json is valid by docs/schema, by a standard validator: every command in docs/json.md, of every
verb with --json. Every word means the same in all schemas, and numbers have no digits that they do not need.

    python3 tests/json_shapes.py BUILD_DIR DOCS/json.md
"""

import json
import os
import re
import subprocess
import sys
import tempfile

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("1..0 # SKIP python3-jsonschema is missing")
    sys.exit(0)

build, page = (os.path.abspath(path) for path in sys.argv[1:3])
source = os.path.dirname(os.path.dirname(page))
folder_of_schemas = os.path.join(os.path.dirname(page), "schema")
STRING = re.compile(r'"(?:\\.|[^"\\])*"')
MAX_DIGITS = 6
WORD = "common.json#/$defs/"


def load(name):
    with open(os.path.join(folder_of_schemas, name), encoding="utf-8") as file:
        return json.load(file)


def parts_of(schema):
    """The schema and all schemas in it."""
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from parts_of(part)


def strange_words(name, schema):
    """Members that are not the word of common.json that they are called."""
    for part in parts_of(schema):
        for word, inner in part.get("properties", {}).items():
            if {"$ref": WORD + word} not in (inner, inner.get("anyOf", [None])[0]):
                yield f"{name}: {word} is no word of common.json"


def validator_of(name):
    """One for exactly the members that are described: a schema alone allows others, which later versions may add."""
    whole = {**load(name), "$defs": load("common.json")["$defs"]}
    whole = json.loads(json.dumps(whole).replace("common.json#", "#"))
    for part in parts_of(whole):
        if "properties" in part and "type" in part:
            part["additionalProperties"] = False
    Draft202012Validator.check_schema(whole)
    return Draft202012Validator(whole)


def complaints(validator, line):
    for error in validator.iter_errors(json.loads(line)):
        for one in (error.context or [error])[:4]:
            yield f"{one.json_path}: {one.message[:200]}"
    for token in re.findall(r"(?<![\w\"])-?\d+\.\d+(?:[eE][-+]?\d+)?", STRING.sub('""', line)):
        if len(re.sub(r"\D", "", re.split("[eE]", token)[0]).lstrip("0")) > MAX_DIGITS:
            yield f"{token} has more than {MAX_DIGITS} digits"


def verbs_with_json(qi):
    everything = json.loads(subprocess.run([qi, "--help=json"], stdout=subprocess.PIPE, check=True).stdout)
    verbs = [[game["name"], verb["name"]] for game in everything["games"] for verb in game["verbs"]]
    for words in verbs + [[verb["name"]] for verb in everything["verbs"]]:
        about = json.loads(subprocess.run([qi, *words, "--help=json"], stdout=subprocess.PIPE, check=True).stdout)
        if about["json"]:
            yield " ".join(words)


def check_command(command, validator):
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    try:
        return [one for line in done.stdout.rstrip("\n").split("\n") for one in complaints(validator, line)]
    except ValueError as error:
        return [f"{error}: {done.stdout[:100]!r} {done.stderr[:200]!r}"]


with open(page, encoding="utf-8") as file:
    sections = [(re.findall(r"`qi ([^`]+)`", verbs), text)
                for verbs, text in re.findall(r"^## (`qi [^\n]*`)\n(.*?)(?=^## |\Z)", file.read(), re.M | re.S)]
names = [re.search(r"\(schema/(.*?)\)", text).group(1) for _, text in sections]
common = load("common.json")
used = {part["$ref"] for name in names + ["common.json"] for part in parts_of(load(name)) if "$ref" in part}
checks = [("every verb with --json is described",
           sorted(set(verbs_with_json(os.path.join(build, "qi"))) ^ {verb for verbs, _ in sections for verb in verbs})),
          ("every schema is used", sorted(set(os.listdir(folder_of_schemas)) ^ set(names + ["common.json"]))),
          ("a word is described once", [one for name in names + ["common.json"] for one in strange_words(name, load(name))]),
          ("every word is used", sorted({WORD + word for word in common["$defs"]} ^ used)),
          ("a wrong answer is refused", [] if list(complaints(validator_of("maze-count.json"), '{"count":1.2345678,"got":1}'))
           else ["nothing was wrong"])]
with tempfile.TemporaryDirectory() as folder:
    os.symlink(os.path.join(source, "examples"), os.path.join(folder, "examples"))
    environment = dict(os.environ, PATH=build + os.pathsep + os.environ["PATH"])
    for name, (_, text) in zip(names, sections):
        validator = validator_of(name)
        checks += [(command, check_command(command, validator)[:8]) for command in re.findall(r"^    (.*)$", text, re.M)]
print(f"1..{len(checks)}")
for number, (name, wrong) in enumerate(checks, 1):
    print("not ok" if wrong else "ok", number, name.replace("#", ""))
    for one in wrong:
        print("#", one)
