"""Writes a header that changes whenever a file does:  stamp.py HEADER FILE..."""

import sys
import zlib

with open(sys.argv[1], "w", encoding="utf-8") as header:
    for path in sys.argv[2:]:
        with open(path, "rb") as file:
            print(f"/* {zlib.crc32(file.read()):08x} */", file=header)
