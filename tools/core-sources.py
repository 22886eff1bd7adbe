"""Prints the source files of the freestanding core, as the build lists them; with --all, the files
that need a host too: those of POSIX, and with --everywhere those of Windows beside them."""

import os
import re
import sys

source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
everywhere = "--everywhere" in sys.argv
kinds = "core|host" if everywhere or "--all" in sys.argv else "core"


def read(folder):
    with open(os.path.join(source, folder, "meson.build"), encoding="utf-8") as file:
        text = file.read()
    for name in re.findall(r"^ *subdir\('([^']+)'\)", text, re.M):
        if name != "windows" or everywhere:
            read(f"{folder}/{name}")
    for listing in re.findall(rf"(?:{kinds})_sources \+= files\((.*?)\)", text, re.S):
        for name in re.findall(r"'([^']+)'", listing):
            print(f"{folder}/{name}")


for room in ("base", "nogo", "go", "maze", "sgf", "gtp", "lab"):
    read(f"src/{room}")
