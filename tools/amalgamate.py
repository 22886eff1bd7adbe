"""Joins sources of the library to one file that a C or a C++ compiler takes by itself.

    python3 tools/amalgamate.py [OPTION]... ROOT.c... -o FILE
    python3 tools/amalgamate.py --whole FOLDER

The second form writes the whole library as FOLDER/qi.c, for C and C++ and all systems, and all its
public headers as FOLDER/qi.h.

Beside the roots come the sources of the library that define what is used, and what those use in
turn. Headers that depend on nothing stand first, once. A source that defines macros for a header
(SOLVE_FN, say) gets a copy of that header for itself, as it gets one of a template. Names that two
sources have for things of their own, and macros, stay apart: a clashing name gets the source's
name as an ending, and macros end with their source.

    --define NAME[=VALUE]   at the top of the file
    --without FILE          leave this source of the library out, or this file that a source embeds (base/embed.h)
    --dense                 without indentation
    --list                  print the sources instead
"""

import argparse
import functools
import os
import re
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<(qi/[^>]+)>)[^\n]*\n', re.M)
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*|\.?\d[\w.]*|->|[^\sA-Za-z_]|\s+')
WORD = re.compile(r"[A-Za-z_]\w*")
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')', re.S)
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
STATIC_MACRO = re.compile(r"^#define (\w+)[ \t](?:[^\n\\]|\\\n)*\bstatic\b", re.M)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*\n", re.M)

# What C++ spells otherwise.
PRELUDE = """\
#ifdef __cplusplus
#define restrict __restrict
#define _Static_assert static_assert
#define _Alignas alignas
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif
"""

TAKEN = {"tell"}  # names that a system's headers have for something else

# Sources of one system only.
SYSTEMS = {"/posix/": "#ifndef _WIN32\n", "/windows/": "#ifdef _WIN32\n"}

EMBED = re.compile(r'^QI_EMBED\((\w+), "([^"]+)"\);\n', re.M)
EMBED_HEADER = '#include "base/embed.h"\n'


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def strip(text, linkage):
    """The text without comments, without lines that are then empty, and unless it is wanted without what
    gives C++ the linkage of C: within one file nobody needs it."""
    text = COMMENT.sub(lambda m: m[1] or " ", text)
    text = text if linkage else re.sub(r'#ifdef __cplusplus\s+(?:extern "C" \{|\})\s+#endif\n', "", text)
    return re.sub(r"\n(?:[ \t]*\n)+", "\n", re.sub(r"[ \t]+$", "", text, flags=re.M)).lstrip("\n")


def as_words(name, path):
    """The bytes of a file as what QI_EMBED declares: little-endian words, aligned to 64 bytes."""
    with open(os.path.join(ROOT, path), "rb") as file:
        data = file.read()
    words = [word for (word,) in struct.iter_unpack("<Q", data + bytes(-len(data) % 8))]
    rows = ["".join(f"{word:#x}," if word > 9 else f"{word}," for word in words[at:at + 6]) for at in range(0, len(words), 6)]
    return (f"_Alignas(64) static const uint64_t {name}_words[] = {{\n" + "\n".join(rows) + "\n};\n"
            f"static const uint8_t *const {name} = (const uint8_t *){name}_words;\n"
            f"static const uint32_t {name}_size = {len(data)};\n")


class Library:
    """The files of the library, and which of them are which."""

    def __init__(self, which="--all", without=()):
        listing = subprocess.run([sys.executable, os.path.join(ROOT, "tools", "core-sources.py"), which],
                                 stdout=subprocess.PIPE, check=True, text=True).stdout
        self.without = without
        self.linkage = which == "--everywhere"  # others will use the file
        self.sources = listing.split()
        self.text = {}
        self.makers = {}  # macro -> sources that define it
        for path in self.sources:
            self.load(path)
        for path in self.sources:
            spread(self, path, set(), {})  # reads the headers too

    def load(self, path):
        """A file's text; the macros of a source are noted."""
        if path not in self.text:
            self.text[path] = self.with_files(strip(read(path), self.linkage))
            if path.endswith(".c"):
                for name in DEFINE.findall(self.text[path]):
                    self.makers.setdefault(name, set()).add(path)
                Library.is_parametric.cache_clear()
            STATIC.update(STATIC_MACRO.findall(self.text[path]))
        return self.text[path]

    def with_files(self, text):
        """A source's text with the files that it embeds."""
        if EMBED_HEADER not in text:
            return text

        def replace(match):
            path = f"src/{match[2]}"
            return "" if path in self.without else as_words(match[1], path)

        return EMBED.sub(replace, text).replace(EMBED_HEADER, "#include <stdint.h>\n")

    def find(self, match):
        """The file that an include names, or None for one of the system's."""
        name = match[1] or match[2]
        for path in (f"include/{name}", f"src/{name}"):
            if os.path.exists(os.path.join(ROOT, path)):
                return path
        return None

    @functools.lru_cache(maxsize=None)
    def includes(self, path):
        return [found for found in map(self.find, INCLUDE.finditer(self.load(path))) if found]

    @functools.lru_cache(maxsize=None)
    def is_parametric(self, path):
        """Whether a header is another one for every source: a template, one that uses a macro which
        sources define (unless it says itself what the macro is when they do not), or one that
        includes such a header."""
        text = self.load(path)
        if path.endswith("_template.h") or not re.search(r"^#ifndef (\w+)\n#define \1\n", text):
            return True
        own = set(DEFINE.findall(text))
        used = set(WORD.findall(text)) & self.makers.keys() - own
        return bool(used) or any(self.is_parametric(inner) for inner in self.includes(path))


def spread(library, path, seen, headers):
    """A source's text with its own headers inside; the common ones are added to `headers`."""

    def replace(match):
        found = library.find(match)
        if not found:
            if f'__has_include("{match[1]}")' in library.load(path):
                return ""
            raise SystemExit(f"amalgamate: {path} includes '{match[1] or match[2]}', which is not there")
        if library.is_parametric(found):
            if found in seen and not found.endswith("_template.h"):
                return ""
            seen.add(found)
            return spread(library, found, seen, headers)
        add_header(library, found, headers)
        return ""

    return INCLUDE.sub(replace, library.load(path))


def add_header(library, path, headers):
    """Adds a common header behind those that it includes."""
    if path in headers:
        return
    for inner in library.includes(path):
        add_header(library, inner, headers)
    headers[path] = INCLUDE.sub("", library.load(path))


# ---- names ---------------------------------------------------------------------------------------

def file_scope(text):
    """Names at file scope: (those of the file's own, those that others may see)."""
    return scope_of(text, frozenset(STATIC))


@functools.lru_cache(maxsize=None)  # every root asks about the same files
def scope_of(text, _):
    own, shown = set(), set()
    depth, kind, previous, inner = 0, None, "", False
    pending = []  # tokens of the declaration so far, at depth 0
    for match in TOKEN.finditer(DIRECTIVE.sub("\n", text)):
        token = match[0]
        if token.isspace():
            continue
        if token == "{":
            if depth == 0:
                kind = block_kind(pending)
                note(pending, own, shown, kind)
            depth += 1
        elif token == "}":
            depth -= 1
            if depth == 0 and kind == "code":
                pending = []
            elif depth == 0:
                pending = ["typedef"] if pending[:1] == ["typedef"] else pending[:1] + ["*"]
        elif depth == 0 and token == ";":
            note(pending, own, shown, "end")
            pending = []
        elif depth == 0:
            pending.append(token)
        elif depth == 1 and kind == "enum" and WORD.fullmatch(token) and previous in "{,":
            own.add(token)
        elif inner and WORD.fullmatch(token) and previous in "{,":
            own.add(token)
        if depth > 1 and token == "{" and previous == "enum" and kind == "struct":
            inner = True  # an enumeration without a name within a structure
        elif token == "}":
            inner = False
        previous = token
    return own, shown


def code_words(text):
    """The words inside functions: what a header uses, other than what it declares."""
    words, depth, pending, kind = set(), 0, [], None
    for match in TOKEN.finditer(DIRECTIVE.sub("\n", text)):
        token = match[0]
        if token.isspace():
            continue
        if token == "{":
            kind = kind if depth else block_kind(pending)
            depth += 1
        elif token == "}":
            depth -= 1
            pending = pending if depth else []
        elif depth and kind == "code":
            words.add(token)
        elif not depth:
            pending = [] if token == ";" else pending + [token]
    return words


def block_kind(tokens):
    """What a { at file scope opens."""
    if "enum" in tokens and "(" not in tokens:
        return "enum"
    if ("struct" in tokens or "union" in tokens) and "(" not in tokens and "=" not in tokens:
        return "struct"
    return "value" if "=" in tokens else "code"


def declared(tokens):
    """The name that a declaration is about."""
    level, last = 0, ""
    for token in tokens:
        if token in ("=", "__asm__"):
            break
        level += token in "(["
        if level == 0 and WORD.fullmatch(token):
            last = token
        elif token == "(" and level == 1 and last and last not in SPECIFIERS:
            break
        level -= token in ")]"
    return last


SPECIFIERS = {"static", "inline", "const", "extern", "unsigned", "int", "void", "struct", "union", "enum",
              "__attribute__", "typedef", "_Alignas"}
STATIC = {"static"}  # and the macros that say so


def note(tokens, own, shown, kind):
    """Notes what a declaration at file scope declares."""
    while "__attribute__" in tokens:  # and what it holds
        start = tokens.index("__attribute__")
        level, end = 0, start + 1
        while end < len(tokens):
            level += (tokens[end] == "(") - (tokens[end] == ")")
            end += 1
            if level == 0:
                break
        tokens = tokens[:start] + tokens[end:]
    if not tokens or tokens[0] in ("__asm__", "_Static_assert"):
        return
    if kind in ("enum", "struct"):
        tags = [b for a, b in zip(tokens, tokens[1:]) if a in ("struct", "union", "enum") and WORD.fullmatch(b)]
        own.update(tags)
        return
    name = declared(tokens)
    if not name or name in SPECIFIERS:
        return
    local = tokens[0] == "typedef" or not STATIC.isdisjoint(tokens)
    if local:
        own.add(name)
    elif kind in ("code", "value") or (kind == "end" and "extern" not in tokens and "(" not in tokens):
        shown.add(name)


def rename(text, names, ending):
    """Gives names an ending, but not members of structures."""
    if not names:
        return text
    out = []
    tokens = [m[0] for m in TOKEN.finditer(text)]
    bodies = []  # whether each open brace is a structure's
    head = []  # what stands before the next brace
    before, brackets = "", 0
    for place, token in enumerate(tokens):
        if token == "{":
            bodies.append(any(word in head for word in ("struct", "union")) and "(" not in head and "=" not in head)
            head = []
        elif token == "}" and bodies:
            bodies.pop()
            head = []
        elif token == ";":
            head = []
        elif not token.isspace():
            head.append(token)
        brackets += (token == "[") - (token == "]")
        if token in names and before not in (".", "->"):
            after = next((t for t in tokens[place + 1:] if not t.isspace()), "")
            member = bodies and bodies[-1] and not (brackets or WORD.fullmatch(after) or after == "*")
            out.append(token if member else token + ending)
        else:
            out.append(token)
        if not token.isspace():
            before = token
    return "".join(out)


# ---- joining -------------------------------------------------------------------------------------

def gather(library, roots, without):
    """The roots and the sources that define what is used, in the library's order."""
    scopes = {path: file_scope(spread(library, path, set(), {}))[1] for path in library.sources}
    maker = {name: path for path, names in scopes.items() for name in names}
    chosen, waiting = set(), list(roots)
    while waiting:
        path = waiting.pop()
        if path in chosen:
            continue
        chosen.add(path)
        headers = {}
        used = set(WORD.findall(spread(library, path, set(), headers)))
        used.update(*map(code_words, headers.values()))
        waiting += sorted({maker[name] for name in used & maker.keys()} - chosen - set(without))
    return [path for path in library.sources if path in chosen] + [root for root in roots if root not in library.sources]


def join(library, roots, options):
    # <windows.h> takes words of other sources for its own: its users stand last.
    chosen = sorted(gather(library, roots, options.without), key=lambda path: "/windows/" in path)
    if options.list:
        return "".join(f"{path}\n" for path in chosen)
    headers, bodies, strange = {}, {}, {}
    for path in chosen:
        seen = {}
        bodies[path] = spread(library, path, set(), seen)
        strange[path] = seen
        headers.update(seen)
    scopes = {path: set.union(*file_scope(text)) for path, text in headers.items()}
    for path, seen in strange.items():  # what headers that it does not include have at file scope
        strange[path] = set().union(*(names for header, names in scopes.items() if header not in seen))
    own = {path: file_scope(text)[0] for path, text in bodies.items()}
    times = {}
    for names in own.values():
        for name in names:
            times[name] = times.get(name, 0) + 1
    parts = ["".join(f"#ifndef {d.split('=')[0]}\n#define {d.replace('=', ' ', 1)}\n#endif\n" for d in options.define), PRELUDE, *headers.values()]
    for path in chosen:
        clashing = {name for name in own[path] if times[name] > 1 or name in strange[path] or name in TAKEN}
        ending = "_" + re.sub(r"\W", "_", os.path.splitext(path)[0].split("/", 1)[-1])
        # A root stands alone: what the compiler or the first lines of the file define is meant for it.
        macros = sorted(set(DEFINE.findall(bodies[path]))) if path in library.sources or len(roots) > 1 else []
        parts += [f"// {path}\n"]
        parts += [f'#pragma push_macro("{name}")\n#undef {name}\n' for name in macros]
        body = rename(bodies[path], clashing, ending)
        parts += [SYSTEMS[folder] + body + "#endif\n" for folder in SYSTEMS if folder in path] or [body]
        parts += [f'#pragma pop_macro("{name}")\n' for name in macros]
    whole = "".join(parts)
    return re.sub(r"^[ \t]+", "", whole, flags=re.M) if options.dense else whole


# ---- the whole library ---------------------------------------------------------------------------

HEAD = """/*
 * qi {version}: {what}
 *
{licence}
 */
"""


def banner(what):
    version = re.search(r"version: '([^']+)'", read("meson.build"))[1]
    licence = "\n".join(" * " + line if line else " *" for line in read("LICENSE").rstrip("\n").split("\n"))
    return HEAD.format(version=version, what=what, licence=licence)


def public_headers():
    """All public headers as one, in an order in which each finds what it needs, with their comments."""
    folder = os.path.join(ROOT, "include", "qi")
    done, parts = set(), []

    def add(name):
        if name in done:
            return
        done.add(name)
        text = read(f"include/qi/{name}")
        for inner in re.findall(r"#include <qi/([^>]+)>", text):
            add(inner)
        parts.append(re.sub(r"^#include <qi/[^>]+>\n", "", text, flags=re.M))

    for name in sorted(os.listdir(folder)):
        add(name)
    text = "\n".join(parts)
    return banner("the interface of the whole library, for qi.c. C and C++.") + text


# C++ has C's atomics under other names; gcc for Windows keeps vectors of 32 bytes on a stack that is aligned to 16 (its
# bug 54412), so that code with them must not run.
WHOLE_PRELUDE = """\
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
#else
#include <stdatomic.h>
#endif
#if defined(_WIN32) && defined(__GNUC__) && !defined(__clang__)
#define __builtin_cpu_supports(what) 0
#endif
"""

POINTER = re.compile(r"^([ \t]+)((?:const )?(?:struct )?\w+) (\*+)((?:const )?\w+) =\s+([^;{}]+);$", re.M)
MEMORY = re.compile(r"^([ \t]*)([\w.>\[\]*-]+) =\s+((?:qi_allocate|qi_allocate_array|qi_allocate_zeroed|qi_enlarge|qi_grow|qi_resize|malloc|"
                    r"calloc|realloc)\()", re.M)


def with_casts(text):
    """C++ turns a void pointer into another only where it is told to."""

    def declare(match):
        indent, kind, stars, name, value = match.groups()
        depth = commas = 0
        for token in TOKEN.finditer(value):
            depth += (token[0] in "([") - (token[0] in ")]")
            commas += token[0] == "," and depth == 0
        if commas or kind in ("return", "else", "goto") or value.startswith('"'):
            return match[0]
        return f"{indent}{kind} {stars}{name} = ({kind} {stars})({value});"

    text = POINTER.sub(declare, text)
    return MEMORY.sub(lambda m: f"{m[1]}{m[2]} = (__typeof__({m[2]})){m[3]}", text)


def whole(folder):
    os.makedirs(folder, exist_ok=True)
    library = Library("--everywhere")
    options = argparse.Namespace(define=["_GNU_SOURCE"], without=[], dense=False, list=False)
    text = with_casts(join(library, library.sources, options)).replace("#include <stdatomic.h>\n", "")
    first = banner("the whole library in one file.\n * cc -O2 -c qi.c, and link with -pthread -lm.")
    for name, content in (("qi.c", first + WHOLE_PRELUDE + text), ("qi.h", public_headers())):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(content)


def main():
    if sys.argv[1:2] == ["--whole"]:
        whole(sys.argv[2])
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("roots", nargs="+", metavar="ROOT.c")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--define", action="append", default=[])
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--dense", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    library = Library(without=options.without)
    roots = [os.path.relpath(os.path.abspath(path), ROOT) for path in options.roots]
    with open(options.output, "w", encoding="utf-8") as file:
        file.write(join(library, roots, options))


if __name__ == "__main__":
    main()
