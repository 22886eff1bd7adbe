"""Which processes are alive."""

import os
import time

TIMEOUT = 60  # seconds for something that happens soon


def carrying(token):
    """The processes that carry the token in their command line, but zombies."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                command = file.read()
            with open(f"/proc/{pid}/stat", "rb") as file:
                state = file.read().rsplit(b")", 1)[1].split()[0]
        except OSError:
            continue
        if token.encode() in command and int(pid) != os.getpid() and state != b"Z":
            found.append(int(pid))
    return found


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
