"""How often the move played at 0.2 s of CPU time keeps a won position won: positions with 18 to 26 open points
from games, decided by the solver. 60 positions by default, 2,000 with QI_BENCH_LONG=1.
"""

import os
import re
import subprocess

from common import SCRATCH, SOURCE, bar


def main():
    program = os.path.join(SCRATCH, "truth")
    subprocess.run(["gcc", "-std=c17", "-O2", "-D_GNU_SOURCE", "-Iinclude", "-Isrc", "bench/truth.c",
                    "build/libqi.a", "-pthread", "-lm", "-Wl,--wrap=clock_gettime", "-o", program], cwd=SOURCE, check=True)
    positions = 2000 if os.environ.get("QI_BENCH_LONG") else 60
    for engine in ("strong", "classic", "policy"):
        told = subprocess.run([program, f"positions={positions}", f"engine={engine}", "time=0.2"],
                              stdout=subprocess.PIPE, check=True).stdout.decode()
        print(f"{engine}: {told}", end="", flush=True)
        won, kept = map(int, re.search(r"(\d+) won, (\d+) kept", told).groups())
        if engine == "strong":
            bar("percent of won positions kept won", 100 * kept / won, 99.5)


if __name__ == "__main__":
    main()
