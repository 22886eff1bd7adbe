"""Maze Tac Toe: counting against the listing of the problem's analysis, the cost of large mazes, and
all shortest walks against counting."""

import os
import random
import resource
import subprocess

import common
from common import QI, SCRATCH, SOURCE, bar, fastest

MOVES = [letter + row + column for letter in "MO" for row in "123" for column in "123"]


def walled(side):
    return [["###"] * side for _ in range(side)]


def inside(side):
    """The cells within the border; not as a list, since the memory of this process is the least that
    can be measured of another."""
    return ((row, column) for row in range(1, side - 1) for column in range(1, side - 1))


def place_every_move(maze, dice, rows):
    """Each of the eighteen moves at least once, in some of the rows, where no wall is."""
    left = list(MOVES)
    while left:
        row, column = dice.choice(rows), dice.randrange(1, len(maze) - 1)
        if maze[row][column] not in ("###", "BBB", *(move for move in MOVES if move not in left)):
            maze[row][column] = left.pop()


def dense(side, moves, walls, seed):
    """Floor with a share of moves and of walls, strewn about."""
    dice, maze = random.Random(seed), walled(side)
    for row, column in inside(side):
        roll = dice.random()
        if roll >= walls:
            maze[row][column] = dice.choice(MOVES) if roll < walls + moves else "..."
    maze[side // 2][side // 2] = "BBB"
    place_every_move(maze, dice, range(1, side - 1))
    return maze


def corridors(side, seed):
    """One corridor that winds through the whole maze; the moves are in niches along it."""
    dice, maze = random.Random(seed), walled(side)
    rows = range(1, side - 2, 3)
    for number, row in enumerate(rows):
        for column in range(1, side - 1):
            maze[row][column] = "..."
        end = side - 2 if number % 2 == 0 else 1
        for column in range(3, side - 3, 2):
            maze[row + 1][column] = dice.choice(MOVES)
        if row != rows[-1]:
            maze[row + 1][end] = maze[row + 2][end] = "..."
    maze[1][1] = "BBB"
    return maze


def eighteen(side, seed):
    """Open floor with each move once."""
    dice, maze = random.Random(seed), walled(side)
    for row, column in inside(side):
        maze[row][column] = "..."
    maze[1][1] = "BBB"
    place_every_move(maze, dice, range(1, side - 1))
    return maze


def save(name, maze):
    path = os.path.join(SCRATCH, name.replace(" ", "-"))
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{len(maze)}\n" + "".join("".join(row) + "\n" for row in maze))
    return path


def small_mazes():
    return [(name, save(name, maze)) for name, maze in (
        ("20 % moves, 10 % walls", dense(25, .2, .1, 1)),
        ("40 % moves, 10 % walls", dense(25, .4, .1, 2)),
        ("winding corridors", corridors(25, 3)),
        ("all 18 moves once", eighteen(25, 4)))]


def peer():
    """The listing, with the input it leaves out and the two diagonals it forgets."""
    code = common.listing(4, 0)
    if not code:
        return None
    lines = code.split("\n")
    at = next(i for i, line in enumerate(lines) if "b[0][2]==1" in line.replace(" ", ""))
    lines.insert(at + 1, "if (b[1][1] == 2 && ((b[0][0] == 2 && b[2][2] == 1) ||"
                         " (b[0][2] == 2 && b[2][0] == 1))) return true;")
    at = next(i for i, line in enumerate(lines) if "int main" in line)
    end = next(i for i in range(at, len(lines)) if "dfs(" in lines[i])
    lines.insert(end, """int startX = 0, startY = 0;
        if (scanf("%d", &N) != 1) return 1;
        for (int r = 1; r <= N; r++) {
            char row[80];
            if (scanf("%79s", row) != 1) return 1;
            for (int c = 1; c <= N; c++) {
                memcpy(grid[r][c], row + 3 * (c - 1), 3);
                if (row[3 * (c - 1)] == 'B') startX = r, startY = c;
            }
        }""")
    return common.compile_peer("maze-peer", "\n".join(lines))


def output(command, path):
    with open(path, "rb") as source:
        return subprocess.run(command, stdin=source, stdout=subprocess.PIPE, check=True).stdout


def against_the_listing(mazes):
    print("Counting, 25 x 25, whole process (CPU ms):")
    program = peer()
    if not program:
        print("   peer not found: the problem's listing")
        return
    # The listing calls itself once for every state.
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))
    ratios = []
    print(f"   {'maze':26} {'boards':>7} {'listing':>9} {'qi':>7} {'ratio':>7}")
    for name, path in mazes:
        ours = int(output([QI, "maze", "count"], path))
        theirs = int(output([program], path))
        if ours != theirs:
            raise SystemExit(f"bench: {name}: {ours} boards, the listing says {theirs}")
        slow, fast = fastest([([program], path), ([QI, "maze", "count"], path)])
        ratios.append(slow / fast)
        common.ratio(f"Maze, 25 x 25, {name}", slow / fast)
        print(f"   {name:26} {ours:7} {slow * 1e3:9.1f} {fast * 1e3:7.2f} {slow / fast:7.0f}")
    bar("times less CPU time than the listing, least of the four", min(ratios), 50)


def cost(program, path, rounds):
    side, boards, reading, searching = output([program, str(rounds)], path).split()
    return int(side), int(boards), float(reading), float(searching)


def large():
    print("Larger mazes (CPU time inside the library; memory of `qi maze count`):")
    program = os.path.join(SCRATCH, "maze-cost")
    subprocess.run(["gcc", "-O2", "-I", os.path.join(SOURCE, "include"), "-o", program,
                    os.path.join(SOURCE, "bench", "maze_cost.c"),
                    os.path.join(SOURCE, "build", "libqigames.a"), "-lpthread", "-lm"], check=True)
    print(f"   {'maze':24} {'N':>5} {'boards':>7} {'read ms':>8} {'search ms':>10} "
          f"{'ns/(cell x board)':>18} {'MiB':>5}")
    worst, most = 0, 0
    for name, share in (("20 % moves, 10 % walls", .2), ("40 % moves, 10 % walls", .4)):
        first = None
        for n in (25, 100, 300, 1000):
            path = save(f"{name} {n}", dense(n, share, .1, n))
            side, boards, reading, searching = cost(program, path, 30 if n < 200 else 3)
            each = (reading + searching) / (side * side * boards)
            memory = common.run_well([QI, "maze", "count"], path)[1]
            first = first or each
            worst, most = max(worst, each / first if n == 1000 else 0), max(most, memory)
            print(f"   {name:24} {n:5} {boards:7} {reading * 1e3:8.2f} {searching * 1e3:10.2f} "
                  f"{each * 1e9:18.5f} {memory / 2**20:5.0f}", flush=True)
    bar("cost per (cell x board) at N = 1000 over that at N = 25", worst, 2, at_least=False)
    bar("MiB of memory at N = 1000", most / 2**20, 256, at_least=False)


def walks(mazes):
    print("All shortest walks, whole process (CPU ms):")
    print(f"   {'maze':26} {'count':>7} {'walk --all':>11} {'ratio':>7}")
    ratios = []
    for name, path in mazes:
        count, walk = fastest([([QI, "maze", "count"], path),
                               ([QI, "maze", "walk", "--all"], path)], 15)
        ratios.append(walk / count)
        print(f"   {name:26} {count * 1e3:7.2f} {walk * 1e3:11.2f} {walk / count:7.1f}")
    bar("walk --all over count, most of the four", max(ratios), 30, at_least=False)


def main():
    mazes = small_mazes()
    against_the_listing(mazes)
    large()
    walks(mazes)
