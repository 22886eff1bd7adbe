"""The page and the npm package call only what their WebAssembly module exports, and all of it; its C compiles. The package
describes every class and method that it has. ./dev npm builds the package and runs its own tests.

    python3 tests/npm_exports.py SOURCE_ROOT
"""

import glob
import os
import re
import shutil
import subprocess
import sys

os.chdir(sys.argv[1])


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


PACKAGE = ["npm/core.js", "npm/index.js"]
script, types = "".join(map(read, PACKAGE)), read("npm/index.d.ts")
scripts = script + "".join(map(read, sorted(glob.glob("web/src/*.ts"))))
exports = "".join(map(read, ["web/wasm/page.h", *sorted(glob.glob("web/wasm/*.c"))]))
exported = set(re.findall(r"PAGE_EXPORT\((\w+)\)", exports)) - {"name"}
called = set(re.findall(r"\bcall\.(\w+)|Handle\([\w.#]+, \"(\w+)\"|super\(core, \"(\w+)\"|\.list\(\"(\w+)\"", scripts))
called = {name for names in called for name in names if name}
checks = [("every call has an export", sorted(called - exported)),
          ("every export is called", sorted(exported - called)),
          ("every class and function is described", [name for name in re.findall(r"^export (?:async )?(?:class|function) (\w+)", read("npm/index.js"), re.M)
                                                     if not re.search(rf"export (class|function) {name}\b", types)])]
methods = set(re.findall(r"^  (?:async |get |static async )?([a-z]\w+)\(.*\) \{$", read("npm/index.js"), re.M))
inside = {"constructor", "address", "for", "if"}
checks.append(("every method is described", sorted(name for name in methods - inside if not re.search(rf"\b{name}\b", types))))
wrong = None
if shutil.which("clang"):
    done = subprocess.run(["clang", "--target=wasm32", "-ffreestanding", "-fsyntax-only", "-std=c17", "-Wall", "-Wextra", "-Wshadow",
                           "-Wconversion", "-Werror", "-Iinclude", "-Isrc", "-Itools/freestanding", "-Iweb/wasm", *sorted(glob.glob("web/wasm/*.c"))],
                          stderr=subprocess.PIPE, text=True, check=False)
    wrong = done.stderr.split("\n")[:10] if done.returncode else []
checks.append(("the exports compile", wrong))
print(f"1..{len(checks)}")
for number, (name, complaints) in enumerate(checks, 1):
    print("not ok" if complaints else "ok", number, name, "# SKIP clang is not installed" if complaints is None else "")
    for one in complaints or []:
        print("#", one)
