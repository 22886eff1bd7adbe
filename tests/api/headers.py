"""Every public header stands where it must: installed, in docs/api.md and in the
C++ program; and the shared library offers exactly the functions that the headers declare."""

import os
import re
import subprocess
import sys

source, library = sys.argv[1], sys.argv[2]
folder = os.path.join(source, "include", "qi")
headers = sorted(name for name in os.listdir(folder) if name.endswith(".h"))
number = 0
failed = False


def check(good, what):
    global number, failed
    number += 1
    failed |= not good
    print(f"{'ok' if good else 'not ok'} {number} - {what}")


def read(*path):
    with open(os.path.join(source, *path), encoding="utf-8") as file:
        return file.read()


places = {
    "meson.build": "'include/qi/%s'",
    "docs/api.md": "include/qi/%s",
    "tests/api/use.cpp": "#include <qi/%s>",
}
for place, form in places.items():
    text = read(*place.split("/"))
    missing = [header for header in headers if form % header not in text]
    check(not missing, f"{place} has every header {missing or ''}")

def undocumented(text):
    """Paragraphs of functions that begin without a comment."""
    return [part.split("(")[0].split()[-1] for part in re.split(r"\n\s*\n", text) if re.match(r"QI_API (?!__)", part.strip())]


everything = "".join(read("include", "qi", header) for header in headers)
named = set(re.findall(r"\bqi_\w*[a-z]\b", "".join(re.findall(r"/\*.*?\*/", everything, re.S))))
named -= set(re.findall(r"\bqi_\w+\b", re.sub(r"/\*.*?\*/", "", everything, flags=re.S)))
check(not named, f"comments name public functions and types only {sorted(named) or ''}")

declared = set()
for header in headers:
    text = read("include", "qi", header)
    check('extern "C" {' in text or header == "qi.h", f"{header} is for C++ too")
    check(text.startswith(f"/*\n * qi/{header} - "), f"{header} says what it is")
    bare = undocumented(re.sub(r"^#.*(?:\\\n.*)*$", "", text, flags=re.M))
    check(not bare, f"{header} has a comment for every function {bare or ''}")
    declared |= set(re.findall(r"QI_API\s[^;{]*?\b(qi_\w+)\(", text))
listing = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True)
offered = {line.split()[-1] for line in listing.stdout.splitlines() if " T " in line}
check(declared <= offered, f"all that is declared is offered {sorted(declared - offered) or ''}")
check(offered <= declared, f"nothing else is offered {sorted(offered - declared) or ''}")
print(f"1..{number}")
sys.exit(failed)
