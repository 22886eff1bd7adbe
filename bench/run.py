"""Runs the benchmarks: ./dev bench [NAME]... with NAME one of the other files in this folder.

Each of them has a function main() that prints its table. Figures are CPU times (user and system)
and ratios of programs measured in the same run.
"""

import importlib
import os
import sys

import common


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    names = sorted(name[:-3] for name in os.listdir(folder)
                   if name.endswith(".py") and name not in ("run.py", "common.py"))
    chosen = sys.argv[1:] or names
    for name in chosen:
        if name not in names:
            raise SystemExit(f"bench: found '{name}', expected one of: {', '.join(names)}")
    for name in chosen:
        print(f"== {name} " + "=" * (76 - len(name)), flush=True)
        importlib.import_module(name).main()
        print(flush=True)
    common.finish()


if __name__ == "__main__":
    main()
