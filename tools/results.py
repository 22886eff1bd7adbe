#!/usr/bin/env python3
"""Solves boards of NoGo, proves and verifies the answers, and keeps what came out in docs/results.md.

    tools/results.py [--qi PROGRAM] [--proofs FOLDER] [BOARD]...
    tools/results.py --check PROGRAM

BOARD is one of those below, e.g. 4x5; without one, all that take less than a minute each. What is known of
a board is a line of docs/results.jsonl; docs/results.md is made from these lines. With --proofs the
proofs stay in FOLDER. --check: the page fits the lines, and the smallest boards are solved again.
"""
import argparse
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(HERE, "bench"))
import common  # noqa: E402  (bench/common.py: CPU time and memory of a command alone)

LINES, PAGE = os.path.join(HERE, "docs/results.jsonl"), os.path.join(HERE, "docs/results.md")

# What is asked for beside the winner. The first moves take a run of their own, so that their cost is listed alone.
# The long ones take more than a minute, or far more.
SMALL = [f"{rows}x{columns}" for rows, last in ((1, 24), (2, 11), (3, 7), (4, 5)) for columns in range(max(rows, 2), last + 1)]
SHORT = {board: "--proof" for board in [*SMALL, "1x25", "1x26", "1x27", "1x28", "1x29", "1x30", "2x12"]}
SHORT.update({f"{board} --moves": "--moves" for board in SMALL})
LONG = {"3x8": "--leaf --proof", "4x6": "--leaf --proof", "5x5": "--leaf --proof", "2x13": "--leaf --proof",
        "3x9": "--leaf --proof", "2x14": "--jobs --leaf --proof", "4x7": ""}
LONG.update({f"1x{columns}": "" for columns in range(31, 41)})
LONG.update({"4x6 --moves": "--moves", "5x5 --moves": "--moves"})


def arguments(board, prove):
    """The command's words for a board, without the program."""
    size = board.split()[0]
    plan = {**SHORT, **LONG}[board].split()
    rows, columns = map(int, size.split("x"))
    words = ["nogo", "solve", "--empty", size, "--memory", "4G" if rows * columns <= 25 or rows == 1 else "12G"]
    words += ["--moves"] if "--moves" in plan else []
    words += ["--jobs", "2"] if "--jobs" in plan else []
    leaf = "14" if rows == 1 and columns >= 20 else "8" if "--leaf" in plan else None
    words += ["--leaf", leaf] if leaf and prove and "--proof" in plan else []
    return words + (["--proof", f"{size}.proof"] if prove and "--proof" in plan else [])


def run(program, words, folder):
    """A command's outputs, CPU seconds and peak memory in bytes."""
    out, err = os.path.join(folder, "out"), os.path.join(folder, "err")
    line = f"cd {shlex.quote(folder)} && exec {shlex.join([program, *words])} 2>{shlex.quote(err)}"
    seconds, peak, status = common.run(["sh", "-c", line], stdout=out)
    texts = []
    for path in (out, err):
        with open(path, encoding="utf-8") as file:
            texts.append(file.read())
        os.unlink(path)
    if status:
        raise SystemExit(f"results: {shlex.join(words)} ended with status {status}: {texts[1]}")
    return *texts, seconds, peak


def distinct(moves, size):
    """The moves without mirror images of earlier ones."""
    rows, columns = map(int, size.split("x"))
    kept = []
    for row, column in moves:
        images = {(r, c) for r in (row, rows + 1 - row) for c in (column, columns + 1 - column)}
        if rows == columns:
            images |= {(c, r) for r, c in images}
        if not images & set(kept):
            kept.append((row, column))
    return [list(move) for move in kept]


def commit():
    """The commit of the tree, or nothing when there is none or something in it was changed."""
    found = subprocess.run(["git", "-C", HERE, "describe", "--always", "--dirty", "--exclude=*"], capture_output=True, text=True)
    name = found.stdout.strip()
    return "" if found.returncode or name.endswith("-dirty") else name


def measure(path):
    """A file's size when it is compressed, and the SHA-256 of its text."""
    packer, digest, size = zlib.compressobj(9, zlib.DEFLATED, 31, 9), hashlib.sha256(), 0
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
            size += len(packer.compress(piece))
    return size + len(packer.flush()), digest.hexdigest()


def solve(program, board, folder, prove=True):
    """Everything about a board."""
    words = arguments(board, prove)
    size = board.split()[0]
    out, err, _, peak = run(program, [*words, "--json"], folder)
    answer = json.loads(out)
    positions, seconds = re.search(r"^(\d+) positions, ([\d.]+) CPU", err, re.M).groups()
    winner = {"black": "X", "white": "O"}[answer["winner"]]
    known = {"board": board, "winner": winner, "positions": int(positions), "seconds": float(seconds),
             "mebibytes": peak >> 20, "command": shlex.join(["qi", *words])}
    if "candidates" in answer:
        total, spent = re.search(r"^with all first moves: (\d+) positions, ([\d.]+) CPU", err, re.M).groups()
        wins = [(move["row"], move["column"]) for move in answer["candidates"] if move["outcome"] == "won"]
        known.update(wins=distinct(wins, size), all_positions=int(total), all_seconds=float(spent))
    if "--proof" in words:
        path = os.path.join(folder, words[-1])
        answers, spent = re.search(r"proof with (\d+) answers in .*, ([\d.]+) CPU", err).groups()
        verdict, _, checked, held = run(program, ["nogo", "verify", path], folder)
        if not verdict.startswith(f"proved: {known['winner']} wins\n"):
            raise SystemExit(f"results: {board}: {verdict}")
        size, digest = measure(path)
        known.update(answers=int(answers), proof_seconds=float(spent), proof_bytes=size, sha256=digest,
                     verify_seconds=round(checked, 2), verify_mebibytes=held >> 20)
    return known


def read_lines():
    if not os.path.exists(LINES):
        return {}
    with open(LINES, encoding="utf-8") as file:
        return {known["board"]: known for known in map(json.loads, file)}


def by_size(board):
    rows, columns = map(int, board.split()[0].split("x"))
    return rows, columns, board


def number(value, digits=0):
    return f"{value:,.{digits}f}"


def kilobytes(count):
    return f"{count / 1e3:.2f}" if count < 1e4 else number(count / 1e3)


def first_moves(known):
    if known["winner"] == "O":
        return "none"
    if "wins" not in known:
        return ""
    one_row = known["board"].startswith("1x")
    return ", ".join(str(column) if one_row else f"{row} {column}" for row, column in known["wins"])


def joined(lines):
    """The lines of boards; what a run with --moves printed beside comes to the board's own."""
    boards = {board: dict(known) for board, known in lines.items() if " " not in board}
    for board, known in lines.items():
        size = board.split()[0]
        if size not in boards:
            boards[size] = dict(known)
        elif size != board:
            boards[size].update((key, known[key]) for key in ("wins", "all_positions", "all_seconds"))
    return boards


def row(board, known):
    proof = ["", ""]
    if "proof_bytes" in known:
        proof = [kilobytes(known["proof_bytes"]), f"{known['verify_seconds']:.2f}"]
    winner = "first" if known["winner"] == "X" else "second"
    cells = [board.replace("x", "×"), winner, first_moves(known), number(known["positions"]), f"{known['seconds']:.2f}", *proof]
    return f"| {' | '.join(cells)} |"


def ranges(sizes):
    """Boards by size, those that follow each other as a range: 1x2 to 1x4, 3x3."""
    spans = []
    for size in sizes:
        rows, columns = map(int, size.split("x"))
        if spans and spans[-1][1] == (rows, columns - 1):
            spans[-1][1] = rows, columns
        else:
            spans.append([(rows, columns), (rows, columns)])
    return ", ".join(f"{a[0]}×{a[1]}" if a == b else f"{a[0]}×{a[1]} to {b[0]}×{b[1]}" for a, b in spans)


def page(lines):
    boards = joined(lines)
    rows = [row(board, boards[board]) for board in sorted(boards, key=by_size)]
    known_boards = [lines[board] for board in sorted(lines, key=by_size)]
    alike = {}
    for known in known_boards:
        size = known["board"].split()[0]
        alike.setdefault((known["command"].replace(size, "BOARD"), known.get("commit", "")), []).append(size)
    commands = [f"| `{command}` | {made_by} | {ranges(sizes)} |" for (command, made_by), sizes in alike.items()]
    return TEXT.format(rows="\n".join(rows), commands="\n".join(commands))


TEXT = """# NoGo boards solved

Who wins the empty board with best play, and by which first moves (row and column, on one row the column alone; mirror images left
out)? To solve, prove and verify a board again and renew its line here, run `./dev results 4x5`; without a board it takes all that
need less than a minute.

Positions are the same on every machine for the same version and command. CPU seconds are of one thread on a busy machine (AMD
Zen 4, two siblings of one core), or of all threads where the command names several. The last two columns are the proof ([how it is
made and checked](solver.md#proofs)): its size compressed (zlib, level 9), and the CPU seconds of verifying it.

| board | winner | first moves that win | positions | CPU s | proof, kB | verified, s |
| --- | --- | --- | --- | --- | --- | --- |
{rows}

## Commands

The version is the commit of the program that made the line. A later one may search other positions and find other answers for
its proof; the winner and the first moves that win stay. The leaf of a proof is 6 where the command names none.

| command | version | boards |
| --- | --- | --- |
{commands}

[results.jsonl](results.jsonl) has all this for programs, with the peak of memory, and the SHA-256 of each proof before it is compressed (`sha256`).
"""


def check(program):
    """The page fits its lines; small boards have the same winner and first moves again."""
    lines = read_lines()
    with open(PAGE, encoding="utf-8") as file:
        if file.read() != page(lines):
            raise SystemExit("results: docs/results.md is not made from docs/results.jsonl; run ./dev results 1x2")
    small = [known for known in lines.values() if known["positions"] < 5000 and "wins" in known]
    for known in small:
        with tempfile.TemporaryDirectory() as folder:
            again = solve(program, known["board"], folder, prove=False)
        if (again["winner"], again["wins"]) != (known["winner"], known["wins"]):
            raise SystemExit(f"results: {known['board']} has another answer: {again}")
    print(f"{len(lines)} boards, {len(small)} solved again")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qi", default=os.path.join(HERE, "build/qi"))
    parser.add_argument("--proofs", metavar="FOLDER")
    parser.add_argument("--check", metavar="PROGRAM")
    parser.add_argument("boards", nargs="*", metavar="BOARD")
    given = parser.parse_args()
    if given.check:
        return check(os.path.abspath(given.check))
    unknown = [board for board in given.boards if board not in {**SHORT, **LONG}]
    if unknown:
        parser.error(f"found '{unknown[0]}', expected one of {', '.join([*SHORT, *LONG])}")
    made_by = commit()  # before anything is written
    for board in given.boards or SHORT:
        with tempfile.TemporaryDirectory() as scratch:
            folder = os.path.abspath(given.proofs or scratch)
            os.makedirs(folder, exist_ok=True)
            known = {**solve(os.path.abspath(given.qi), board, folder), "commit": made_by}
        print(json.dumps(known), flush=True)
        lines = {**read_lines(), board: known}
        with open(LINES, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(lines[name]) + "\n" for name in sorted(lines, key=by_size))
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page(lines))


if __name__ == "__main__":
    main()
