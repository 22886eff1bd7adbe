"""Which processes are alive."""

import os
import time

TIMEOUT = 60  # seconds for something that happens soon


def command_of(pid):
    """Its command line; empty for a zombie and when there is no such process."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


def carrying(token):
    """The processes that carry the token in their command line."""
    return [int(pid) for pid in filter(str.isdigit, os.listdir("/proc"))
            if token.encode() in command_of(pid) and int(pid) != os.getpid()]


def wait_for(condition):
    end = time.monotonic() + TIMEOUT
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def children_of(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []
