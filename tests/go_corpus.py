"""Replays 1,000 professional games and compares how many moves are refused, and why, with what an
independent program counted. Skipped when the games do not lie beside the project. Writes TAP."""

import gzip
import json
import os
import subprocess
import sys

source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
path = os.path.join(os.path.dirname(source), "shared", "corpus", "go-pro-1000.txt.gz")
if not os.path.exists(path):
    print("1..0 # SKIP the corpus of games is not there")
    sys.exit(0)

expected = {"games": 1000, "moves": 194952, "accepted": 194903, "miss1": 26, "miss2": 22, "miss3": 1}
with gzip.open(path) as file:
    text = file.read()


def replay(*options):
    return subprocess.run([sys.argv[1], "go", "replay", *options], input=text, check=True,
                          stdout=subprocess.PIPE).stdout


answer = json.loads(replay("--json"))
misses = [line for line in replay().decode().splitlines() if line.startswith("miss ")]
misses_in_json = [f"miss {move['miss']}" for game in answer["records"] for move in game["refused"]]
# As SGF and back: the moves that were played, one by one.
words = text.decode().split()
games, at = [], 1
for game in answer["records"]:
    refused = {move["move"] for move in game["refused"]}
    count = int(words[at])
    moves = [words[at + 1 + 3 * i:at + 4 + 3 * i] for i in range(count)]
    games.append([move for number, move in enumerate(moves, 1) if number not in refused])
    at += 1 + 3 * count
back = subprocess.run([sys.argv[1], "go", "sgf", "--to", "moves"], input=replay("--to", "sgf"), check=True,
                      stdout=subprocess.PIPE).stdout.decode().split()
wanted = [str(len(games))] + [word for game in games for word in [str(len(game))] + [one for move in game for one in move]]
print("1..3")
counts = {"games": len(answer["records"]), **{name: sum(game[name] for game in answer["records"]) for name in ("moves", "accepted")},
          **{f"miss{why}": misses_in_json.count(f"miss {why}") for why in (1, 2, 3)}}
print(f"{'ok' if counts == expected else 'not ok'} 1 the counts of the corpus")
print(f"# {counts}")
print(f"{'ok' if misses == misses_in_json else 'not ok'} 2 the plain output says the same as JSON")
print(f"{'ok' if back == wanted else 'not ok'} 3 every game survives SGF")
sys.exit(counts != expected or misses != misses_in_json or back != wanted)
