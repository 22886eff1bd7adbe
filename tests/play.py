"""'qi nogo play' on a terminal: keys, clicks, letters and typed lines do what they say; the screen fits; what was changed
of the terminal is changed back.

    python3 tests/play.py QI
"""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import unicodedata

import tap

qi = os.path.abspath(sys.argv[1])
PIECE = re.compile(r"\x1b\[([?<\d;]*)([A-Za-z])|(\r)|(\n)|([^\x1b\r\n])")


class Screen:
    """What a terminal shows that knows the sequences of this program, and no others."""

    def __init__(self, columns, rows):
        self.columns, self.rows, self.modes, self.outside = columns, rows, set(), []
        self.clear()

    def clear(self):
        self.cells, self.row, self.column = {}, 1, 1

    def show(self, text):
        """Returns what is left of a sequence that has not come whole."""
        at = 0
        while at < len(text):
            match = PIECE.match(text, at)
            if not match:
                assert re.fullmatch(r"\x1b(\[[?<\d;]*)?", text[at:]), repr(text[at:at + 20])
                break
            at = match.end()
            parameters, letter, returned, newline, character = match.groups()
            if letter == "H":
                self.row, self.column = map(int, (parameters or "1;1").split(";"))
            elif letter == "J":
                self.clear()
            elif letter in ("h", "l"):
                (self.modes.add if letter == "h" else self.modes.discard)(parameters)
                if parameters == "?1049":
                    self.clear()
            elif letter:
                assert letter == "m" and not re.search("[34]8", parameters), match.group()  # only colours of the theme
            elif returned:
                self.column = 1
            elif newline:
                self.row += 1
            else:
                self.cells[self.row, self.column] = character
                if unicodedata.east_asian_width(character) in "WF":
                    self.column += 1
                    self.cells[self.row, self.column] = ""
                self.column += 1
                if self.row > self.rows or self.column > self.columns + 1:
                    self.outside.append(character)
        return text[at:]

    def lines(self):
        return ["".join(self.cells.get((row, column), " ") for column in range(1, self.columns + 1)).rstrip()
                for row in range(1, self.rows + 1)]


class Game:
    """A game on a terminal of its own."""

    def __init__(self, *options, columns=80, rows=24, language="en"):
        self.screen, self.rest, self.decoder = Screen(columns, rows), "", codecs.getincrementaldecoder("utf-8")()
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(qi, [qi, "nogo", "play", *options], {**os.environ, "TERM": "xterm", "QI_LANG": language})

    def read(self):
        """Shows what comes next; False at the end, or when nothing comes for long."""
        if not select.select([self.terminal], [], [], 60)[0]:
            return False
        try:
            piece = os.read(self.terminal, 65536)
        except OSError:  # Linux says so of a terminal that nobody has open
            piece = b""
        self.rest = self.screen.show(self.rest + self.decoder.decode(piece))
        return bool(piece)

    def wait(self, *words):
        """Shows what comes until all words are there. Returns the lines."""
        while True:
            lines = self.screen.lines()
            if all(any(word in line for line in lines) for word in words) or not self.read():
                return lines

    def press(self, keys, *words):
        os.write(self.terminal, keys.encode())
        return self.wait(*words)

    def resize(self, columns, rows):
        modes, self.screen = self.screen.modes, Screen(columns, rows)
        self.screen.modes = modes
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def end(self):
        """The status, once it has ended."""
        while self.read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


def check(name, lines, *words):
    tap.check(all(any(word in line for line in lines) for word in words), name, words, *lines)


def presses(name, game, keys, *words):
    check(name, game.press(keys, *words), *words)


UP, ENTER = "\x1b[A", "\r"
game = Game("--level", "1", "--seed", "1")
first = ("[·]", "Black to move: your turn", "White: level 1", "u undo")
check("the board, whose turn it is, and the keys", game.wait(*first), *first)
tap.check({"?1049", "?1000", "?1006"} <= game.screen.modes, "another screen, and the mouse", game.screen.modes)
presses("an arrow moves the cursor", game, UP, "4 5: you may play here")
presses("Enter plays there, and the engine answers", game, ENTER, "4 5: Black group, 1 stone", "White plays", "White gives itself")
presses("a click plays", game, "\x1b[<0;6;2M", "1 3: Black group", "your turn")
presses("a click beside the board does nothing, a letter takes back", game, "\x1b[<0;70;20Mu", "Taken back.", "1 3: you may play here")
game.resize(60, 20)
check("a terminal of another size is drawn again", game.wait("your turn", "1 3: you may play here"), "your turn")
tap.check(not game.screen.outside, "nothing is drawn outside", game.screen.outside)
presses("a letter asks for a hint", game, "h", "Hint: ")
presses("a sign changes the level", game, "+", "Level 2.", "White: level 2")
presses("a line is typed and edited", game, "9\x7f8", "> 8")
presses("a typed line is carried out", game, " 8\r", "8 · · · · · · · ●", "White plays", "your turn")
os.write(game.terminal, b"q")
tap.check(game.end() == 0 and not game.screen.modes, "a letter ends it, and the terminal is as before", game.screen.modes)
check("the board is left there", game.screen.lines(), "1 2 3 4 5 6 7 8 9", "●")

for language, words in (("en", ("Black to move: your turn", "you may play here")), ("zh", ("轮到黑方：请下", "可以下"))):
    for columns, rows, side in ((80, 24, "9"), (80, 24, "19"), (60, 20, "9"), (60, 20, "19"), (60, 12, "25"), (80, 24, "1x3")):
        game = Game("--size", side, "--level", "1", columns=columns, rows=rows, language=language)
        check(f"{side} on {columns}x{rows}, {language}", game.wait(*words), *words)
        tap.check(not game.screen.outside, "nothing is drawn outside", game.screen.outside)
        os.write(game.terminal, b"q")
        game.end()

game = Game("--level", "1")
game.wait("your turn")
os.kill(game.child, signal.SIGTERM)
tap.check(game.end() == 128 + signal.SIGTERM and not game.screen.modes, "a signal ends it in order", game.screen.modes)
tap.finish()
