"""Runs the benchmarks: ./dev bench [--svg FILE] [NAME]... with NAME one of the other files in this folder. Only --worth
runs worth.py.

With --svg the ratios to other programs are drawn into FILE; without NAME only the benchmarks that have such ratios
are run then.

Each of them has a function main() that prints its table. Figures are CPU times (user and system)
and ratios of programs measured in the same run.
"""

import importlib
import os
import sys

import common
import picture

HAVE_PEERS = ["simulate", "playouts", "go", "maze"]


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    names = sorted(name[:-3] for name in os.listdir(folder)
                   if name.endswith(".py") and name not in ("run.py", "common.py", "picture.py", "worth.py"))
    chosen, svg = sys.argv[1:], None
    if chosen == ["--worth"]:
        chosen = names = ["worth"]
    if "--svg" in chosen:
        at = chosen.index("--svg")
        if at + 1 == len(chosen):
            raise SystemExit("bench: --svg: found nothing, expected a file to write")
        svg = chosen[at + 1]
        del chosen[at:at + 2]
    chosen = chosen or (HAVE_PEERS if svg else names)
    for name in chosen:
        if name not in names:
            raise SystemExit(f"bench: found '{name}', expected one of: {', '.join(names)}")
    for name in chosen:
        print(f"== {name} " + "=" * (76 - len(name)), flush=True)
        importlib.import_module(name).main()
        print(flush=True)
    common.finish()
    if svg and not common.ratios:
        raise SystemExit("bench: --svg: no other program was there to compare with")
    if svg:
        picture.draw(common.ratios, svg)


if __name__ == "__main__":
    main()
