"""Joins sources of the library to one file that a C or a C++ compiler takes by itself.

    python3 tools/amalgamate.py --whole FOLDER
    python3 tools/amalgamate.py [--define NAME[=VALUE]]... [--without FILE]... SOURCE... -o FILE

The first form writes the whole library as FOLDER/qi.c, for all systems, and its public headers as
FOLDER/qi.h; the second a program with the sources that it needs, packed tightly. --without leaves out
a file that a source embeds (base/embed.h).

Headers stand first, each once. A header that uses macros of the sources (SOLVE_FN, say) is a template:
each source gets it anew. A name that several files have at file scope gets the source's number as an
ending, wherever no "." or "->" stands before it. So no such name may be a member of a structure of the
source's own.
"""

import argparse
import collections
import os
import re
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+["<]([^">]+)[">]\n', re.M)
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')', re.S)
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|(?:\.|->)?\w+')
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
EMBED = re.compile(r'^QI_EMBED\((\w+), "([^"]+)"\);\n', re.M)
EMBED_HEADER = '#include "base/embed.h"\n'
# Names at file scope: of variables and functions, of types, and of an enumeration's values. Nothing else begins a line there.
SCOPE = [re.compile(r"^(?!typedef|struct \w+ \{|return)\w[\w \t\n*]*?\b(?!__attribute__)(\w+)(?:\(|\[| =|;)", re.M),
         re.compile(r"^(?:typedef )?(?:struct|enum|union) (\w+)", re.M),
         re.compile(r"^(?:\} |typedef [^;{]*?\b)(\w+)(?: __attribute__[^;]*)?;", re.M)]
ENUM = re.compile(r"^(?:typedef )?enum\b[^{;]*\{([^}]*)\}", re.M)
SYSTEMS = {"/posix/": "#ifndef _WIN32\n", "/windows/": "#ifdef _WIN32\n"}

# What C++ spells otherwise. gcc for Windows keeps vectors of 32 bytes on a stack that is aligned to 16 (its bug 54412),
# so that code with them must not run there.
PRELUDE = """\
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifdef __cplusplus
#include <atomic>
using std::atomic_bool;
using std::atomic_fetch_add_explicit;
using std::atomic_init;
using std::atomic_int;
using std::atomic_load;
using std::atomic_load_explicit;
using std::atomic_store;
using std::atomic_store_explicit;
using std::atomic_uint_fast64_t;
using std::memory_order_relaxed;
#define restrict __restrict
#define _Static_assert static_assert
#define _Alignas alignas
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#else
#include <stdatomic.h>
#endif
#if defined(_WIN32) && defined(__GNUC__) && !defined(__clang__)
#define __builtin_cpu_supports(what) 0
#endif
"""

# C++ turns a void pointer into another only by a cast.
POINTER = re.compile(r"^([ \t]+)((?:const )?(?:struct )?(?!return|else|goto)\w+ \*+)((?:const )?\w+) =\s+([^;{}]+);$", re.M)
MEMORY = re.compile(r"^([ \t]*)([\w.>\[\]*-]+) =\s+((?:qi_(?:allocate|allocate_array|allocate_zeroed|enlarge|grow|resize)|malloc|"
                    r"calloc|realloc)\()", re.M)

HEAD = "/*\n * qi {version}: {what}\n *\n{licence}\n */\n"


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def with_casts(text):
    def declare(match):
        indent, kind, name, value = match.groups()
        several = re.search(r",\s+\*(?:const )?\w+(?: =|,|$)", value)  # variables
        return match[0] if several or value.startswith('"') else f"{indent}{kind}{name} = ({kind.strip()})({value});"

    return MEMORY.sub(r"\1\2 = (__typeof__(\2))\3", POINTER.sub(declare, text))


def as_words(name, path):
    """The bytes of a file as what QI_EMBED declares: little-endian words, aligned to 64 bytes."""
    with open(os.path.join(ROOT, path), "rb") as file:
        data = file.read()
    words = [f"{word:#x}" if word > 9 else str(word) for (word,) in struct.iter_unpack("<Q", data + bytes(-len(data) % 8))]
    rows = [",".join(words[at:at + 6]) for at in range(0, len(words), 6)]
    return (f"_Alignas(64) static const uint64_t {name}_words[] = {{\n" + ",\n".join(rows) + "\n};\n"
            f"static const uint8_t *const {name} = (const uint8_t *){name}_words;\n"
            f"static const uint32_t {name}_size = {len(data)};\n")


class Files:
    """What the sources and their headers say, without comments and empty lines."""

    def __init__(self, sources, without):
        self.without = without
        self.text = {}
        self.headers = {}  # in an order in which each finds what it needs
        self.macros = {name for path in sources for name in DEFINE.findall(self.load(path))}
        self.bodies = {path: self.expand(path) for path in sources}

    def load(self, path):
        if path not in self.text:
            text = COMMENT.sub(lambda m: m[1] or " ", read(path)).replace(EMBED_HEADER, "#include <stdint.h>\n")
            text = EMBED.sub(lambda m: "" if f"src/{m[2]}" in self.without else as_words(m[1], f"src/{m[2]}"), text)
            self.text[path] = re.sub(r"\n(?:[ \t]*\n)+", "\n", re.sub(r"[ \t]+$", "", text, flags=re.M)).lstrip("\n")
        return self.text[path]

    def is_template(self, path):
        text = self.load(path)
        used = set(re.findall(r"\w+", text)) & self.macros - set(DEFINE.findall(text))
        return bool(used) or not re.search(r"^#ifndef (\w+)\n#define \1\n", text)

    def expand(self, path):
        """A file's text with its templates inside; the other headers go to `headers`."""

        def replace(match):
            path = f"include/{match[1]}" if match[1].startswith("qi/") else f"src/{match[1]}"
            if not os.path.exists(os.path.join(ROOT, path)):  # a header of the system
                return "" if match[1] == "stdatomic.h" else match[0]
            if self.is_template(path):
                return self.expand(path)
            if path not in self.headers:
                self.headers[path] = self.expand(path)
            return ""

        return INCLUDE.sub(replace, self.load(path))


def names_of(text):
    found = {name for kind in SCOPE for name in kind.findall(text)}
    for values in ENUM.findall(text):
        found.update(re.findall(r"(\w+)\s*(?:=[^,]*)?(?:,|$)", values))
    return found


def join(sources, define, without):
    # <windows.h> takes words of other sources for its own: its users stand last.
    files = Files(sorted(sources, key=lambda path: "/windows/" in path), without)
    names = {path: names_of(text) for path, text in (*files.headers.items(), *files.bodies.items())}
    times = collections.Counter(name for found in names.values() for name in found)
    parts = [f"#define {d.replace('=', ' ', 1)}\n" for d in define] + [PRELUDE, *files.headers.values()]
    for number, (path, body) in enumerate(files.bodies.items(), 1):
        again = {name for name in names[path] if times[name] > 1 and not name.startswith("qi_")}
        macros = sorted(set(DEFINE.findall(body)))
        text = "".join(f'#pragma push_macro("{name}")\n#undef {name}\n' for name in macros)
        text += TOKEN.sub(lambda m: f"{m[0]}_{number}" if m[0] in again else m[0], body)
        text += "".join(f'#pragma pop_macro("{name}")\n' for name in macros)
        system = next((SYSTEMS[folder] for folder in SYSTEMS if folder in path), None)
        parts.append(f"// {path}\n" + (f"{system}{text}#endif\n" if system else text))
    return with_casts("".join(parts))


def public_headers():
    """All public headers as one, in an order in which each finds what it needs, with their comments."""
    texts = {}

    def add(name):
        if name not in texts:
            text = read(f"include/qi/{name}")
            for inner in re.findall(r"#include <qi/([^>]+)>", text):
                add(inner)
            texts[name] = re.sub(r"^#include <qi/[^>]+>\n", "", text, flags=re.M)

    for name in sorted(os.listdir(os.path.join(ROOT, "include", "qi"))):
        add(name)
    return "\n".join(texts.values())


def whole(folder):
    listing = subprocess.run([sys.executable, os.path.join(ROOT, "tools", "core-sources.py"), "--everywhere"],
                             stdout=subprocess.PIPE, check=True, text=True).stdout
    version = re.search(r"version: '([^']+)'", read("meson.build"))[1]
    licence = "\n".join(f" * {line}".rstrip() for line in read("LICENSE").splitlines())
    what = {"qi.c": ("the whole library in one file.\n * cc -O2 -c qi.c, and link with -pthread -lm.",
                     join(listing.split(), [], [])),
            "qi.h": ("the interface of the whole library, for qi.c. C and C++.", public_headers())}
    os.makedirs(folder, exist_ok=True)
    for name, (title, text) in what.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(HEAD.format(version=version, what=title, licence=licence) + text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("sources", nargs="*", metavar="SOURCE")
    parser.add_argument("-o", "--output")
    parser.add_argument("--whole", metavar="FOLDER")
    parser.add_argument("--define", action="append", default=[])
    parser.add_argument("--without", action="append", default=[])
    options = parser.parse_args()
    if options.whole:
        whole(options.whole)
        return
    text = join(options.sources, options.define, options.without)
    with open(options.output, "w", encoding="utf-8") as file:
        file.write(re.sub(r"^[ \t]+", "", text, flags=re.M))


if __name__ == "__main__":
    main()
