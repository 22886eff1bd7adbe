"""Long random sequences of GTP commands, or of calls of the Python package, against a simple model of both games that was
written from docs/gtp.md alone.

    python3 sequences.py QI
    python3 sequences.py LIBQI PYTHON_FOLDER

The model keeps every position as a dictionary and finds groups by flood fill. QI_TEST_SCALE=2500 tries 10^6 commands,
QI_TEST_SEED chooses others. Writes TAP.
"""

import copy
import os
import random
import subprocess
import sys

from tap import check, finish

QI = os.path.abspath(sys.argv[1])  # or the library
SCALE = int(os.environ.get("QI_TEST_SCALE", "100"))
SEED = int(os.environ.get("QI_TEST_SEED", "1"))
COMMANDS = 2000  # of a session
SESSIONS = max(1, 10 * SCALE // 100)  # of each game
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
OTHER = {"b": "w", "w": "b"}
NAMES = {"b": "black", "w": "white"}


class Model:
    """One session: what it answers to a command, or a function that judges the answer."""

    def __init__(self, go, komi):
        self.go, self.komi = go, komi
        self.columns = self.rows = 5
        self.holes = frozenset()
        self.clear()

    def clear(self):
        self.handicap = 0
        self.stones, self.turn, self.captured = {}, "b", {"b": 0, "w": 0}
        self.past = []  # what undo returns to: the stones, the turn, the captured, the number of positions
        self.positions = [{}]  # of Go, for superko

    # ---- the board

    def points(self):
        return [(x, y) for y in reversed(range(self.rows)) for x in range(self.columns) if (x, y) not in self.holes]

    def neighbours(self, point):
        x, y = point
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        return [(a, b) for a, b in near if 0 <= a < self.columns and 0 <= b < self.rows and (a, b) not in self.holes]

    def group(self, stones, point):
        """The group at a point, and its liberties."""
        found, liberties, todo = {point}, set(), [point]
        while todo:
            for near in self.neighbours(todo.pop()):
                if near not in stones:
                    liberties.add(near)
                elif stones[near] == stones[point] and near not in found:
                    found.add(near)
                    todo.append(near)
        return found, liberties

    def after(self, colour, point):
        """The stones after a move and what it captures, or the reason why it is illegal."""
        if point in self.holes:
            return "hole"
        if point in self.stones:
            return "occupied"
        stones = {**self.stones, point: colour}
        taken = set()
        for near in self.neighbours(point):
            if stones.get(near) == OTHER[colour]:
                group, liberties = self.group(stones, near)
                taken |= set() if liberties else group
        if taken and not self.go:
            return "capture"
        for gone in taken:
            del stones[gone]
        if not self.group(stones, point)[1]:
            return "suicide"
        if self.go and stones in self.positions:
            return "superko"
        return stones, len(taken)

    def legal(self, colour):
        return [point for point in self.points() if not isinstance(self.after(colour, point), str)]

    # ---- words

    def name(self, point):
        return f"{LETTERS[point[0]]}{point[1] + 1}"

    def point(self, word):
        return LETTERS.index(word[0]), int(word[1:]) - 1

    def is_on_board(self, point):
        return point[0] < self.columns and point[1] < self.rows

    def words(self, points):
        return " ".join(map(self.name, points))

    # ---- changes

    def keep(self):
        self.past.append((self.stones, self.turn, dict(self.captured), len(self.positions)))

    def move(self, colour, word):
        """The reason why it is illegal; or None, when it is made."""
        if word == "pass":
            self.keep()
        else:
            point = self.point(word)
            after = self.after(colour, point) if self.is_on_board(point) else "board"
            if isinstance(after, str):
                return after
            self.keep()
            self.stones = after[0]
            self.captured[OTHER[colour]] += after[1]
            self.positions.append(after[0])
        self.turn = OTHER[colour]
        return None

    def undo(self, count):
        if count > len(self.past):
            return "? cannot undo"
        for _ in range(count):
            self.stones, self.turn, self.captured, positions = self.past.pop()
            del self.positions[positions:]
        return "="

    def resize(self, columns, rows):
        if not (1 <= columns <= 25 and 1 <= rows <= 25):
            return "? unacceptable size"
        if (columns, rows) != (self.columns, self.rows):
            self.holes = frozenset()
        self.columns, self.rows = columns, rows
        self.clear()
        return "="

    def chosen(self, colour, plays):
        """Judges what genmove answered, and plays it."""
        def judge(answer):
            word = answer[2:]
            if word == "resign":
                return not self.go and not self.legal(colour)
            if word == "pass":
                good = self.go
            else:
                good = self.is_on_board(self.point(word)) and self.point(word) in self.legal(colour)
            if good and plays:
                self.move(colour, word)
            return good
        return judge

    def play_all(self, pairs):
        """All of the moves or none."""
        for number, (colour, word) in enumerate(pairs):
            if self.move(colour, word):
                self.undo(number)
                return f"? illegal move: move {number + 1} of the sequence"
        return "="

    def start_from(self, stones, turn):
        """A new start, with no moves to take back."""
        self.stones, self.turn, self.captured, self.past, self.positions = stones, turn, {"b": 0, "w": 0}, [], [stones]
        self.handicap = 0

    def set_up(self, pairs):
        stones = dict(self.stones)
        for colour, word in pairs:
            point = self.point(word)
            if not self.is_on_board(point):
                return "? illegal setup"
            if point in self.holes:
                return "? illegal setup: hole"
            stones.pop(point, None)
            if colour != "empty":
                stones[point] = colour
        if any(not self.group(stones, point)[1] for point in stones):
            return "? illegal setup: no liberty"
        self.start_from(stones, self.turn)
        return "="

    def make_hollow(self, words):
        points = [self.point(word) for word in words]
        if self.stones:
            return "? board not empty"
        if len(set(points)) < len(points) or not all(map(self.is_on_board, points)):
            return "? bad vertex list"
        self.holes = frozenset(points)
        self.clear()
        return "="

    def give_handicap(self, words):
        points = [self.point(word) for word in words]
        if len(points) < 2:
            return "? bad vertex list"
        if self.stones:
            return "? board not empty"
        if len(set(points)) < len(points) or not all(map(self.is_on_board, points)):
            return "? bad vertex list"
        stones = {point: "b" for point in points}
        if any(not self.group(stones, point)[1] for point in stones):
            return "? bad vertex list"
        self.start_from(stones, "w")
        self.handicap = len(points)
        return "="

    def score(self):
        if not self.go:
            return "? cannot score" if self.legal(self.turn) else f"= {OTHER[self.turn].upper()}+"
        area, seen = {"b": 0, "w": 0}, set()
        for point in self.points():
            if point in self.stones:
                area[self.stones[point]] += 1
            elif point not in seen:
                region, colours, todo = {point}, set(), [point]
                while todo:
                    for near in self.neighbours(todo.pop()):
                        if near in self.stones:
                            colours.add(self.stones[near])
                        elif near not in region:
                            region.add(near)
                            todo.append(near)
                seen |= region
                if len(colours) == 1:
                    area[colours.pop()] += len(region)
        lead = area["b"] - area["w"] - self.komi
        return "= 0" if not lead else f"= {'B' if lead > 0 else 'W'}+{abs(lead):g}"

    def answer(self, command):
        verb, *words = command.split()
        simple = {
            "clear_board": lambda: self.clear() or "=",
            "boardsize": lambda: self.resize(int(words[0]), int(words[0])),
            "rectangular_boardsize": lambda: self.resize(int(words[0]), int(words[1])),
            "query_boardsize": lambda: f"= {self.columns}" + (f" {self.rows}" if self.rows != self.columns else ""),
            "get_komi": lambda: f"= {self.komi:g}",
            "undo": lambda: self.undo(1),
            "gg-undo": lambda: self.undo(int(words[0]) if words else 1),
            "list_legal": lambda: f"= {self.words(self.legal(words[0] if words else self.turn))}".rstrip(),
            "list_stones": lambda: f"= {self.words([p for p in self.points() if self.stones.get(p) == words[0]])}".rstrip(),
            "final_score": self.score,
            "gogui-setup": lambda: self.set_up(list(zip(words[::2], words[1::2]))),
            "gogui-setup_player": lambda: self.start_from(self.stones, words[0]) or "=",
            "hollow": lambda: self.make_hollow(words),
            "set_free_handicap": lambda: self.give_handicap(words),
            "get_handicap": lambda: f"= {self.handicap}",
            "genmove": lambda: self.chosen(words[0], True),
            "reg_genmove": lambda: self.chosen(words[0], False),
            "gogui-play_sequence": lambda: self.play_all(list(zip(words[::2], words[1::2]))),
            "gogui-rules_side_to_move": lambda: f"= {NAMES[self.turn]}",
            "gogui-rules_captured_count": lambda: f"= {self.captured['b']} {self.captured['w']}",
            "gogui-rules_board": lambda: "= " + "\n".join(
                " ".join("?" if (x, y) in self.holes else {"b": "X", "w": "O"}.get(self.stones.get((x, y)), ".")
                         for x in range(self.columns)) for y in reversed(range(self.rows))),
            "known_command": lambda: f"= {'false' if words[0] == 'nonsense' else 'true'}",
        }
        if verb == "komi":
            self.komi = float(words[0])
            return "="
        if verb == "play":
            why = self.move(*words)
            return f"? illegal move: {why}" if why else "="
        if verb == "is_legal":
            if words[1] == "pass":
                return "= 1" if self.go else "= 0"
            if not self.is_on_board(self.point(words[1])):
                return "? illegal move: board"
            return f"= {int(self.point(words[1]) in self.legal(words[0]))}"
        return simple[verb]()


def random_command(dice, go):
    """Independent of the state, so that a whole session can be sent at once."""
    def colour():
        return dice.choice("bw")

    def vertex(passes=0.04):
        return "pass" if dice.random() < passes else dice.choice(LETTERS[:4]) + str(dice.randrange(1, 5))
    kinds = {
        "play": 40, "genmove": 12, "is_legal": 8, "undo": 6, "list_legal": 5, "list_stones": 4, "final_score": 3, "reg_genmove": 3,
        "gogui-play_sequence": 4, "gg-undo": 2, "gogui-rules_side_to_move": 2, "gogui-rules_board": 2, "query_boardsize": 1,
        "clear_board": 0.7, "boardsize": 0.8, "rectangular_boardsize": 0.8, "komi": 1, "get_komi": 1, "known_command": 1,
        "gogui-rules_captured_count": 2 if go else 0, "gogui-setup": 1.5, "gogui-setup_player": 1, "hollow": 0 if go else 1.5,
        "set_free_handicap": 1 if go else 0, "get_handicap": 1 if go else 0,
    }
    verb = dice.choices(list(kinds), list(kinds.values()))[0]
    words = {
        "play": lambda: [colour(), vertex()],
        "genmove": lambda: [colour()],
        "reg_genmove": lambda: [colour()],
        "is_legal": lambda: [colour(), vertex()],
        "list_legal": lambda: [colour()] if dice.random() < 0.5 else [],
        "list_stones": lambda: [colour()],
        "gogui-play_sequence": lambda: [word for _ in range(dice.randrange(1, 5)) for word in (colour(), vertex())],
        "gg-undo": lambda: [str(dice.randrange(4))] if dice.random() < 0.8 else [],
        "gogui-setup": lambda: [word for _ in range(dice.randrange(1, 4)) for word in (dice.choice(["b", "w", "empty"]), vertex(0))],
        "gogui-setup_player": lambda: [colour()],
        "hollow": lambda: [vertex(0) for _ in range(dice.randrange(4))],
        "set_free_handicap": lambda: [vertex(0) for _ in range(dice.randrange(1, 5))],
        "boardsize": lambda: [str(dice.choice([0, 1, 2, 3, 4, 4, 4, 5, 26]))],
        "rectangular_boardsize": lambda: [str(dice.randrange(1, 6)), str(dice.randrange(0, 6))],
        "komi": lambda: [str(dice.choice([0, 0.5, 7, 6.5]))],
        "known_command": lambda: [dice.choice(["play", "genmove", "nonsense"])],
    }.get(verb, list)()
    return " ".join([verb, *words])


def agrees(answer, expected):
    """Exactly, but of an error the parts that are expected: it may say more."""
    if callable(expected):
        return expected(answer)
    if expected.startswith("?"):
        return answer.startswith("? ") and all(part in answer for part in expected[2:].split(": "))
    return answer == expected


def play_session(go, seed):
    """What differs first, or empty."""
    dice = random.Random(seed)
    commands = ["komi 7.5"] + [random_command(dice, go) for _ in range(COMMANDS)]
    options = ["go", "gtp", "--size", "5"] if go else ["nogo", "gtp", "--player", "random", "--size", "5"]
    done = subprocess.run([QI, *options, "--seed", str(seed)], input="\n".join(commands) + "\n", stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=300, check=False, text=True)
    answers = done.stdout.split("\n\n")[:-1]
    model = Model(go, 7.5)
    for number, (command, answer) in enumerate(zip(commands, answers)):
        answer = answer.rstrip()
        expected = model.answer(command)
        if not agrees(answer, expected):
            return f"seed {seed}: {' / '.join(commands[max(0, number - 12):number + 1])}: {answer!r}, not {expected!r}"
    return "" if len(answers) == len(commands) and done.returncode == 0 else f"seed {seed}: {len(answers)} answers, {done.returncode}"


# ---- the Python package


class Pair:
    """A board of the package and its model."""

    def __init__(self, package, go, columns, rows):
        self.package, self.go = package, go
        self.board = package.go.Game(rows, columns) if go else package.nogo.Position(rows, columns)
        self.model = Model(go, 0)
        self.model.resize(columns, rows)

    def place(self, point):
        return self.model.rows - 1 - point[1], point[0]

    def differs(self):
        model, board = self.model, self.board
        states = {self.place(point): "bw".index(colour) + 1 for point, colour in model.stones.items()}
        same = all(int(board[place]) == states.get(place, 0) for place in board) and "bw"[int(board.to_move) - 1] == model.turn
        for colour in "bw":
            number = "bw".index(colour) + 1
            same = same and sorted(board.legal(number)) == sorted(map(self.place, model.legal(colour)))
            # What a colour has captured is what the other one has lost.
            same = same and (not self.go or board.captures(number) == model.captured[OTHER[colour]])
        return not same

    def play(self, dice):
        point = dice.choice(model_points(self.model))
        colour = dice.choice("bw")
        after = self.model.after(colour, point)
        verdict = self.board.judge(*self.place(point), "bw".index(colour) + 1).name.lower()
        try:
            self.board.play(*self.place(point), "bw".index(colour) + 1)
            refused = None
        except self.package.Illegal as error:
            refused = error.verdict.name.lower()
        expected = after if isinstance(after, str) else None
        self.model.move(colour, self.model.name(point))
        return verdict == (expected or ("ok" if self.go else "legal")) and refused == expected

    def take_back(self, _):
        if self.go:
            return self.board.undo() == (self.model.undo(1) == "=")
        return True

    def skip(self, dice):
        if self.go:
            colour = dice.choice("bw")
            self.board.pass_("bw".index(colour) + 1)
            self.model.move(colour, "pass")
        return True

    def duplicate(self, dice):
        """Goes on with a copy; what is done to the other changes nothing."""
        board, model = self.board.copy(), copy.deepcopy(self.model)
        for _ in range(3):
            self.play(dice)
        self.board, self.model = board, model
        return True

    def write_and_read(self, _):
        if self.go:
            other = self.package.go.Game.parse(self.board.sgf())
            return str(other) == str(self.board) and other.steps == self.board.steps == len(self.model.past)
        return self.package.nogo.Position.parse(self.board.line) == self.board


def model_points(model):
    return [(x, y) for x in range(model.columns) for y in range(model.rows)]


def call_package(package, go, seed):
    """What differs first, or empty."""
    dice = random.Random(seed)
    pair = Pair(package, go, dice.randrange(1, 6), dice.randrange(1, 5))
    for number in range(COMMANDS // 10):
        call = dice.choices([pair.play, pair.take_back, pair.skip, pair.duplicate, pair.write_and_read], [20, 4, 1, 1, 1])[0]
        if not call(dice) or pair.differs():
            return f"seed {seed}, call {number}: {call.__name__}\n{pair.board}"
    return ""


def load_package():
    os.environ["QI_LIBRARY"] = QI
    sys.path.insert(0, os.path.abspath(sys.argv[2]))
    import qigames  # pylint: disable=import-outside-toplevel
    from qigames import go, nogo  # noqa: F401  pylint: disable=import-outside-toplevel,unused-import
    return qigames


def main():
    if len(sys.argv) > 2:
        package = load_package()
        for go in (True, False):
            wrong = [what for what in (call_package(package, go, SEED * 100000 + i) for i in range(SESSIONS)) if what]
            check(not wrong, f"{'Go' if go else 'NoGo'} in Python: {SESSIONS * COMMANDS // 10} calls as the model has it", *wrong[:3])
        finish()
    for go in (True, False):
        wrong = [what for what in (play_session(go, SEED * 100000 + i) for i in range(SESSIONS)) if what]
        check(not wrong, f"{'Go' if go else 'NoGo'}: {SESSIONS * COMMANDS} commands as the model has it", *wrong[:3])
    finish()


if __name__ == "__main__":
    main()
