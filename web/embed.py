"""Turns the page into C for the command: embed.py OUT.c [PAGE.html]. Without a page: an empty one."""

import sys

data = open(sys.argv[2], "rb").read() if len(sys.argv) > 2 else b""
with open(sys.argv[1], "w", encoding="ascii") as out:
    out.write('#include "cli/verbs.h"\n\nconst unsigned char cli_page[] = {\n')
    for at in range(0, len(data), 24):
        out.write(",".join(map(str, data[at:at + 24])) + ",\n")
    out.write(f"0}};\nconst size_t cli_page_length = {len(data)};\n")
