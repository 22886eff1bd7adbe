#!/usr/bin/env python3
"""Learn NoGo by self-play: play, train, measure and save, for a given time.

    train.py --run DIR --seconds 540
    train.py --run DIR --seconds 540                 goes on from DIR's last checkpoint
    train.py --run DIR --smoke                       half a minute that uses every part once
    train.py --bench                                 how fast networks play and train here

DIR gets checkpoint.pt (networks, optimiser, progress: all that going on needs), log.jsonl (a line
every ten seconds and at the end of every round), window-*.npy (recent positions; going on works
without them) and qi-CxB.qinet (the weights for qi: `qi nogo ... --weights FILE`). All are written
whole or not at all. SIGTERM and Ctrl-C end a run early, with everything saved.

docs/training.md explains the method and the figures to expect.
"""

import argparse
import os
import signal
import sys
import time

import library

BEGIN = time.monotonic()  # --seconds counts from the start of the program
DEFAULT_SIZES = "9:58,7:8,11:8,13:8,5:3,6:3,8:4,10:4,12:4"


def shape(text):
    channels, blocks = text.split("x")
    return int(channels), int(blocks)


def board_sizes(text):
    """'9:58,7x9:2' -> [((9, 9), share), ((7, 9), share)], shares adding up to 1."""
    sizes = []
    for item in text.split(","):
        board, share = item.split(":") if ":" in item else (item, "1")
        sides = [int(side) for side in board.split("x")]
        if not all(2 <= side <= 25 for side in sides) or len(sides) > 2 or float(share) <= 0:
            raise argparse.ArgumentTypeError(f"{item!r} is no board size with a share")
        sizes.append(((sides[0], sides[-1]), float(share)))
    total = sum(share for _, share in sizes)
    return [(board, share / total) for board, share in sizes]


def arguments(given=None):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    group = parser.add_argument_group("the run")
    add = group.add_argument
    add("--run", metavar="DIR", help="the run's folder; made if missing")
    add("--seconds", type=float, default=540, metavar="N",
        help="wall time of this call, start, export and saving included (540)")
    add("--plan", type=float, metavar="N",
        help="wall time of the whole run, over all calls: the learning rate and the change to "
             "integers follow it (the first call's --seconds)")
    add("--start", metavar="FILE",
        help="a new run begins with the networks of a checkpoint or of export.py --start")
    add("--deliver", metavar="DIR", help="also copy checkpoint, log and weights there, each time")
    add("--library", dest="shared", metavar="FILE", help="the self-play library (built by build.sh)")
    add("--device", help="cuda or cpu (cuda if there)")
    add("--autotune", action="store_true",
        help="let cuDNN try several ways for each convolution of the largest board's share: a "
             "slower start, faster steps")
    add("--seed", type=int, default=1)
    add("--smoke", action="store_true", help="25 seconds of training and less than a minute in all: every part is used once")
    add("--bench", action="store_true", help="measure, and play nothing")
    group = parser.add_argument_group("networks")
    add = group.add_argument
    add("--network", type=shape, default=(48, 5), metavar="CxB",
        help="channels x blocks of the network that plays (48x5)")
    add("--also", type=lambda text: [shape(item) for item in text.split(",")], default=[],
        metavar="CxB,...", help="further networks, trained on the same batches")
    group = parser.add_argument_group("play")
    add = group.add_argument
    add("--sizes", type=board_sizes, default=board_sizes(DEFAULT_SIZES), metavar="LIST",
        help=f"board sizes with their shares of the positions ({DEFAULT_SIZES}); also 7x9:2")
    add("--games", type=int, default=16384, help="games at once, all sizes together (16384)")
    add("--groups", type=int, default=2,
        help="groups of games for a size with a large share: one is judged while another moves (2)")
    add("-j", "--jobs", dest="threads", type=int, default=max(1, (os.cpu_count() or 2) - 1),
        help="threads of play (all cores but one)")
    add("--visits", type=int, default=32, help="visits a move (32)")
    add("--early-visits", type=int, default=16, help="in the first 5 %% of the plan (16)")
    add("--fast-visits", type=int, default=0, help="with --full-share: visits of the other moves")
    add("--full-share", type=float, default=0.0, help="share of moves searched in full (all)")
    add("--candidates", type=int, default=16, help="moves looked at in the root (16)")
    add("--opening-max", type=int, default=6, help="games begin with 0 to so many random moves (6)")
    add("--exact-points", type=int, default=0,
        help="ask the solver about positions with at most so many open points (never)")
    group = parser.add_argument_group("training")
    add = group.add_argument
    add("--batch", type=int, default=4096)
    add("--uses", type=float, default=3.0, help="how often a position is trained on (3)")
    add("--window", type=int, default=4_000_000, help="positions to train on at most (4,000,000)")
    add("--rate", type=float, default=2e-3, help="the highest learning rate (0.002)")
    add("--warm-up", type=int, default=300, help="steps until the rate is reached (300)")
    add("--quant-from", type=float, default=0.82, metavar="SHARE",
        help="from this share of the plan on, train with the integer network's arithmetic (0.82)")
    add("--refresh", type=float, default=1.0,
        help="seconds after which play gets the trained numbers (1)")
    group = parser.add_argument_group("measuring and saving")
    add = group.add_argument
    add("--round", type=float, default=90, help="seconds between matches with the last round (90)")
    add("--match-games", type=int, default=512)
    add("--match-visits", type=int, default=16)
    add("--report", type=float, default=10, help="seconds between reports (10)")
    add("--checkpoint", type=float, default=60, help="seconds between checkpoints (60)")
    add("--reserve", type=float, help="seconds kept for the end: match, export, saving "
                                      "(20 with a GPU, else 5)")
    add("--window-save", type=int, default=2_000_000,
        help="recent positions written at the end for the next call (2,000,000)")
    options = parser.parse_args(given)
    if options.smoke:
        options.seconds, options.plan, options.reserve = 120.0, 20.0, 20.0
        options.round, options.checkpoint, options.report = 12.0, 10.0, 4.0
        options.quant_from, options.match_games, options.match_visits = 0.6, 128, 8
        options.also = options.also or [(32, 4)]
        options.warm_up = 30
    if not options.bench and not options.run:
        parser.error("--run DIR is needed")
    return options


def main():
    options = arguments()
    sys.setswitchinterval(0.0005)  # the thread that steps games must not wait for the interpreter
    # Groups of games have a stream each, and none should wait behind another's work.
    os.environ.setdefault("CUDA_DEVICE_MAX_CONNECTIONS", "32")
    import torch  # after the options: --help does not need it
    cuda = torch.cuda.is_available() if options.device is None else options.device == "cuda"
    options.device = torch.device("cuda" if cuda else "cpu")
    if options.reserve is None:
        options.reserve = 20.0 if cuda else 5.0
    if cuda:
        torch.set_float32_matmul_precision("high")
    library.use(options.shared)
    if options.bench:
        from bench import bench
        return bench(options)
    from run import Run
    run = Run(options, BEGIN)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: run.stop())
    run.go()
    return 0


if __name__ == "__main__":
    sys.exit(main())
