"""How strong the player with the network is: matches of `qi arena`, one thread each, paired random openings of
four moves. Four games a match by default; QI_BENCH_GAMES says another number, QI_BENCH_LONG=1 means
100. Players think by the clock, so nothing else should run meanwhile.
"""

import json
import os
import subprocess

from common import QI, bar, missed

# name, board, seconds a move, first, second, least percent won, whether lost openings count
MATCHES = [
    ("9x9, 0.1 s, against playouts", 9, 0.1, "@strong", "@playouts", 97, True),
    ("9x9, 1 s, against playouts", 9, 1, "@strong --time 1", "@playouts --time 1", 95, True),
    ("9x9, 1 s against itself at 0.1 s", 9, 1, "long=@strong --time 1", "short=@strong --time 0.1",
     65, False),
    ("9x9, portable path, 0.3 s, against playouts", 9, 0.3, "@strong --simd portable", "@playouts", 95, False),
    ("7x7, 0.1 s, against playouts", 7, 0.1, "@strong", "@playouts", 85, False),
    ("11x11, 0.1 s, against playouts", 11, 0.1, "@strong", "@playouts", 95, False),
    ("13x13, 0.1 s, against playouts", 13, 0.1, "@strong", "@playouts", 95, False),
    ("9x9, the policy alone against playouts at 0.02 s", 9, 0.02, "@policy", "@playouts", 85, False),
]


def games():
    if os.environ.get("QI_BENCH_GAMES"):
        return int(os.environ["QI_BENCH_GAMES"])
    return 100 if os.environ.get("QI_BENCH_LONG") else 4


def play(size, seconds, first, second):
    """The only pairing of a match, as the arena reports it."""
    # a little more than whole seconds is not sent to the players, which have options of their own
    command = [QI, "arena", first, second, "--size", str(size), "--time", f"{seconds + 0.0001}",
               "--games", str(games()), "--json"]
    table = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    faults = sum(engine["faults"] for engine in table["engines"])
    if faults:
        print(f"   {faults} games ended by a fault")
    return table["pairings"][0]


def main():
    for name, size, seconds, first, second, least, openings in MATCHES:
        result = play(size, seconds, first, second)
        neither, one, both = result["pairs"]
        print(f"{name}: {result['won']}-{result['lost']}, {100 * result['share']:.1f} % "
              f"(95 %: {100 * result['interval'][0]:.1f} to {100 * result['interval'][1]:.1f}); "
              f"openings 2-0: {both}, 1-1: {one}, 0-2: {neither}", flush=True)
        bar(f"{name}: percent won", 100 * result["share"], least)
        if openings:
            bar(f"{name}: openings lost with both colours, percent",
                100 * neither / max(1, neither + one + both), 2, at_least=False)
    if games() < 100:
        print("(QI_BENCH_LONG=1 plays 100 games each)")
        missed.clear()  # few games say nothing about bars


if __name__ == "__main__":
    main()
