# Puts back only the last of the captured groups when a move is refused for reason 3.
import sys

SIDE = 19
STRIDE = SIDE + 2


def dead(board, start):
    """The group at a point if it has no liberty, else nothing."""
    group, seen = [start], {start}
    for p in group:
        for way in (-STRIDE, -1, 1, STRIDE):
            if board[p + way] == ".":
                return []
            if board[p + way] == board[start] and p + way not in seen:
                seen.add(p + way)
                group.append(p + way)
    return group


def replay(moves, out):
    board = [" "] * (STRIDE * STRIDE)
    for row in range(1, SIDE + 1):
        board[row * STRIDE + 1:row * STRIDE + SIDE + 1] = "." * SIDE
    history = {"".join(board)}
    for colour, p in moves:
        if board[p] != ".":
            out.append("miss 1")
            continue
        board[p] = colour
        other = "W" if colour == "B" else "B"
        captured = []
        for way in (-STRIDE, -1, 1, STRIDE):
            group = dead(board, p + way) if board[p + way] == other else []
            if group:
                captured = group
            for stone in group:
                board[stone] = "."
        if not captured and dead(board, p):
            board[p] = "."
            out.append("miss 2")
            continue
        now = "".join(board)
        if now in history:
            board[p] = "."
            for stone in captured:
                board[stone] = other
            out.append("miss 3")
            continue
        history.add(now)
    for row in range(1, SIDE + 1):
        out.append("".join(board[row * STRIDE + 1:row * STRIDE + SIDE + 1]))


def main():
    words = iter(sys.stdin.read().split())
    out = []
    for _ in range(int(next(words))):
        moves = []
        for _ in range(int(next(words))):
            colour, row, column = next(words), int(next(words)), int(next(words))
            moves.append((colour, row * STRIDE + column))
        replay(moves, out)
    print("\n".join(out))


main()
