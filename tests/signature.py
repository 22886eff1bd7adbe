"""Compares `qi bench --signature` with tests/signature.txt: a difference means that an engine
behaves differently. If that is meant, write the new lines into the file and say so in the commit.
"""

import os
import subprocess
import sys

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "signature.txt")
got = dict(line.split() for line in
           subprocess.run([sys.argv[1], "bench", "--signature"], stdout=subprocess.PIPE,
                          check=True).stdout.decode().splitlines())
got.pop("signature")  # the total of the others
expected = dict(line.split() for line in open(path, encoding="utf-8"))
names = sorted(got.keys() | expected.keys())
print(f"1..{len(names)}")
failed = False
for number, name in enumerate(names, 1):
    good = got.get(name) == expected.get(name)
    failed |= not good
    print(f"{'ok' if good else 'not ok'} {number} {name}")
    if not good:
        print(f"# expected {expected.get(name)}, got {got.get(name)}")
sys.exit(failed)
