"""Runs a command on a terminal of its own, where a q is typed, and says whether it writes escape sequences there.

    TERM=dumb python3 terminal.py COMMAND...             prints 'plain' or 'coloured'
    TERM=xterm python3 terminal.py --left COMMAND...     prints whether it tells the time that is left
    TERM=xterm python3 terminal.py --share COMMAND...    prints whether it tells how much is done; the command is
                                                         stopped for a second, so that it need not work for so long
"""

import os
import pty
import signal
import sys
import time


def main():
    os.environ.pop("NO_COLOR", None)
    left, share = sys.argv[1] == "--left", sys.argv[1] == "--share"
    command = sys.argv[1 + (left or share):]
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(command[0], command)
    if share:
        time.sleep(0.05)
        os.kill(child, signal.SIGSTOP)
        time.sleep(1.1)
        os.kill(child, signal.SIGCONT)
    else:
        os.write(terminal, b"q\n")
    written = b""
    try:
        while piece := os.read(terminal, 4096):
            written += piece
    except OSError:  # the other end is closed
        pass
    os.waitpid(child, 0)
    if left:
        print("the time left is told" if b" s left" in written else "nothing is told of the time left")
    elif share:
        print("a share is told" if b" % done" in written else "no share is told")
    else:
        print("coloured" if b"\033" in written else "plain")


if __name__ == "__main__":
    main()
