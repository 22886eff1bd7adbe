"""A source in each language that `qi GAME stress` knows by its ending is compiled and run; a compiler
that is not there is skipped by name. Writes TAP.

    languages.py QI
"""

import os
import shutil
import subprocess
import sys
import tempfile

# The maze's inputs have other answers than 0, so each of these is found to be wrong.
SOURCES = {
    "wrong.c": ("gcc", '#include <stdio.h>\nint main(void) { puts("0"); }\n'),
    "wrong.cpp": ("g++", '#include <iostream>\nint main() { std::cout << 0 << std::endl; }\n'),
    "wrong.py": ("python3", "print(0)\n"),
    "Wrong.java": ("javac", 'public class Wrong { public static void main(String[] a) { System.out.println(0); } }\n'),
    "wrong.rs": ("rustc", 'fn main() { println!("0"); }\n'),
    "wrong.go": ("go", 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println(0) }\n'),
    "wrong.pas": ("fpc", "begin writeln(0) end.\n"),
}
qi = os.path.abspath(sys.argv[1])
failed = 0
print(f"1..{2 * len(SOURCES)}")
for number, (name, (compiler, text)) in enumerate(SOURCES.items()):
    if not shutil.which(compiler):
        print(f"ok {2 * number + 1} - {name} # SKIP {compiler} is not there")
        print(f"ok {2 * number + 2} - a mistake in {name} # SKIP {compiler} is not there")
        continue
    with tempfile.TemporaryDirectory() as folder:
        for again, source in enumerate((text, "@@" + text)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(source)
            done = subprocess.run([qi, "maze", "stress", "--count", "3", "--shrink-time", "1ms", "--jobs", "1", "--time-limit",
                                   "20s", name], cwd=folder, capture_output=True, text=True)
            if again and not name.endswith(".py"):  # the compiler's own words, and no run
                good = done.returncode == 2 and len(done.stderr) > 20
            else:
                good = done.returncode == 1 and ("wrong answer" in done.stdout or again)
            failed += not good
            print(f"{'ok' if good else 'not ok'} {2 * number + 1 + again} - {'a mistake in ' * again}{name}", flush=True)
            if not good:
                print("# " + (done.stdout + done.stderr)[-600:].replace("\n", "\n# "))
sys.exit(failed > 0)
