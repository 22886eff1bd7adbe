"""Breaks the engines, one operator at a time, and lists the breaks that no test notices.

    python3 tools/mutate.py BUILD [--count N] [--first I] [--seed S] [--only TEXT] [--jobs J] [--json FILE]

BUILD is a build folder with tests and archives (./dev mutate makes it). Every mutant is one source with one change;
only that file is compiled, and small tests are linked with it before the library, so that it takes the place of the
library's own. A mutant is killed when a test fails, crashes or does not end; it survives when all pass. Survivors
that tools/mutants.txt explains are equivalent: nothing distinguishes them from the original. The status is 1 when others
survive. A seed stands for an order of all mutants; --first goes on where an earlier run ended.
"""

import argparse
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
SELFTEST = "selftest"  # the command itself: engines and oracles compared
# Which tests a source is tried with, cheap ones first.
NOGO = ["nogo_rules", "nogo_setup", "nogo_games", SELFTEST, "nogo_oracle", "nogo_record",
        "readers", "tests/cli/nogo.md", "memory_nogo"]
GO = ["go_rules", "go_history", "go_text", SELFTEST, "go_oracle", "readers", "tests/cli/go.md", "memory"]
MAZE = ["maze", "maze_oracle", SELFTEST, "readers", "tests/cli/maze.md", "memory"]
WRAPPED = [f"-Wl,--wrap={name}" for name in ("malloc", "calloc", "realloc", "aligned_alloc")]  # by the tests of memory
SOURCES = {
    "src/nogo/rules/position.c": NOGO,
    "src/nogo/rules/judge.c": NOGO,
    "src/nogo/rules/setup.c": NOGO,
    "src/go/rules.c": GO,
    "src/go/history.c": GO,
    "src/go/judge.c": GO,
    "src/go/undo.c": GO,
    "src/maze/rules.c": MAZE,
    "src/maze/judge.c": MAZE,
    "src/lab/outputs.c": ["lab_api", "readers", "lab"],
    "src/lab/problem_go.c": ["lab_api", "readers", "lab"],
    "src/lab/problem_nogo.c": ["lab_api", "readers", "lab"],
}
# What becomes of what. Longer tokens come first.
CHANGES = [("<<", ">>"), (">>", "<<"), ("<=", "<"), (">=", ">"), ("==", "!="), ("!=", "=="), ("&&", "||"), ("||", "&&"),
           ("++", "--"), ("--", "++"), ("+=", "-="), ("-=", "+="), ("|=", "="), ("&=", "="), ("^=", "="), ("->", None),
           ("<", "<="), (">", ">="), (" + ", " - "), (" - ", " + "), (" * ", " + "), (" / ", " * "), (" % ", " / "),
           (" | ", " & "), (" & ", " | "), (" ^ ", " | "), ("true", "false"), ("false", "true"), ("continue;", ";"),
           ("break;", ";"), ("0", "1"), ("1", "0"), ("!", "")]
TOKEN = re.compile("|".join(r"(?<![\w.])%s(?![\w.])" % re.escape(t) if t.isalnum() else re.escape(t)
                            for t, _ in CHANGES))


def blanked(text):
    """The text with comments, literals, preprocessor lines and enums as blanks: nothing there is changed."""
    pattern = (r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|"
               r"\benum\b[^;]*;|^(?:static )?(?:inline )?\w[^;{}=()]*\([^;{}]*\)\n")
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S | re.M)


def read(source):
    with open(os.path.join(ROOT, source), encoding="utf-8") as file:
        return file.read()


def mutants_of(source):
    text = read(source)
    changes = dict(CHANGES)
    times = {}  # the lines that read the same, so far
    for match in TOKEN.finditer(blanked(text)):
        new = changes[match[0]]
        if new is None or (match[0] in "<>" and "include" in text[text.rfind("\n", 0, match.start()):match.start()]):
            continue
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        code = text.split("\n")[line - 1].strip()
        times[code] = times.get(code, set()) | {line}
        yield {"file": source, "line": line, "column": column, "from": match[0].strip(), "to": new.strip(),
               "code": code, "time": len(times[code]),
               "text": text[:match.start()] + new + text[match.end():]}


def link(build, mutant, name, program):
    """The objects of a test, or of the command, with the mutant before the library."""
    folder = f"{build}/tests/test_{name}.p" if os.path.isdir(f"{build}/tests/test_{name}.p") else f"{build}/qi.p"
    objects = [os.path.join(folder, file) for file in os.listdir(folder) if file.endswith(".o")]
    archives = [f"{build}/{name}.a" for name in ("libqi-command", "libqigames")]
    subprocess.run(["gcc", *SANITIZERS, "-o", program, *objects, mutant, *archives, "-lcmocka", "-ljansson", "-lm",
                    "-lpthread", *(WRAPPED if name.startswith("memory") else [])], check=True)


def words_of(name, program):
    if name == SELFTEST:
        return [program, "selftest", "--count", "600", "--jobs", "1"]
    if name.endswith(".md"):  # a console session
        return [sys.executable, os.path.join(ROOT, "tests", "console.py"), os.path.dirname(program),
                os.path.join(ROOT, name)]
    return [program]


def compile_and_try(build, mutant):
    """'killed by NAME', 'survived' or 'not C'."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, os.path.basename(mutant["file"]))
        with open(source, "w", encoding="utf-8") as file:
            file.write(mutant["text"])
        # Sanitizers notice a step out of an array that changes no answer.
        base = ["gcc", *SANITIZERS, "-std=c17", "-D_GNU_SOURCE", "-O1", "-w", "-I", os.path.join(ROOT, "include"),
                "-I", os.path.join(ROOT, "src"), "-I", os.path.join(ROOT, os.path.dirname(mutant["file"]))]
        if subprocess.run([*base, "-c", source, "-o", source + ".o"], stderr=subprocess.DEVNULL, check=False).returncode:
            return "not C"
        for name in SOURCES[mutant["file"]]:
            program = os.path.join(folder, "qi" if name == SELFTEST or name.endswith(".md") else name)
            link(build, source + ".o", name, program)
            try:
                done = subprocess.run(words_of(name, program), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL, timeout=120, check=False, cwd=folder,
                                      preexec_fn=lambda: limit(20),
                                      env={**os.environ, "QI_TEST_SCALE": "5", "CMOCKA_MESSAGE_OUTPUT": "TAP"})
            except subprocess.TimeoutExpired:
                return f"killed by {name} (it does not end)"
            if done.returncode:
                return f"killed by {name}"
    return "survived"


def limit(seconds):
    import resource  # pylint: disable=import-outside-toplevel
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def explained():
    """The survivors that are understood: FILE | CODE #N | FROM -> TO | why."""
    with open(os.path.join(ROOT, "tools", "mutants.txt"), encoding="utf-8") as file:
        rows = [[cell.strip() for cell in line.split(" | ")] for line in file if line.strip() and line[0] != "#"]
    return {tuple(row[:3]) for row in rows}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    everything = [m for source in SOURCES if options.only in source for m in mutants_of(source)]
    random.Random(options.seed).shuffle(everything)
    known, results, judged = explained(), [], 0
    chosen = everything[options.first:options.first + (options.count or len(everything))]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        whole = [{"file": source, "text": read(source)} for source in {mutant["file"]: 0 for mutant in chosen}]
        for original, verdict in zip(whole, pool.map(lambda m: compile_and_try(build, m), whole)):
            if verdict != "survived":  # what kills the original would kill every mutant
                sys.exit(f"{original['file']}, unchanged: {verdict}")
        for mutant, verdict in zip(chosen, pool.map(lambda m: compile_and_try(build, m), chosen)):
            if verdict == "not C":
                continue
            judged += 1
            change = f"{mutant['from']} -> {mutant['to']}"
            if verdict == "survived" and (mutant["file"], f"{mutant['code']} #{mutant['time']}", change) in known:
                verdict = "equivalent"
            results.append({**{k: v for k, v in mutant.items() if k != "text"}, "verdict": verdict})
            if verdict == "survived":
                print(f"survived: {mutant['file']}:{mutant['line']}:{mutant['column']}: {change}: {mutant['code']}",
                      flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
    verdicts = [r["verdict"].split()[0] for r in results]
    for source in SOURCES:
        own = [v for r, v in zip(results, verdicts) if r["file"] == source]
        if own:
            print(f"{source:28} {len(own):4} mutants, {own.count('killed'):4} killed, {own.count('equivalent'):3} "
                  f"equivalent, {own.count('survived'):3} survived")
    print(f"{judged} mutants of {len(everything)}, {verdicts.count('killed')} killed, "
          f"{verdicts.count('equivalent')} equivalent, {verdicts.count('survived')} survived")
    sys.exit("survived" in verdicts)


if __name__ == "__main__":
    main()
