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

declared = set()
for header in headers:
    text = read("include", "qi", header)
    check('extern "C" {' in text or header == "qi.h", f"{header} is for C++ too")
    check(text.startswith(f"/*\n * qi/{header} - "), f"{header} says what it is")
    declared |= set(re.findall(r"QI_API\s[^;{]*?\b(qi_\w+)\(", text))
listing = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True)
offered = {line.split()[-1] for line in listing.stdout.splitlines() if " T " in line}
check(declared <= offered, f"all that is declared is offered {sorted(declared - offered) or ''}")
check(offered <= declared, f"nothing else is offered {sorted(offered - declared) or ''}")
print(f"1..{number}")
sys.exit(failed)
