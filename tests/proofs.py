"""Proofs, checked by the program and by a second checker that shares nothing with it."""
import importlib.util
import os
import subprocess
import sys
import tempfile

from tap import check, finish

QI, CHECKER = os.path.abspath(sys.argv[1]), sys.argv[2]
spec = importlib.util.spec_from_file_location("check_proof", CHECKER)
second = importlib.util.module_from_spec(spec)
spec.loader.exec_module(second)


def accepts(data):
    """Whether the second checker takes it for a proof."""
    try:
        return second.check(data)[0]
    except second.Wrong:
        return None


def verify(data):
    return subprocess.run([QI, "nogo", "verify"], input=data, capture_output=True)


def prove(folder, name, *arguments, board=""):
    path = os.path.join(folder, name)
    done = subprocess.run([QI, "nogo", "solve", *arguments, "--proof", path], input=board, capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr, b""
    with open(path, "rb") as file:
        return done.stdout.split()[1], file.read()


with tempfile.TemporaryDirectory() as folder:
    CASES = [
        ("1x2", "0"), ("2x3", "0"), ("3x3", "2"), ("1x9", "3"), ("2x5", "4"), ("3x4", "6"), ("1x12", "5"), ("2x6", "6"),
    ]
    for size, leaf in CASES:
        winner, data = prove(folder, "p", "--empty", size, "--leaf", leaf)
        check(accepts(data) == winner and verify(data).returncode == 0, f"both checkers accept {size}, leaf {leaf}", winner)
    winner, data = prove(folder, "p", "--to-move", "O", "--leaf", "3", board="3 4\nX.O.\n....\n..X.\n")
    check(accepts(data) == winner and verify(data).returncode == 0, "and a position with stones", winner)

    done = subprocess.run([sys.executable, CHECKER, os.path.join(folder, "p")], capture_output=True, text=True)
    check(done.returncode == 0 and done.stdout == f"proved: {winner} wins\n", "the second checker says so", done)
    with open(os.path.join(folder, "cut"), "wb") as file:
        file.write(data[:-20])
    done = subprocess.run([sys.executable, CHECKER, os.path.join(folder, "cut")], capture_output=True, text=True)
    check(done.returncode == 1 and done.stdout.startswith("wrong: "), "and what it does not believe", done)

    # Every answer of a small proof, changed to every other one, is refused by the second checker too.
    winner, data = prove(folder, "p", "--empty", "2x4", "--leaf", "2")
    start, end = data.index(b"....\n....\n") + 10, data.index(b"end")
    believed = [at for at in range(start, end) for answer in b"01234567"
                if answer != data[at] and accepts(data[:at] + bytes([answer]) + data[at + 1:])]
    believed += [at for at in range(len(data)) if accepts(data[:at]) or accepts(data[:at] + data[at + 1:])
                 or accepts(data[:at] + b"0" + data[at:])]
    check(not believed, "no answer changed, cut or added is believed", believed)

    # A proof goes through pipes, and is compressed on the way.
    winner, data = prove(folder, "p", "--empty", "3x3", "--leaf", "3")
    done = subprocess.run(["sh", "-c", 'gzip <p | zcat | "$0" nogo verify -', QI], cwd=folder, capture_output=True, text=True)
    check(done.returncode == 0 and done.stdout.startswith(f"proved: {winner} wins\n"), "a proof is read from a pipe", done)
    script = 'mkfifo pipe; timeout 60 gzip <pipe >p.gz & "$0" nogo solve --empty 3x3 --leaf 3 --proof pipe >/dev/null; wait; zcat p.gz | cmp - p'
    done = subprocess.run(["sh", "-c", script, QI], cwd=folder, capture_output=True, text=True)
    check(done.returncode == 0, "and written to one", done)
    done = verify(data[:-5])
    check(done.returncode == 2, "one that is cut is refused", done)

finish()
