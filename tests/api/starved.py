"""Every verb without memory. The command is built a second time so that its k-th block of memory is
refused, or all blocks from the k-th on. It must then give the right answer or end with status 2 and a
line on stderr, its output broken off at most; it never crashes. A package that is called done is the same to the byte.

    starved.py PROGRAM FOLDER   (FOLDER: the sources)
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

program, source = sys.argv[1], sys.argv[2]
MAX_RUNS = int(os.environ.get("QI_TEST_SCALE", "100")) * 20 // 100 + 4  # runs of a verb in each way


def example(name):
    return os.path.join(source, "examples", name)


BOARD = "3\nXOO\nXO.\nX..\n"
NINE = "9\n" + ".........\n" * 9
# A program under test has all the memory it wants.
WELL_FED = ["env", "-u", "STARVE_AT", "-u", "STARVE_FROM", "-u", "STARVE_COUNT"]
ENGINE = " ".join(map(shlex.quote, [*WELL_FED, program, "nogo", "gtp", "--player", "policy"]))
VERBS = [
    (["nogo", "simulate"], BOARD),
    (["nogo", "simulate", "--policy", "random"], NINE),
    (["nogo", "simulate", "--playouts", "100"], NINE),
    (["nogo", "simulate", "--playouts", "10", "--by-move", "--json"], BOARD),
    (["nogo", "check", "-", example("sample.txt")], BOARD),
    (["nogo", "show", "-"], BOARD),
    (["nogo", "analyze", "--player", "playouts", "--playouts", "20", "--json"], BOARD),
    (["nogo", "solve", "--empty", "2x4", "--moves"], ""),
    (["nogo", "gtp", "--player", "playouts", "--playouts", "5"],
     "boardsize 5\nplay b a1\ngenmove w\nshowboard\nprintsgf\nquit\n"),
    (["nogo", "generate", "--size", "5"], ""),
    (["nogo", "oracle"], BOARD),
    (["nogo", "validate"], BOARD),
    (["nogo", "stress", "--count", "2", "--jobs", "1", "--", *WELL_FED, program, "nogo", "simulate"], ""),
    (["nogo", "solve", "--empty", "2x4", "--leaf", "1", "--proof", "NEW"], ""),
    (["nogo", "solve", "--empty", "2x4", "--save", "NEW"], ""),
    (["go", "replay", example("go.txt")], ""),
    (["go", "check", "--json", example("go.txt"), example("sample.txt")], ""),
    (["go", "validate", example("go.txt")], ""),
    (["go", "oracle", example("go.txt")], ""),
    (["go", "stress", "--count", "2", "--jobs", "1", "--", *WELL_FED, program, "go", "replay"], ""),
    (["go", "replay", "--json", example("go.txt")], ""),
    (["go", "show", example("go.txt")], ""),
    (["go", "sgf", example("fight.sgf")], ""),
    (["nogo", "sgf", "--each"], "(;SZ[3];B[aa];W[bb])(;SZ[2];B[aa];W[aa])"),
    (["go", "gtp"], "boardsize 5\nplay b a1\nshowboard\nquit\n"),
    (["go", "generate", "--moves", "20", "--size", "5"], ""),
    (["maze", "count", example("maze.txt")], ""),
    (["maze", "count", "--list", example("maze.txt")], ""),
    (["maze", "walk", example("maze.txt")], ""),
    (["maze", "show", example("maze.txt")], ""),
    (["maze", "generate", "--size", "5"], ""),
    (["maze", "check", "--json", example("maze.txt"), example("sample.txt")], ""),
    (["maze", "validate", "--json", example("sample.txt")], ""),
    (["maze", "oracle", example("maze.txt")], ""),
    (["stress", "--count", "2", "--generate", "seq", "--brute", "cat", "--validate", "true", "--output", "NEW",
      "--check", "sh -c 'cmp $1 $2' sh", "--", "cat"], ""),
    (["stress", "--count", "2", "--generate", "seq", "--brute", "cat", "--shrink-time", "0", "--output", "NEW", "--json", "--", "true"],
     ""),
    (["stress", "--count", "1", "--generate", "sh -c 'seq 9' sh", "--brute", "cat", "--output", "NEW", "--", "true"], ""),
    (["maze", "stress", "--count", "2", "--jobs", "1", "--", *WELL_FED, program,
      "maze", "count"], ""),
    (["selftest", "--count", "6", "--jobs", "1"], ""),
    (["nogo", "play", "--size", "3", "--player", "playouts", "--playouts", "5"], "1 1\nundo\nquit\n"),
    (["nogo", "botzone", "--player", "playouts", "--playouts", "5"],
     '{"requests":[{"x":-1,"y":-1},{"x":0,"y":0}],"responses":[{"x":4,"y":4}]}\n'),
    (["nogo", "verify", "PROOF"], ""),
    (["bench", "--signature", "--only", "maze"], ""),
    (["web", "-o", "-"], ""),
    *((["maze", "package", "--tests", "1", "--format", form, "-o", "NEW"], "")
      for form in ("icpc", "icpc-2025-09", "polygon", "hydro", "luogu", "uoj", "hustoj")),
    (["arena", "one=" + ENGINE, "other=" + ENGINE, "--size", "2", "--openings", "0", "--games", "2"], ""),
]
FEW = {"arena": 6, "bench": 3, "stress": 8}  # runs: a match that cannot go on tries for a second, and signatures take as long


def files_below(folder):
    paths = sorted(os.path.join(where, name) for where, _, names in os.walk(folder) for name in names)
    return b"".join(os.path.relpath(path, folder).encode() + b"\0" + open(path, "rb").read() for path in paths)


def run(arguments, text, **starve):
    environment = {**os.environ, **{name: str(value) for name, value in starve.items()}}
    done = subprocess.run([program, *arguments], input=text.encode(), capture_output=True, env=environment,
                          timeout=60, check=False)
    done.stdout = re.sub(rb"at most .* MB\n", b"", done.stdout)  # what a program took varies,
    done.stdout = re.sub(rb" +[0-9.]+ s +[0-9.]+ MB\n", b"\n", done.stdout)
    done.stdout = re.sub(rb'"cpu_seconds":[0-9.e-]+,"memory":[0-9]+,', b"", done.stdout)
    done.stdout = re.sub(rb" +[0-9.]+s +[0-9.]+s\n", b"\n", done.stdout)  # and what an engine
    if arguments[1] == "package" and done.returncode == 0:
        done.stdout += files_below(arguments[-1])
    return done


def take(path):
    """What is in a file or a folder, which is removed; None when it is not there."""
    if not os.path.exists(path):
        return None
    if os.path.isdir(path):
        shutil.rmtree(path)
        return b"a folder"
    with open(path, "rb") as file:
        content = file.read()
    os.unlink(path)
    return content


def same_opinion(whole, now):
    one, other = json.loads(whole.stdout), json.loads(now.stdout)
    same = all(one[key] == other[key] for key in ("to_move", "outcome", "legal_moves"))
    first, second = one["candidates"], other["candidates"]
    return same and len(first) == len(second) and first[0]["variation"] == second[0]["variation"]


def shrinks(arguments, whole):
    return "stress" in arguments and "--shrink-time" not in arguments and whole.returncode == 1


def fault(whole, now, arguments):
    """What is wrong with a starved run, or None."""
    verb = arguments[1]
    thinks = verb == "analyze"  # with less memory it may think otherwise of it, and not worse
    # 'sgf' leaves out what it could not read; a match that is broken off has its table.
    talks, goes_on = verb == "gtp", verb == "sgf" or verb.startswith("one=")
    if now.returncode == whole.returncode and (now.stdout == whole.stdout or thinks and same_opinion(whole, now)):
        return None
    if now.returncode < 0:
        return f"it ended with signal {-now.returncode}"
    # Without memory a failing input is made less small, or printed but not saved.
    finds = shrinks(arguments, whole) and now.stdout.startswith(whole.stdout[:whole.stdout.index(b",")])
    if finds and now.returncode == 1:
        return None
    if talks:  # a GTP session answers on
        answers = now.stdout.count(b"\n\n")
        return None if b"out of memory" in now.stdout + now.stderr or answers == 0 else "an answer is not right"
    if now.returncode != 2:
        return f"status {now.returncode}, {now.stdout[:80]!r}"
    if not now.stderr.strip():
        return "nothing on stderr"
    if verb == "package" and not re.fullmatch(rb"qi maze package: .*memory\n", now.stderr):
        return f"it says {now.stderr!r}"
    if not goes_on and not finds and not whole.stdout.startswith(now.stdout):
        return f"another answer: {now.stdout[:80]!r}"
    return None


def main():
    failed = False
    print(f"1..{len(VERBS)}")
    # Packages are many files, each brought to the disk: memory is faster.
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        counter = os.path.join(folder, "asked")
        proof, new = os.path.join(folder, "proof"), os.path.join(folder, "new")
        run(["nogo", "solve", "--empty", "2x4", "--leaf", "1", "--proof", proof], "")
        for number, (arguments, text) in enumerate(VERBS, 1):
            arguments = [{"PROOF": proof, "NEW": new}.get(word, word) for word in arguments]
            whole = run(arguments, text, STARVE_COUNT=counter)
            written = take(new)
            with open(counter, encoding="utf-8") as file:
                asked = int(file.read())
            few = [] if shrinks(arguments, whole) else [FEW[word] for word in arguments[:2] if word in FEW]
            step = max(1, asked // min([MAX_RUNS, *few]))
            faults = []
            for k in range(1, asked + 1, step):
                for way in ("STARVE_AT", "STARVE_FROM"):
                    now = run(arguments, text, **{way: k})
                    wrong = fault(whole, now, arguments)
                    if take(new) not in ((written,) if now.returncode == 0 else (written, None)):
                        wrong = "a file is not whole"
                    if wrong:
                        faults.append(f"{way}={k} of {asked}: {wrong}")
            name = " ".join(os.path.relpath(a, source) if a.startswith("/") else a for a in arguments)
            print(f"{'not ok' if faults else 'ok'} {number} - {name} ({asked} blocks)")
            for line in faults[:5]:
                print(f"# {line}")
            failed |= bool(faults)
    sys.exit(failed)


if __name__ == "__main__":
    main()
