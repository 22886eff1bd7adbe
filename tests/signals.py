"""INT, TERM and HUP end every verb soon; what was worked out is printed and saved.

    python3 signals.py QI MUTANTS

Writes TAP.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time

QI = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
SILENT = os.path.join(HERE, "cli", "faulty-engine.sh") + " silent"
SLEEPS = os.path.abspath(os.path.join(sys.argv[2], "misbehave"))
SOON = 1 + 4  # seconds; a busy machine may need some more
BOARD = "9\n" + 9 * ".........\n"

# (words, input, whether it ends itself, and so has something to say)
COMMANDS = [
    (["nogo", "solve", "--empty", "6x6"], "", True),
    (["nogo", "solve", "--empty", "6x6", "--threads", "2", "--moves"], "", True),
    (["nogo", "solve", "--empty", "6x6", "--save", "facts"], "", True),
    (["nogo", "simulate", "--playouts", "1000000000"], BOARD, False),
    (["nogo", "analyze", "--time", "60"], BOARD, False),
    (["nogo", "gtp", "--time", "60"], "genmove b\n", False),
    (["go", "gtp"], None, False),
    (["nogo", "play"], None, False),
    (["bench", "--time", "60s"], "", False),
    (["selftest", "--count", "1000000000"], "", False),
    (["nogo", "stress", "--input", "board", "--time-limit", "60000", "--", SLEEPS, "sleeps"], "", True),
    (["nogo", "stress", "--time-limit", "60000", "--", SLEEPS, "sleeps"], "", True),
    (["nogo", "stress", "--no-shrink", "--", "./slow.c"], "", True),  # while it is compiled
    (["nogo", "stress", "--", "sh", "-c", "sleep 0.1; echo"], "", True),  # while it is made small
    (["stress", "--generate", "echo", "--answer", "echo", "--", SLEEPS, "sleeps"], "", True),
    (["stress", "--generate", "seq", "--answer", "cat", "--size-max", "1000", "--", "sh", "-c", "sleep 0.1"], "", True),
    (["arena", "silent=" + SILENT, "@random", "--size", "3", "--openings", "0", "--time", "60"], "", True),
]

count = failed = 0
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "board"), "w", encoding="ascii") as file:
        file.write(BOARD)
    with open(os.path.join(folder, "slow.c"), "w", encoding="ascii") as file:
        file.write("#include \"never-ends\"\n")
    os.mkfifo(os.path.join(folder, "never-ends"))
    for words, text, talks in COMMANDS:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            facts = os.path.join(folder, "facts")
            if os.path.exists(facts):
                os.unlink(facts)
            process = subprocess.Popen([QI, *words], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            if text is not None:
                process.stdin.write(text.encode())
                process.stdin.flush()
                if "gtp" not in words:
                    process.stdin.close()
                    process.stdin = None
            time.sleep(0.5)
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
                         b"interrupted" in out or "./slow.c" in words)
            good = good and b" 0 cases" not in out and b"\n0 cases" not in out and b"no failure" not in out
            good = good and ("facts" not in words or os.path.getsize(facts) > 16)
            count += 1
            failed += not good
            name = " ".join(words).replace(HERE, "tests")
            print(f"{'ok' if good else 'not ok'} {count} {signal.Signals(number).name}: {name}", flush=True)
            if not good:
                print(f"#   {running} {taken:.1f} s, status {process.returncode}, {out[-200:]!r}, {error[-200:]!r}")
print(f"1..{count}")
sys.exit(failed > 0)
