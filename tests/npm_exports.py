"""The page and the npm package call only what their WebAssembly modules export, each its own, and all of it; their C compiles.
./dev npm builds the package and runs its own tests.

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


ENGINE = {"npm/engine.ts", "web/src/worker.ts"}  # scripts that call qi-engine.wasm; all others call qi-rules.wasm
scripts = {name: read(name) for name in ["npm/core.js", *sorted(glob.glob("npm/*.ts") + glob.glob("web/src/*.ts"))]}
links = dict(re.findall(r"^    link (qi-\w+) (.*)", read("web/wasm/build.sh"), re.M))


def exports(module):
    """What the sources of a module export."""
    text = read("web/wasm/page.h") + "".join(read(f"web/wasm/{name}.c") for name in links[module].split())
    return set(re.findall(r"PAGE_EXPORT\((\w+)\)", text)) - {"name"}


def calls(names):
    """What scripts call."""
    found = re.findall(r"\bcall\.(\w+)|exports\.(\w+)\(|\.list\(\"(\w+)\"", "".join(scripts[name] for name in names))
    return {name for names in found for name in names if name}


rules, engine = exports("qi-rules"), exports("qi-engine")
by_engine = calls(ENGINE)
by_others = calls(set(scripts) - ENGINE)
checks = [("every call has an export", sorted((by_others - rules) | (by_engine - engine))),
          ("every export is called", sorted((rules | engine) - by_others - by_engine)),
          ("every source is linked", sorted(set(glob.glob("web/wasm/*.c")) - {f"web/wasm/{name}.c" for names in links.values() for name in names.split()}))]
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
