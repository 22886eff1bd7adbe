"""Compares `qi bench --signature` with tests/signature.txt: a difference means that an engine
behaves differently. If that is meant, write the new lines into the file and say so in the commit.

    signature.py QI [BUILD]

With the folder it was built in, the clever parts that only save time are left out (src/base/fast.h): nothing may differ.
"""

import os
import subprocess
import sys
import tempfile

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "signature.txt")


def signature(program):
    output = subprocess.run([program, "bench", "--signature"], stdout=subprocess.PIPE, check=True).stdout.decode()
    return dict(line.split() for line in output.splitlines())


def plain_signature(build):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(path)), "tools"))
    import without
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "qi")
        without.make(build, "QI_FAST_SAME", program)
        return signature(program)


got = signature(sys.argv[1]) if len(sys.argv) == 2 else plain_signature(sys.argv[2])
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
