"""Wrong programs are found and made small; unmannerly ones are coped with and leave nothing behind.

    python3 lab.py QI MUTANTS_FOLDER SOURCE_FOLDER

Every mistake that tests/mutants/*.c can make must be found within 20,000 cases and shrunk to at
most 12 points (NoGo), 20 moves (Go) or 7x7 with 6 move cells (maze). Writes TAP.

With QI_TEST_SCALE=1000 (percent) or more nothing is given a shorter time limit than the statement's, and right
programs get ten times the cases.
"""

import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unicodedata

QI, MUTANTS, SOURCE = map(os.path.abspath, sys.argv[1:4])
SCALE = int(os.environ.get("QI_TEST_SCALE", "100"))
QUICK = SCALE < 100  # a few mistakes only
LONG = SCALE >= 1000
# The table of `qi stress`: sizes by their number of digits.
SIZES = r"\nsize +cases +largest +CPU time +memory\n(10*-9+ +\d+ +\d+ B +[\d.]+ s +[\d.]+ MB\n)+"
RIGHT = max(30, 190 * SCALE // 100)  # cases for a right program: every family at full size
count = failed = 0


def check(name, good, detail=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} {name}")
    for line in detail.split("\n") if not good else []:
        print(f"#   {line}")


def stress(game, folder, *arguments):
    done = subprocess.run([QI, game, "stress", "--output", folder, *arguments],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=600)
    return done.returncode, done.stdout.decode()


def mistakes(game):
    text = open(os.path.join(SOURCE, f"{game}.c"), encoding="utf-8").read()
    return sorted(set(re.findall(r'makes\("([a-z-]+)"\)', text)))


def small_enough(game, folder):
    words = open(os.path.join(folder, "input.txt")).read().split()
    if game == "nogo":
        return int(words[0]) ** 2 <= 12
    if game == "go":
        return sum(word in "BW" for word in words) <= 20
    cells = sum(len(re.findall("[MO][1-3][1-3]", word)) for word in words[1:])
    return int(words[0]) <= 7 and cells <= 6


def test_mutants(folder):
    for game in ("nogo", "go", "maze"):
        program = os.path.join(MUTANTS, game)
        names = mistakes(game)
        assert len(names) >= 10, names
        for name in names[:1] if QUICK else names:
            status, output = stress(game, folder, "--count", "20000", "--jobs", "1",
                                    "--shrink-time", "10m", "--", program, name)
            found = status == 1 and output.startswith("wrong answer")
            check(f"{game} {name}: found and made small",
                  found and small_enough(game, folder), output)
            again = re.search(r"^Again: qi (.*)$", output, re.M)
            if name == names[0] and again:
                repeated = subprocess.run([QI] + again[1].split(), stdout=subprocess.PIPE,
                                          stderr=subprocess.DEVNULL, cwd=folder)
                check(f"{game} {name}: the command printed repeats it",
                      repeated.stdout.decode().split("\n")[0] == output.split("\n")[0],
                      repeated.stdout.decode())
        right = program + "_large" if game == "nogo" else program  # fast enough at full size
        status, output = stress(game, folder, "--count", str(RIGHT), "--", right, "none")
        check(f"{game}: no failure reported for a correct program",
              status == 0 and re.fullmatch(
                  r"\d+ cases, no failure\nat most [\d.]+ s of CPU time, [\d.]+ MB\n"
                  r"\nfamily +cases +largest +CPU time +memory\n(\w+ +\d+ +\d+ +[\d.]+ s +[\d.]+ MB\n){8,9}"
                  r"\S+ is of an earlier failure: its report says so now\n", output),
              output)


def test_full_size(folder):
    """Programs that are wrong or slow only on large inputs: found by the first of these."""
    for game, program, mistake, kind, size in (
            ("nogo", "nogo_large", "quartic", "time limit", 100 if LONG else 50),
            ("nogo", "nogo_large", "arrays-of-55", "wrong answer", 56),
            ("go", "go", "arrays-of-1000", "wrong answer", 1000),
            ("maze", "maze", "arrays-of-20", "wrong answer", 21)):
        first_large = 150 if game == "go" else 50
        first_round = first_large + 2 * (9 if game == "go" else 8) * 5  # two of every family, one case in five
        short = ["--first", str(first_large), *(["--time-limit", "150ms"] if kind == "time limit" else ["--shrink-time", "300ms"])]
        status, output = stress(game, folder, *([] if LONG else short), "--", os.path.join(MUTANTS, program), mistake)
        found = re.match(kind + r": case (\d+), (?:\d+ games, )?(\d+)", output)
        check(f"{game} {mistake}: found at full size, in the first round",
              status == 1 and found and int(found[1]) < first_round and int(found[2]) >= size,
              output)
        if kind == "time limit":
            found = re.search(r"too slow from about n = (\d+) on; n = (.* s)", output)
            ended = [int(size) for size in re.findall(r"(\d+) [\d.]+ s", found[2])] if found else [0]
            check("the growth of its time is reported, up to a size that is nearly too slow",
                  found and max(ended) >= 0.75 * int(found[1]), output)


def test_never_ends(folder):
    """A program that does not end on some boards: smaller ones are not watched for the whole time."""
    status, output = stress("nogo", folder, "--time-limit", "200ms", "--shrink-time", "1s", "--",
                            os.path.join(MUTANTS, "nogo_large"), "never-ends")
    check("a program that does not end is made small",
          status == 1 and output.startswith("time limit") and small_enough("nogo", folder) and
          "not to the end" not in output, output)


def test_any_problem(folder):
    """Problems that qi does not know: a planted mistake is shrunk to a few elements."""
    program = os.path.join(MUTANTS, "problems")
    for problem, most in (("sort", 3), ("graph", 6), ("word", 2)):
        helpers = ["--generate", f"'{program}' gen {problem}",
                   "--brute", f"'{program}' brute {problem}"]
        for more in ([], ["--validate", f"'{program}' valid {problem}"],
                     ["--check", f"'{program}' check {problem}"]):
            done = subprocess.run([QI, "stress", "--output", folder, *helpers, *more, "--", program,
                                   "wrong", problem], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
            words = open(os.path.join(folder, "input.txt")).read().split()
            check(f"{problem} {' '.join(more[:1])}: found and made small",
                  done.returncode == 1 and done.stdout.startswith(b"wrong answer") and
                  len(words) <= most and all(len(word) <= 2 for word in words),
                  done.stdout.decode() + done.stderr.decode())
        report = open(os.path.join(folder, "report.md")).read()
        again = re.search(r"^    (qi stress .*)$", report, re.M)
        repeated = subprocess.run(["sh", "-c", again[1].replace("qi", QI, 1) + f" >'{folder}/again'"] if again else "false",
                                  stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
        check(f"{problem}: the command in the report repeats it", repeated.returncode == 1 and
              open(f"{folder}/again", "rb").read().split(b"\n")[0] == done.stdout.split(b"\n")[0], report)
        done = subprocess.run([QI, "stress", "--count", "50", "--output", folder, *helpers, "--", program, "brute",
                               problem], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        check(f"{problem}: no failure reported for a correct program, and the old report is marked",
              done.returncode == 0 and re.fullmatch(
                  "50 cases, no failure\n" + SIZES + re.escape(folder) +
                  " is of an earlier failure: its report says so now\n", done.stdout.decode()),
              done.stdout.decode())


def test_empty_output():
    """A program that prints nothing where a blank line is expected prints the same words."""
    done = subprocess.run([QI, "stress", "--count", "5", "--generate", "echo", "--brute", "echo", "--", "true"],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    check("no failure reported for no words", re.fullmatch("5 cases, no failure\n" + SIZES, done.stdout.decode()),
          done.stdout.decode())


def is_plain(text):
    """Whether a terminal takes no orders from it."""
    try:
        return not any(unicodedata.category(c) == "Cc" and c not in "\n\t" for c in text.decode())
    except UnicodeDecodeError:
        return False


def test_any_bytes(folder):
    """Outputs of any bytes, and commands of any length: judged whole, and shown without orders to a terminal."""
    def run(answer, *program):
        done = subprocess.run([QI, "stress", "--count", "2", "--shrink-time", "0", "--output", folder, "--generate", "echo", "--brute",
                               answer, *program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return done.returncode, done.stdout

    status, output = run("echo 1", "--", "printf", "1\\n\\0 2")
    check("output after a zero byte counts", status == 1 and b"line 2: found '?', expected the end" in output, repr(output))
    orders = "\\377\\033[2J\\007"
    status, output = run("echo 1", "--", "printf", orders)
    check("a terminal gets no control characters from a program", status == 1 and b"?[2J?" in output and b"\x1b" not in output,
          repr(output))
    status, output = run("echo 1", "--json", "--", "printf", orders)
    check("JSON keeps bytes that are not UTF-8",
          status == 1 and json.loads(output)["found"] == "\ufffd\x1b[2J\x07", repr(output))
    speaker = os.path.join(folder, "speaker")  # a colour, a bell and the beginning of an order in one byte, and in UTF-8
    with open(speaker, "w", encoding="ascii") as file:
        file.write("#!/bin/sh\nprintf '\\033[2J\\007\\233\\302\\233' >&$1\nexit 3\n")
    os.chmod(speaker, 0o755)
    any_problem = ["stress", "--generate", "echo", "--brute", "echo 1"]
    source = os.path.join(folder, "source.c")
    with open(source, "w", encoding="ascii") as file:
        file.write('#include "\033[2J"\n')
    refuses = f"read -r line; printf '? '; {speaker} 1; printf '\\n\\n'; read -r line"
    for case, words, status in [
            ("words on stderr", [*any_problem, "--", speaker, "2"], 1),
            ("last words", ["nogo", "stress", "--", speaker, "2"], 1),
            ("a checker's words", [*any_problem, "--check", f"sh -c '{speaker} 2; exit 1'", "--", "echo", "1"], 1),
            ("a compiler's words", ["nogo", "stress", source], 2),
            ("an engine's words", ["arena", f"read -r line; {speaker} 2", "@random"], 2),
            ("an engine's reply", ["arena", refuses, "@random"], 2),
            ("an engine's name", ["arena", "\033[2J=false", "@random"], 2),
            ("a file's name", ["nogo", "show", "\033[2J"], 2),
            ("a verb", ["\033[2J"], 2),
            ("an option", ["nogo", "show", "--\033[2J"], 2)]:
        saved = os.path.join(folder, case)
        if status == 1:
            words[words.index("stress") + 1:words.index("stress") + 1] = ["--shrink-time", "0", "--count", "1", "--output", saved]
        done = subprocess.run([QI, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        shown = done.stdout + done.stderr
        if status == 1:
            with open(os.path.join(saved, "report.md"), "rb") as file:
                shown += file.read()
        check(f"a terminal gets no control characters from {case}", done.returncode == status and b"?[2J" in shown and is_plain(shown), repr(shown))
    with open(source, "w", encoding="ascii") as file:
        file.write("#include <stdio.h>\nint main(void) { return puts(\"1\") < 0; }\n")
    done = subprocess.run([QI, *any_problem, "--count", "1", "--json", "--compile", "sh -c 'echo words; cc -o {out} {in}'", source],
                          capture_output=True, text=True)
    check("a compiler's words are no part of the JSON",
          done.returncode == 0 and json.loads(done.stdout)["failed"] is False and "words\n" in done.stderr, repr(done))
    strange = os.fsencode(folder) + b"/\xff"
    for words in (["stress", "--generate", "echo", "--brute", "echo 1"], ["nogo", "stress"]):
        done = subprocess.run([QI, *words, "--json", "--shrink-time", "0", "--count", "1", "--output", strange, "--", "printf", orders],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        check(f"{words[0]}: nor does a folder's name", done.returncode == 1 and json.loads(done.stdout)["folder"].endswith("/\ufffd"),
              repr(done.stdout))
    with open(strange + b"/input", "wb") as file:
        file.write(b"\xff")
    done = subprocess.run([QI, "nogo", "validate", "--json", strange + b"/input"], stdout=subprocess.PIPE)
    check("validate says what is wrong with a file of any name", json.loads(done.stdout)["error"]["found"] == "byte 0xff",
          repr(done.stdout))
    status, output = run("echo 2000", "--", "sh", "-c", "echo $#", "sh", *map(str, range(2000)))
    check("a program gets all of its arguments", status == 0, repr(output))


def left_behind(token):
    """The processes that carry the token in their command line."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            command = open(f"/proc/{pid}/cmdline", "rb").read()
        except OSError:
            continue
        if token.encode() in command and int(pid) != os.getpid():
            found.append(pid)
    return found


def test_manners(folder):
    program = os.path.join(MUTANTS, "misbehave")
    expected = {  # the kind of failure, and the limits that may have held
        "sleeps": "time limit: sleep",
        "spins": "time limit: CPU time",
        "prints-for-ever": "output limit: output",
        "eats-memory": "memory limit: memory",
        "crashes": "crash",
        "exits": "exit status",
        "closes-output": "wrong answer",
        "ignores-input": "wrong answer",
        "forks": "wrong answer",
        "daemon": "wrong answer",
        "daemon-twice": "wrong answer",
        "storms": "memory limit: processes",
        "stops-itself": "time limit: sleep",
        "stops-once": "wrong answer",
        "eats-in-children": "memory limit: memory of all processes",
        "shares-memory": "wrong answer",
        "spins-in-a-daemon": "time limit: CPU time",
        "burns-in-children": "time limit: CPU time of children",
        "burns-in-short-children": "time limit: CPU time of children or CPU time, estimated",
        "hoards-a-file": "memory limit: file size",
        "hoards-files": "memory limit: files in memory",
    }
    longer = "prints-for-ever",  # 64 MB
    short = "spins", "spins-in-a-daemon", "burns-in-short-children"

    def suffer(how):
        token = f"left-behind-{os.getpid()}-{how}."  # of no other: "daemon-twice" begins with "daemon"
        limit = "50ms" if how in short else "10s" if how in longer else "200ms"
        return *stress("nogo", os.path.join(folder, how), "--time-limit", limit, "--memory-limit", "64M", "--shrink-time", "300ms",
                       "--count", "20", "--json", "--", program, how, token), left_behind(token)

    # Some of them only sleep, so several go on at once.
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        for (how, whole), (status, output, left) in zip(expected.items(), pool.map(suffer, expected)):
            kind, _, limits = whole.partition(": ")
            failure = json.loads(output)
            check(f"a program that {how}", status == 1 and failure["kind"] == kind and failure.get("limit", "") in limits.split(" or "), output)
            check(f"no process is left of a program that {how}", not left, str(left))


def test_interrupt(folder):
    """Ctrl-C while a program sleeps: a summary at once, and the program is gone."""
    token = f"interrupted-{os.getpid()}"
    run = subprocess.Popen([QI, "nogo", "stress", "--time-limit", "10m", "--output", folder, "--",
                            os.path.join(MUTANTS, "misbehave"), "sleeps", token],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while len(left_behind(token)) < 3:  # the run itself, its guard and its program
        time.sleep(0.02)
    run.send_signal(signal.SIGINT)
    output = run.communicate(timeout=300)[0].decode()
    check("Ctrl-C ends with a summary and a status",
          output == "no case was run to its end (interrupted)\n" and run.returncode == 130, output)
    check("no process is left after Ctrl-C", not left_behind(token))


with tempfile.TemporaryDirectory() as place:
    test_mutants(place)
    if not QUICK:
        test_full_size(place)
        test_never_ends(place)
    test_any_problem(place)
    test_empty_output()
    test_any_bytes(place)
    test_manners(place)
    test_interrupt(place)
    print(f"1..{count}")
sys.exit(1 if failed else 0)
