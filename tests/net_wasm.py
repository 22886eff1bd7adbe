"""The learnt network in WebAssembly gives the numbers it gives natively, bit for bit. Writes TAP.

    net_wasm.py PROGRAM     a build of bench/net.c
"""

import os
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "bench"))

import net  # pylint: disable=wrong-import-position


def main():
    print("1..2")
    if not all(shutil.which(tool) for tool in ("clang", "wasm-ld", "node")):
        print("ok 1 # SKIP clang, wasm-ld and node are not all here\nok 2 # SKIP")
        return
    network = os.path.join(ROOT, "src", "nogo", "weights", "nogo.qinet")
    expected = net.native_digest(sys.argv[1], network)
    found = net.run_webassembly(net.webassembly(), network, rounds=0)
    for number, name in enumerate(("portable", "vector"), 1):
        good = name in found and found[name][0] == expected
        print(f"{'ok' if good else 'not ok'} {number} the {name} path")


main()
