"""The example of the batched environment runs, and the documentation shows it as it is.

    python3 environment.py LIBRARY EXAMPLE DOCUMENT

Running it needs NumPy, which is looked for in the system's Python too. Writes TAP.
"""

import subprocess
import sys

LIBRARY, EXAMPLE, DOCUMENT = sys.argv[1:4]
EXPECTED = "1000 games of at most 78 moves, 526 won by Black\n"


def has_numpy(python):
    try:
        return subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode == 0
    except OSError:
        return False


with open(EXAMPLE, encoding="utf-8") as file:
    code = file.read().split('"""\n', 1)[1]
with open(DOCUMENT, encoding="utf-8") as file:
    shown = f"```python\n{code}```\n" in file.read()
python = next(filter(has_numpy, (sys.executable, "/usr/bin/python3")), None)
print("1..2")
print(f"{'ok' if shown else 'not ok'} 1 {DOCUMENT.rsplit('/', 1)[-1]} shows the example")
if not python:
    print("ok 2 the example runs # SKIP NumPy is missing")
    sys.exit(not shown)
run = subprocess.run([python, EXAMPLE, LIBRARY], capture_output=True, text=True)
good = run.returncode == 0 and run.stdout == EXPECTED
print(f"{'ok' if good else 'not ok'} 2 the example runs")
for line in (run.stdout + run.stderr).split("\n") if not good else []:
    print(f"#   {line}")
sys.exit(not (shown and good))
