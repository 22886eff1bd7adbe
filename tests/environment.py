"""The example of the batched environment runs, and the documentation shows it as it is.

    python3 environment.py LIBRARY EXAMPLE DOCUMENT

LIBRARY may be the script that builds one with a plain compiler call. Running the example needs NumPy,
which is looked for in the system's Python too. Writes TAP.
"""

import ctypes
import os
import subprocess
import sys
import tempfile

from python_with import python_with

LIBRARY, EXAMPLE, DOCUMENT = sys.argv[1:4]
EXPECTED = "1000 games of at most 78 moves, 526 won by Black\n"

with open(EXAMPLE, encoding="utf-8") as file:
    code = file.read().split('"""\n', 1)[1]
with open(DOCUMENT, encoding="utf-8") as file:
    shown = f"```python\n{code}```\n" in file.read()
with tempfile.TemporaryDirectory() as folder:
    if LIBRARY.endswith(".sh"):
        built = os.path.join(folder, "libqigames.so")
        subprocess.run(["sh", LIBRARY, built], check=True, env={"CFLAGS": "-O0", **os.environ})
        LIBRARY = built
        ctypes.CDLL(LIBRARY).qi_train_answers  # an AttributeError if it is not there
    ctypes.CDLL(LIBRARY).qi_nogo_pool_new
    python = python_with("numpy")
    print("1..2")
    print(f"{'ok' if shown else 'not ok'} 1 {os.path.basename(DOCUMENT)} shows the example")
    if not python:
        print("ok 2 the example runs # SKIP NumPy is missing")
        sys.exit(not shown)
    package = os.path.join(os.path.dirname(EXAMPLE), "..")
    run = subprocess.run([python, EXAMPLE], capture_output=True, text=True, env=dict(os.environ, QI_LIBRARY=LIBRARY, PYTHONPATH=package))
good = run.returncode == 0 and run.stdout == EXPECTED
print(f"{'ok' if good else 'not ok'} 2 the example runs")
for line in (run.stdout + run.stderr).split("\n") if not good else []:
    print(f"#   {line}")
sys.exit(not (shown and good))
