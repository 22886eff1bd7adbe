"""The search thinks the same tree however it is compiled: builds it in several ways and compares.
Merging a product and a sum into one rounding ('contraction') is what used to change trees. Machines that only some have
are compiled for, but not run; arithmetic with more precision is refused. A compiler without an option is skipped by name.

    same_tree.py LIBRARY.a
"""

import os
import shutil
import subprocess
import sys
import tempfile

source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
library = os.path.abspath(sys.argv[1])
listing = subprocess.run([sys.executable, f"{source}/tools/core-sources.py"],
                         stdout=subprocess.PIPE, check=True).stdout.decode().split()
search = [name for name in listing if name.startswith("src/nogo/search/")]

# clang obeys no source with -ffp-contract=fast (see src/base/strict_float.h).
ways = [("gcc", "-std=c17"),
        ("gcc", "-std=gnu17 -march=native -ffp-contract=fast"),
        ("gcc", "-std=gnu17 -O3 -march=native"),
        ("clang", "-std=c17"),
        ("clang", "-std=gnu17 -march=native")]
ways = [way for way in ways if shutil.which(way[0])]
# With AVX512-FP16, gcc's FLT_EVAL_METHOD is 16: float is still computed in float.
compile_only = [("gcc", "-std=gnu17 -march=sapphirerapids"), ("clang", "-std=gnu17 -march=sapphirerapids")]
# Of more precision than float has, or of unknown precision.
refused = [("gcc", "-mfpmath=387"), *((compiler, f"-U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__={method}")
                                      for compiler in ("gcc", "clang") for method in (-1, 1, 2))]


def think(compiler, options, folder):
    """What the search says when its sources are compiled like this; the rest is the library's."""
    program = f"{folder}/program"
    subprocess.run([compiler, "-O2", *options.split(), "-D_GNU_SOURCE", "-Iinclude", "-Isrc",
                    *search, "tests/same_tree.c", library, "-pthread", "-lm", "-o", program],
                   cwd=source, check=True)
    return subprocess.run([program], stdout=subprocess.PIPE, check=True).stdout


def knows(compiler, options):
    """Whether the compiler is there and has these options."""
    return shutil.which(compiler) and subprocess.run([compiler, *options.split(), "-E", "-x", "c", os.devnull],
                                                     capture_output=True, check=False).returncode == 0


def check(compiler, options, *files, text=None):
    """What the compiler says of sources when it only checks them; empty when they are good."""
    done = subprocess.run([compiler, *options.split(), "-fsyntax-only", "-D_GNU_SOURCE", "-Iinclude", "-Isrc", *files],
                          input=text, cwd=source, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout or "no word" if done.returncode else ""


def main():
    print(f"1..{len(ways) + len(compile_only) + len(refused)}")
    failed = False
    first = None
    with tempfile.TemporaryDirectory() as folder:
        for number, (compiler, options) in enumerate(ways, 1):
            said = think(compiler, options, folder)
            first = first or said
            good = said == first and len(said) > 10000
            failed |= not good
            print(f"{'ok' if good else 'not ok'} {number} {compiler} {options}")
    for number, (compiler, options) in enumerate([*compile_only, *refused], len(ways) + 1):
        is_refused = (compiler, options) in refused
        name = f"{compiler} {options}: {'refused' if is_refused else 'compiles'}"
        if not knows(compiler, options):
            print(f"ok {number} {name} # SKIP the compiler or its option is not there")
            continue
        said = check(compiler, options, "-x", "c", "-", text='#include "base/strict_float.h"\n') if is_refused else \
            check(compiler, options, *search)
        good = "float arithmetic is not done in float" in said if is_refused else not said
        failed |= not good
        print(f"{'ok' if good else 'not ok'} {number} {name}")
        for line in [] if good else said.split("\n")[:20]:
            print("#", line)
    sys.exit(failed)


if __name__ == "__main__":
    main()
