"""Every file that qi writes is the old one or a whole new one.

    python3 files.py QI

Attacks each verb that writes a file: read-only folders, planted links, a full disk, devices, kills at
random moments. And an input that is cut while it is read. Writes TAP.
"""

import os
import random
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time

from tap import check, finish

QI = os.path.abspath(sys.argv[1])
SCALE = int(os.environ.get("QI_TEST_SCALE", "100"))
KILLS = 20 + 180 * SCALE // 100
with open(os.path.join(os.path.dirname(__file__), "..", "examples", "maze.txt"), encoding="ascii") as example:
    MAZE = example.read()
BOARD = "3\nXOO\nXO.\nX..\n"
FULL = "7 6\n" + 7 * "XXX.OO\n"  # too large for a proof, and soon solved
OLD = "the older file\n"

# Each writes the file `t` in the current folder.
WRITERS = {
    "proof": ["nogo", "solve", "--empty", "3x4", "--proof", "t"],
    "save": ["nogo", "solve", "--empty", "4x4", "--save", "t"],
    "svg of NoGo": ["nogo", "show", "--svg", "t", "-"],
    "svg of Go": ["go", "show", "--size", "5", "--svg", "t"],
    "svg of a maze": ["maze", "show", "--svg", "t", "-"],
    "printsgf": ["nogo", "gtp"],
    "a game": ["nogo", "play", "--size", "5", "--level", "1"],
}
INPUT = {
    "svg of NoGo": BOARD,
    "svg of Go": "1\n1\nB 1 1\n",
    "svg of a maze": MAZE,
    "printsgf": "boardsize 5\nprintsgf t\nquit\n",
    "a game": "save t\nquit\n",
}
# These answer in words, and go on: their status is not that of the file.
TALKERS = ("printsgf", "a game")

def run(name, folder, more=None, **settings):
    done = subprocess.run([QI, *WRITERS[name]], cwd=folder, input=INPUT.get(name, "").encode(),
                          capture_output=True, restore_signals=False, timeout=120, preexec_fn=more, **settings)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def read(path):
    with open(path, "rb") as file:
        return file.read().decode("latin-1")


def refused(name, status, text):
    return ("ot " in text and "t" in text) if name in TALKERS else status == 2


def as_nobody():
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def no_disk():
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))


with tempfile.TemporaryDirectory() as home:
    os.chmod(home, 0o755)
    program = os.path.join(home, "qi")
    shutil.copy(QI, program)
    QI = program

    def folder_of(name):
        folder = tempfile.mkdtemp(dir=home)
        os.chmod(folder, 0o777)
        return folder

    for name in WRITERS:
        folder = folder_of(name)
        target = os.path.join(folder, "t")
        status, text = run(name, folder)
        good = status == 0 and os.path.exists(target) and os.listdir(folder) == ["t"]
        check(good, f"{name}: is written", status, text)
        whole = read(target) if good else None

        if name != "save":  # which refuses a file that it did not write
            with open(target, "w") as file:
                file.write(OLD)
        before = read(target)
        os.chmod(target, 0o640)
        status, text = run(name, folder)
        check(status == 0 and stat.S_IMODE(os.stat(target).st_mode) == 0o640 and os.listdir(folder) == ["t"] and
              (name in ("a game", "save") or read(target) == whole), f"{name}: replaces an older one and keeps its mode",
              status, text)

        before = read(target)
        status, text = run(name, folder, no_disk)
        check(refused(name, status, text) and "File too large" in text or name == "a game" and "ould not" in text,
              f"{name}: a full disk is reported", status, text)
        check(read(target) == before and os.listdir(folder) == ["t"], f"{name}: and the older file stands",
              os.listdir(folder))

        os.chmod(target, 0o644)
        os.chmod(folder, 0o555)
        status, text = run(name, folder, as_nobody)
        os.chmod(folder, 0o777)
        check(refused(name, status, text) and read(target) == before and os.listdir(folder) == ["t"],
              f"{name}: a read-only folder is reported", status, text)

        victim = os.path.join(home, "victim")
        with open(victim, "w", encoding="latin-1") as file:
            file.write(before if name == "save" else OLD)
        kept = read(victim)
        os.unlink(target)
        os.symlink(victim, target)
        status, text = run(name, folder)
        check(status == 0 and read(victim) == kept and not os.path.islink(target) and os.path.getsize(target) > 0,
              f"{name}: a planted link is not followed", status, text)

    # Devices and pipes stay what they are.
    folder = folder_of("devices")

    def solve(*words, **settings):
        done = subprocess.run([QI, "nogo", "solve", "--empty", "3x4", *words], cwd=folder, capture_output=True,
                              timeout=60, **settings)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    status, _, text = solve("--proof", "/dev/full")
    check(status == 2 and "No space left" in text and stat.S_ISCHR(os.stat("/dev/full").st_mode),
          "a full device is reported", status, text)
    if os.getuid() == 0:
        null = os.path.join(folder, "null")
        os.mknod(null, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        status, _, text = solve("--proof", "null")
        check(status == 0 and stat.S_ISCHR(os.lstat(null).st_mode), "a device is written in place", status, text)
        done = subprocess.run([QI, "nogo", "solve", "--to-move", "X", "--proof", "null"], cwd=folder, capture_output=True,
                              input=FULL.encode())
        check(done.returncode == 2 and os.path.lexists(null) and stat.S_ISCHR(os.lstat(null).st_mode), "and stays when there is no proof", done)
        if os.path.lexists(null):
            os.unlink(null)
    status, out, text = solve("--proof", "/dev/stdout")
    check(status == 0 and "qi nogo proof" in out and "winner" in out, "/dev/stdout is standard output", status, text)
    # One that never ends is not read for ever. (A sanitized program cannot start within a limit.)
    def bounded():
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    starts = subprocess.run([QI, "--version"], capture_output=True, preexec_fn=bounded).returncode == 0
    for words in (["--save", "/dev/full"], ["/dev/zero"]):
        done = subprocess.run([QI, "nogo", "solve", *(["--empty", "3x4"] if "--save" in words else []), *words],
                              capture_output=True, timeout=60,
                              preexec_fn=bounded if starts else None)
        check(done.returncode == 2 and b"emory" not in done.stderr, f"a device without an end is refused: {words}", done.stderr)
    os.mkfifo(os.path.join(folder, "pipe"))
    with subprocess.Popen(["cat", "pipe"], cwd=folder, stdout=subprocess.PIPE) as reader:
        status, _, text = solve("--proof", "pipe")
        check(status == 0 and b"qi nogo proof" in reader.stdout.read(), "a pipe is written in place", status, text)
    # One without a reader is waited for until a signal comes, then given up.
    with subprocess.Popen([QI, "nogo", "solve", "--empty", "3x4", "--proof", "pipe"], cwd=folder, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE) as process:
        time.sleep(0.5)  # so that it waits; else the signal ends the search
        running = process.poll() is None
        process.send_signal(signal.SIGTERM)
        try:
            said = process.communicate(timeout=60)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            said = process.communicate()[1]
    check(running and process.returncode in (2, 128 + signal.SIGTERM), "a pipe without a reader is given up at a signal", said)
    os.unlink(os.path.join(folder, "pipe"))
    proof = os.path.join(folder, "proof")
    with open(proof, "w") as file:
        file.write(OLD)
    done = subprocess.run([QI, "nogo", "solve", "--to-move", "X", "--proof", "proof"], cwd=folder, capture_output=True,
                          input=FULL.encode())
    check(done.returncode == 2 and read(proof) == OLD, "an older proof stands when there is none", done)
    os.unlink(proof)

    # The arena's folder.
    os.mkdir(os.path.join(folder, "match"))
    victim = os.path.join(folder, "victim")
    with open(victim, "w") as file:
        file.write(OLD)
    arena = [QI, "arena", "@random", "@policy", "--games", "2", "--size", "5", "--output", "match"]
    os.symlink(victim, os.path.join(folder, "match", "00001.sgf"))
    done = subprocess.run(arena, cwd=folder, capture_output=True)
    check(done.returncode == 0 and read(victim) == OLD, "arena: a planted record is not followed", done.stderr)
    shutil.rmtree(os.path.join(folder, "match"))
    os.mkdir(os.path.join(folder, "match"))
    os.symlink(victim, os.path.join(folder, "match", "games.jsonl"))
    done = subprocess.run(arena, cwd=folder, capture_output=True)
    check(done.returncode == 2 and read(victim) == OLD, "arena: a planted log is refused", done.stderr)
    shutil.rmtree(os.path.join(folder, "match"))
    done = subprocess.run(arena, cwd=folder, capture_output=True, restore_signals=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
    check(done.returncode == 2 and b"File too large" in done.stderr, "arena: a full disk is reported with its reason",
          done.returncode, done.stderr)
    shutil.rmtree(os.path.join(folder, "match"))
    os.unlink(victim)

    # The report of an earlier failure, which a later success marks.
    def stress(*words, **settings):
        done = subprocess.run([QI, "stress", "--count", "2", "--generate", "seq", "--brute", "cat", *words, "--", "cat"],
                              cwd=folder, capture_output=True, timeout=60, **settings)
        return done.returncode, (done.stdout + done.stderr).decode()

    report = os.path.join(folder, "failure", "report.md")
    os.mkdir(os.path.dirname(report))
    for plant in ("link", "pipe"):
        with open(victim, "w") as file:
            file.write(OLD)
        if plant == "link":
            os.symlink(victim, report)
        else:
            os.mkfifo(report)
        status, text = stress()
        check(status == 0 and read(victim) == OLD and "earlier" not in text, f"stress: a planted {plant} is no report", text)
        os.unlink(report)
    with open(report, "w") as file:
        file.write(OLD)
    runs = [stress() for _ in range(2)]
    check("earlier failure" in runs[0][1] and "earlier" not in runs[1][1] and read(report).startswith(OLD) and
          read(report).endswith("2 cases have passed since.\n"), "stress: an old report is marked once", runs)
    shutil.rmtree(os.path.dirname(report))
    os.unlink(victim)

    # The files that a checker gets: all of them or none, and nothing is left of them.
    os.mkdir(os.path.join(folder, "temporary"))
    elsewhere = {**os.environ, "TMPDIR": os.path.join(folder, "temporary")}
    status, text = stress("--check", "sh -c 'cmp $1 $2' sh", "--size", "1000", "--first", "1000", "--generate",
                          "sh -c 'seq 20000'", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536)),
                          restore_signals=False, env=elsewhere)
    check(status == 2 and "cannot be written: File too large" in text, "stress: a full disk is not the program's fault", text)
    status, text = stress("--check", "sh -c 'mkdir -p ${0%/*}/one/two; cmp $1 $2'", env=elsewhere)
    check(status == 0 and not os.listdir(elsewhere["TMPDIR"]), "stress: nothing is left of a checker's folders", text,
          os.listdir(elsewhere["TMPDIR"]))
    shutil.rmtree(elsewhere["TMPDIR"])

    # Kills at random moments. A proof is new or whole; one that replaces another is one of the two.
    whole_time = time.monotonic()
    solve("--proof", "proof")
    whole_time = time.monotonic() - whole_time
    whole = read(proof)
    dice = random.Random(1)
    torn = left = 0
    for i in range(KILLS):
        replaces = i % 2
        if os.path.exists(proof):
            os.unlink(proof)
        if replaces:
            with open(proof, "w") as file:
                file.write(OLD)
        with subprocess.Popen([QI, "nogo", "solve", "--empty", "3x4", "--proof", "proof"], cwd=folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(dice.uniform(0, whole_time))
            process.send_signal(signal.SIGKILL)
        torn += os.path.exists(proof) and read(proof) not in ((OLD, whole) if replaces else (whole,))
        torn += bool(replaces) and not os.path.exists(proof)
        for name in os.listdir(folder):
            if name != "proof":
                # Between its name and its place, only when it replaces another: it is whole.
                left += not replaces or read(os.path.join(folder, name)) != whole
                os.unlink(os.path.join(folder, name))
    check(torn == 0 and left == 0, f"{KILLS} kills leave the old proof or a whole one", torn, left)

    # An input that somebody shortens meanwhile.
    killed = 0
    board = "3000 3000\n" + 3000 * (3000 * "." + "\n")
    for i in range(10 + 30 * SCALE // 100):
        with open(os.path.join(folder, "board"), "w") as file:
            file.write(board)
        with subprocess.Popen([QI, "nogo", "simulate", "board"], cwd=folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            time.sleep(dice.uniform(0, 0.02))
            os.truncate(os.path.join(folder, "board"), 0)
            process.wait()
        killed += process.returncode < 0
    check(killed == 0, "an input cut while it is read kills nothing", killed)

finish()
