#!/usr/bin/env python3
"""The catalogue of messages, po/zh.po.

catalogue.py c PO OUT      writes it as C (src/cli/cli.h says how it is used)
catalogue.py json PO       prints what the page needs: [English, Chinese] of the entries with the context 'text'
"""
import json
import pathlib
import re
import sys

DIRECTIVE = re.compile(r"%(?:(\d+)\$)?[-+#0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j|t)?([diouxXcsfgeE])")


def unquote(text):
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), text)


def read(path):
    """The entries of a .po file, as (context, English, Chinese)."""
    entries, entry, field = [], {}, None
    for number, line in enumerate([*pathlib.Path(path).read_text(encoding="utf-8").splitlines(), ""], 1):
        match = re.fullmatch(r'(?:(msgctxt|msgid|msgstr) )?"(.*)"', line)
        if match:
            field = match[1] or field
            entry[field] = entry.get(field, "") + unquote(match[2])
        elif line and not line.startswith("#"):
            raise SystemExit(f"{path}:{number}:1: found '{line}', expected msgctxt, msgid, msgstr or a text")
        elif not line and entry:
            if entry.get("msgid"):
                entries.append((entry.get("msgctxt"), entry["msgid"], entry.get("msgstr", "")))
            entry = {}
    return entries


def is_pattern(english):
    return bool(DIRECTIVE.search(english.replace("%%", "")))


def plain(english):
    """A format in which all integers are "%d": their sizes differ between machines."""
    return re.sub(r"(%[-+0-9.*$]*)(?:hh|h|ll|l|z)?([a-zA-Z%])", lambda match: match[1] + ("d" if match[2] == "u" else match[2]),
                  english)


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("?", "\\?") + '"'


def write_c(entries, out):
    pairs = sorted(((plain(e), plain(c)) for _, e, c in entries), key=lambda pair: pair[0].encode())
    rows = ",\n".join(f"    {{{quote(english)},\n     {quote(chinese)}}}" for english, chinese in pairs)
    lines = ["/* Made from po/zh.po by tools/catalogue.py. */", '#include "cli/cli.h"',
             f"\nconst cli_message cli_messages[] = {{\n{rows}}};\nconst size_t cli_message_count = {len(pairs)};"]
    pathlib.Path(out).write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "c":
        write_c(read(sys.argv[2]), sys.argv[3])
    elif len(sys.argv) == 3 and sys.argv[1] == "json":
        entries = [[plain(english), plain(chinese)] for context, english, chinese in read(sys.argv[2]) if context == "text"]
        print(json.dumps(entries, ensure_ascii=False))
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
