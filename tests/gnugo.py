"""Plays the same random games on qi and on GNU Go and compares every answer.

    python3 gnugo.py QI

GNU Go knows positional superko (for 500 moves; these games are shorter) and forbids suicide when
asked. A second GNU Go without any ko rule separates the reasons: a move that only the first
refuses is a repetition. Records are exchanged both ways. Writes TAP; skipped without GNU Go.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
MAX_PLAYED = 480  # GNU Go forgets after 500


def talk(command, lines):
    """The replies to some lines, as (answered, text)."""
    done = subprocess.run(command, input="\n".join(lines) + "\nquit\n", text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300)
    replies = done.stdout.split("\n\n")[:len(lines)]
    if len(replies) < len(lines):
        raise SystemExit(f"{command[0]} gave {len(replies)} replies to {len(lines)} lines")
    return [(reply.lstrip("\n")[:1] == "=", reply.lstrip("\n")[1:].strip()) for reply in replies]


def random_game(rng, size, tries):
    """Moves to try: mostly in turn, mostly on the board's points, now and then a pass."""
    moves, colour = [], "b"
    for _ in range(tries):
        if rng.random() < 0.01:
            vertex = "pass"
        else:
            vertex = rng.choice(LETTERS[:size]) + str(rng.randint(1, size))
        moves.append((colour, vertex))
        if rng.random() < 0.95:
            colour = "w" if colour == "b" else "b"
    return moves


def stones(board):
    """The vertices of each colour in an answer to gogui-rules_board."""
    rows = [line.split() for line in board.split("\n")]
    found = {"X": set(), "O": set()}
    for r, row in enumerate(rows):
        for c, point in enumerate(row):
            if point != ".":
                found[point].add(LETTERS[c] + str(len(rows) - r))
    return found["X"], found["O"]


def compare_moves(qi, gnugo, games):
    """Every move is taken or refused by both, and the boards are the same all along."""
    mine, theirs = [], []
    for size, moves in games:
        mine += [f"boardsize {size}", "clear_board"]
        theirs += [f"boardsize {size}", "clear_board"]
        for i, (colour, vertex) in enumerate(moves):
            mine.append(f"play {colour} {vertex}")
            theirs.append(f"play {colour} {vertex}")
            if i % 20 == 19 or i + 1 == len(moves):
                mine += ["gogui-rules_board", "protocol_version"]
                theirs += ["list_stones black", "list_stones white"]
    my_replies, their_replies = talk(qi, mine), talk(gnugo, theirs)
    counts, answers = {}, []
    played = 0
    for i, line in enumerate(mine):
        if line == "clear_board":
            played = 0
        elif line.startswith("play"):
            taken, text = my_replies[i]
            if taken != their_replies[i][0]:
                return False, f"{line}: {my_replies[i]}, GNU Go: {their_replies[i]}", answers
            reason = text.split(": ")[-1] if not taken else "played"
            played += taken
            if played > MAX_PLAYED:
                return False, "the game is too long for GNU Go", answers
            counts[reason] = counts.get(reason, 0) + 1
            answers.append(reason)
        elif line == "gogui-rules_board":
            black, white = (set(their_replies[i + k][1].split()) for k in (0, 1))
            if stones(my_replies[i][1]) != (black, white):
                return False, f"the boards differ:\n{my_replies[i][1]}", answers
    return True, ", ".join(f"{count} {reason}" for reason, count in sorted(counts.items())), answers


def compare_reasons(no_ko, games, answers):
    """Each refusal has the reason that GNU Go without ko gives: it takes a repetition, sees a stone
    on an occupied point, and has neither for suicide."""
    lines, expected, at = [], {}, 0
    for size, moves in games:
        lines += [f"boardsize {size}", "clear_board"]
        for colour, vertex in moves:
            reason, at = answers[at], at + 1
            if reason == "played":
                lines.append(f"play {colour} {vertex}")
            else:
                expected[len(lines)] = (reason, colour, vertex)
                lines += [f"is_legal {colour} {vertex}", f"color {vertex}"]
    replies = talk(no_ko, lines)
    for i, (reason, colour, vertex) in expected.items():
        legal, stone = replies[i][1] == "1", replies[i + 1][1] != "empty"
        theirs = "superko" if legal else "occupied" if stone else "suicide"
        if reason != theirs:
            return False, f"{colour} {vertex}: {reason}, GNU Go: {theirs}"
    return True, f"{len(expected)} refusals"


def compare_handicaps(qi, gnugo):
    """The usual points are the same, in whatever order."""
    lines = []
    for size in range(7, 20):
        for count in range(1, 11):
            lines += [f"boardsize {size}", "clear_board", f"fixed_handicap {count}"]
    mine, theirs = talk(qi, lines), talk(gnugo, lines)
    for line, me, they in zip(lines, mine, theirs):
        if me[0] != they[0] or (me[0] and set(me[1].split()) != set(they[1].split())):
            return False, f"{line}: {me}, GNU Go: {they}"
    return True, f"{len(lines) // 3} boards"


def exchange_records(qi, gnugo, size, moves, folder):
    """Each loads the record that the other wrote and has the other's board."""
    path = os.path.join(folder, "game.sgf")
    play = [f"boardsize {size}"] + [f"play {colour} {vertex}" for colour, vertex in moves]
    board = talk(qi, play + [f"printsgf {path}", "gogui-rules_board"])[-1][1]
    loaded = talk(gnugo, [f"loadsgf {path}", "list_stones black", "list_stones white"])
    if stones(board) != tuple(set(reply[1].split()) for reply in loaded[1:]):
        return False, "GNU Go reads another board from the record of qi"
    os.unlink(path)
    written = talk(gnugo, play + ["list_stones black", "list_stones white", f"printsgf {path}"])
    board = talk(qi, [f"loadsgf {path}", "gogui-rules_board"])
    if not board[0][0]:
        return False, f"qi does not load GNU Go's record: {board[0][1]}"
    if stones(board[1][1]) != tuple(set(reply[1].split()) for reply in written[-3:-1]):
        return False, "qi reads another board from the record of GNU Go"
    return True, ""


# One colour moves twice, with setups, passes, handicaps and PL at the start, in between and at the end. GNU Go takes no
# stones away (AE), and believes a move more than a PL that contradicts it: both are left out.
UNEVEN = (";B[aa];B[bb];B[cc]", ";B[aa];B[bb];W[cc];B[dd]", ";W[aa];B[bb];W[cc]", ";W[aa];W[bb];B[cc]",
          "AB[aa][bb];B[cc];B[dd];W[ee]", "AB[aa][bb]PL[W];W[cc];W[dd];B[ee]", "PL[W];W[cc];B[dd];W[ee]",
          "PL[W];W[cc];W[dd];B[ee]", ";B[aa];W[];B[bb];B[];W[cc]", ";B[aa];W[tt];W[bb];B[cc]",
          "HA[2]AB[bb][dd];W[cc];W[aa];B[ee]", "HA[2]AB[bb][dd];B[cc];W[aa]", "HA[2];B[bb];B[dd];W[cc];B[aa]",
          ";B[aa];W[bb];AW[cc]AB[dd];B[ee];B[ea]", ";B[aa];W[bb];AW[cc]PL[W];W[ee];B[ea]",
          "C[x];C[y];B[aa];C[z];B[bb];W[cc]", ";B[aa]W[bb];B[cc]", ";B[aa];B[bb];PL[W]", "B[aa];W[bb];W[cc]",
          ";B[ab];W[aa];B[ba];B[cc];W[dd]", ";B[aa];PL[B]", ";B[aa];PL[B];B[bb];PL[B]", "AB[aa]PL[W]",
          "HA[2]AB[aa][bb]", "HA[2]AB[aa][bb];W[cc];AB[dd];W[ee];W[ea]", ";AB[aa];AW[bb];W[cc];W[dd]")


def compare_stops(qi, gnugo, folder):
    """Both stop before the same move, and it is the same player's turn there, which GNU Go's loadsgf answers."""
    path = os.path.join(folder, "uneven.sgf")
    stones_of, places = ["list_stones black", "list_stones white"], ("", 1, 2, 3, 4, 5, 6)
    for moves in UNEVEN:
        with open(path, "w", encoding="ascii") as file:
            file.write(f"(;SZ[5]{moves})\n")
        loads = [f"loadsgf {path} {number}" for number in places]
        theirs = talk(gnugo, [line for load in loads for line in (load, *stones_of)])
        mine = talk(qi, [line for load in loads for line in (load, "gogui-rules_side_to_move", *stones_of)])
        for i, number in enumerate(places):
            me = [set(reply[1].split()) for reply in mine[4 * i + 1:4 * i + 4]]
            they = [set(reply[1].split()) for reply in theirs[3 * i:3 * i + 3]]
            if me != they:
                return False, f"{moves} before {number}: {me}, GNU Go: {they}"
    return True, f"{len(UNEVEN) * len(places)} places"


def main():
    program = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
    if not program:
        print("1..0 # SKIP GNU Go is not there")
        return 0
    qi = [os.path.abspath(sys.argv[1]), "go", "gtp"]
    gnugo = [program, "--mode", "gtp", "--positional-superko", "--forbid-suicide"]
    no_ko = [program, "--mode", "gtp", "--no-ko", "--forbid-suicide"]
    percent = int(os.environ.get("QI_TEST_SCALE", "100"))
    number = failed = 0

    def report(good, name, note):
        nonlocal number, failed
        number += 1
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} {name}")
        for line in note.split("\n"):
            print(f"# {line}")

    for size, games, tries in ((2, 12, 460), (3, 40, 460), (4, 12, 1600), (5, 12, 1600),
                               (7, 8, 1600), (9, 8, 1400), (13, 4, 900), (19, 4, 700)):
        rng = random.Random(size)
        played = [(size, random_game(rng, size, tries))
                  for _ in range(max(1, games * percent // 100))]
        good, note, answers = compare_moves(qi, gnugo, played)
        report(good, f"moves on {size}x{size}", note)
        if good:
            good, note = compare_reasons(no_ko, played, answers)
            report(good, f"reasons on {size}x{size}", note)
    good, note = compare_handicaps(qi, gnugo)
    report(good, "handicaps", note)
    with tempfile.TemporaryDirectory() as folder:
        good, note = compare_stops(qi, gnugo, folder)
        report(good, "records in which a colour moves twice", note)
        for size in (5, 9, 19):
            moves = random_game(random.Random(1), size, 400)
            good, note = exchange_records(qi, gnugo, size, moves, folder)
            report(good, f"records of {size}x{size}", note)
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
