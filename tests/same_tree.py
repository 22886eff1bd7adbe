"""The search thinks the same tree however it is compiled: builds it in several ways and compares.
Merging a product and a sum into one rounding ('contraction') is what used to change trees.

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

# clang obeys no source when it is told -ffp-contract=fast (see src/base/exact.h).
ways = [("gcc", "-std=c17"),
        ("gcc", "-std=gnu17 -march=native -ffp-contract=fast"),
        ("gcc", "-std=gnu17 -O3 -march=native"),
        ("clang", "-std=c17"),
        ("clang", "-std=gnu17 -march=native")]
ways = [way for way in ways if shutil.which(way[0])]


def think(compiler, options, folder):
    """What the search says when its sources are compiled like this; the rest is the library's."""
    program = f"{folder}/program"
    subprocess.run([compiler, "-O2", *options.split(), "-D_GNU_SOURCE", "-Iinclude", "-Isrc",
                    *search, "tests/same_tree.c", library, "-pthread", "-lm", "-o", program],
                   cwd=source, check=True)
    return subprocess.run([program], stdout=subprocess.PIPE, check=True).stdout


def main():
    print(f"1..{len(ways)}")
    failed = False
    first = None
    with tempfile.TemporaryDirectory() as folder:
        for number, (compiler, options) in enumerate(ways, 1):
            said = think(compiler, options, folder)
            first = first or said
            good = said == first and len(said) > 10000
            failed |= not good
            print(f"{'ok' if good else 'not ok'} {number} {compiler} {options}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
