"""Runs the console sessions of a Markdown file and compares what they print.

    python3 console.py [--without PATTERN] [--lang LANGUAGE] BUILD_DIR FILE.md...

Every ```console block is run. A line "$ command" is typed into a shell (a line that ends with a
backslash goes on in the next, which starts with "> "), and the lines below it, up to the next
command, are what it must print on stdout and stderr together. A line "[exit N]" there states an
exit status other than 0. A line "..." stands for any lines, "..." inside a line for any text.

The commands of a file share one temporary folder, in which `build`, `examples`, `docs`, `problems`, `src`,
`tests` and `tools` are links into the project, and `qi` is on the PATH. Files of one call share that folder, and
a command that an earlier file ran is not run again: it must print there what it printed before (a
document and its translation). Commands in which PATTERN (a regular expression) is found are skipped by name. Writes TAP.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile


def sessions(path):
    """Yields (line number, command, expected lines) for each command in the file."""
    inside, current = False, None
    for number, line in enumerate(open(path, encoding="utf-8").read().split("\n"), 1):
        if not inside:
            inside = line.strip() == "```console"
            continue
        if line.strip() == "```":
            if current:
                yield current
            inside, current = False, None
        elif line.startswith("$ "):
            if current:
                yield current
            current = (number, line[2:], [])
        elif current and line.startswith("> ") and current[1].endswith("\\"):
            current = (current[0], current[1][:-1] + line[2:], [])
        elif current:
            current[2].append(line)
        else:
            raise SystemExit(f"{path}:{number}: found output before any '$ ' command")
    if inside:
        raise SystemExit(f"{path}: a console block is not closed")


def line_matches(expected, got):
    """Whether a line is as expected; "..." inside it stands for any text."""
    if expected == got:
        return True
    first, *rest = expected.split("...")
    if not rest or not got.startswith(first) or len(got) < len(first) + len(rest[-1]):
        return False
    *middle, last = rest
    at, end = len(first), len(got) - len(last)
    for part in middle:
        at = got.find(part, at, end)
        if at < 0:
            return False
        at += len(part)
    return got.endswith(last)

def matches(expected, got):
    """Whether the printed text has the expected lines; a line "..." stands for any lines."""
    # reached: how many lines of `got` the expected lines so far can account for
    lines = got.split("\n")[:-1]
    reached = {0}
    for line in expected:
        if line == "...":
            reached = set(range(min(reached, default=len(lines) + 1), len(lines) + 1))
        else:
            reached = {at + 1 for at in reached
                       if at < len(lines) and line_matches(line, lines[at])}
    return len(lines) in reached

def answer(command, folder, environment):
    """What a command prints, and its exit status if it is not 0."""
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=300)
    got = done.stdout.decode("utf-8", "replace")
    if got and not got.endswith("\n"):
        got += "\n"
    if done.returncode:
        got += f"[exit {done.returncode}]\n"
    return got


def run(build, paths, without, language):
    """Yields (file, line number, command, expected lines, what was printed) for each command; nothing (None) was printed
    by one that is left out."""
    source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(build, os.path.join(folder, "build"))
        for name in ("examples", "docs", "problems", "src", "tests", "tools"):
            os.symlink(os.path.join(source, name), os.path.join(folder, name))
        environment = dict(os.environ, PATH=build + os.pathsep + os.environ["PATH"],
                           LC_ALL="C.UTF-8", NO_COLOR="1")
        if language:
            environment["QI_LANG"] = language
        known = {}
        for path in paths:
            answers = {}
            for number, command, expected in sessions(path):
                got = known.get(command)
                if got is None and not (without and re.search(without, command)):
                    got = answer(command, folder, environment)
                answers[command] = got
                yield os.path.basename(path), number, command, expected, got
            known.update(answers)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--without")
    parser.add_argument("--lang", help="the language of messages")
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    count = failed = 0
    for name, number, command, expected, got in run(options.build, options.files, options.without, options.lang):
        count += 1
        case = f"{name}:{number} {command}".replace("#", "\\#")
        if got is None:
            print(f"ok {count} {case} # SKIP left out")
            continue
        good = matches(expected, got)
        failed += not good
        print(f"{'ok' if good else 'not ok'} {count} {case}")
        if not good:
            for title, lines in (("expected", expected), ("got", got.split("\n")[:-1])):
                print(f"# {title}:")
                for line in lines:
                    print(f"#   {line}")
    print(f"1..{count}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
