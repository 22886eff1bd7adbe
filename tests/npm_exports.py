"""The npm package calls only what its WebAssembly module exports, describes every class and method that it has, passes
no handle unchecked, and its C compiles. ./dev npm builds the package and runs its own tests.

    python3 tests/npm_exports.py SOURCE_ROOT
"""

import os
import re
import shutil
import subprocess
import sys

os.chdir(sys.argv[1])


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


script, types, exports = read("npm/index.js"), read("npm/index.d.ts"), read("npm/wasm/exports.c") + read("web/wasm/page.h")
exported = set(re.findall(r"PAGE_EXPORT\((\w+)\)", exports)) - {"name"}
called = set(re.findall(r"call\.(\w+)\(", script))
checks = [("every call has an export", sorted(called - exported)),
          ("every export is called", sorted(exported - called)),
          ("every class and function is described", [name for name in re.findall(r"^export (?:async )?(?:class|function) (\w+)", script, re.M)
                                                     if not re.search(rf"export (class|function) {name}\b", types)])]
methods = set(re.findall(r"^  (?:async |get |static async )?([a-z]\w+)\(.*\) \{$", script, re.M))
inside = {"constructor", "view", "borrow", "pass", "text", "doubles", "parse", "badText", "keep", "handle", "writePoints", "for", "if"}
checks.append(("every method is described", sorted(name for name in methods - inside if not re.search(rf"\b{name}\b", types))))
checks.append(("every call checks that its handle lives", re.findall(r"call\.\w+\([^()]*#handle.*", script)))
wrong = None
if shutil.which("clang"):
    done = subprocess.run(["clang", "--target=wasm32", "-ffreestanding", "-fsyntax-only", "-std=c17", "-Wall", "-Wextra", "-Wshadow",
                           "-Wconversion", "-Werror", "-Iinclude", "-Isrc", "-Itools/freestanding", "-Iweb/wasm", "npm/wasm/exports.c"],
                          stderr=subprocess.PIPE, text=True, check=False)
    wrong = done.stderr.split("\n")[:10] if done.returncode else []
checks.append(("the exports compile", wrong))
print(f"1..{len(checks)}")
for number, (name, complaints) in enumerate(checks, 1):
    print("not ok" if complaints else "ok", number, name, "# SKIP clang is not installed" if complaints is None else "")
    for one in complaints or []:
        print("#", one)
