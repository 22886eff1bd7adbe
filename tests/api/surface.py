"""The public headers as a whole: how many functions there are, who uses each, and what is promised.

    python3 tests/api/surface.py SOURCE [--write]

Every function is used by a test and by the command, the page, a binding or an example. The file tests/api/promised.txt has
the signatures of qi/qi.h and the layouts of its structs: what is in it may not change, only grow. A compiler finds the layouts,
so the comparison is made where the file was: on 64-bit systems. --write renews the file.
"""

import os
import re
import struct
import subprocess
import sys
import tempfile

SOURCE = os.path.abspath(sys.argv[1])
MAX_FUNCTIONS, MAX_PROMISED = 200, 95
PROMISED = os.path.join(SOURCE, "tests", "api", "promised.txt")
USERS = {"a test": r"tests/.*\.(c|cpp|h|py)$",
         "the command, the page, a binding or an example":
         r"src/(cli|arena)/|web/|npm/(?!test/)|python/|tools/train/|examples/|docs/.*\.md$"}
number, failed = 0, False


def check(wrong, what):
    global number, failed
    number += 1
    failed |= bool(wrong)
    print(f"{'not ok' if wrong else 'ok'} {number} - {what} {wrong or ''}".rstrip())


def read(*path):
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as file:
        return file.read()


def plain(header):
    """A header without comments and lines of the preprocessor."""
    text = re.sub(r"/\*.*?\*/", " ", read("include", "qi", header), flags=re.S)
    return re.sub(r"^#.*(?:\\\n.*)*$", "", text, flags=re.M)


def functions(text):
    """Signatures by name."""
    found = re.findall(r"(?:QI_API|static inline)\s([^;{}]*?\b(qi_\w+)\([^;{}]*\))\s*[;{]", text)
    return {name: " ".join(signature.split()) for signature, name in found}


def promised_headers():
    """qi.h and what it includes, each once."""
    seen = []

    def visit(header):
        if header not in seen:
            for inner in re.findall(r"#include <qi/([\w.]+)>", read("include", "qi", header)):
                visit(inner)
            seen.append(header)

    visit("qi.h")
    return seen


def unused(names):
    """Names that nobody of a kind uses; the message of each kind."""
    listed = subprocess.run(["git", "ls-files"], cwd=SOURCE, stdout=subprocess.PIPE, text=True, check=False).stdout.split()
    files = listed or [os.path.relpath(os.path.join(folder, name), SOURCE) for folder, _, names in os.walk(SOURCE) for name in names]
    for kind, pattern in USERS.items():
        words = set()
        for file in files:
            if re.match(pattern, file) and os.path.exists(os.path.join(SOURCE, file)) and not file.endswith("promised.txt"):
                with open(os.path.join(SOURCE, file), encoding="utf-8", errors="replace") as text:
                    words.update(re.findall(r"\bqi_\w+", text.read()))
        yield kind, sorted(set(names) - words)


def members(body):
    """The names of a struct's members."""
    body = re.sub(r"\(\*(\w+)\)\s*\([^;]*\)", r" \1", body)
    for part in body.split(";"):
        for place in part.split(",") if part.strip() else ():
            yield re.search(r"(\w+)\s*(?:\[[^;]*\])?\s*$", place)[1]


def layouts(text):
    """Lines 'struct NAME SIZE: MEMBER OFFSET SIZE, ...' and 'enum NAME: CONSTANT VALUE, ...', from a compiler."""
    lines = []
    for name, body in re.findall(r"typedef struct (qi_\w+) \{(.*?)\n\} qi_\w+;", text, re.S):
        parts = "".join(f'    printf(", {m} %zu %zu", offsetof({name}, {m}), sizeof(({name} *)0)->{m});\n' for m in members(body))
        lines.append(f'    printf("struct {name} %zu", sizeof({name}));\n{parts}    puts("");\n')
    for body, name in re.findall(r"typedef enum(?: qi_\w+)? \{(.*?)\} (qi_\w+);", text, re.S):
        constants = re.findall(r"(QI_\w+)", re.sub(r"=[^,]*", "", body))
        lines.append(f'    printf("enum {name}");\n' + "".join(f'    printf(", {c} %d", (int){c});\n' for c in constants) + '    puts("");\n')
    program = "#include <qi/qi.h>\n#include <stddef.h>\n#include <stdio.h>\nint main(void)\n{\n" + "".join(lines) + "    return 0;\n}\n"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "layouts.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write(program)
        subprocess.run([os.environ.get("CC", "cc").split()[-1], "-std=c17", "-I" + os.path.join(SOURCE, "include"), path, "-o", path[:-2]],
                       check=True)
        return subprocess.run([path[:-2]], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()


def kept(old, new):
    """Whether a line only grew: a signature is the same; a struct with a size has more members at its end, an enum more constants."""
    if old == new:
        return True
    if not old.startswith(("struct", "enum")):
        return False
    before, after = old.split(", "), new.split(", ")
    grows = old.startswith("enum") or before[1].startswith("size 0 ")
    return grows and before[0].split()[:2] == after[0].split()[:2] and before[1:] == after[1:len(before)]


def main():
    headers = sorted(name for name in os.listdir(os.path.join(SOURCE, "include", "qi")) if name.endswith(".h"))
    every = {name: signature for header in headers for name, signature in functions(plain(header)).items()}
    first = promised_headers()
    text = "".join(plain(header) for header in first)
    promised = functions(text)
    check("" if len(every) <= MAX_FUNCTIONS else len(every), f"at most {MAX_FUNCTIONS} public functions")
    check("" if len(promised) <= MAX_PROMISED else len(promised), f"at most {MAX_PROMISED} of them in qi.h")
    for header in headers:
        says = "may still change from one version" in read("include", "qi", header).split("*/")[0]
        check("" if says != (header in first) else "no", f"{header} is promised, or says that it may change")
    for kind, names in unused(every):
        check(names, f"every function is used by {kind}")
    if struct.calcsize("P") == 8:
        now = {" ".join(line.replace(",", "").split()[:2]) if line.startswith(("struct", "enum")) else line: line
               for line in [*sorted(promised.values()), *layouts(text)]}
        if "--write" in sys.argv:
            with open(PROMISED, "w", encoding="utf-8") as file:
                file.write("".join(f"{line}\n" for line in now.values()))
        old = read("tests", "api", "promised.txt").splitlines()
        key = {line: " ".join(line.replace(",", "").split()[:2]) if line.startswith(("struct", "enum")) else line for line in old}
        check([line for line in old if not kept(line, now.get(key[line], ""))], "what was promised is kept")
        check(sorted(set(now) - set(key.values())), "tests/api/promised.txt has all that is promised")
    print(f"1..{number}")
    return failed


sys.exit(main())
