"""Attacks qi until the time is over, and prints what was tried.

    python3 tools/torture.py BUILD [--time SECONDS] [--rounds N] [--seed S]

BUILD is a build folder with tests. Every round tries each attack once, with random details from the seed: hostile
programs, hostile engines, want of memory, a full disk, signals, kills in the middle of writing, kills and restarts of a
match. Prints a table, and the seed of every failure. The status is 1 when something gave way.
"""

import argparse
import glob
import importlib.util
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from living import carrying  # noqa: E402
from sessions import Session  # noqa: E402

TIMEOUT = 120  # seconds; only a hang takes as long
BOARD = "9\n" + 9 * ".........\n"


def gone(token):
    end = time.monotonic() + TIMEOUT
    while carrying(token) and time.monotonic() < end:
        time.sleep(0.01)
    return not carrying(token)


class Torture:
    def __init__(self, build, seed, scale):
        self.qi = os.path.join(build, "qi")
        self.mutants = os.path.join(build, "tests", "mutants")
        self.starved = self.load_starved(os.path.join(build, "tests", "starved-qi"))
        self.random = random.Random(seed)
        self.tokens = 0
        self.scale = scale  # of the unit tests, in percent

    @staticmethod
    def load_starved(program):
        """The verbs and the judgement of tests/api/starved.py; None in a build without that program."""
        if not os.path.exists(program):
            return None
        before, sys.argv = sys.argv, ["starved.py", program, ROOT]
        spec = importlib.util.spec_from_file_location("starved", os.path.join(ROOT, "tests", "api", "starved.py"))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.argv = before
        return module

    def token(self):
        self.tokens += 1
        return f"torture-{os.getpid()}-{self.tokens}"

    def run(self, words, folder, **settings):
        return subprocess.run([self.qi, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=TIMEOUT, check=False, **settings)

    # Every attack returns None, or what gave way.

    def hostile_program(self, folder):
        kinds = {"sleeps": b"time limit", "spins": b"time limit",
                 "prints-for-ever": (b"output limit", b"time limit"),
                 "eats-memory": b"memory limit", "crashes": b"crash", "exits": b"exit status",
                 "daemon-twice": b"wrong answer", "forks": b"wrong answer", "storms": b"memory limit",
                 "stops-itself": b"time limit", "eats-in-children": b"memory limit",
                 "spins-in-a-daemon": b"time limit"}
        how = self.random.choice(sorted(kinds))
        token = self.token()
        time_limit = "10s" if kinds[how] == b"memory limit" else "50ms"  # or it may be reached while memory is taken
        done = self.run(["nogo", "stress", "--time-limit", time_limit, "--memory-limit", "64M", "--shrink-time", "0",
                         "--count", "2", "--output", "o", "--", os.path.join(self.mutants, "misbehave"), how, token], folder)
        if done.returncode != 1 or not done.stdout.startswith(kinds[how]):
            return f"{how}: status {done.returncode}, {done.stdout[:80]!r}"
        return None if gone(token) else f"{how}: {carrying(token)} are left"

    def hostile_engine(self, folder):
        token = self.token()
        noise = self.random.randrange(1, 5000)
        engines = [
            f"head -c {noise} /dev/urandom; : {token}",
            f"while read -r line; do printf '= \\377A1 \\t\\n\\n'; done; : {token}",
            f"while read -r line; do printf '=\\n\\n=\\n\\n=\\n\\n'; done; : {token}",
            f"read -r line; printf '=\\n\\n'; yes =; : {token}",
            f"read -r line; printf '=\\n\\n'; kill -9 $$; : {token}",
            f"'{self.mutants}/misbehave' daemon-twice {token} >/dev/null; while read -r line; do printf '= A1\\n\\n'; done",
        ]
        done = self.run(["arena", "hostile=" + self.random.choice(engines), "@random", "--size", "3", "--games", "2",
                         "--time", "0.2", "--openings", "0", "--json"], folder)
        if done.returncode == 0:
            table = json.loads(done.stdout)
            if table["games"] != 2 or table["engines"][1]["faults"]:
                return f"the good engine is blamed: {done.stdout[:200]!r}"
        elif done.returncode != 2 or b"cannot play with 'hostile'" not in done.stderr:
            return f"status {done.returncode}, {done.stderr[:200]!r}"
        return None if gone(token) else f"{carrying(token)} are left"

    def want_of_memory(self, _):
        verbs = [verb for verb in self.starved.VERBS if verb[0][0] != "arena" and not {"PROOF", "NEW"} & set(verb[0])]
        arguments, text = self.random.choice(verbs)
        whole = self.starved.run(arguments, text)
        way = self.random.choice(["STARVE_AT", "STARVE_FROM"])
        k = int(2 ** (12 * self.random.random()))
        wrong = self.starved.fault(whole, self.starved.run(arguments, text, **{way: k}), arguments[1])
        return wrong and f"{' '.join(arguments)} with {way}={k}: {wrong}"

    def full_disk(self, folder):
        most = self.random.randrange(0, 3000)
        path = os.path.join(folder, "kept")
        with open(path, "w", encoding="ascii") as file:
            file.write("old\n")

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        done = self.run(["go", "show", "--size", "19", "--svg", "kept", os.path.join(ROOT, "examples", "go.txt")], folder,
                        preexec_fn=limit)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        whole = done.returncode == 0 and text.endswith("</svg>\n")
        good = whole or (done.returncode == 2 and text == "old\n" and done.stderr)
        left = [name for name in os.listdir(folder) if name.startswith(("kept.", ".kept"))]
        return None if good and not left else f"limit {most}: status {done.returncode}, {text[-20:]!r}, {left}"

    def a_signal(self, folder):
        commands = [
            (["nogo", "solve", "--empty", "6x6", "--save", "facts"], b"unknown"),
            (["nogo", "stress", "--time-limit", "1m", "--", os.path.join(self.mutants, "misbehave"), "spins"], b"no case"),
            (["selftest", "--count", "1000000000"], b"interrupted"),
            (["nogo", "simulate", "--playouts", "1000000000", os.path.join(ROOT, "examples", "sample.txt")], None),
            # Programs that are right: a signal to the group must not look like a crash of theirs.
            (["nogo", "stress", "--limits", "none", "--count", "1000000000", "--jobs", "128", "--shrink-time", "0", "--",
              os.path.join(self.mutants, "nogo"), "none"], b"(interrupted)"),
            (["arena", "@random", "@policy", "--size", "2", "--openings", "0", "--jobs", "16", "--games", "1000000",
              "--json"], b'"crashed":0'),
        ]
        words, says = self.random.choice(commands)
        number = self.random.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
        how = self.random.choice(["the process", "the group", "the terminal"])
        session = Session([self.qi, *words], how == "the terminal", cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
        run = session.process
        time.sleep(0.3 * self.random.random())
        for _ in range(1 if how == "the process" else self.random.randrange(1, 40)):
            if how == "the process":
                run.send_signal(number)
            else:
                session.signal(number)
            time.sleep(0.0005)
        try:
            out, _ = run.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            run.kill()
            run.communicate()
            return f"{number.name} to {how} does not end {' '.join(words)}"
        finally:
            session.close()
        if run.returncode == -number:  # before it was ready, with nothing to say, or after its report
            return None
        return None if run.returncode == 128 + number and says and says in out else \
            f"{number.name} to {how}, {' '.join(words)}: status {run.returncode}, {out[:80]!r}"

    def killed_writer(self, folder):
        path = os.path.join(folder, "proof")
        run = subprocess.Popen([self.qi, "nogo", "solve", "--empty", "4x4", "--proof", "proof"], cwd=folder,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.05 * self.random.random())
        run.kill()
        run.wait()
        if not os.path.exists(path):
            return None
        done = self.run(["nogo", "verify", "proof"], folder)
        return None if done.returncode == 0 else f"a torn proof: {done.stderr[:100]!r}"

    def killed_match(self, folder):
        place = os.path.join(folder, self.token())
        words = ["arena", "@random", "@policy", "--size", "3", "--games", "6", "--time", "0.1", "--output", place]
        for _ in range(2):
            run = subprocess.Popen([self.qi, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.25 * self.random.random())
            run.kill()
            run.wait()
        end = time.monotonic() + TIMEOUT  # the other half of it may still hold the folder
        done = self.run([*words, "--json"], folder)
        while done.returncode == 2 and b"another match" in done.stderr and time.monotonic() < end:
            time.sleep(0.05)
            done = self.run([*words, "--json"], folder)
        with open(os.path.join(place, "games.jsonl"), encoding="utf-8") as file:
            numbers = sorted(json.loads(line)["game"] for line in list(file)[1:])
        games = len(glob.glob(os.path.join(place, "*.sgf")))
        good = done.returncode == 0 and json.loads(done.stdout)["games"] == 6 and numbers == list(range(6)) and games == 6
        return None if good else f"status {done.returncode}, games {numbers}, {games} records, {done.stderr[:100]!r}"

    def interrupts(self, _):
        """At random moments of the library's long calls; one that loses an interrupt does not return."""
        try:
            done = subprocess.run([os.path.join(os.path.dirname(self.mutants), "test_interrupts")], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False,
                                  env={**os.environ, "QI_TEST_SEED": str(self.random.randrange(1 << 32)), "QI_TEST_SCALE": str(self.scale)})
        except subprocess.TimeoutExpired:
            return "a call did not end"
        return None if done.returncode == 0 else done.stdout.decode()[-300:]


ATTACKS = ["hostile_program", "hostile_engine", "want_of_memory", "full_disk", "a_signal", "interrupts", "killed_writer",
           "killed_match"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--rounds", type=int, default=0, help="this many instead of --time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tried, given_way = dict.fromkeys(ATTACKS, 0), dict.fromkeys(ATTACKS, 0)
    start = time.monotonic()
    rounds = 0
    while rounds < options.rounds if options.rounds else time.monotonic() - start < options.time:
        torture = Torture(os.path.abspath(options.build), options.seed + rounds, 10 if options.rounds else 100)
        for name in ATTACKS:
            if name == "want_of_memory" and not torture.starved:
                continue
            with tempfile.TemporaryDirectory() as folder:
                wrong = getattr(torture, name)(folder)
            tried[name] += 1
            if wrong:
                given_way[name] += 1
                print(f"{name}, seed {options.seed + rounds}: {wrong}", flush=True)
        rounds += 1
    print(f"{'attack':20} {'tried':>6} {'gave way':>9}")
    for name in ATTACKS:
        print(f"{name.replace('_', ' '):20} {tried[name]:6} {given_way[name]:9}")
    sys.exit(any(given_way.values()))


if __name__ == "__main__":
    main()
