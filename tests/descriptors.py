"""What happens when standard input or output is closed or full, for every verb.

    python3 descriptors.py QI

Output that cannot be written is status 2 and one line with the reason. Writes TAP.
"""

import os
import subprocess
import sys
import tempfile

from tap import check, finish

QI = os.path.abspath(sys.argv[1])
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples")
SHORT = int(os.environ.get("QI_TEST_SCALE", "100")) < 100  # every verb went through this without sanitizers
BOARD = "3\nXOO\nXO.\nX..\n"
GO = "1\n2\nB 1 1\nW 1 2\n"
with open(os.path.join(EXAMPLES, "maze.txt"), encoding="ascii") as example:
    MAZE = example.read()

COMMANDS = [
    (["--help"], ""), (["--help=json"], ""), (["--version"], ""),
    (["nogo", "--help"], ""), (["go", "--help"], ""), (["maze", "--help"], ""),
    (["nogo", "solve", "--help"], ""), (["nogo", "solve", "--help=json"], ""), (["arena", "--help"], ""),
    (["nogo", "simulate"], BOARD), (["nogo", "simulate", "--playouts", "100"], BOARD), (["nogo", "show", "-"], BOARD),
    (["nogo", "show", "--svg", "-", "-"], BOARD), (["nogo", "solve"], BOARD), (["nogo", "gtp"], "name\n"),
    (["nogo", "analyze", "--playouts", "100"], BOARD), (["nogo", "play", "--level", "1"], "quit\n"),
    (["nogo", "oracle"], BOARD), (["nogo", "generate"], ""),
    (["nogo", "stress", "--count", "1", "--", QI, "nogo", "simulate"], ""),
    (["go", "replay", "--size", "5"], GO),
    (["go", "show", "--size", "5"], GO), (["go", "gtp"], "name\n"),
    (["maze", "count"], MAZE), (["maze", "show", "-"], MAZE), (["maze", "walk"], MAZE),
    (["bench", "--signature", "--only", "maze"], ""), (["selftest", "--count", "10"], ""),
    (["arena", "@random", "@random", "--games", "2", "--size", "3"], ""),
]

def shell(words, text, redirection, folder):
    return subprocess.run(["sh", "-c", f'exec "$0" "$@" {redirection}', QI, *words], input=text.encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, timeout=60)


with tempfile.TemporaryDirectory() as folder:
    for words, text in COMMANDS[::4] if SHORT else COMMANDS:
        name = " ".join(words).replace(QI, "qi")
        full = shell(words, text, ">/dev/full", folder)
        check(full.returncode == 2 and b"No space left on device" in full.stderr, f"{name}: a full disk",
              full.returncode, full.stderr)
        closed = shell(words, text, ">&-", folder)
        check(closed.returncode == 2 and b"Bad file descriptor" in closed.stderr, f"{name}: no standard output",
              closed.returncode, closed.stderr)
    for redirection in (">&-", "2>&-", "<&-", "<&- >&-", "<&- >&- 2>&-"):
        shell(["nogo", "solve", "--empty", "3x4", "--proof", "proof"], "", redirection, folder)
        with open(os.path.join(folder, "proof"), "rb") as file:
            proof = file.read()
        verified = subprocess.run([QI, "nogo", "verify", "proof"], cwd=folder, capture_output=True)
        check(verified.returncode == 0, f"a proof with {redirection} is a proof", proof[:80], verified.stderr)
        os.unlink(os.path.join(folder, "proof"))
    for redirection in ("<&-", "<&- 2>&-"):
        stress = shell(["nogo", "stress", "--count", "20", "--", QI, "nogo", "simulate"], "", redirection, folder)
        check(stress.returncode == 0, f"stress with {redirection} blames nobody", stress.returncode, stress.stdout)

    # Files are written although nobody reads standard output, or standard error.
    def unread(words, text, which=("stdout",)):
        nobody, end = os.pipe()
        os.close(nobody)
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **dict.fromkeys(which, end)}
        place = tempfile.mkdtemp(dir=folder)
        done = subprocess.run([QI, *words], input=text.encode(), cwd=place, timeout=120, **streams)
        os.close(end)
        return done, place

    answer = ["nogo", "solve", "--empty", "3x4", "--moves"]
    for words, text, files in [
            (answer + ["--save", "facts", "--proof", "proof", "--svg", "svg"], "",
             ["facts", "proof", "svg"]),
            (["nogo", "play", "--level", "1", "--size", "5", "--sgf", "game"], "1 1\nquit\n", ["game"]),
            (["nogo", "analyze", "--playouts", "20", "--svg", "svg"], BOARD, ["svg"]),
            (["nogo", "stress", "--", "echo"], "", ["failure-nogo/report.md", "failure-nogo/case.svg"]),
            (["stress", "--generate", "echo", "--brute", "cat", "--", "true"], "", ["failure/report.md", "failure/got.txt"]),
            (["maze", "package", "--tests", "1", "-o", "package"], "", ["package/MANIFEST.md", "package/problem.yaml"]),
            (["arena", "@random", "@policy", "--games", "2", "--size", "3", "--svg", "svg", "--output", "match"], "",
             ["svg", "match/games.jsonl", "match/00002.sgf"])]:
        for which in (("stdout",), ("stdout", "stderr")):
            done, place = unread(words, text, which)
            there = [name for name in files if os.path.exists(os.path.join(place, name))]
            check(there == files, f"{' '.join(words)}: {' and '.join(which)} without a reader, and the files", done, there)
            if "analyze" not in words and "package" not in words and which == ("stdout",):  # which write only at the end
                check(done.returncode == 2 and b"Broken pipe" in done.stderr, f"{' '.join(words)}: and that is reported",
                      done)
    empty = shell(["nogo", "simulate"], "", "<&-", folder)
    check(empty.returncode == 2 and b"Bad file descriptor" in empty.stderr, "no standard input is reported",
          empty.returncode, empty.stderr)

finish()
