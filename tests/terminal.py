"""Runs a command on a terminal of its own, where a q is typed, and says whether it writes escape sequences there.

    TERM=dumb python3 terminal.py COMMAND...      prints 'plain' or 'coloured'
"""

import os
import pty
import sys


def main():
    os.environ.pop("NO_COLOR", None)
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(sys.argv[1], sys.argv[1:])
    os.write(terminal, b"q\n")
    written = b""
    try:
        while piece := os.read(terminal, 4096):
            written += piece
    except OSError:  # the other end is closed
        pass
    os.waitpid(child, 0)
    print("coloured" if b"\033" in written else "plain")


if __name__ == "__main__":
    main()
