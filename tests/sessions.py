"""Programs that lead a session of their own, as a shell's job does, and signals to all of it."""

import fcntl
import os
import pty
import signal
import subprocess
import termios


class Session:
    """A program in a session of its own; `typed`: at a terminal, so that SIGINT is what Ctrl-C makes of it."""

    def __init__(self, words, typed, **settings):
        self.terminal, inside = pty.openpty() if typed else (None, None)

        def lead():
            os.setsid()
            if typed:
                fcntl.ioctl(inside, termios.TIOCSCTTY, 0)
        self.process = subprocess.Popen(words, stdin=inside if typed else subprocess.DEVNULL, preexec_fn=lead, **settings)
        if typed:
            os.close(inside)

    def signal(self, number):
        """To all of the group, unless the program has ended."""
        if self.process.poll() is not None:
            return
        if self.terminal is not None and number == signal.SIGINT:
            os.write(self.terminal, b"\x03")
        else:
            os.killpg(self.process.pid, number)

    def close(self):
        if self.terminal is not None:
            os.close(self.terminal)
