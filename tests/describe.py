"""Every verb describes itself: --help=json is whole, and --help prints the same options and defaults."""
import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import termios
import unicodedata

qi = sys.argv[1]
KINDS = {"flag", "number", "text", "choice", "time", "size", "board size", "milliseconds", "range", "part"}


def ask(*words):
    return subprocess.run([qi, *words], capture_output=True, text=True, check=True).stdout


def lines_of_options(text):
    return text.split("\nOptions", 1)[1].split("\nOptions of every verb:", 1)[0].split("\n")


def complaints(command):
    verb = json.loads(ask(*command, "--help=json"))
    text = ask(*command, "--help")
    flat = " ".join(text.split())
    if ask("help", *command) != text:
        yield "is not what 'qi help' prints"
    if any(len(line) > 80 for line in lines_of_options(text)):
        yield "has options longer than 80 columns"
    for language in ("en", "zh"):
        for line in wide_lines(60, ask_terminal(60, *command, "--help", language=language)):
            yield f"is too wide for 60 columns: {line}"
    if verb["command"] != " ".join(["qi", *command]):
        yield f"calls itself {verb['command']}"
    if not verb["description"].endswith("\n") or verb["description"] not in text:
        yield "has another description in --help"
    lines = text.split("\nOptions", 1)[1].split("\n")
    for option in verb["options"]:
        name = "--" + option["name"]
        known = any(f"{name} " in line + " " for line in lines)
        if not known or " ".join(option["help"].split()) not in flat:
            yield f"{name}: not in --help"
        if option["kind"] not in KINDS or (option["kind"] == "flag") == ("argument" in option):
            yield f"{name}: {option['kind']}"
        if "default" in option and f"{option['help']} (default: {option['default']})" not in flat:
            yield f"{name}: --help does not give the default"
        if option["kind"] == "choice" and option.get("default", option["choices"][0]) not in option["choices"]:
            yield f"{name}: the default is no choice"
        if "(default" in option["help"] and "default" in option:
            yield f"{name}: the default stands twice"


def ask_terminal(columns, *words, language):
    """What qi prints on a terminal that is so wide."""
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.execve(qi, [qi, *words], {**os.environ, "QI_LANG": language})
    text = b""
    try:
        while piece := os.read(terminal, 65536):
            text += piece
    except OSError:  # Linux says so of a terminal that nobody has open
        pass
    os.close(terminal)
    os.waitpid(child, 0)
    return text.decode().replace("\r", "")


def wide_lines(columns, text):
    """Lines of a help that are wider; commands stand as they are typed."""
    for line in text.split("\n\n", 1)[1].split("\nExamples:")[0].split("\n例：")[0].split("\n"):
        if sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in line) > columns:
            yield line


everything = json.loads(ask("--help=json"))
commands = [[game["name"], verb["name"]] for game in everything["games"] for verb in game["verbs"]]
commands += [[verb["name"]] for verb in everything["verbs"]]
MAX_OPTIONS = 218  # of all verbs together, without those of every verb; it only goes down
count = sum(len(json.loads(ask(*command, "--help=json"))["options"]) for command in commands)
print(f"1..{len(commands) + 1}")
for number, command in enumerate(commands, 1):
    wrong = list(complaints(command))
    print("not ok" if wrong else "ok", number, " ".join(command))
    for one in wrong:
        print("#", one)
print("not ok" if count > MAX_OPTIONS else "ok", len(commands) + 1, f"{count} options")
sys.exit(0)
