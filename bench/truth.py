"""How often the move played at 0.2 s of CPU time keeps a won position won: the positions of bench/won.txt with 18 to
26 open points. The first 60 by default, all with QI_BENCH_LONG=1.
"""

import os
import re
import subprocess

from common import SCRATCH, SOURCE, bar


def main():
    program = os.path.join(SCRATCH, "truth")
    subprocess.run(["gcc", "-std=c17", "-O2", "-D_GNU_SOURCE", "-Iinclude", "-Isrc", "bench/truth.c",
                    "build/libqigames.a", "-pthread", "-lm", "-Wl,--wrap=clock_gettime", "-o", program], cwd=SOURCE, check=True)
    limits = ["min=18", "time=0.2"] + ([] if os.environ.get("QI_BENCH_LONG") else ["positions=60"])
    positions = os.path.join(SOURCE, "bench", "won.txt")
    for engine in ("strong", "policy"):
        output = subprocess.run([program, positions, f"engine={engine}", *limits],
                              stdout=subprocess.PIPE, check=True).stdout.decode()
        print(f"{engine}: {output}", end="", flush=True)
        won, kept = map(int, re.search(r"(\d+) won positions, (\d+) kept", output).groups())
        if engine == "strong":
            bar("percent of won positions kept won", 100 * kept / won, 99.5)


if __name__ == "__main__":
    main()
