"""Go: moves a second with exact superko, the whole process against a brute-force program, and how
the cost of a move grows with the length of a game."""

import ctypes
import gzip
import os
import random
import subprocess
import time

from common import QI, SCRATCH, SHARED, bar, compile_peer, fastest, listing, ratio

CORPUS = os.path.join(SHARED, "corpus", "go-pro-1000.txt.gz")
LONG, SHORT = 200_000, 2_000


def write_games(name, games):
    """Writes lists of moves (colour, row, column) as the problem's text; returns the path."""
    path = os.path.join(SCRATCH, name)
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{len(games)}\n")
        for moves in games:
            file.write(f"{len(moves)}\n")
            file.writelines(f"{colour} {row} {column}\n" for colour, row, column in moves)
    return path


def read_games(path):
    """The lists of moves of such a text."""
    with open(path, encoding="ascii") as file:
        words = iter(file.read().split())
    return [[(next(words), int(next(words)), int(next(words))) for _ in range(int(next(words)))] for _ in range(int(next(words)))]


def random_moves(source, count):
    return [("BW"[i % 2], source.randint(1, 19), source.randint(1, 19)) for i in range(count)]


def legal_moves(source, count):
    """A game in turns, each move uniform over the legal ones; played through the library. When
    superko has left nobody a move, some moves are taken back and others tried."""
    qi = ctypes.CDLL(os.path.join(os.path.dirname(QI), "libqigames.so"))
    qi.qi_go_legal.restype = ctypes.c_size_t
    game, legal = ctypes.c_void_p(), (ctypes.c_uint32 * 361)()
    assert qi.qi_go_new(19, 19, None, None, ctypes.byref(game)) == 0
    moves, colour = [], 1
    stuck = 0
    while len(moves) < count:
        points = qi.qi_go_legal(game, colour, legal, 361)
        stuck = 0 if points else stuck + 1
        if stuck == 2:
            for _ in range(1000):
                qi.qi_go_undo(game)
                moves.pop()
        if points:
            point = legal[source.randrange(points)]
            assert qi.qi_go_play(game, colour, point, None, None) == 0
            moves.append((".BW"[colour], point // 19 + 1, point % 19 + 1))
        colour = 3 - colour
    qi.qi_go_free(game)
    return moves


class Move(ctypes.Structure):
    _fields_ = [("point", ctypes.c_uint32), ("colour", ctypes.c_int)]


class Rules(ctypes.Structure):
    _fields_ = [("repetition", ctypes.c_int), ("suicide", ctypes.c_bool)]


def moves_a_second(games, repetition=0, rounds=5, seconds=0.3):
    """The best of some runs over lists of moves in memory, in millions of moves per CPU second."""
    qi = ctypes.CDLL(os.path.join(os.path.dirname(QI), "libqigames.so"))
    qi.qi_go_record_add.argtypes = [ctypes.c_void_p, Move, ctypes.c_uint64]
    records, rules = [], Rules(repetition, False)
    for moves in games:
        record = ctypes.c_void_p()
        assert qi.qi_go_record_new(19, 19, ctypes.byref(rules), None, ctypes.byref(record)) == 0
        for colour, row, column in moves:
            assert qi.qi_go_record_add(record, Move((row - 1) * 19 + column - 1, ".BW".index(colour)), 0) == 0
        records.append((record, len(moves)))

    def once():
        spent, count = 0, 0
        while spent < seconds:
            for record, length in records:
                assert qi.qi_go_record_seek(record, ctypes.c_size_t(0)) == 0
                start = time.process_time()
                assert qi.qi_go_record_seek(record, ctypes.c_size_t(length)) == 0
                spent += time.process_time() - start
                count += length
        return count / spent / 1e6
    best = max(once() for _ in range(rounds))
    for record, _ in records:
        qi.qi_go_record_free(record)
    return best


def unpack_corpus():
    path = os.path.join(SCRATCH, "corpus.txt")
    with gzip.open(CORPUS) as packed, open(path, "wb") as file:
        file.write(packed.read())
    return path


def brute_force():
    """The statement's brute-force listing, completed with input and output; None when absent."""
    code = listing(3, 1)
    if code is None:
        return None
    board = """void printBoard() {
    for (int i = 1; i <= Edge; i++) {
        for (int j = 1; j <= Edge; j++) putchar(".BW"[B[i][j]]);
        putchar('\\n');
    }
}
"""
    main = """int main() {
    int games, moves, x, y; char colour;
    scanf("%d", &games);
    while (games--) {
        initBoard();
        scanf("%d", &moves);
        while (moves--) {
            scanf(" %c %d %d", &colour, &x, &y);
            putPawn(x, y, colour == 'B');
        }
        printBoard();
    }
}
"""
    code = code.replace("void printBoard() {...}", board).replace("int main() {...}", main)
    headers = "#include <cstdio>\n#include <queue>\n#include <set>\n#include <vector>\n"
    return compile_peer("go_brute", headers + "using namespace std;\n" + code)


def same_output(peer, path):
    ours = subprocess.run([QI, "go", "replay", path], check=True, stdout=subprocess.PIPE).stdout
    with open(path, "rb") as source:
        theirs = subprocess.run([peer], stdin=source, check=True, stdout=subprocess.PIPE).stdout
    return ours == theirs


def compare(peer, name, path):
    if not same_output(peer, path):
        raise SystemExit(f"bench: the brute-force program answers otherwise on {name}")
    theirs, = fastest([([peer], path)], rounds=2)
    ours, = fastest([([QI, "go", "replay"], path)], rounds=15)
    print(f"   {name:28} qi {1000 * ours:8.1f} ms   brute force {1000 * theirs:8.1f} ms")
    bar(f"whole process, {name}: times less CPU time", theirs / ours, 60)
    ratio(f"Go, {name}", theirs / ours)


def main():
    source = random.Random(1)
    corpus = unpack_corpus() if os.path.exists(CORPUS) else None
    if corpus:
        games = read_games(corpus)
        exact, free = moves_a_second(games), moves_a_second(games, repetition=3)
        print(f"   1,000 professional games in memory: {exact:.1f} million moves a CPU second with "
              f"exact\n   positional superko, {free:.1f} without")
        bar("in memory: million moves a CPU second", exact, 20)
    else:
        print("   corpus not found: 'qi bench --only go' measures game-like moves instead")

    random_games = write_games("random.txt", [random_moves(source, 2000) for _ in range(100)])
    peer = brute_force()
    if peer:
        compare(peer, "100 games x 2,000 moves", random_games)
        if corpus:
            compare(peer, "the corpus", corpus)
    else:
        print("   peer not found: the brute-force listing")

    game = legal_moves(source, LONG)
    short, long = moves_a_second([game[:SHORT]]), moves_a_second([game])
    print(f"   a random legal game of {LONG:,} moves: {1000 / long:.1f} ns a move, "
          f"its first {SHORT:,} alone {1000 / short:.1f} ns")
    bar("cost of a move in a long game against a short one", short / long, 2, at_least=False)
