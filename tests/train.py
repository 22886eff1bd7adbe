"""Training works from self-play to a weights file that the library computes with, bit for bit.

    python3 train.py LIBRARY TOOLS_FOLDER

Needs NumPy and PyTorch and is skipped without them; they are looked for in the system's Python too.
Writes TAP.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile

from python_with import go_on_in_python_with

LIBRARY, TOOLS = map(os.path.abspath, sys.argv[1:3])
go_on_in_python_with("numpy", "torch")
try:
    import numpy as np
    import torch
except ImportError as error:
    print(f"1..0 # SKIP {error}")
    sys.exit(0)

sys.path.insert(0, TOOLS)
import check
import export
import qinet
from data import FIELDS, Window, symmetries
from learner import Learner
from model import Judge, Network
import fused

CPU = torch.device("cpu")
count = failed = 0


def report(name, good, detail=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} {name}", flush=True)
    for line in str(detail).split("\n") if not good else []:
        print(f"#   {line}")


def same_numbers(name, data, positions):
    try:
        compared, paths = check.check(check.Library(LIBRARY), data, positions)
        report(f"{name}: library and model agree ({compared} answers, {' '.join(paths)})",
               compared > 0)
    except (AssertionError, ValueError) as error:
        report(f"{name}: library and model agree", False, error)


def made_up_window(rows, columns, batch, density=0.5):
    """Positions with targets that can be seen in the planes, so that they can be learnt and a wrong
    turn of the board shows: the owner is who has a stone there, the winner has more stones, good
    moves are legal points with an own stone, and plane 5 is the reply."""
    window, random, n = Window(rows, columns, 600, batch, CPU, torch.float32), \
        np.random.default_rng(rows * 31 + columns), 500
    area = rows * columns
    bits = random.random((n, 8, area)) < density
    bits[:, 7] = True
    bits[:, 5] = np.arange(area) == random.integers(0, area, (n, 1))
    bits[:, 3] |= bits[:, 5]
    bits[:, 2, 0] = bits[:, 0, 0] = True  # at least one good move
    bits[:, 1] &= ~bits[:, 0]
    good = bits[:, 2] & bits[:, 0]
    fields = {"planes": np.packbits(bits, axis=-1, bitorder="little").reshape(n, -1),
              "policy": (good * (65535 // good.sum(1, keepdims=True))).astype(np.uint16).view(np.int16),
              "owner": (bits[:, 0] + 2 * bits[:, 1]).astype(np.uint8),
              "policy_weight": np.ones(n, np.uint8),
              "result": np.where(bits[:, 0].sum(1) > bits[:, 1].sum(1), 1, -1).astype(np.int8),
              "search_value": np.zeros(n, np.float32),
              "moves_left": bits[:, 0].sum(1).astype(np.int16),
              "reply": bits[:, 5].argmax(1).astype(np.int16)}
    window.append({name: torch.from_numpy(fields[name]) for name, _, _ in FIELDS}, n)
    window.limit(n)
    return window


def test_symmetries():
    for rows, columns, wanted in ((5, 5, 8), (3, 4, 4)):
        tables = {tuple(table) for table in symmetries(rows, columns)}
        neighbours = lambda table: {
            (table[p], table[q]) for p in range(rows * columns) for q in range(rows * columns)
            if abs(p // columns - q // columns) + abs(p % columns - q % columns) == 1}
        report(f"{rows}x{columns}: {wanted} symmetries that keep neighbours",
               len(tables) == wanted
               and len({frozenset(neighbours(table)) for table in tables}) == 1)
        window = made_up_window(rows, columns, 256)
        window.draw()
        batch = window.drawn
        planes = batch["points"] == 1
        at = planes[:, :, 5].gather(1, batch["reply"].unsqueeze(1))
        report(f"{rows}x{columns}: planes and targets turn together",
               torch.equal(planes[:, :, 2] & planes[:, :, 0], batch["policy"] > 0)
               and torch.equal(batch["owner"] == 1, planes[:, :, 0])
               and torch.equal(batch["owner"] == 2, planes[:, :, 1])
               and bool(at.all()) and len(set(batch["reply"].tolist())) > 6)


def folding_error(network, learner, windows):
    """How far the folded network is from the one that is trained, in standard deviations of the
    policy and the value; over all sizes, which have different statistics but one folded network."""
    for step in range(60):  # statistics settle
        windows[step % 2].draw()
        learner.train(step % 2, 0.0)
    network.average.copy_(network.value)
    network.mix_average.copy_(network.mixed_statistics(learner.shares))
    worst = 0.0
    for size, window in enumerate(windows):
        points = window.targets({name: tensor[:500] for name, tensor in window.arrays.items()})
        planes = points["points"].reshape(500, window.rows, window.columns, 8).permute(0, 3, 1, 2)
        with torch.no_grad():
            trained = network.forward(planes, size, learner.shares, False)
            folded = network.evaluate(planes)
        for index in (0, 2):
            worst = max(worst, float((trained[index] - folded[index]).std() / folded[index].std()))
    return worst


def test_learning():
    """Steps in real numbers, then as integers; the judge and the integer network follow."""
    torch.manual_seed(1)
    windows = [made_up_window(5, 5, 64), made_up_window(4, 6, 64, 0.15)]
    network = Network(16, 1, 2, CPU)
    learner = Learner(network, windows, [0.7, 0.3], None)
    seen = []
    for quantised, steps in ((False, 60), (False, 200), (True, 60)):
        learner.prepare(quantised)
        for step in range(steps):
            size = int(step % 10 >= 7)
            windows[size].draw()
            learner.train(size, 2e-3)
        seen.append(learner.report()[0])
        if steps == 200:
            error = folding_error(network, learner, windows)
            report("what is folded for play is what is trained", error < 0.15, error)
    for each in seen:
        each["value"] -= 0.4227  # the entropy of 0.7 of a sure result
    falls = all(seen[1][name] < 0.7 * seen[0][name]
                for name in ("divergence", "owner", "value", "left", "reply"))
    report("losses fall", falls, seen)
    report("and stay when integers are trained",
           all(seen[2][name] < 1.1 * seen[1][name] for name in ("divergence", "owner", "value", "reply")), seen)
    planes = windows[0].drawn["points"].reshape(-1, 5, 5, 8).permute(0, 3, 1, 2)
    judge = Judge(network, torch.float32, fused.plain)
    judge.load()
    with torch.no_grad():
        answers = network.evaluate(planes)
        policy, value = judge.answer(planes)
    report("the judge of self-play answers what is exported",
           bool((policy - answers[0]).abs().max() < 1e-3)
           and bool((value - torch.tanh(answers[2] / 2)).abs().max() < 1e-3))
    whole = export.integer_network(network, 5).answer(planes.numpy().astype(np.uint8))
    distance = [float(np.abs(real.numpy() - integer).mean() / real.std()) for real, integer in
                ((answers[0], whole[0] / 256), (answers[2], whole[1] / 4096))]
    report("the integer network is near the real one", max(distance) < 0.06, distance)


def train(folder, *more, until=None):
    """Runs train.py; with `until`, ends it by SIGTERM once its output has that text."""
    command = [sys.executable, os.path.join(TOOLS, "train.py"), "--run", folder, "--library",
               LIBRARY, "--network", "16x1", "--also", "32x1", "--sizes", "5:80,4x5:20", "--games",
               "64", "--jobs", "1", "--batch", "64", "--visits", "4", "--early-visits", "2",
               "--match-games", "8", "--match-visits", "2", "--warm-up", "10", "--report", "2",
               "--reserve", "5", *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = []
    for line in process.stdout:
        lines.append(line.decode())
        if until and until in lines[-1]:
            process.send_signal(signal.SIGTERM)
            until = None
    return process.wait(), "".join(lines)


def log(folder):
    with open(os.path.join(folder, "log.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def test_run(folder):
    deliver = os.path.join(folder, "deliver")
    status, output = train(folder, "--seconds", "24", "--round", "6", "--quant-from", "0.5",
                           "--checkpoint", "5", "--deliver", deliver)
    kinds = {entry["kind"] for entry in log(folder)}
    report("a run plays, trains, matches and exports",
           status == 0 and kinds == {"report", "round", "export"}
           and "arithmetic" in output and output.endswith("done\n"), output)
    report("and delivers", sorted(os.listdir(deliver)) == [
        "checkpoint.pt", "log.jsonl", "qi-16x1.qinet", "qi-32x1.qinet"], os.listdir(deliver))
    first = log(folder)[-1]
    status, output = train(folder, "--seconds", "300", "--plan", "300", until="positions (")
    last = log(folder)[-1]
    report("a second call goes on, and ends well on request",
           status == 0 and "goes on at" in output and output.endswith("done\n")
           and last["steps"] > first["steps"] > 0 and last["positions"] > first["positions"] > 0
           and last["call"] == 1 and last["seconds"] < 100, output)
    for name in ("16x1", "32x1"):
        path = os.path.join(folder, f"qi-{name}.qinet")
        with open(path, "rb") as file:
            data = file.read()
        same_numbers(f"trained {name}", data, 20)
        again = os.path.join(folder, "again.qinet")
        subprocess.run([sys.executable, os.path.join(TOOLS, "export.py"), folder, "--network", name,
                        "--output", again], check=True, stdout=subprocess.DEVNULL)
        with open(again, "rb") as file:
            report(f"export.py writes the same {name}", file.read() == data)


same_numbers("random 16x1", qinet.random_network(16, 1, 1), 40)
same_numbers("random 48x2", qinet.random_network(48, 2, 2), 20)
test_symmetries()
test_learning()
with tempfile.TemporaryDirectory() as scratch:
    test_run(scratch)
print(f"1..{count}")
sys.exit(failed > 0)
