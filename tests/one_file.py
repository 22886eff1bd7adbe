"""The library as two files (./dev amalgamate): every C and C++ compiler that is installed takes qi.c as it is, the examples
run with it, and C++ takes qi.h. What is not installed is skipped by name.

    python3 tests/one_file.py TOOLS/amalgamate.py EXAMPLES [--all]

Without --all some compilers are left to ./dev systems, to save time.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

tool, examples = (os.path.abspath(path) for path in sys.argv[1:3])
CPP = """#include "qi.h"
int main()
{
    qi_nogo *position = nullptr;
    const bool good = qi_nogo_new(3, 3, nullptr, &position) == QI_OK;
    qi_nogo_free(position);
    return good ? 0 : 1;
}
"""
checks = []


def run(*command):
    """What a command prints when it fails, or None."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout or "no word" if done.returncode else None


def compile_with(compiler, options):
    """With warnings as errors. `skip` when the compiler is not there, or does not know the machine that is asked for."""
    machine = [option for option in options if option.startswith("-march=")]
    if not shutil.which(compiler) or (machine and run(compiler, *machine, "-E", "-x", "c", os.devnull, "-o", os.devnull)):
        return "skip"
    return run(compiler, "-O0", "-Wall", "-Werror", *options, "qi.c")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    subprocess.run([sys.executable, tool, "--whole", "."], check=True)
    plain = ("-fsyntax-only", "-Wno-unused-function", "-Wno-missing-braces")
    windows = ("-Wno-format", "-Wno-format-extra-args", *plain)
    new = "-march=sapphirerapids"  # where gcc's FLT_EVAL_METHOD is 16
    compilers = [("gcc", ("-c",)), ("gcc", (new, *plain)), ("clang", plain), ("clang", (new, *plain)), ("musl-gcc", plain),
                 ("g++", ("-x", "c++", *plain))]
    if "--all" in sys.argv:
        compilers += [("clang++", ("-x", "c++", "-Wno-c99-designator", *plain)), ("x86_64-w64-mingw32-gcc-posix", windows),
                      ("x86_64-w64-mingw32-g++-posix", ("-x", "c++", *windows))]
    for compiler, options in compilers:
        language = " as C++" if "c++" in options else ""
        machine = f" {new}" if new in options else ""
        checks.append((f"{compiler}{machine} qi.c{language}", compile_with(compiler, options)))
    for name in ("playout.c", "game.c"):
        with open(os.path.join(examples, name), encoding="utf-8") as source:
            text = re.sub(r"#include <qi/\w+\.h>\n", '#include "qi.h"\n', source.read())
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        program = "./" + name[:-2]
        checks.append((f"examples/{name} with it", run("gcc", "-w", name, "qi.o", "-o", program, "-pthread", "-lm") or run(program)))
    with open("use.cpp", "w", encoding="utf-8") as file:
        file.write(CPP)
    wrong = "skip"
    if shutil.which("g++"):
        wrong = run("g++", "-Wall", "-Wextra", "-Werror", "use.cpp", "qi.o", "-o", "use", "-pthread", "-lm") or run("./use")
    checks.append(("qi.h in C++", wrong))

print(f"1..{len(checks)}")
for number, (name, wrong) in enumerate(checks, 1):
    skipped = wrong == "skip"
    print("not ok" if wrong and not skipped else "ok", number, name, "# SKIP not installed" if skipped else "")
    for line in "" if skipped or not wrong else wrong.split("\n")[:20]:
        print("#", line)
sys.exit(any(wrong and wrong != "skip" for _, wrong in checks))
