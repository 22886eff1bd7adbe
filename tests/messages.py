#!/usr/bin/env python3
"""messages.py QI ROOT

The catalogue po/zh.po is complete and sound: every text that the command or the library shows to people has a
translation, the directives of each agree, and no help text is left in English. What a new message needs is a line in
po/zh.po, or, if only programs read it, one in po/programs.txt.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

QI, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(ROOT / "tools"))
import catalogue  # noqa: E402

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|\b(?:PRI\w+)\b|\w+|\s+|.', re.S)
PRINTS = {"PRIu64": "llu", "PRIu32": "u", "PRIx64": "llx", "PRId64": "lld"}
# Folders and files whose texts are for programs: pictures, packages for judges, training, protocols.
PROGRAMS = re.compile(r"cli/arena_picture\.c|cli/web\.c|_template\.h|oracle/|/bench/|"
                      r"src/gtp/|base/embed\.h|selfplay|nogo/net/(?!load)|nogo/solve/order_net|cli/picture\.c|processes\.c|cli/json\.c")


def literals(path):
    """(line, text) of every string in a C source; those that stand side by side are one."""
    source = re.sub(r"^\s*#\s*(include|error).*$", "", path.read_text(encoding="utf-8"), flags=re.M)
    source = source.replace("\\\n", " \n")
    text, start, line = None, 0, 1
    for match in TOKEN.finditer(source):
        token = match.group()
        if token[0] == '"':
            if text is None:
                text, start = "", line
            text += catalogue.unquote(token[1:-1])
        elif token in PRINTS and text is not None:
            text += PRINTS[token]
        elif text is not None and not token.isspace() and not token.startswith(("/*", "//")):
            yield start, text
            text = None
        line += token.count("\n")


def check_entries(entries):
    seen = set()
    for _, english, chinese in entries:
        english, chinese = catalogue.plain(english), catalogue.plain(chinese)
        say = f"po/zh.po: '{english[:60]}'"
        assert english not in seen, f"{say} stands there twice"
        seen.add(english)
        assert chinese, f"{say} has no translation"
        kinds = [match[2] for match in catalogue.DIRECTIVE.finditer(english.replace("%%", ""))]
        found = list(catalogue.DIRECTIVE.finditer(chinese.replace("%%", "")))
        assert len({bool(match[1]) for match in found}) <= 1, f"{say}: number all directives or none"
        for place, match in enumerate(found):
            place = int(match[1]) - 1 if match[1] else place
            assert place < len(kinds) and kinds[place] == match[2], f"{say}: %{match[2]} is not directive {place + 1}"


def needs_translation(line):
    words = catalogue.DIRECTIVE.sub(" ", line.replace("%%", "%"))
    if re.search(r"%\d(?!\$|\w)", line) or re.match(r"<title>|<\w+ [\w-]+=", line):  # an instruction, markup
        return False
    return re.search(r"[a-z]{2,}[^a-zA-Z]* [^a-zA-Z]*[a-z]|[a-z] ?%|: |[a-z]{2,} $", line) and \
        re.search(r"[a-z]{2,}", words) and not re.match(r" *(qi( (%s|\w+)){1,2}$|(qi|printf|echo|my-program|zcat|find) )", line)


class Catalogue:
    """Looks strings of the sources up as the command does (qi_buffer_say), and notes which entries that needs."""

    def __init__(self, entries):
        self.entries = {catalogue.plain(english) for _, english, _ in entries}
        self.used = set()

    def knows(self, text):
        text = catalogue.plain(text)
        if text in self.entries:
            self.used.add(text)
        return text in self.entries

    def lacks(self, text):
        """The lines of a text that are not known, by themselves or as a part of their paragraph."""
        if self.knows(text):
            return []
        lines = [line for paragraph in text.split("\n\n") if not self.knows(paragraph.strip("\n"))
                 for line in paragraph.split("\n")]
        return [line for line in lines if not self.knows(line) and not self.knows(line.lstrip(" ")) and
                not (line.endswith((":", ".")) and self.knows(line.lstrip(" ")[:-1]))]


def check_sources(entries):
    programs = {line for line in (ROOT / "po/programs.txt").read_text(encoding="utf-8").splitlines()
                if not line.startswith("# ")}
    known = Catalogue(entries)
    missing, used = [], set()
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        name = path.relative_to(ROOT).as_posix()
        for line, text in literals(path):
            lacks = known.lacks(text)
            if PROGRAMS.search(name):
                continue
            used.update(part for part in text.split("\n") if part in programs)
            missing += [f"{name}:{line}: '{part}' is neither in po/zh.po nor in po/programs.txt"
                        for part in lacks if part not in programs and needs_translation(part)]
    missing += [f"po/programs.txt: '{line}' is no string of a source" for line in sorted(programs - used)]
    missing += [f"po/zh.po: '{english[:60]}' is no string of a source" for context, english, _ in entries
                if context != "system" and catalogue.plain(english) not in known.used]
    assert not missing, "\n" + "\n".join(missing)


def run(*words, language):
    environment = {key: value for key, value in os.environ.items() if key not in ("LC_ALL", "LC_MESSAGES", "QI_LANG")}
    return subprocess.run([QI, *words], env={**environment, "LANG": language}, capture_output=True, text=True,
                          encoding="utf-8")


def check_help():
    everything = json.loads(run("--help=json", language="zh_CN.UTF-8").stdout)
    commands = [[], *([game["name"]] for game in everything["games"]), *([verb["name"]] for verb in everything["verbs"]),
                *([game["name"], verb["name"]] for game in everything["games"] for verb in game["verbs"])]
    left = []
    for command in commands:
        for line in run(*command, "--help", language="zh_CN.UTF-8").stdout.splitlines():
            if re.match(r"  (qi|printf|echo|my-program|zcat|find) ", line):
                continue
            bare = re.sub(r"^  ( {4}|-\w, )--.{22}|^  \w+( \w+)? ", "", line)
            bare = re.sub(r"qi \w+( \w+)?( --?\w+)*|--\w+ \w+|'[^']*'|“[^”]*”|Go Text Protocol", "", bare)
            if re.search(r"[a-z]{2,} [a-z]{2,}", bare):
                left.append(f"qi {' '.join(command)} --help --lang zh: '{line}'")
    assert not left, "\n" + "\n".join(left)


ENTRIES = catalogue.read(ROOT / "po/zh.po")
check_entries(ENTRIES)
check_sources(ENTRIES)
check_help()
print(f"{len(ENTRIES)} messages")
