"""Prints the source files of the freestanding core, as the build lists them."""

import os
import re

source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
for room in ("base", "nogo", "go", "maze", "protocol"):
    text = open(os.path.join(source, "src", room, "meson.build"), encoding="utf-8").read()
    for listing in re.findall(r"core_sources \+= files\((.*?)\)", text, re.S):
        for name in re.findall(r"'([^']+)'", listing):
            print(f"src/{room}/{name}")
