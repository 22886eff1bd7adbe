"""Self-play: the processor's cores move some games while the device judges the others.

Every board size has one or more groups of games (a Group: a pool of the library, and buffers). A
group is either being stepped by the library's threads, or being judged. Two queues connect the
two: a thread of its own takes groups that were judged and steps them; the main thread takes groups
that were stepped and lets the device judge them, and in between it trains. To hold play, the main
thread takes every group in and gives none back.
"""

import queue
import threading
import time

import numpy as np
import torch

from data import BITS, FIELDS, as_planes, plane_bytes, unpack
from learner import Captured
from model import PLANES
from qigames.selfplay import Pool

CHUNK = 16384  # samples taken out of a pool at a time


class Seat:
    """A judge with buffers for the positions of one pool: bytes in, numbers out."""

    def __init__(self, judge, rows, columns, games, kind, device, stream):
        area = rows * columns
        self.device, self.stream = device, stream
        pinned = device.type == "cuda"
        host = lambda *shape, dtype: torch.zeros(shape, dtype=dtype, pin_memory=pinned)
        self.planes = host(games, PLANES * plane_bytes(area), dtype=torch.uint8)
        self.policy = host(games, area, dtype=torch.float32)
        self.value = host(games, dtype=torch.float32)
        self.inside = torch.zeros(self.planes.shape, dtype=torch.uint8, device=device)
        self.answers = (torch.zeros(games, area, device=device), torch.zeros(games, device=device))
        bits = torch.tensor(BITS, dtype=torch.uint8, device=device)

        def judge_all():
            with torch.no_grad():
                points = unpack(self.inside, bits, area, kind)
                for to, answer in zip(self.answers, judge.answer(as_planes(points, rows, columns))):
                    to.copy_(answer)

        self.run = Captured(judge_all, stream)
        if pinned:
            self.begun = torch.cuda.Event(enable_timing=True)
            self.done = torch.cuda.Event(enable_timing=True)

    def launch(self):
        """Begins to judge what is in `planes`; returns at once."""
        if self.device.type != "cuda":
            begin = time.perf_counter()
            self._judge()
            self.seconds = time.perf_counter() - begin
            return
        with torch.cuda.stream(self.stream):
            self.begun.record(self.stream)
            self._judge()
            self.done.record(self.stream)

    def _judge(self):
        self.inside.copy_(self.planes, non_blocking=True)
        self.run()
        self.policy.copy_(self.answers[0], non_blocking=True)
        self.value.copy_(self.answers[1], non_blocking=True)

    def wait(self):
        """Until policy and value are there; returns the seconds the device took."""
        if self.device.type != "cuda":
            return self.seconds
        self.done.synchronize()
        return self.begun.elapsed_time(self.done) / 1000


class Group:
    """A pool of self-play with its seat, and its window to fill."""

    def __init__(self, size, seat, window, options):
        self.size, self.seat, self.window = size, seat, window
        self.pool = Pool(**options)
        self.planes = seat.planes.numpy()
        self.policy, self.value = seat.policy.numpy(), seat.value.numpy()
        self.first = True
        self.taken = 0.0  # when its samples were taken last

    def step(self):
        """The next positions to judge, from the answers to the last."""
        if self.first:
            self.pool.step(None, None, self.planes)
        else:
            self.pool.step(self.policy, self.value, self.planes)
        self.first = False


class Staging:
    """Memory through which samples go to the device. The copies wait for the steps of training before
    them, so there are several buffers, and samples are not taken too often."""

    def __init__(self, area, device, stream):
        self.device, self.stream, self.turn = device, stream, 0
        pinned = device.type == "cuda"
        self.buffers = []
        for _ in range(4):
            arrays = {}
            for name, dtype, width in FIELDS:
                shape = (CHUNK, width(area, plane_bytes(area))) if width else (CHUNK,)
                arrays[name] = torch.zeros(shape, dtype=getattr(torch, dtype), pin_memory=pinned)
            self.buffers.append([arrays, torch.cuda.Event() if pinned else None])

    def take(self, pool, window, held_out_share):
        """Moves the pool's finished samples into the window; returns how many."""
        total = 0
        while pool.available() > 0:
            arrays, free = self.buffers[self.turn]
            self.turn = (self.turn + 1) % len(self.buffers)
            if free is not None:
                free.synchronize()
            count = pool.samples({name: tensor.numpy() for name, tensor in arrays.items()}, CHUNK)
            rest = window.hold_out(arrays, count, held_out_share)
            with torch.cuda.stream(self.stream):  # does nothing without a GPU
                window.append(arrays, rest)
                if free is not None:
                    free.record(self.stream)
            total += count
            if count < CHUNK:
                break
        return total


class Player:
    """Runs the groups. Main thread: `next`, then `judge` for the same group; `hold` and `resume`."""

    def __init__(self, groups):
        self.groups = groups
        self.judged, self.stepped = queue.SimpleQueue(), queue.SimpleQueue()
        self.stepping = self.waiting = self.judging = 0.0  # seconds
        self.evaluations = 0
        self.error = None
        self.held = list(groups)
        for group in groups:
            group.step()
        self.thread = threading.Thread(target=self._work, daemon=True)
        self.thread.start()

    def _work(self):
        try:
            while True:
                begin = time.perf_counter()
                group = self.judged.get()
                if group is None:
                    return
                self.judging += group.seat.wait()
                ready = time.perf_counter()
                group.step()
                self.waiting += ready - begin
                self.stepping += time.perf_counter() - ready
                self.evaluations += group.pool.games
                self.stepped.put(group)
        except BaseException as error:  # raised in the main thread by `next`
            self.error = error
            self.stepped.put(None)

    def next(self, timeout=60):
        """The next group that was stepped."""
        group = self.stepped.get(timeout=timeout)
        if group is None:
            raise self.error
        return group

    def judge(self, group):
        group.seat.launch()
        self.judged.put(group)

    def hold(self, already=()):
        """Waits until no group is with the thread or the device."""
        self.held = list(already) + [self.next() for _ in range(len(self.groups) - len(already))]

    def resume(self):
        for group in self.held:
            self.judge(group)
        self.held = []

    def close(self):
        self.judged.put(None)
        self.thread.join()
        for group in self.groups:
            group.pool = None

    def rates(self):
        """Seconds spent since the last call: stepping, waiting for the device, judging; and
        evaluations."""
        result = self.stepping, self.waiting, self.judging, self.evaluations
        self.stepping = self.waiting = self.judging = 0.0
        self.evaluations = 0
        return result
