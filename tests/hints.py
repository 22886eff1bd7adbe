"""What newcomers type, and the advice they get: status 2 (or as given), and the words on stderr.

    python3 tests/hints.py QI
"""

import os
import shutil
import subprocess
import sys
import tempfile

import tap

qi = os.path.abspath(sys.argv[1])
FILES = {"board.txt": "3\nXOO\nXO.\nX..\n", "moves.txt": "2 3\n-1 -1\n", "game.sgf": "(;SZ[9]B[ee])", "answer.txt": "1\n",
         "maze.txt": "3\n#########\n###BBB###\n#########\n", "bad.c": "int main(void) { return y; }\nint f(void) { return x; }\n",
         "games.txt": "1\n1\nB 1 1\n", "boards.txt": "B..\n...\n...\n", "mine.kt": "fun main() {}\n", "sub/a.txt": ""}
# What is typed after qi, and what must be said.
MISTAKES = (
    ("nogo solve 5x5", "hint: for an empty board: qi nogo solve --empty 5x5"),
    ("nogo solve 4", "qi nogo solve --empty 4"),
    ("nogo analyze 2x3", "qi nogo analyze 3/3:x"),
    ("nogo show 3", "qi nogo show 3/3/3:x"),
    ("nogo simulate 2", "qi nogo simulate 2/2:x"),
    ("nogo play 7", "qi nogo play --size 7"),
    ("go replay 9", "qi go replay --size 9"),
    ("nogo generate 5", "qi nogo generate --size 5"),
    ("maze generate 7", "qi maze generate --size 7"),
    ("web page.html", "qi web -o page.html"),
    ("bench board.txt", "qi bench reads no file"),
    ("go gtp games.txt", "found 'games.txt', expected no further operand"),
    ("nogo show 2x/3x:x", "<position>:1:5: found 'x', expected the end of row 2"),
    ("go replay game.sgf", "hint: for an SGF record: qi go sgf --to moves game.sgf | qi go replay"),
    ("go show game.sgf", "qi go sgf --to moves game.sgf | qi go show"),
    ("nogo check game.sgf board.txt game.sgf", "found 'game.sgf', expected no further operand"),
    ("nogo check moves.txt board.txt", "the two files may be swapped: qi nogo check BOARD MOVES"),
    ("maze check answer.txt maze.txt", "the two files may be swapped: qi maze check INPUT OUTPUT"),
    ("nogo check - -", "found '-' twice: only one file can be standard input"),
    ("go check - -", "found '-' twice"),
    ("maze check - -", "found '-' twice"),
    ("maze show - -", "found '-' twice"),
    ("nogo botzone", "found no request on standard input"),
    ("nogo botzone ", 'echo \'{"requests"'),
    ("nogo simulate .", "this is a folder; name a file in it"),
    ("nogo show .", "this is a folder"),
    ("maze count .", "this is a folder"),
    ("go replay .", "this is a folder"),
    ("nogo simulate C:\\games\\board.txt", "/mnt/c/folder/file in WSL"),
    ("maze count games\\maze.txt", "folders are separated by '/'"),
    ("nogo analyze --memory 256 board.txt", "write 0.25G or 256M"),
    ("nogo solve --memory 1024 board.txt", "write 1G or 1024M"),
    ("nogo stress --time-limit 2000 true", "write 2s or 2000ms"),
    ("nogo stress --memory-limit 512 true", "write 0.5G or 512M"),
    ("nogo play --memory 64", "write 64G or 64M"),
    ("nogo analyze --time 5sec board.txt", "expected a time such as 1.5, 300ms, 2m or 1h"),
    ("nogo analyze -t 5 board.txt", "did you mean '--time'?"),
    ("nogo solve -m board.txt", "did you mean '--moves'?"),
    ("nogo stress --treads 4 true", "is unknown"),
    ("nogo stress --position 3/3:x", "found option '--position', which is unknown or ambiguous\n"),
    ("nogo stress --job 4 --tim 1 true -- --", "ambiguous"),
    ("nogo simulate --polcy random board.txt", "did you mean '--policy'?"),
    ("nogo simulate --colr never board.txt", "did you mean '--color'?"),
    ("nogo simulate --policy rand board.txt", "expected first or random"),
    ("nogo stress --family snakes true", "expected play, scatter, atari, snake"),
    ("nogo play --level strong", "expected a whole number from 1 to 10"),
    ("nogo play --size 26", "sides from 1 to 25"),
    ("nogo solve --empty 5,5", "a board size such as 9 or 3x5"),
    ("nogo stress", "found 0 operands, expected at least 1"),
    ("nogo stress ./mine", "cannot run './mine'"),
    ("nogo stress sub", "this is a folder; name a program or a source in it"),
    ("nogo stress ./sub", "cannot run './sub': Is a directory"),
    ("nogo stress --brute ./sub true", "this is a folder; name a program or a source in it"),
    ("nogo stress C:\\games\\mine.exe", "/mnt/c/folder/file in WSL"),
    ("nogo stress games\\mine", "folders are separated by '/'"),
    ("nogo stress program", "for the program in this folder: ./program"),
    ("nogo stress ./mine.kt", "nor a source whose ending qi knows: .c .cc .cpp"),
    ("nogo stress ./bad.c", "and 1 more error"),
    ("go check boards.txt games.txt", "the two files may be swapped: qi go check INPUT OUTPUT"),
    ("nogo package", "expected -o DIR"),
    ("stress true", "--generate and --brute are needed"),
    ("arena strong random", "our own player is '@strong'"),
    ("arena @strong", "found 1 operand, expected at least 2"),
    ("simulate board.txt", "did you mean 'qi nogo simulate'?"),
    ("nogo slove board.txt", "did you mean 'solve'?"),
    ("ngo show board.txt", "did you mean 'nogo'?"),
    ("chess", "expected nogo, go, maze or a verb"),
    ("--lang fr nogo", "--lang: found 'fr', expected zh or en"),
    ("--color red nogo show board.txt", "--color: found 'red', expected auto, always or never"),
)

with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, "sub"))
    for name, text in FILES.items():
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)
    shutil.copy(shutil.which("true"), os.path.join(folder, "program"))
    for typed, hint in MISTAKES:
        done = subprocess.run([qi, *typed.split()], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        tap.check(done.returncode == 2 and hint in done.stderr, f"qi {typed}", f"status {done.returncode}", done.stderr[-500:])
    tap.check(len(MISTAKES) >= 60, "sixty mistakes")
    done = subprocess.run([qi, "nogo", "stress", "bad.c"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60)
    tap.check("return y" in done.stderr and "return x" not in done.stderr and done.stderr.count(": In ") < 2,
              "only the compiler's first error", done.stderr)
    for typed in ("nogo show", "maze show", "nogo simulate"):
        name = "maze.txt" if typed.startswith("maze") else "board.txt"
        with open(os.path.join(folder, name), "rb") as file:
            done = subprocess.run([qi, *typed.split()], cwd=folder, stdin=file, capture_output=True, timeout=60)
        tap.check(done.returncode == 0, f"qi {typed} <{name}", done.stderr)
tap.finish()
