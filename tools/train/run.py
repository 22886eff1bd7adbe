"""One run of training: everything that train.py's options describe, from start to last save."""

import collections
import math
import os
import time

import torch

import fused
from data import Window
from export import compare, integer_network
from folder import Folder
from learner import Captured, Learner
from match import Match, elo
from model import Judge, Network
from player import Group, Player, Seat, Staging

QUEUED = 4  # steps of training that wait on the device at most
HELD_OUT = 1 / 64


class Run:
    def __init__(self, options, begin):
        self.options, self.begin = options, begin
        self.device = options.device
        self.cuda = self.device.type == "cuda"
        self.kind = torch.bfloat16 if self.cuda else torch.float32
        self.stopped = False
        self.folder = Folder(options.run, options.deliver)
        torch.manual_seed(options.seed)
        self.say(f"library built; torch {torch.__version__} on "
                 + (torch.cuda.get_device_name() if self.cuda else "the processor"))

        boards = [board for board, _ in options.sizes]
        self.shares = [share for _, share in options.sizes]
        self.progress = {"seconds": 0.0, "positions": 0, "games": 0, "steps": 0, "round": 0,
                         "elo": 0.0, "calls": 0, "plan": options.plan}
        self.windows = [Window(*board, max(4 * options.batch, int(share * options.window)),
                               options.batch, self.device, self.kind)
                        for board, share in options.sizes]
        shapes = [options.network] + [each for each in options.also if each != options.network]
        self.networks = [Network(*each, len(boards), self.device, options.seed) for each in shapes]
        self.previous = None  # the last round's average and statistics
        self.last_round = -1e9
        self.resume()
        if not self.progress["plan"] or self.progress["seconds"] >= self.progress["plan"]:
            # the rest of this call, less about what making ready takes
            left = options.seconds - options.reserve - self.elapsed() - (20 if self.cuda else 0)
            self.progress["plan"] = self.progress["seconds"] + max(1.0, left)
        self.main = max(range(len(boards)), key=lambda size: self.shares[size])

        stream = lambda priority: torch.cuda.Stream(priority=priority) if self.cuda else None
        self.training, self.loading = stream(0), stream(-1)
        finish, name = fused.choose(self.device, self.kind)
        self.say(f"judging with {name}")
        self.judge, self.rival = (Judge(self.networks[0], self.kind, finish) for _ in range(2))
        self.judge.load()
        if self.previous is None:
            self.previous = self.average()
        groups, threads = [], options.threads
        for size, (board, share) in enumerate(options.sizes):
            count = options.groups if share >= 0.3 else 1
            games = max(2, int(options.games * share / count))
            games += -games % 64 if games > 64 else 0
            for index in range(count):
                self.tune(size)
                seat = Seat(self.judge, *board, games, self.kind, self.device, stream(-1))
                groups.append(Group(size, seat, self.windows[size], self.pool_options(
                    board, games, threads, seed=size * 97 + index)))
        self.say(f"{len(groups)} groups, {sum(group.pool.games for group in groups)} games")
        self.tune(self.main)
        self.match = Match((self.judge, self.rival), *boards[self.main],
                           options.match_games, self.kind, self.device, self.loading,
                           visits=options.match_visits, threads=threads)
        self.staging = [Staging(window.area, self.device, self.training) for window in self.windows]
        for window in self.windows:
            window.draw()
        self.draws = [Captured(window.draw, self.training) for window in self.windows]
        self.learners = [Learner(network, self.windows, self.shares, self.training)
                         for network in self.networks]
        self.prepare()
        self.say("ready: " + ", ".join(f"{network.name} ({network.count} numbers)"
                                       for network in self.networks))
        self.groups = groups
        self.visits(early=self.part < 0.05)

    def pool_options(self, board, games, threads, seed):
        options = self.options
        return {"rows": board[0], "columns": board[1], "games": games, "threads": threads,
                "visits": options.visits, "fast_visits": options.fast_visits,
                "full_share": options.full_share, "candidates": options.candidates,
                "opening_max": options.opening_max, "exact_points": options.exact_points,
                "first_opening_max": int(board[0] * board[1] * 0.5),
                "seed": options.seed * 1_000_003 + self.progress["calls"] * 1009 + seed}

    def tune(self, size):
        """Tried convolutions are for the main size alone: a trial takes about a second."""
        torch.backends.cudnn.benchmark = self.options.autotune and size == self.main

    # ---- time and words --------------------------------------------------------------------------

    def elapsed(self):
        return time.monotonic() - self.begin

    @property
    def part(self):
        """The part of the plan that is done."""
        return min(1.0, self.progress["seconds"] / self.progress["plan"])

    def say(self, text):
        print(f"{self.elapsed():7.1f} s  {text}", flush=True)

    def log(self, kind, **fields):
        counts = {name: self.progress[name] for name in ("seconds", "positions", "games", "steps")}
        self.folder.log({"kind": kind, "call": self.progress["calls"], **counts, **fields})

    def stop(self):
        self.stopped = True

    # ---- saving ----------------------------------------------------------------------------------

    def average(self):
        network = self.networks[0]
        return {"average": network.average.clone(), "mix_average": network.mix_average.clone()}

    def checkpoint(self):
        """Everything but the window, small: the moments of the optimiser in half precision."""
        with torch.cuda.stream(self.training):
            networks = []
            for network in self.networks:
                state = {key: tensor.cpu() for key, tensor in network.snapshot().items()}
                for key in ("first", "second"):
                    state[key] = state[key].to(torch.bfloat16)
                networks.append({"channels": network.channels, "blocks": network.blocks,
                                 "state": state})
            saved = {"version": 1, "sizes": [board for board, _ in self.options.sizes],
                     "networks": networks, "progress": dict(self.progress),
                     "previous": {key: tensor.cpu() for key, tensor in self.previous.items()}}
        self.folder.save("checkpoint.pt", lambda file: torch.save(saved, file))
        self.folder.deliver("checkpoint.pt", "log.jsonl")

    def resume(self):
        """Goes on from the last checkpoint, if there is one, else from the networks of --start."""
        path = self.folder.path("checkpoint.pt")
        if not os.path.exists(path):
            path = self.options.start
        if not path:
            return
        saved = torch.load(path, map_location="cpu")
        boards = [tuple(board) for board in saved["sizes"]]
        for network in self.networks:
            for entry in saved["networks"]:
                if (entry["channels"], entry["blocks"]) != (network.channels, network.blocks):
                    continue
                state = entry["state"]
                fresh = network.snapshot()
                for size, (board, _) in enumerate(self.options.sizes):
                    if board in boards:  # statistics go with their board size
                        for key in ("statistics", "seen"):
                            fresh[key][size] = state[key][boards.index(board)].to(self.device)
                network.restore({**state, "statistics": fresh["statistics"], "seen": fresh["seen"]})
        first = saved["networks"][0]
        if (first["channels"], first["blocks"]) == self.options.network:
            self.previous = {key: tensor.to(self.device).float()
                             for key, tensor in saved["previous"].items()}
        self.progress.update(saved["progress"])
        self.progress["calls"] += 1
        if self.options.plan:
            self.progress["plan"] = self.options.plan
        for window in self.windows:
            path = self.folder.path(f"window-{window.rows}x{window.columns}.npy")
            if os.path.exists(path):
                with open(path, "rb") as file:
                    window.load(file)
        self.say(f"goes on at {self.progress['seconds']:.0f} s, {self.progress['positions']} "
                 f"positions, {sum(window.filled for window in self.windows)} of them at hand")

    def export(self):
        for network in self.networks:
            integer = integer_network(network, self.progress["positions"])
            name = f"qi-{network.name}.qinet"
            data = integer.to_bytes()
            self.folder.save(name, lambda file: file.write(data))
            self.folder.deliver(name)
            window = self.windows[self.main]
            text = f"{name}: {len(data)} bytes"
            if window.held_out:
                real, whole = compare(network, integer, window)
                text += (f"; held-out policy {real[0]:.4f} real, {whole[0]:.4f} integer; "
                         f"value {real[1]:.4f} real, {whole[1]:.4f} integer")
                self.log("export", network=network.name, real=list(real), integer=list(whole))
            self.say(text)

    # ---- the parts of the loop -------------------------------------------------------------------

    def prepare(self):
        quantised = self.part >= self.options.quant_from
        for learner in self.learners:
            learner.prepare(quantised, self.tune)

    def visits(self, early):
        self.early = early
        if self.options.early_visits < self.options.visits:
            for group in self.groups:
                group.pool.tune(visits=self.options.early_visits if early else self.options.visits)

    def rate(self):
        """Rises over the first steps, then falls along half a cosine to 2 % at the plan's end."""
        warm = min(1.0, (self.progress["steps"] + 1) / self.options.warm_up)
        return self.options.rate * warm * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * self.part)))

    def refresh(self):
        """Gives play the averaged parameters. The judge must be read and written in turn."""
        if not self.cuda:
            self.judge.load()
            return
        for stream in [self.training] + [group.seat.stream for group in self.groups]:
            self.loading.wait_stream(stream)
        with torch.cuda.stream(self.loading):
            self.judge.load()
        for stream in [self.training] + [group.seat.stream for group in self.groups]:
            stream.wait_stream(self.loading)

    def settle(self):
        """Waits until the device has done everything it was given."""
        if self.cuda:
            torch.cuda.synchronize()

    def recent(self):
        """How many of the newest positions to draw from: half of all at first, then the window."""
        return max(100_000, min(self.options.window, 0.5 * self.progress["positions"]))

    def train_some(self, owed, queued):
        """Steps that are owed, as long as the device is not far behind."""
        while queued and queued[0].query():
            queued.popleft()
        while len(queued) < QUEUED:
            size = max(range(len(owed)), key=owed.__getitem__)
            if owed[size] < 1:
                return
            window = self.windows[size]
            with torch.cuda.stream(self.training):
                window.limit(int(self.recent() * self.shares[size]))
                self.draws[size]()
                for learner in self.learners:
                    learner.train(size, self.rate())
                if self.cuda:
                    queued.append(torch.cuda.Event())
                    queued[-1].record(self.training)
            owed[size] -= 1
            self.progress["steps"] += 1
            if not self.cuda:
                return

    def play_match(self, seconds=1e9):
        """The newest network against the last round's."""
        self.settle()
        self.rival.load(self.previous["average"], self.previous["mix_average"])
        self.judge.load()
        self.settle()
        self.progress["round"] += 1
        self.last_round = self.progress["seconds"]
        wins, games = self.match.play(self.progress["round"] + 7_000_000, seconds)
        gain, error = elo(wins, games)
        self.progress["elo"] += gain
        self.previous = self.average()
        held = {learner.network.name: learner.measure(self.main, 4096) for learner in self.learners
                if self.windows[self.main].held_out}
        self.log("round", round=self.progress["round"], elo=self.progress["elo"], gain=gain,
                 error=error, wins=wins, match_games=games, held_out=held)
        held = held.get(self.networks[0].name, {})
        self.say(f"round {self.progress['round']}: {wins} of {games} against the last, "
                 f"{gain:+.0f} ± {error:.0f}, Elo {self.progress['elo']:.0f}; held out: "
                 + " ".join(f"{name} {value:.3f}" for name, value in held.items()))

    def report(self, player, since, begun, fresh):
        """What happened in the last seconds, and what limited it."""
        seconds = max(1e-3, time.monotonic() - since)
        stepping, waiting, judging, evaluations = player.rates()
        stats = [group.pool.stats() for group in self.groups]
        finished = sum(each["games"] for each in stats)
        fields = {"positions_s": fresh[0] / seconds, "evaluations_s": evaluations / seconds,
                  "steps_s": (self.progress["steps"] - begun) / seconds,
                  "cpu": stepping / seconds, "cpu_waits": waiting / seconds,
                  "gpu_judging": judging / seconds, "rate": self.rate(),
                  "mean_moves": sum(each["moves"] for each in stats) / max(1, finished)}
        if self.cuda:
            fields["gpu_gb"] = torch.cuda.max_memory_allocated() / 1e9
        losses = {}
        with torch.cuda.stream(self.training):
            for learner in self.learners:
                losses[learner.network.name], _ = learner.report()
        self.log("report", losses=losses, quantised=bool(self.learners[0].quantised), **fields)
        used = (self.progress["steps"] - begun) * self.options.batch / max(1, fresh[0])
        self.say(f"{self.progress['positions'] / 1e3:.0f}k positions ({fields['positions_s']:.0f}/s)"
                 f" {self.progress['games']} games {evaluations / seconds / 1e3:.0f}k evaluations/s"
                 f" {fields['steps_s']:.1f} steps/s (uses {used:.1f}) cpu {fields['cpu']:.0%} waits "
                 f"{fields['cpu_waits']:.0%} gpu {fields['gpu_judging']:.0%} "
                 f"{fields.get('gpu_gb', 0):.1f} GB rate {self.rate():.1e}")
        self.say("    " + "; ".join(
            name + " " + " ".join(f"{key} {value:.3f}" for key, value in each.items())
            for name, each in losses.items()))

    def count_games(self):
        finished = sum(group.pool.stats()["games"] for group in self.groups)
        self.progress["games"] += finished - getattr(self, "finished", 0)
        self.finished = finished

    # ---- the loop --------------------------------------------------------------------------------

    def go(self):
        options, progress = self.options, self.progress
        end = options.seconds - options.reserve
        if options.smoke:
            end = min(end, self.elapsed() + 25)
        player = Player(self.groups)
        player.resume()
        owed, queued, fresh = [0.0] * len(self.windows), collections.deque(), [0]
        now = self.elapsed()
        last = dict.fromkeys(("report", "round", "checkpoint", "refresh", "clock"), now)
        reported, steps = time.monotonic(), progress["steps"]
        try:
            while not self.stopped and self.elapsed() < end:
                group = player.next()
                group.seat.launch()
                if self.elapsed() - group.taken > 0.25:
                    group.taken = self.elapsed()
                    count = self.staging[group.size].take(group.pool, group.window, HELD_OUT)
                    progress["positions"] += count
                    fresh[0] += count
                    if group.window.total >= 2 * options.batch:
                        owed[group.size] += count * options.uses / options.batch
                        owed[group.size] = min(owed[group.size], 30)
                player.judged.put(group)
                self.train_some(owed, queued)
                now = self.elapsed()
                progress["seconds"] += now - last["clock"]
                last["clock"] = now
                due = lambda what, every: now - last[what] >= every
                if due("refresh", options.refresh):
                    self.refresh()
                    last["refresh"] = now
                if due("report", options.report):
                    self.count_games()
                    self.report(player, reported, steps, fresh)
                    reported, steps, fresh = time.monotonic(), progress["steps"], [0]
                    last["report"] = now
                change = self.learners[0].quantised != (self.part >= options.quant_from)
                if change or due("round", options.round) or self.early != (self.part < 0.05):
                    player.hold()
                    self.visits(early=self.part < 0.05)
                    if due("round", options.round):
                        self.play_match(max(1.0, min(end - now, max(5.0, 0.15 * options.round))))
                        last["round"] = now
                    if change:
                        self.prepare()
                        self.say("from now on with the integer network's arithmetic")
                    player.resume()
                if due("checkpoint", options.checkpoint):
                    self.checkpoint()
                    last["checkpoint"] = now
            player.hold()
        finally:
            self.count_games()
            self.checkpoint()
        self.finish(player)

    def finish(self, player):
        """Within the reserve: the last match, export, the window."""
        self.say("the end: match, export, saving")
        self.settle()
        if not self.stopped and self.progress["seconds"] - self.last_round > self.options.round / 4:
            self.play_match(max(1.0, 0.3 * self.options.reserve))
        self.export()
        self.checkpoint()
        player.close()
        for window, share in zip(self.windows, self.shares):
            if not self.stopped and self.elapsed() < self.options.seconds - 2:
                most = int(share * self.options.window_save)
                self.folder.save(f"window-{window.rows}x{window.columns}.npy",
                                 lambda file: window.save(file, most))
        self.say("done")
