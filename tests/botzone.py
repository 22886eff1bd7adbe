"""The bot in one source file: written, compiled as Botzone compiles it, and played for whole games
through the judge's protocol, in processes with a second of CPU time and 256 MiB. Writes TAP.

    botzone.py MAKE.sh
"""

import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile

SIDE = 9
MEMORY = 256 << 20
KEEP = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
BRIEF = "0.03"  # seconds a move


class Board:
    """A slow judge of its own: stones by point, and whether a move leaves every group a liberty."""

    def __init__(self):
        self.stones = {}

    def has_liberty(self, point):
        group, waiting = {point}, [point]
        while waiting:
            row, column = waiting.pop()
            for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if not (0 <= near[0] < SIDE and 0 <= near[1] < SIDE) or near in group:
                    continue
                if near not in self.stones:
                    return True
                if self.stones[near] == self.stones[point]:
                    group.add(near)
                    waiting.append(near)
        return False

    def play(self, colour, point):
        """Plays, unless that is against the rules; returns whether it did."""
        if not (0 <= point[0] < SIDE and 0 <= point[1] < SIDE) or point in self.stones:
            return False
        self.stones[point] = colour
        if all(map(self.has_liberty, self.stones)):
            return True
        del self.stones[point]
        return False

    def legal(self, colour):
        found = []
        for point in ((row, column) for row in range(SIDE) for column in range(SIDE)):
            if self.play(colour, point):
                del self.stones[point]
                found.append(point)
        return found


def limit(cpu):
    """The judge's limits, for a process that is about to start."""
    def apply():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if cpu:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
    return apply


def as_move(point):
    return {"x": point[0], "y": point[1]}


def answer_of(line):
    response = json.loads(line)["response"]
    return response["x"], response["y"]


class Once:
    """The bot, a process for every turn."""

    def __init__(self, program):
        self.command = [program, BRIEF]
        self.requests, self.responses = [], []

    def ask(self, request):
        self.requests.append(as_move(request))
        turn = json.dumps({"requests": self.requests, "responses": self.responses, "data": "\"}[", "time_limit": 1})
        done = subprocess.run(self.command, input=turn + "\n", stdout=subprocess.PIPE, text=True,
                              preexec_fn=limit(1), check=True)
        response = answer_of(done.stdout.splitlines()[0])
        self.responses.append(as_move(response))
        return response

    def end(self):
        return True


class Kept:
    """The bot, one process for the game; each turn may take a second of its CPU time."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, BRIEF], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, preexec_fn=limit(0))
        self.first = True
        self.most = 0.0

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, request):
        before = 0 if self.first else self.cpu()
        turn = {"requests": [as_move(request)], "responses": []} if self.first else as_move(request)
        self.process.stdin.write(json.dumps(turn) + "\n")
        self.process.stdin.flush()
        response = answer_of(self.process.stdout.readline())
        if self.process.stdout.readline().strip() != KEEP:
            raise ValueError("the bot does not ask to be kept running")
        self.most = max(self.most, self.cpu() - before)
        self.first = False
        return response

    def end(self):
        self.process.stdin.close()
        return self.process.wait() == 0 and self.most < 1


def play_game(bot, bots_colour, seed):
    """A game against random moves; True when the bot wins by the rules and within its limits."""
    board, rng, colour = Board(), random.Random(seed), 0
    last = (-1, -1)
    while True:
        legal = board.legal(colour)
        if not legal:
            won = colour != bots_colour
            return bot.end() and won
        if colour == bots_colour:
            last = bot.ask(last)
            if last not in legal:
                print(f"# {last} is no legal move")
                return False
        else:
            last = rng.choice(legal)
        board.play(colour, last)
        colour = 1 - colour


def full_time(program):
    """A turn with the usual time, as the judge would run it."""
    turn = json.dumps({"requests": [as_move((-1, -1))], "responses": []})
    done = subprocess.run([program], input=turn, stdout=subprocess.PIPE, text=True, preexec_fn=limit(1))
    return done.returncode == 0 and answer_of(done.stdout.splitlines()[0]) in Board().legal(0)


def refuses(program):
    """Turns that make no sense end the bot with a message and no move."""
    good = True
    for text in ("", "{", "[1,2]", '{"requests":[{"x":9,"y":0}],"responses":[]}',
                 '{"requests":[{"x":0,"y":0}],"responses":[{"x":0,"y":0}]}', '{"requests":"\\'):
        done = subprocess.run([program, BRIEF], input=text + "\n", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True)
        expected = (0, False) if not text else (1, True)
        if (done.returncode, bool(done.stderr)) != expected or done.stdout:
            print(f"# {text!r}: status {done.returncode}, {done.stdout!r}")
            good = False
    return good


def main():
    if not shutil.which("g++"):
        print("1..0 # SKIP no g++")
        return 0
    number, failed = 0, 0

    def note(good, name):
        nonlocal number, failed
        number += 1
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} {name}", flush=True)

    print("1..8")
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "bot.cpp"), os.path.join(folder, "bot")
        subprocess.run([sys.argv[1], source], check=True)
        note(os.path.getsize(source) < 1_000_000, f"the source is under a megabyte: {os.path.getsize(source)} bytes")
        done = subprocess.run(["g++", "-O2", "-std=c++17", "-o", program, source], stderr=subprocess.PIPE, text=True)
        note(done.returncode == 0 and not done.stderr, "g++ -O2 -std=c++17 takes it without a word")
        if done.returncode:
            print("\n".join("# " + line for line in done.stderr.splitlines()[:20]))
            return 1
        note(play_game(Once(program), 0, 1), "Black wins a game, a process a turn")
        note(play_game(Once(program), 1, 2), "White wins a game, a process a turn")
        note(play_game(Kept(program), 0, 3), "Black wins a game, kept running")
        note(play_game(Kept(program), 1, 4), "White wins a game, kept running")
        note(full_time(program), "a turn with the usual time keeps within a second and 256 MiB")
        note(refuses(program), "nonsense is refused")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
