"""Makes the list of commands in docs/gtp.md from the contracts above the handlers.

    python3 tools/gtp-docs.py --write       brings docs/gtp.md up to date
    python3 tools/gtp-docs.py --check QI    status 1 unless it is, every handler has a contract, and
                                            the program QI lists exactly the commands described,
                                            and tests/cli/gtp_commands.md sends each of them
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "src", "gtp")
TRANSCRIPTS = os.path.join(ROOT, "tests", "cli", "gtp_commands.md")
PAGE = os.path.join(ROOT, "docs", "gtp.md")
MARK = "<!-- Below: made by tools/gtp-docs.py from the contracts in src/gtp. -->\n"
FIELDS = ("Function", "Arguments", "Fails", "Returns")
NOTHING = ("none", "never", "nothing", "syntax error")  # not worth a line: the page says it once
SECTIONS = (("qi_gtp_common_commands", "In both games"), ("qi_gtp_sgf_commands", "Game records, in both games"),
            ("qi_gtp_gogui_commands", "For GoGui, in both games"), ("qi_gtp_setup_commands", None),
            ("qi_gtp_handicap_commands", "In Go only"),
            ("qi_gtp_hollow_commands", "In NoGo only"),
            ("qi_gtp_analyze_commands", "In NoGo only, with a player that searches"),
            ("qi_gtp_interrupt_commands", None))


def contract(comment):
    """The four fields of a contract, each on one line."""
    text = re.sub(r"\n \* ?", "\n", comment)
    parts = re.split(r"(?:^|\n)\s*(%s):" % "|".join(FIELDS), text)
    fields = {name: " ".join(value.split()) for name, value in zip(parts[1::2], parts[2::2])}
    return fields if list(fields) == list(FIELDS) else None


def read_sources():
    """Contracts by (file, handler) and tables of (command, handler) by name."""
    contracts, tables, wrong = {}, {}, []
    for file in sorted(os.listdir(FOLDER)):
        if not re.fullmatch(r"\w+\.c", file):
            continue
        text = open(os.path.join(FOLDER, file), encoding="utf-8").read()
        for comment, name in re.findall(
                r"/\* (Function:(?:(?!\*/).)*?)\s*\*/\nstatic bool (\w+)\(qi_gtp", text, re.S):
            contracts[file, name] = contract(comment)
        for name, body in re.findall(r"qi_gtp_command (\w+)\[\] = \{(.*?)\{0\}\};", text, re.S):
            entries = re.findall(r'\{"([\w-]+)",\s*(\w+)\}', body)
            tables[name] = [(command, (file, handler)) for command, handler in entries]
            wrong += [f"{file}: '{command}' has no contract of {', '.join(FIELDS)}"
                      for command, handler in tables[name] if not contracts.get(handler)]
    return contracts, tables, wrong


def describe(contracts, tables):
    lines = []
    for table, title in SECTIONS:
        if title:
            lines += [f"## {title}", ""]
        by_handler = {}
        for command, handler in tables[table]:
            by_handler.setdefault(handler, []).append(command)
        for handler, commands in by_handler.items():
            fields = contracts[handler]
            lines += ["### " + ", ".join(f"`{command}`" for command in commands), "",
                      fields["Function"], ""]
            said = [f"*{name}:* {fields[name].removeprefix('syntax error, ')}." for name in FIELDS[1:]
                    if fields[name] not in NOTHING]
            lines += [" ".join(said).replace("...", "…").replace("….", "…"), ""] if said else []
    return "\n".join(lines)


def main():
    contracts, tables, wrong = read_sources()
    if wrong:
        print("\n".join(wrong))
        return 1
    page = open(PAGE, encoding="utf-8").read()
    made = page[:page.index(MARK)] + MARK + "\n" + describe(contracts, tables)
    if sys.argv[1] == "--write":
        open(PAGE, "w", encoding="utf-8").write(made)
        return 0
    if made != page:
        print("docs/gtp.md is not up to date: run 'python3 tools/gtp-docs.py --write'")
        return 1
    described = {command for table in tables.values() for command, _ in table}
    listed = set()
    for game in ("go", "nogo"):
        listed |= set(subprocess.run([sys.argv[2], game, "gtp"], input="list_commands\n", text=True,
                                     stdout=subprocess.PIPE, check=True).stdout.split()) - {"="}
    unknown = listed ^ described
    if unknown:
        print("listed by the program or described, but not both:", " ".join(sorted(unknown)))
    sent = set(re.findall(r"'(?:\d+ )?([\w-]+)(?: [^']*)?'", open(TRANSCRIPTS, encoding="utf-8").read()))
    untried = described - sent
    if untried:
        print("not sent in tests/cli/gtp_commands.md:", " ".join(sorted(untried)))
    return 1 if unknown or untried else 0


if __name__ == "__main__":
    sys.exit(main())
