#!/usr/bin/env python3
"""Makes the page's NoGo puzzles, 'Black to play and win': web/src/puzzles.ts.

    tools/puzzles.py QI [--seed 20260] [--each 8] > web/src/puzzles.ts

Each comes from a random game ('qi nogo simulate'), cut where Black is to move, has several moves, and
exactly one of them wins; 'qi nogo solve --moves' proves it. Grades go by how many points are open.
"""
import argparse
import re
import subprocess

# grade, side of the board, fewest and most points open for Black
GRADES = [
    ("easy", [4, 5, 5, 6], 3, 5),
    ("medium", [5, 6, 6, 7], 6, 8),
    ("hard", [6, 7, 7, 9], 9, 12),
]
NODES = 300_000


def simulate(qi, side, seed):
    board = f"{side}\n" + ("." * side + "\n") * side
    out = subprocess.run([qi, "nogo", "simulate", "--policy", "random", "--seed", str(seed)],
                         input=board, capture_output=True, text=True, check=True).stdout
    moves = [tuple(map(int, line.split())) for line in out.splitlines()]
    return [(row - 1, column - 1) for row, column in moves if row > 0]


def board_after(side, moves):
    rows = [["."] * side for _ in range(side)]
    for at, (row, column) in enumerate(moves):
        rows[row][column] = "XO"[at % 2]
    return ["".join(row) for row in rows]


def verdicts(qi, side, rows):
    """The point of every move of Black, with whether it wins; None when that is not known."""
    text = f"{side}\n" + "\n".join(rows) + "\n"
    out = subprocess.run([qi, "nogo", "solve", "--moves", "--nodes", str(NODES), "--memory", "64M"],
                         input=text, capture_output=True, text=True).stdout
    found = re.findall(r"^move (\d+) (\d+) (wins|loses|unknown)$", out, re.M)
    if any(verdict == "unknown" for *_, verdict in found):
        return None
    return [((int(row) - 1) * side + int(column) - 1, verdict == "wins") for row, column, verdict in found]


def find(qi, side, least, most, seed):
    """The earliest puzzle of a game, or None."""
    moves = simulate(qi, side, seed)
    best = None
    for place in range(len(moves) // 2 * 2, 0, -2):
        rows = board_after(side, moves[:place])
        answers = verdicts(qi, side, rows)
        if answers is None or len(answers) > most:
            break
        if len(answers) >= least and sum(wins for _, wins in answers) == 1:
            best = rows, next(point for point, wins in answers if wins)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("qi")
    parser.add_argument("--seed", type=int, default=20260)
    parser.add_argument("--each", type=int, default=8, help="puzzles of each grade")
    given = parser.parse_args()
    lines = []
    seed = given.seed
    for grade, sides, least, most in GRADES:
        made = 0
        while made < given.each:
            side = sides[made % len(sides)]
            seed += 1
            found = find(given.qi, side, least, most, seed)
            if found:
                rows, move = found
                lines.append(f'  {{ grade: "{grade}", side: {side}, board: "{"/".join(rows)}", move: {move} }},')
                made += 1
    print(f"""// Made by tools/puzzles.py --seed {given.seed} --each {given.each}. Black to play: exactly one move wins.

export interface Puzzle {{
  grade: "easy" | "medium" | "hard";
  side: number;
  /** The rows: X is Black, O is White. */
  board: string;
  /** The only move that wins. */
  move: number;
}}

export const PUZZLES: readonly Puzzle[] = [""")
    print("\n".join(lines))
    print("];")


if __name__ == "__main__":
    main()
