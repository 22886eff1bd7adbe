"""How fast networks judge and train on this machine, and how fast the processor plays."""

import time

import numpy as np
import torch

import fused
from data import FIELDS, Window, plane_bytes
from learner import Captured, Learner
from model import Judge, Network
from player import Seat
from qigames.selfplay import Pool

SHAPES = ((32, 4), (48, 5), (64, 6))


def timed(function, device, seconds):
    """Calls a second."""
    wait = torch.cuda.synchronize if device.type == "cuda" else lambda: None
    function()
    wait()
    begin, calls = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        for _ in range(5):
            function()
        calls += 5
        wait()
    return calls / (time.perf_counter() - begin)


def random_window(board, batch, device, kind):
    """A window full of noise: no one can learn from it, but it costs the same."""
    window = Window(*board, 4 * batch, batch, device, kind)
    random = np.random.default_rng(1)
    area, count = window.area, 4 * batch
    arrays = {}
    for name, dtype, width in FIELDS:
        shape = (count, width(area, plane_bytes(area))) if width else (count,)
        most = {"planes": 256, "policy": 1000, "owner": 3, "reply": area}.get(name, 2)
        arrays[name] = torch.from_numpy(random.integers(0, most, shape).astype(dtype))
    window.append(arrays, count)
    window.limit(count)
    window.draw()
    return window


def bench_play(options, board):
    """Evaluations a second that the processor can use, with random answers."""
    games = max(64, options.games // 4)
    pool = Pool(rows=board[0], columns=board[1], games=games, seed=1, threads=options.threads,
                visits=options.visits, candidates=options.candidates, first_opening_max=40,
                exact_points=options.exact_points)
    planes = np.zeros((games, pool.position_bytes), np.uint8)
    random = np.random.default_rng(1)
    policy = random.standard_normal((games, pool.area)).astype(np.float32)
    value = (random.standard_normal(games) * 0.2).clip(-1, 1).astype(np.float32)
    pool.step(None, None, planes)
    rate = timed(lambda: pool.step(policy, value, planes), torch.device("cpu"), 2.0) * games
    stats = pool.stats()
    print(f"play {board[0]}x{board[1]}, {games} games, {options.threads} threads, {options.visits} "
          f"visits: {rate:,.0f} evaluations/s, {1e6 * options.threads / rate:.1f} us of a core "
          f"each; {stats['exact'] / max(1, stats['evaluations']):.2f} exact visits for each", flush=True)


def bench(options):
    device = options.device
    cuda = device.type == "cuda"
    kind = torch.bfloat16 if cuda else torch.float32
    stream = torch.cuda.Stream() if cuda else None
    board = max(options.sizes, key=lambda item: item[1])[0]
    bench_play(options, board)
    shapes = [options.network] + options.also if options.also else SHAPES
    games = max(64, options.games // 4)
    print(f"{board[0]}x{board[1]}, judging {games} at once, training {options.batch}; a second:")
    window = random_window(board, options.batch, device, kind)
    draw = Captured(window.draw, stream)
    for shape in shapes:
        for tuned in (False, True) if cuda else (False,):
            torch.backends.cudnn.benchmark = tuned
            begin = time.perf_counter()
            words = bench_shape(options, shape, board, games, window, draw, stream)
            print(f"{shape[0]:>3}x{shape[1]:<2} {'tuned' if tuned else '     '} " + ", ".join(words)
                  + f" ({time.perf_counter() - begin:.1f} s)", flush=True)
    return 0


def bench_shape(options, shape, board, games, window, draw, stream):
    device, kind = options.device, window.kind
    network, words = Network(*shape, 1, device), []
    for finish, name in sorted({fused.choose(device, kind), (fused.plain, "PyTorch")},
                               key=lambda pair: pair[1]):
        judge = Judge(network, kind, finish)
        judge.load()
        seat = Seat(judge, *board, games, kind, device, stream)
        seat.planes.random_(0, 256)
        rate = timed(lambda: (seat.launch(), seat.wait()), device, 0.5) * games
        words.append(f"judged {rate:,.0f} ({name})")
    for quantised in (False, True):
        learner = Learner(network, [window], [1.0], stream)
        learner.prepare(quantised)

        def step():
            with torch.cuda.stream(stream):
                draw()
                learner.train(0, 1e-4)

        rate = timed(step, device, 0.5) * options.batch
        words.append(f"trained {rate:,.0f}" + (" as integers" if quantised else ""))
    return words
