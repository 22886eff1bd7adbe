"""Prints the names of the functions that a WebAssembly module imports."""

import sys

data = open(sys.argv[1], "rb").read()


def number(at):
    """An unsigned LEB128 number and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def text(at):
    length, at = number(at)
    return data[at:at + length].decode(), at + length


at = 8
while at < len(data):
    section = data[at]
    length, at = number(at + 1)
    end = at + length
    if section == 2:
        count, at = number(at)
        for _ in range(count):
            _, at = text(at)
            name, at = text(at)
            kind = data[at]
            at += 1
            if kind == 0:
                _, at = number(at)
                print(name)
            else:
                limits = data[at] if kind == 2 else data[at + 1]
                at += 1 if kind == 2 else 2
                _, at = number(at)
                if limits & 1:
                    _, at = number(at)
    at = end
