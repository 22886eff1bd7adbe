"""Runs a command on a terminal of its own, where a q is typed, and says whether it writes escape sequences there.

    TERM=dumb python3 terminal.py COMMAND...             prints 'plain' or 'coloured'
    TERM=xterm python3 terminal.py --left COMMAND...     prints whether it shows the time left
"""

import os
import pty
import sys


def main():
    os.environ.pop("NO_COLOR", None)
    left = sys.argv[1] == "--left"
    command = sys.argv[1 + left:]
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(command[0], command)
    os.write(terminal, b"q\n")
    written = b""
    try:
        while piece := os.read(terminal, 4096):
            written += piece
    except OSError:  # the other end is closed
        pass
    os.waitpid(child, 0)
    if left:
        print("the time left is shown" if b" s left" in written else "the time left is not shown")
    else:
        print("coloured" if b"\033" in written else "plain")


if __name__ == "__main__":
    main()
