"""Prints the source files of the freestanding core, as src/meson.build lists them; with --all, the files
that need a host too: those of POSIX, and with --everywhere those of Windows beside them."""

import os
import re
import sys

source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
everywhere = "--everywhere" in sys.argv
kinds = "core|host" if everywhere or "--all" in sys.argv else "core"

with open(os.path.join(source, "src/meson.build"), encoding="utf-8") as file:
    text = file.read()
for listing in re.findall(rf"(?:{kinds})_sources \+?= files\((.*?)\)", text, re.S):
    for name in re.findall(r"'([^']+)'", listing):
        if everywhere or "/windows/" not in name:
            print(f"src/{name}")
