#!/usr/bin/env python3
"""Checks a proof written by 'qi nogo solve --proof', and shares nothing with that program.

    tools/check-proof.py FILE

A proof says who moves first on a board of NoGo, who wins, and what the winner answers. Positions are looked at
layer by layer, one stone more each time. Where the loser is to move, every legal move is tried. Where the winner
is to move, the file's next answer is played. Positions with at most 'leaf' points that somebody may play are
settled by trying everything. If every line of play ends with the loser unable to move, the winner wins.

A position is a string of '.', 'X' and 'O', row by row. Its number has a digit in base 3 for each point (0 empty,
1 X, 2 O), the first point the lowest. Of mirror images the one with the least number stands for all. Answers come
in the order of these numbers, a line for each layer, as characters: '0' is the first point, and so on through
ASCII. The last line has the number of answers, and a digest (FNV-1a, 64 bits) of all before. Slow: for small boards.
"""
import re
import sys


class Wrong(Exception):
    """Why a file is not a proof."""


class Board:
    def __init__(self, rows, columns):
        self.rows, self.columns, self.points = rows, columns, rows * columns
        self.neighbours = [[r * columns + c for r, c in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
                            if 0 <= r < rows and 0 <= c < columns]
                           for i in range(rows) for j in range(columns)]
        cells = [(i, j) for i in range(rows) for j in range(columns)]
        maps = [lambda i, j: (i, j), lambda i, j: (rows - 1 - i, j), lambda i, j: (i, columns - 1 - j),
                lambda i, j: (rows - 1 - i, columns - 1 - j)]
        if rows == columns:
            maps += [lambda i, j, turn=turn: turn(j, i) for turn in maps[:4]]
        # images[k][p] is the point whose stone comes to point p in the k-th mirror image.
        self.images = [[a * columns + b for a, b in (turn(i, j) for i, j in cells)] for turn in maps]

    def has_liberty(self, position, point):
        """Whether the group of the stone on a point has one."""
        group, waiting = {point}, [point]
        while waiting:
            for near in self.neighbours[waiting.pop()]:
                if position[near] == ".":
                    return True
                if position[near] == position[point] and near not in group:
                    group.add(near)
                    waiting.append(near)
        return False

    def play(self, position, point, colour):
        """The position after a stone, or None when it is not legal: no group may be without a liberty."""
        if position[point] != ".":
            return None
        after = position[:point] + colour + position[point + 1:]
        touched = [point] + [near for near in self.neighbours[point] if after[near] != "."]
        return after if all(self.has_liberty(after, stone) for stone in touched) else None

    def moves(self, position, colour):
        after = (self.play(position, point, colour) for point in range(self.points))
        return [position for position in after if position]

    def open_points(self, position):
        return sum(any(self.play(position, point, colour) for colour in "XO") for point in range(self.points))

    def wins(self, position, colour):
        """Whether the side to move wins, by trying everything."""
        return any(not self.wins(after, other(colour)) for after in self.moves(position, colour))

    def number(self, position):
        return sum(".XO".index(stone) * 3 ** point for point, stone in enumerate(position))

    def canonical(self, position):
        return min(("".join(position[point] for point in image) for image in self.images), key=self.number)


def other(colour):
    return "O" if colour == "X" else "X"


def digest(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def check_layers(board, position, mover, winner, leaf, lines):
    """Walks from a position; returns how many answers were used."""
    answers, layer = 0, {board.canonical(position)}
    while layer:
        following, asked = set(), []
        for position in sorted(layer, key=board.number):
            if board.open_points(position) > leaf:
                asked.append(position)
            elif board.wins(position, mover) != (mover == winner):
                raise Wrong(f"this is lost for {winner}: {position}")
        if mover != winner:
            following = {board.canonical(after) for position in asked for after in board.moves(position, mover)}
        elif asked:
            line = next(lines, "")
            if len(line) != len(asked):
                raise Wrong(f"found {len(line)} answers, expected {len(asked)}")
            answers += len(asked)
            for position, answer in zip(asked, line):
                point = ord(answer) - ord("0")
                after = board.play(position, point, winner) if 0 <= point < board.points else None
                if not after:
                    raise Wrong(f"the answer '{answer}' is not legal in {position}")
                following.add(board.canonical(after))
        layer, mover = following, other(mover)
    return answers


def check(data):
    """Who wins, and from which board, if the bytes are a proof; else raises Wrong."""
    try:
        text = data.decode("ascii")
    except ValueError as error:
        raise Wrong(f"not readable: {error}") from error
    lines = iter(text.split("\n"))
    if next(lines) != "qi nogo proof 2":
        raise Wrong("not a proof")
    terms = re.fullmatch("([XO]) moves, ([XO]) wins, leaf ([0-9]{1,2})", next(lines, ""))
    size = re.fullmatch("([0-9]{1,2}) ([0-9]{1,2})", next(lines, ""))
    if not terms or not size:
        raise Wrong("who moves, who wins, and on which board?")
    mover, winner, leaf = terms.groups()
    board = Board(int(size[1]), int(size[2]))
    rows = [next(lines, "") for _ in range(board.rows)]
    position = "".join(rows)
    if any(len(row) != board.columns or set(row) - set(".XO") for row in rows):
        raise Wrong("not a board")
    if not all(board.has_liberty(position, point) for point in range(board.points) if position[point] != "."):
        raise Wrong("a group on the board has no liberty")
    answers = check_layers(board, position, mover, winner, int(leaf), lines)
    before = text[:text.rfind("end ")]
    if list(lines) != [f"end {answers} {digest(before):016x}", ""]:
        raise Wrong(f"the last line is not the end of a proof with {answers} answers")
    return winner, rows


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            print("proved:", check(file.read())[0], "wins")
    except Wrong as wrong:
        print("wrong:", wrong)
        raise SystemExit(1) from wrong
