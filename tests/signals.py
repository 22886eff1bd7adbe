"""INT, TERM and HUP end every verb soon; what was worked out is printed and saved, and no program is blamed that a signal
to the group or to all has ended.

    python3 signals.py QI MUTANTS

Writes TAP.
"""

import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from living import children_of
from sessions import Session

QI = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
SILENT = os.path.join(HERE, "cli", "faulty-engine.sh") + " silent"
SLEEPS = os.path.abspath(os.path.join(sys.argv[2], "misbehave"))
SOON = 1 + 4  # seconds; a busy machine may need some more
BOARD = "9\n" + 9 * ".........\n"

# (words, input, whether it ends itself, and so has something to say)
COMMANDS = [
    (["nogo", "solve", "--empty", "6x6"], "", True),
    (["nogo", "solve", "--empty", "6x6", "--jobs", "2", "--moves"], "", True),
    (["nogo", "solve", "--empty", "6x6", "--save", "facts"], "", True),
    (["nogo", "solve"], "1:x\n" + 4 * "6/6/6/6/6/6:x\n", True),
    (["nogo", "analyze", "--playouts", "100000000"], "1:x\n" + 4 * "9/9/9/9/9/9/9/9/9:x\n", True),
    (["nogo", "simulate", "--playouts", "1000000000"], BOARD, False),
    (["nogo", "analyze", "--time", "60"], BOARD, False),
    (["nogo", "gtp", "--time", "60"], "genmove b\n", False),
    (["go", "gtp"], None, False),
    (["nogo", "play"], None, False),
    (["nogo", "verify"], None, False),
    (["bench", "--time", "60s"], "", False),
    (["selftest", "--count", "1000000000"], "", True),
    (["nogo", "stress", "--input", "board", "--time-limit", "1m", "--", SLEEPS, "sleeps"], "", True),
    (["nogo", "stress", "--input", "never-ends", "--", SLEEPS, "sleeps"], "", False),  # while it is read
    (["nogo", "stress", "--time-limit", "1m", "--", SLEEPS, "sleeps"], "", True),
    (["nogo", "stress", "--shrink-time", "0", "--", "./slow.c"], "", True),  # while it is compiled
    (["nogo", "stress", "--", "sh", "-c", "sleep 0.3; echo"], "", True),  # while it is made small
    (["stress", "--generate", "echo", "--brute", "echo", "--", SLEEPS, "sleeps"], "", True),
    (["stress", "--generate", "seq", "--brute", "cat", "--size", "1000", "--", "sh", "-c", "sleep 0.3"], "", True),
    (["arena", "silent=" + SILENT, "@random", "--size", "3", "--openings", "0", "--time", "60"], "", True),
]


# Programs and engines that are right, and start so often that a signal to the group finds some that are not yet in a
# session of their own.
STORMED = [
    ["nogo", "stress", "--limits", "none", "--count", "1000000", "--jobs", "64", "--shrink-time", "0", "--json", "--",
     os.path.abspath(os.path.join(sys.argv[2], "nogo")), "none"],
    ["arena", "@random", "@policy", "--size", "2", "--openings", "0", "--jobs", "16", "--games", "1000000", "--json"],
]
# Signals to all processes of a job: the program, or the engine, ends by it as qi does.
ALL = "kill -INT $PPID; kill -INT $$"
EVERYBODY = [
    ["nogo", "stress", "--json", "--", "sh", "-c", ALL],
    ["nogo", "stress", "--json", "--jobs", "1", "--shrink-time", "0", "--", "sh", "-c", "exec >&-; " + ALL],
    ["stress", "--generate", "echo", "--brute", "echo", "--json", "--", "sh", "-c", ALL],
    ["arena", "all=" + ALL, "@random", "--size", "3", "--json"],
    ["arena", f"all=test -e tried && {{ {ALL}; }}; touch tried; exec '{QI}' nogo gtp --player random", "@random", "--size", "3",
     "--json"],
]
STORM = 500  # signals that end nothing, before
INTERRUPTS = 30  # that end it
# A signal that is ignored, as HUP is after nohup, stays so.
IGNORING = [
    ["nogo", "solve", "--empty", "6x6"],
    ["nogo", "stress", "--time-limit", "1m", "--", SLEEPS, "sleeps"],
]


def is_ready(pid, number):
    """Whether the process, or one that works for it, catches the signal by now or has blocked it."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            children = file.read().split()
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            sets = [int(line.split()[1], 16) for line in file if line.startswith(("SigCgt:", "SigBlk:"))]
    except OSError:  # it has ended
        return False
    return any(bits >> number - 1 & 1 for bits in sets) or any(is_ready(child, number) for child in children)


def attempt(home, words, text, talks, number):
    """Sends one signal to one verb at work: whether all is well, and what there is to say of it."""
    folder = tempfile.mkdtemp(dir=home)
    for name in ("board", "slow.c", "never-ends"):
        os.symlink(os.path.join(home, name), os.path.join(folder, name))
    process = subprocess.Popen([QI, *words], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    if text is not None:
        process.stdin.write(text.encode())
        process.stdin.flush()
        if "gtp" not in words:
            process.stdin.close()
            process.stdin = None
    while talks and process.poll() is None and not is_ready(process.pid, number):
        time.sleep(0.01)
    time.sleep(0.8 if "sh" in words else 0.1)  # so that it is at work, or makes a case small
    running = process.poll() is None
    process.send_signal(number)
    start = time.monotonic()
    try:
        out, error = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        out, error = process.communicate()
    taken = time.monotonic() - start
    good = running and taken < SOON
    good = good and process.returncode == (128 + number if talks else -number)
    good = good and (not talks or b"unknown" in out or b"engine" in out or b"answer" in out or
                     b"interrupted" in out or "./slow.c" in words or
                     (b'"position":' in out and out.endswith(b"}\n")))  # whole lines
    good = good and b" 0 cases" not in out and b"\n0 cases" not in out and b"no failure" not in out
    good = good and ("facts" not in words or os.path.getsize(os.path.join(folder, "facts")) > 16)
    return good, f"{running} {taken:.1f} s, status {process.returncode}, {out[-200:]!r}, {error[-200:]!r}"


def is_blamed(text):
    """Whether some program or engine is blamed in the JSON that was printed; None when there is none."""
    documents = [json.loads(line) for line in text.split("\n") if line.startswith("{") and line.endswith("}")]
    return any(one.get("failed") or any(engine["faults"] for engine in one.get("engines", [])) for one in documents) if documents else None


def end_together(words, home):
    """What is wrong, or empty."""
    done = subprocess.run([QI, *words], cwd=tempfile.mkdtemp(dir=home), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60, check=False, text=True)
    good = done.returncode == 128 + signal.SIGINT and is_blamed(done.stdout) is False
    return "" if good else f"status {done.returncode}, {done.stdout[-300:]!r}, {done.stderr[-300:]!r}"


def storm(words, typed, home):
    """Signals to a verb at work and all its group. It finds nothing wrong, so it may blame nobody. What is wrong, or
    empty."""
    output = os.path.join(tempfile.mkdtemp(dir=home), "output")
    with open(output, "wb") as file:
        session = Session([QI, *words], typed, cwd=home, stdout=file, stderr=subprocess.STDOUT)
    process = session.process
    while process.poll() is None and not is_ready(process.pid, signal.SIGINT):
        time.sleep(0.01)
    time.sleep(0.1)  # so that it is at work
    for _ in range(STORM):
        session.signal(signal.SIGUSR1)
        time.sleep(0.0005)
    running = process.poll() is None
    for _ in range(INTERRUPTS):
        session.signal(signal.SIGINT)
        time.sleep(0.0005)
    try:
        process.wait(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    session.close()
    with open(output, encoding="utf-8") as file:
        text = file.read()
    blamed = is_blamed(text)
    # When the work has ended in order, the next signal ends it as it would end any program.
    good = (process.returncode == 128 + signal.SIGINT and blamed is not None) or process.returncode == -signal.SIGINT
    return "" if running and good and not blamed else f"{running}, status {process.returncode}, {text[-300:]!r}"


# Programs that stop (SIGSTOP) those who started them.
STOPPERS = {
    "a program stops its parent": "kill -STOP $PPID; echo",
    "a program's child stops its grandparent": "above=$PPID; sh -c \"kill -STOP $above\"; echo",
    "a program stops its grandparent, the guard": "kill -STOP $(cut -d' ' -f4 /proc/$PPID/stat); echo",
}


def stop_parents(command, home):
    """What is wrong, or empty."""
    process = subprocess.Popen([QI, "stress", "--generate", "echo", "--brute", "echo", "--count", "3", "--json", "--", "sh", "-c",
                                command], cwd=tempfile.mkdtemp(dir=home), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    try:
        out, _ = process.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        for pid in [process.pid, *children_of(process.pid)]:
            os.kill(pid, signal.SIGKILL)
        return "it hangs"
    return "" if process.returncode == 0 and '"cases":3' in out else f"status {process.returncode}, {out[-300:]!r}"


def ignore(words, home):
    """What is wrong with a verb that ignores HUP, or empty."""
    process = subprocess.Popen([QI, *words], cwd=tempfile.mkdtemp(dir=home), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    while process.poll() is None and not is_ready(process.pid, signal.SIGINT):
        time.sleep(0.01)
    time.sleep(0.3)  # so that it is at work
    process.send_signal(signal.SIGHUP)
    time.sleep(0.3)  # in which it would end
    running = process.poll() is None
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    return "" if running and process.returncode == 128 + signal.SIGINT else f"{running}, status {process.returncode}"


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as home:
        with open(os.path.join(home, "board"), "w", encoding="ascii") as file:
            file.write(BOARD)
        with open(os.path.join(home, "slow.c"), "w", encoding="ascii") as file:
            file.write("#include \"never-ends\"\n")
        os.mkfifo(os.path.join(home, "never-ends"))
        cases = [(*command, number) for command in COMMANDS
                 for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
        # Most of the time a case waits, so three go on at once.
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            for count, (case, (good, story)) in enumerate(
                    zip(cases, pool.map(lambda case: attempt(home, *case), cases)), 1):
                failed += not good
                name = " ".join(case[0]).replace(HERE, "tests")
                print(f"{'ok' if good else 'not ok'} {count} {signal.Signals(case[3]).name}: {name}", flush=True)
                if not good:
                    print(f"#   {story}")
        count = len(cases)
        for words in STORMED:
            for typed in (False, True):
                wrong = storm(words, typed, home)
                failed += bool(wrong)
                count += 1
                print(f"{'not ok' if wrong else 'ok'} {count} signals to the group, {'Ctrl-C' if typed else 'SIGINT'} to end it: "
                      f"{' '.join(words).replace(HERE, 'tests')}", flush=True)
                if wrong:
                    print(f"#   {wrong}")
        for words in EVERYBODY:
            wrong = end_together(words, home)
            failed += bool(wrong)
            count += 1
            print(f"{'not ok' if wrong else 'ok'} {count} SIGINT to all: {' '.join(words)}", flush=True)
            if wrong:
                print(f"#   {wrong}")
        for name, command in STOPPERS.items():
            wrong = stop_parents(command, home)
            failed += bool(wrong)
            count += 1
            print(f"{'not ok' if wrong else 'ok'} {count} {name}", flush=True)
            if wrong:
                print(f"#   {wrong}")
        for words in IGNORING:
            wrong = ignore(words, home)
            failed += bool(wrong)
            count += 1
            print(f"{'not ok' if wrong else 'ok'} {count} HUP ignored: {' '.join(words).replace(HERE, 'tests')}")
            if wrong:
                print(f"#   {wrong}")
        print(f"1..{count}")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
