"""Manual pages and completion are whole and good: man and mandoc have nothing to say against the pages, and bash, zsh
and fish complete games, verbs, options, choices and files. What is not installed is skipped by name.

    python3 tests/manual.py QI TOOLS/manual.py
"""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile

qi, tool = os.path.abspath(sys.argv[1]), sys.argv[2]
checks = []


def check(name, wrong):
    """`wrong` is what is wrong, or empty; None: skipped."""
    checks.append((name, wrong))


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def pages_are_complete(folder):
    everything = json.loads(run(qi, "--help=json").stdout)
    commands = [[game["name"], verb["name"]] for game in everything["games"] for verb in game["verbs"]]
    commands += [[verb["name"]] for verb in everything["verbs"]]
    wrong = []
    main = open(os.path.join(folder, "man1", "qi.1"), encoding="utf-8").read()
    for words in commands:
        page = "-".join(["qi", *words])
        text = open(os.path.join(folder, "man1", page + ".1"), encoding="utf-8").read().replace("\\-", "-")
        about = json.loads(run(qi, *words, "--help=json").stdout)
        wrong += [f"{page}: --{option['name']}" for option in about["options"] if f"--{option['name']}\\fR" not in text]
        if page.replace("-", "\\-") + " (1)" not in main:
            wrong.append(f"{page} is not named in qi.1")
    if len(os.listdir(os.path.join(folder, "man1"))) != len(commands) + 1:
        wrong.append("there are other pages")
    return wrong


def lint(folder, name, *command, ignore="missing date"):
    if not shutil.which(command[0]):
        return check(name, None)
    wrong = []
    for page in sorted(os.listdir(os.path.join(folder, "man1"))):
        done = run(*command, os.path.join(folder, "man1", page), env=dict(os.environ, LC_ALL="C.UTF-8"))
        said = done.stderr if command[0] != "mandoc" else done.stdout + done.stderr
        wrong += [f"{page}: {line}" for line in said.split("\n") if line.strip() and ignore not in line]
    return check(name, wrong)


# What is typed, up to the cursor, and words that must be offered; "!" before one that must not.
TYPED = (("qi ", "nogo go maze arena !simulate"), ("qi no", "nogo !maze"), ("qi nogo sim", "simulate !solve"),
         ("qi nogo simulate --pol", "--policy !--seed"), ("qi nogo simulate --policy ", "first random"),
         ("qi arena --ga", "--games"),
         ("qi nogo generate --family ", "snake atari !--seed"), ("qi go stress --family k", "ko !cycle"),
         ("qi nogo play --player ", "strong policy !random"), ("qi go replay --rules ", "ko positional+suicide"),
         ("qi maze package --format ", "icpc luogu"), ("qi web --", "--output !--json"), ("qi bench --", "--json"), ("qi --ver", "--version"), ("qi nogo --h", "--help !simulate"), ("qi --lang ", "zh en !nogo"),
         ("qi --lang zh nogo so", "solve"), ("qi --quiet maze co", "count"))
# What bash leaves to itself, so only fish is asked for a list.
FILES = (("qi maze count mark", "marker.txt"), ("qi nogo simulate --svg mark", "marker.txt"), ("qi go sgf mark", "marker.txt"),
         ("qi go check mark", "marker.txt"), ("qi maze show mark", "marker.txt"), ("qi go stress -- ./mark", "./marker.txt"))
# What is typed, and what the line is after TAB: there is one possible end each.
ENDED = (("qi nogo simu", "nogo simulate"), ("qi nogo simulate --policy ran", "nogo simulate --policy random"),
         ("qi nogo simulate --policy=ran", "nogo simulate --policy=random"), ("qi maze count mark", "maze count marker.txt"),
         ("qi nogo simulate --svg=mark", "nogo simulate --svg=marker.txt"), ("qi go check two", "go check two words.txt"),
         ("qi go check two\\ w", "go check two words.txt"), ("qi nogo stress -- ./mark", "nogo stress -- ./marker.txt"),
         ("qi --lang zh no", "--lang zh nogo"), ("qi --quiet arena --gam", "--quiet arena --games"), ("qi aren", "arena"))


def judge(typed, wanted, offered):
    offered = {word.rstrip("/ ") for word in offered}
    return [f"{typed!r}: {word} among {sorted(offered)[:8]}" for word in wanted.split()
            if (word.lstrip("!") in offered) == word.startswith("!")]


def complete_in_bash(folder, typed):
    words = typed.split(" ")
    script = (f"source {folder}/bash/qi; COMP_WORDS=({' '.join(map(repr, words))}); "
              f"COMP_CWORD={len(words) - 1}; _qi; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
    return run("bash", "--norc", "-c", script, cwd=folder).stdout.split("\n")


def complete_in_fish(folder, typed):
    script = f"source {folder}/fish/qi.fish; complete -C {typed!r}"
    said = run("fish", "--no-config", "-c", script, cwd=folder, env=dict(os.environ, HOME=folder)).stdout
    return [line.split("\t")[0] for line in said.split("\n")]


SHELLS = {"zsh": (["zsh", "-f", "-i"], "unsetopt zle_bracketed_paste 2>/dev/null; fpath=({}/zsh $fpath); autoload -Uz compinit; "
                  "compinit -u -D; setopt no_beep no_list_ambiguous; qi() {{ print -r -- \"<<$*>>\" }}\n"),
          "bash": (["bash", "--norc", "--noprofile", "-i"], "bind 'set enable-bracketed-paste off' 2>/dev/null; source {}/bash/qi; "
                   "qi() {{ printf '<<%s>>\\n' \"$*\"; }}\n")}


def type_in(shell, folder, lines):
    """What `qi`, which only repeats its words, is called with when TAB is pressed at the end of each line."""
    command, setup = SHELLS[shell]
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ.update(HOME=folder, ZDOTDIR=folder, TERM="dumb", PS1="", LC_ALL="C.UTF-8")
        os.execvp(command[0], command)
    os.write(terminal, setup.format(folder).encode())
    said = b""
    calls = re.compile(rb"<<([^$%]*?)>>")

    def wait_for(count):
        nonlocal said
        while len(calls.findall(said)) < count:
            said += os.read(terminal, 4096)

    for number, line in enumerate(lines, 1):
        os.write(terminal, line.encode() + b"\t\n")
        wait_for(number)
    os.write(terminal, b"exit\n")
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:
        pass
    os.waitpid(child, 0)
    return [found.decode() for found in calls.findall(said)]


def ends(shell, folder):
    got = type_in(shell, folder, [typed for typed, _ in ENDED])
    return [f"{typed!r}: {made!r}" for (typed, wanted), made in zip(ENDED, got) if made.strip().rstrip("=") != wanted]


with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.executable, tool, qi, folder], check=True)
    for name in ("marker.txt", "two words.txt"):
        open(os.path.join(folder, name), "w").close()
    check("every verb has a page with all its options", pages_are_complete(folder))
    lint(folder, "man --warnings", "man", "--warnings", "-P", "cat", "-l")
    lint(folder, "mandoc -T lint", "mandoc", "-T", "lint", "-W", "warning")
    for shell, complete, typed_lines in (("bash", complete_in_bash, TYPED), ("fish", complete_in_fish, TYPED + FILES)):
        wrong = None
        if shutil.which(shell):
            wrong = [one for typed, wanted in typed_lines for one in judge(typed, wanted, complete(folder, typed))]
        check(f"lists in {shell}", wrong)
    for shell in SHELLS:
        check(f"completion in {shell}", ends(shell, folder) if shutil.which(shell) else None)

print(f"1..{len(checks)}")
for number, (name, wrong) in enumerate(checks, 1):
    print("not ok" if wrong else "ok", number, name, "# SKIP not installed" if wrong is None else "")
    for one in wrong or []:
        print("#", one)
