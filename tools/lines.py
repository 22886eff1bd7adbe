#!/usr/bin/env python3
"""No folder gets longer unnoticed: tools/lines.txt says how many lines of C (.c and .h) each may have.

    tools/lines.py --check    fails where a folder has more
    tools/lines.py --write    writes down what there is now: lower after a removal, higher where more is wanted
"""
import collections
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "tools/lines.txt"
HEAD = "# The most lines of C in each folder; 'python3 tools/lines.py --write' renews them.\n"


def count():
    folders = collections.Counter()
    for root in ("include", "src", "tools"):
        for path in (ROOT / root).rglob("*.[ch]"):
            folders[path.parent.relative_to(ROOT).as_posix()] += path.read_bytes().count(b"\n")
    return folders


def check(folders):
    lines = [line.split() for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    allowed = {name: int(most) for most, name in lines}
    wrong = [f"{name} has {folders[name]} lines of C, {folders[name] - allowed.get(name, 0)} more than tools/lines.txt allows"
             for name in sorted(folders) if folders[name] > allowed.get(name, 0)]
    if wrong:
        raise SystemExit("\n".join([*wrong, "remove as many, or allow them (tools/lines.py --write) and say in the commit what for"]))
    spare = sum(allowed.values()) - sum(folders.values())
    print(f"{sum(folders.values())} lines of C" + (f", {spare} fewer than allowed: tools/lines.py --write lowers that" if spare else ""))


if sys.argv[1:] == ["--write"]:
    FOLDERS = count()
    TABLE.write_text(HEAD + "".join(f"{FOLDERS[name]:6} {name}\n" for name in sorted(FOLDERS)), encoding="utf-8")
elif sys.argv[1:] == ["--check"]:
    check(count())
else:
    raise SystemExit(__doc__)
