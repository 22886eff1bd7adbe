"""The wheel: small, the same bytes twice, and whole: it is installed in a fresh virtual environment and used there.

    python3 tests/wheel.py LIBQI WHEEL.PY
"""

import os
import subprocess
import sys
import tempfile

from tap import run_tests, test

library, tool = map(os.path.abspath, sys.argv[1:3])
PROGRAM = """
import os, sys
import qigames
from qigames import go, judge, maze, nogo
assert qigames.__file__.startswith(sys.prefix) and qigames._library.lib._name == os.path.join(os.path.dirname(qigames.__file__), "libqigames.so")
board = nogo.Position(5)
board.play(*nogo.Player(playouts=10).choose(board).move)
assert nogo.Solver().solve(nogo.Position(3)).outcome == nogo.Outcome.WON
text = judge.generate(judge.Problem.MAZE, seed=7)
print(qigames.__version__, judge.judge(judge.Problem.MAZE, text, f"{len(maze.winning_boards(text))}\\n").right, len(go.Game(9).legal()))
"""


def made(folder):
    return subprocess.run([sys.executable, tool, library, folder], text=True, check=True, stdout=subprocess.PIPE).stdout.strip()


@test
def the_wheel_is_small_and_always_the_same():
    with tempfile.TemporaryDirectory() as folder:
        contents = []
        for name in ("a", "b"):
            with open(made(os.path.join(folder, name)), "rb") as file:
                contents.append(file.read())
    assert contents[0] == contents[1] and len(contents[0]) <= 3_000_000, len(contents[0])


@test
def the_wheel_works_in_a_fresh_environment():
    clean = {key: value for key, value in os.environ.items() if key not in ("QI_LIBRARY", "LD_LIBRARY_PATH", "PYTHONPATH")}
    with tempfile.TemporaryDirectory() as folder:
        environment = os.path.join(folder, "environment")
        if subprocess.run([sys.executable, "-m", "venv", environment], check=False, capture_output=True).returncode:
            return "python3-venv is not installed"
        python = os.path.join(environment, "bin", "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", made(folder)], check=True,
                       env=clean, cwd=folder)
        output = subprocess.run([python, "-c", PROGRAM], check=True, text=True, stdout=subprocess.PIPE, env=clean, cwd=folder).stdout
    assert output.split()[1:] == ["True", "81"], output
    return None


run_tests()
