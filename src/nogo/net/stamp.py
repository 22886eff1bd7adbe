"""Writes a header that changes whenever a file does:  stamp.py FILE HEADER"""

import sys
import zlib

with open(sys.argv[1], "rb") as file:
    print(f"/* {zlib.crc32(file.read()):08x} */", file=open(sys.argv[2], "w", encoding="utf-8"))
