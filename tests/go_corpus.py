"""Replays 1,000 professional games and compares how many moves are refused, and why, with what an
independent referee counted. Skipped when the games do not lie beside the project. Writes TAP."""

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

expected = {"games": 1000, "moves": 194952, "played": 194903, "miss1": 26, "miss2": 22, "miss3": 1}
with gzip.open(path) as file:
    text = file.read()


def replay(*options):
    return subprocess.run([sys.argv[1], "go", "replay", *options], input=text, check=True,
                          stdout=subprocess.PIPE).stdout


answer = json.loads(replay("--json", "--stats"))
misses = [line for line in replay().decode().splitlines() if line.startswith("miss ")]
told = [f"miss {move['miss']}" for game in answer["games"] for move in game["refused"]]
print("1..2")
counts = {name: answer["stats"][name] for name in expected}
print(f"{'ok' if counts == expected else 'not ok'} 1 the counts of the corpus")
print(f"# {counts}")
print(f"{'ok' if misses == told else 'not ok'} 2 the plain output says the same as JSON")
sys.exit(counts != expected or misses != told)
