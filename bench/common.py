"""What the benchmarks share: CPU times of processes, ratios, bars, and the peers' listings.

Listings of other people's programs are taken from the problem statements when they lie beside the
project, completed in a scratch folder, and never kept.
"""

import atexit
import glob
import os
import re
import shutil
import subprocess
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
QI = os.path.join(SOURCE, "build", "qi")
SHARED = os.path.join(os.path.dirname(SOURCE), "shared")
SCRATCH = tempfile.mkdtemp(prefix="qi-bench-")
atexit.register(shutil.rmtree, SCRATCH, True)

missed = []
ratios = []  # to other programs, for the picture


spawn = None  # bench/spawn.c, compiled


def run(command, stdin=None, stdout=os.devnull):
    """Runs a command once; returns (CPU seconds, peak memory in bytes, exit status), the command's
    alone."""
    global spawn
    if not spawn:
        spawn = os.path.join(SCRATCH, "spawn")
        subprocess.run(["gcc", "-O2", "-D_GNU_SOURCE", "-o", spawn,
                        os.path.join(SOURCE, "bench", "spawn.c")], check=True)
    report = os.path.join(SCRATCH, "report")
    with open(stdin or os.devnull, "rb") as source, open(stdout, "wb") as sink:
        subprocess.run([spawn, report, *command], stdin=source, stdout=sink, check=True)
    with open(report, encoding="utf-8") as file:
        seconds, peak, status = file.read().split()
    return float(seconds), int(peak), int(status)


def run_well(command, stdin=None):
    """The same for a command that must succeed: (CPU seconds, peak memory in bytes)."""
    seconds, peak, status = run(command, stdin)
    if status != 0:
        raise SystemExit(f"bench: {command} ended with status {status}")
    return seconds, peak


def fastest(commands, rounds=7):
    """The least CPU seconds of each command over some rounds, the commands taking turns so that
    a busy machine disturbs all of them alike. Each command is (argv, stdin path)."""
    best = [float("inf")] * len(commands)
    for _ in range(rounds):
        for i, (argv, stdin) in enumerate(commands):
            best[i] = min(best[i], run_well(argv, stdin)[0])
    return best


def bar(name, value, limit, at_least=True):
    """Prints whether a figure meets its bar, and remembers it if not."""
    good = value >= limit if at_least else value <= limit
    print(f"   {'ok    ' if good else 'MISSED'} {name}: {value:.2f} "
          f"(bar: at {'least' if at_least else 'most'} {limit:g})", flush=True)
    if not good:
        missed.append(name)


def ratio(name, value):
    """Remembers how many times less CPU time than another program something took."""
    ratios.append((name, value))


def finish():
    if missed:
        print(f"bars missed: {', '.join(missed)}")


def listing(number, which):
    """The `which`-th C++ listing (from 0) of the numbered problem statement, or None."""
    found = glob.glob(os.path.join(SHARED, "seeds", f"{number:03d}_*.txt"))
    if not found:
        return None
    text = open(found[0], encoding="utf-8").read()
    return re.findall(r"```(?:cpp|c\+\+)\n(.*?)```", text, re.S)[which]


def compile_peer(name, code):
    """Compiles a C++ program in the scratch folder as people do (g++ -O2); returns its path."""
    source, program = os.path.join(SCRATCH, name + ".cpp"), os.path.join(SCRATCH, name)
    with open(source, "w", encoding="utf-8") as file:
        file.write(code)
    subprocess.run(["g++", "-O2", "-w", "-o", program, source], check=True)
    return program


