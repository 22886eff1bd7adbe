"""The learnt network on every path of this machine, and in WebAssembly when clang and node are here.

bench/net.c compares every path with the definition on random networks and positions, then measures
them on 9 x 9 and 13 x 13. Multiply-adds are those of the 3 x 3 convolutions by definition; the peak
is that of a loop in registers of the instruction a path multiplies with. In WebAssembly the digest of
the answers must be the native one.
"""

import os
import re
import shutil
import subprocess
import sys

import common

BARS = {"portable": 15, "avx2": 60}  # G multiply-adds a second of a core of 3 GHz
SIZES = ((32, 4), (48, 5))


def sources(*options):
    listing = [sys.executable, os.path.join(common.SOURCE, "tools", "core-sources.py"), *options]
    names = subprocess.run(listing, capture_output=True, text=True, check=True).stdout.split()
    return [os.path.join(common.SOURCE, name) for name in names]


def here(*names):
    return os.path.join(common.SOURCE, *names)


def native():
    program = os.path.join(common.SCRATCH, "net")
    subprocess.run(["gcc", "-O3", "-std=c17", "-D_GNU_SOURCE", "-pthread", "-I" + here("include"),
                    "-I" + here("src"), "-I" + here("tests", "unit"), "-o", program,
                    here("bench", "net.c"), *sources("--all"), "-lm"], check=True)
    return program


def webassembly():
    """A module with the flags of the page."""
    module = os.path.join(common.SCRATCH, "net.wasm")
    network = os.path.join(common.SCRATCH, "builtin.o")
    folders = ["-I" + here(name) for name in ("include", "src", "tools/freestanding", "web/wasm")]
    target = ["clang", "--target=wasm32", "-ffreestanding", "-Os", "-std=c17", *folders]
    subprocess.run([*target, "-c", here("src/nogo/net/builtin.c"), "-o", network], check=True)
    wanted = re.compile(r"src/(base|nogo/(board|net|rules))/(?!builtin)")
    core = [name for name in sources() if wanted.search(name)]
    subprocess.run([*target, "-nostdlib", "-mbulk-memory", "-msimd128", "-flto", "-Wl,--no-entry",
                    "-Wl,--lto-O2", "-Wl,--strip-all", "-Wl,-z,stack-size=1048576", "-o", module,
                    network, here("bench/net_wasm.c"), here("web/wasm/memory.c"), *core],
                   check=True)
    return module


def native_digest(program, network):
    """A digest of what all paths of this machine say about some positions."""
    return subprocess.run([program, "--digest", network], capture_output=True, text=True,
                          check=True).stdout.strip()


def run_webassembly(module, network, rounds=8):
    """For each path of the module the same digest, and evaluations a second."""
    output = subprocess.run(["node", here("bench/net_wasm.mjs"), module, network, str(rounds)],
                            capture_output=True, text=True, check=True).stdout
    return {name: (digest, float(speed))
            for name, digest, speed in (line.split() for line in output.splitlines())}


def main():
    program = native()
    lines = subprocess.run([program, "2"], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    for line in lines:
        print("   " + line, flush=True)
    for line in lines:
        if not line.startswith("48x5") or " 9x9 " not in line:
            continue
        _, _, name, _, _, products, _, of_peak, _, whole = line.split()
        products, of_peak, whole = float(products), float(of_peak), float(whole)
        if name in BARS:
            common.bar(f"{name}, G multiply-adds a second", products, BARS[name])
        if name == "avx512":
            common.bar("avx512, part of the peak in percent", of_peak, 75)
        common.bar(f"{name}, an evaluation in convolutions", whole, 1.25, at_least=False)
    if not all(shutil.which(tool) for tool in ("clang", "wasm-ld", "node")):
        print("   WebAssembly: clang, wasm-ld and node are not all here")
        return
    module = webassembly()
    for channels, blocks in SIZES:
        network = os.path.join(common.SCRATCH, "random.qinet")
        subprocess.run([sys.executable, here("tools/train/qinet.py"), "--channels", str(channels),
                        "--blocks", str(blocks), network], check=True)
        digest = native_digest(program, network)
        for name, (found, speed) in run_webassembly(module, network).items():
            print(f"   {channels}x{blocks}  9x9  WebAssembly, {name:9} {speed:9,.0f} "
                  "evaluations a second", flush=True)
            common.bar(f"WebAssembly, {name}: answers alike", found == digest, 1)
