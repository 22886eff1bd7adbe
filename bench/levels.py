"""How far apart the levels are: every level plays the next one, with `qi arena`, and the differences
add up to a table of Elo ratings.

    python3 bench/levels.py --qi build/qi --games 60 --jobs 16
    python3 bench/levels.py --write       also writes the table into docs/search.md
    python3 bench/levels.py --engines @playouts:10 @playouts:50 @policy    a ladder to try

Levels that count playouts play the same on every machine. One that thinks by the clock plays
`--clock-games` games, and nothing else should run meanwhile.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEGIN, END = "<!-- levels: written by bench/levels.py -->", "<!-- end of the levels -->"


def levels(qi):
    """What the command says of its levels: number -> description."""
    text = subprocess.run([qi, "nogo", "play", "--help"], stdout=subprocess.PIPE, check=True,
                          text=True).stdout
    return {int(n): what for n, what in re.findall(r"^(?:Levels|      ) (\d+): (.*)$", text, re.M)}


def elo(share):
    """The difference in Elo that a share of wins stands for."""
    share = min(max(share, 1e-4), 1 - 1e-4)
    return 400 * math.log10(share / (1 - share))


def play(options, weaker, stronger, games):
    """The match of two engines, as the arena reports it, from the stronger one's side."""
    command = [options.qi, "arena", stronger, weaker, "--games", str(games), "--time", "1.0001",
               "--grace", "10s", "--jobs", str(options.jobs), "--json"]
    table = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    for engine in table["engines"]:
        if engine["faults"]:
            print(f"   {engine['name']}: {engine['faults']} faults", file=sys.stderr)
    return table["pairings"][0]


def interval(result):
    """The 95 % interval of a difference in Elo; a match without a loss has no upper end."""
    low, high = result["interval"]
    low = f"{elo(low):+.0f}"
    return f"{low} to {elo(high):+.0f}" if result["lost"] else f"at least {low}"


def measure(options, engines, games_of):
    """For every engine its rating, the first at 0, and its match against the one before."""
    rating = 0.0
    rows = [(rating, None)]
    for place in range(1, len(engines)):
        result = play(options, engines[place - 1], engines[place], games_of(place))
        # a win and a loss more on paper, so that a match without a loss has a figure too
        share = (result["won"] + 1) / (result["won"] + result["lost"] + 2)
        rating += elo(share)
        rows.append((rating, result))
        print(f"{engines[place]} - {engines[place - 1]}: {result['won']}-{result['lost']}, "
              f"{elo(share):+.0f} Elo ({interval(result)})", flush=True)
    return rows


def draw(rows, texts):
    lines = ["| level | plays by | Elo | against the one before | difference, 95 % |",
             "| --- | --- | --- | --- | --- |"]
    for number, (text, (rating, result)) in enumerate(zip(texts, rows), 1):
        match = f"{result['won']}–{result['lost']} | {interval(result)}" if result else " | "
        lines.append(f"| {number} | {text} | {rating:.0f} | {match} |")
    return "\n".join(lines)


def write(table, command):
    """Puts the table into the documentation."""
    path = os.path.join(ROOT, "docs", "search.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    head, rest = text.split(BEGIN, 1)
    tail = rest.split(END, 1)[1]
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{head}{BEGIN}\n{table}\n\nMeasured by `{command}`.\n{END}{tail}")


def main(arguments=()):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--qi", default=os.path.join(ROOT, "build", "qi"), help="the command to measure")
    parser.add_argument("--games", type=int, default=20, help="of every pairing")
    parser.add_argument("--clock-games", type=int, help="of pairings with a level by the clock")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--engines", nargs="+", help="other engines than the levels, weakest first")
    parser.add_argument("--write", action="store_true", help="write the table into docs/search.md")
    options = parser.parse_args(arguments)
    known = levels(options.qi)
    engines = options.engines or [f"@level:{number}" for number in known]
    texts = options.engines or list(known.values())

    def games_of(place):
        by_clock = " s a move" in texts[place]
        return options.clock_games if by_clock and options.clock_games else options.games

    table = draw(measure(options, engines, games_of), texts)
    print(table)
    if options.write:
        write(table, f"bench/levels.py --games {options.games} --clock-games "
                     f"{options.clock_games or options.games} --jobs {options.jobs}")


if __name__ == "__main__":
    main(sys.argv[1:])
