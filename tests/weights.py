"""The tables of learnt numbers are the ones their checksums were noted for, each has a recipe, and
nothing in the folder is neither. Writes TAP.

    python3 tests/weights.py            checks
    python3 tests/weights.py --write    notes the checksums of the tables as they are
"""

import hashlib
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "src", "nogo", "weights")
NOTES = os.path.join(FOLDER, "SHA256SUMS")
TABLES = (".bin", ".qinet")


def tables():
    """Name and checksum of every table."""
    found = {}
    for name in sorted(os.listdir(FOLDER)):
        if name.endswith(TABLES):
            with open(os.path.join(FOLDER, name), "rb") as file:
                found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


def main():
    found = tables()
    if sys.argv[1:] == ["--write"]:
        with open(NOTES, "w", encoding="utf-8") as file:
            file.writelines(f"{digest}  {name}\n" for name, digest in found.items())
        return 0
    with open(NOTES, encoding="utf-8") as file:
        noted = {name: digest for digest, name in (line.split() for line in file)}
    failed = 0
    names = sorted(found.keys() | noted.keys())
    print(f"1..{len(names)}")
    for number, name in enumerate(names, 1):
        recipe = os.path.splitext(name)[0] + ".recipe"
        has_recipe = os.path.exists(os.path.join(FOLDER, recipe))
        good = found.get(name) == noted.get(name) and has_recipe
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} {name}")
        if found.get(name) != noted.get(name):
            print(f"# noted {noted.get(name)}, found {found.get(name)}")
        if not has_recipe:
            print(f"# {recipe} is not there")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
