#!/usr/bin/env python3
"""Writes the structs of the public headers that the Python package uses, as lists for ctypes.

    python3 tools/layouts.py          writes python/qigames/_layouts.py
    python3 tools/layouts.py --check  status 1 unless it is up to date
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGE = os.path.join(ROOT, "python", "qigames")
TARGET = os.path.join(PACKAGE, "_layouts.py")
TYPES = {"size_t": "c_size_t", "uint8_t": "c_uint8", "uint16_t": "c_uint16", "uint32_t": "c_uint32", "uint64_t": "c_uint64",
         "int16_t": "c_int16", "int32_t": "c_int32", "int64_t": "c_int64", "bool": "c_bool", "int": "c_int", "unsigned": "c_uint",
         "double": "c_double", "float": "c_float", "char": "c_char"}
HEAD = '''"""Made by tools/layouts.py from the public headers: the members of the structs that the package uses."""

import ctypes
from typing import Any, Dict, List, Tuple

LAYOUTS: Dict[str, List[Tuple[str, Any]]] = {
'''


def headers():
    folder = os.path.join(ROOT, "include", "qi")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            yield file.read()


def constants(text):
    """The numbers that are defined, without their suffix."""
    return {name: value for name, value in re.findall(r"^#define (QI_\w+) (\d+)U?\s*$", text, re.M)}


def kind_of(c_type, text):
    """The ctypes name of a C type; None for a struct."""
    c_type = re.sub(r"\bconst\b", "", c_type).strip()
    if "*" in c_type:
        return "ctypes.c_void_p"
    if c_type in TYPES:
        return f"ctypes.{TYPES[c_type]}"
    alias = re.search(rf"^typedef (\w+) {c_type};", text, re.M)
    if alias:
        return kind_of(alias[1], text)
    return "ctypes.c_int" if re.search(rf"\}} {c_type};", text) and f"typedef enum {c_type} {{" in text else "None"


def members(body, text, numbers):
    """Yields (name, ctypes type) of every member."""
    for line in body.split(";"):
        line = " ".join(line.split())
        if not line:
            continue
        function = re.match(r".*\(\*(\w+)\)\s*\(", line)
        if function:
            yield function[1], "ctypes.c_void_p"
            continue
        c_type, places = re.match(r"((?:const )?\w+(?: \*(?:const \*)?)?)\s*(.*)$", line).groups()
        for place in places.split(","):
            star, name, array = re.match(r"\s*(\**)\s*(\w+)\s*(?:\[(.*)\])?$", place).groups()
            kind = kind_of(c_type + star, text)
            if array:
                count = re.sub(r"\bQI_\w+", lambda found: numbers[found[0]], array)
                kind = f"{kind} * {eval(count.replace('/', '//'), {'__builtins__': {}})}"  # numbers of our own headers
            yield name, kind


def made():
    text = re.sub(r"/\*.*?\*/", " ", "".join(headers()), flags=re.S)
    numbers = constants(text)
    used = set()
    for name in os.listdir(PACKAGE):
        if name.endswith(".py") and name != "_layouts.py":
            with open(os.path.join(PACKAGE, name), encoding="utf-8") as file:
                used.update(re.findall(r'fields\("(qi_\w+)"', file.read()))
    out = HEAD
    for name in sorted(used):
        body = re.search(rf"struct {name} \{{(.*?)\n\}}", text, re.S)[1]
        listed = [f'("{member}", {kind})' for member, kind in members(body, text, numbers)]
        out += f'    "{name}": [\n' + "".join(f"        {entry},\n" for entry in listed) + "    ],\n"
    return out + "}\n"


def main():
    text = made()
    if "--check" not in sys.argv:
        with open(TARGET, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
    with open(TARGET, encoding="utf-8") as file:
        same = file.read() == text
    if not same:
        print("python/qigames/_layouts.py is not what the headers say: run 'python3 tools/layouts.py'")
    return 0 if same else 1


sys.exit(main())
