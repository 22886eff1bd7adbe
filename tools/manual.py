"""Manual pages and completion for shells, made from what the verbs say about themselves (--help=json).

    python3 tools/manual.py QI FOLDER     writes FOLDER/man1/*.1, FOLDER/bash/qi, FOLDER/zsh/_qi and
                                          FOLDER/fish/qi.fish
    python3 tools/manual.py QI --install DATADIR MANDIR
                                          the same into the places where they are looked for; meson
                                          runs it, with the root to install into in the environment
"""

import json
import os
import re
import subprocess
import sys

STATUS = "0 done, 1 the answer is 'no', 2 bad usage or bad input."
VARIABLES = (("QI_LANG, LC_ALL, LC_MESSAGES, LANG",
              "the first that is set names the language of messages: Chinese if it begins with zh"),
             ("NO_COLOR", "when it is set and not empty, nothing is coloured"),
             ("TERM", "when it is dumb, nothing is coloured, no live line is drawn, and 'qi nogo play' reads typed lines"),
             ("TMPDIR", "the folder for the temporary files of stress runs"))
# Arguments of options and operands that are files, folders or programs.
FILES = {"FILE", "DIR", "FOLDER", "PROGRAM", "PROGRAM2", "COMMAND", "BOARD", "MOVES", "MAZE", "WALK", "INPUT", "OUTPUT", "ENGINE",
         "GEN", "BRUTE", "CHECKER", "V"}


def ask(qi, *words):
    return subprocess.run([qi, *words], stdout=subprocess.PIPE, check=True).stdout.decode()


class Command:
    """A verb: its words after qi, its summary and its own description."""

    def __init__(self, qi, words, summary, shared):
        self.words, self.summary = words, summary
        about = json.loads(ask(qi, *words, "--help=json"))
        self.operands, self.description = about["operands"], about["description"]
        self.options = about["options"] + [option for option in shared if about.get(option["name"], True)]
        self.more = about["more"]
        self.examples = about["examples"]

    @property
    def page(self):
        return "-".join(["qi", *self.words])


def read_commands(qi):
    everything = json.loads(ask(qi, "--help=json"))
    shared = everything["options"]
    games = [(game["name"], game["summary"],
              [Command(qi, [game["name"], verb["name"]], verb["summary"], shared) for verb in game["verbs"]])
             for game in everything["games"]]
    common = [Command(qi, [verb["name"]], verb["summary"], shared) for verb in everything["verbs"]]
    return games, common, [option for option in shared if option["name"] not in ("json", "position")]


# ---- manual pages ------------------------------------------------------------------------------

def roff(text):
    """A piece of a line as roff reads it."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")


def roff_lines(text):
    """Paragraphs are filled; a line that starts with blanks, or a list, stands as it is."""
    out, kept = [], False
    for line in text.rstrip("\n").split("\n"):
        if not line.strip():
            out.append(".fi" if kept else None)
            out.append(".PP")
            kept = False
            continue
        if line.startswith(" ") != kept:
            kept = not kept
            out.append(".nf" if kept else ".fi")
        escaped = roff(line)
        out.append("\\&" + escaped if escaped[0] in ".\\" and escaped.startswith((".", "\\(aq")) else escaped)
    out.append(".fi" if kept else None)
    return [line for line in out if line is not None]


def head(page, version, summary):
    return [f'.TH {page.upper()} 1 "" "qi {version}" "qi"', ".SH NAME", f"{roff(page)} \\- {roff(summary)}"]


def option_lines(option):
    name = f"\\fB\\-\\-{roff(option['name'])}\\fR"
    if "letter" in option:
        name = f"\\fB\\-{option['letter']}\\fR, {name}"
    if "argument" in option:
        name += f" \\fI{roff(option['argument'])}\\fR"
    help_text = roff(option["help"])
    if "default" in option:
        help_text += f" (default: {roff(option['default'])})"
    if "choices" in option:
        help_text += "; one of " + ", ".join(roff(choice) for choice in option["choices"])
    return [".TP", name, "\\&" + help_text if help_text.startswith((".", "\\(aq")) else help_text]


def verb_page(command, version):
    out = head(command.page, version, command.summary)
    out += [".SH SYNOPSIS", f"\\fB{roff(' '.join(['qi', *command.words]))}\\fR [\\fIOPTION\\fR]... "
            + roff(command.operands)]
    out += [".SH DESCRIPTION"] + roff_lines(command.description) + [".SH OPTIONS"]
    for option in command.options:
        out += option_lines(option)
    if command.more:
        out += [".SH NOTES"] + roff_lines(command.more)
    if command.examples:
        out += [".SH EXAMPLES"] + roff_lines("\n".join("  " + line for line in command.examples))
    out += [".SH EXIT STATUS", roff(STATUS), ".SH SEE ALSO", ".BR qi (1)"]
    return "\n".join(out) + "\n"


def main_page(games, common, version):
    out = head("qi", version, "three grid games: exact rules, engines, judges and pictures")
    out += [".SH SYNOPSIS", "\\fBqi\\fR \\fIGAME\\fR \\fIVERB\\fR [\\fIOPTION\\fR]... [\\fIFILE\\fR]", ".br",
            "\\fBqi\\fR \\fIVERB\\fR [\\fIOPTION\\fR]..."]
    out += [".SH DESCRIPTION", "Each verb has a manual page of its own and answers \\fB\\-\\-help\\fR."]
    for summary, commands in [(summary, commands) for _, summary, commands in games] + [("For all games", common)]:
        out += [".SS " + roff(summary)]
        for command in commands:
            out += [".TP", f"\\fB{roff(' '.join(command.words))}\\fR", roff(command.summary)]
    out += [".SH ENVIRONMENT"]
    for name, meaning in VARIABLES:
        out += [".TP", f"\\fB{name}\\fR", roff(meaning)]
    out += [".SH EXIT STATUS", roff(STATUS), ".SH SEE ALSO"]
    pages = [command.page for _, _, commands in games for command in commands] + [c.page for c in common]
    out += [f".BR {roff(page)} (1){',' if page != pages[-1] else ''}" for page in pages]
    return "\n".join(out) + "\n"


# ---- completion --------------------------------------------------------------------------------

def takes_files(text):
    return bool(FILES & set(re.findall(r"[A-Z0-9]+", text)))


def skipped(shared, ending=""):
    """Options that may stand before the game or verb: those with a value, and flags with their letters."""
    kept = [option for option in shared if option["name"] not in ("help", "version")]
    valued = ["--" + option["name"] + ending for option in kept if option["kind"] != "flag"]
    flags = [word for option in kept if option["kind"] == "flag"
             for word in ["--" + option["name"], *(["-" + option["letter"]] if "letter" in option else [])]]
    return valued, flags


def flat(games, common):
    return [command for _, _, commands in games for command in commands] + common


# What may stand before the game or verb is taken out first. Of '--option=value' bash makes three words. Files are left
# to bash, which knows how to quote their names.
BASH_HEAD = r"""# Completion of qi for bash; made by tools/manual.py.
_qi()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words= files= i=1
    local -a before=()
    if [[ $current == '=' ]]; then
        current=
    elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
    fi
    while ((i < COMP_CWORD)); do
        case ${COMP_WORDS[i]} in
        @VALUED@) [[ ${COMP_WORDS[i+1]} == '=' ]] && ((i++)); ((i++)) ;;
        @FLAGS@) ;;
        *) before+=("${COMP_WORDS[i]}") ;;
        esac
        ((i++))
    done
    COMPREPLY=()
    compopt +o default 2>/dev/null
    if [[ $previous == @CHOICES@
    elif ((${#before[@]} == 0)); then"""
BASH_TAIL = r"""    fi
    if [[ $files && $current != -* ]]; then
        compopt -o default 2>/dev/null
    else
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    fi
}
complete -F _qi qi
"""


def bash(games, common, shared):
    first = [name for name, _, _ in games] + [command.words[0] for command in common]
    first += ["--" + option["name"] for option in shared]
    valued, flags = skipped(shared)
    choices = "\n    elif [[ $previous == ".join(
        f"--{option['name']} ]]; then\n        words='{' '.join(option['choices'])}'" for option in shared if "choices" in option)
    out = [BASH_HEAD.replace("@VALUED@", "|".join(valued)).replace("@FLAGS@", "|".join(flags)).replace("@CHOICES@", choices),
           f"        words='{' '.join(first)}'"]
    for name, _, commands in games:
        out += [f"    elif ((${{#before[@]}} == 1)) && [[ ${{before[0]}} == {name} ]]; then",
                f"        words='{' '.join(command.words[1] for command in commands)} --help'"]
    out += ["    else", '        case "${before[0]} ${before[1]}" in']
    for command in flat(games, common):
        pattern = f'"{" ".join(command.words)}"' + ("" if len(command.words) == 2 else "*")
        out += [f"        {pattern})", "            case $previous in"]
        for option in command.options:
            if option["kind"] == "flag":
                continue
            if "choices" in option:
                out += [f"            --{option['name']}) words='{' '.join(option['choices'])}' ;;"]
            elif takes_files(option.get("argument", "")):
                out += [f"            --{option['name']}) files=1 ;;"]
            else:
                out += [f"            --{option['name']}) return ;;"]
        names = " ".join("--" + option["name"] for option in command.options)
        out += [f"            *) words='{names}' files={'1' if takes_files(command.operands) else ''} ;;",
                "            esac ;;"]
    return "\n".join(out) + "\n        esac\n" + BASH_TAIL


def zsh_text(text):
    """Within single quotes, in a description of _arguments."""
    return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "'\\''")


def zsh_option(option):
    value = ""
    if option["kind"] != "flag":
        values = " "
        if "choices" in option:
            values = "(" + " ".join(option["choices"]) + ")"
        elif takes_files(option["argument"]):
            values = "_files"
        value = f":{zsh_text(option['argument'])}:{values}"
    return f"'--{option['name']}{'=' if value else ''}[{zsh_text(option['help'])}]{value}'"


def zsh_words(pairs, tag):
    listed = " ".join(f"'{name}:{zsh_text(summary)}'" for name, summary in pairs)
    return [f"local -a {tag}", f"{tag}=({listed})", f"_describe {tag} {tag}"]


# What may stand before the game or verb is taken out first.
ZSH_HEAD = """#compdef qi
# Completion of qi for zsh; made by tools/manual.py.
_qi() {
while (( CURRENT > 2 )); do
case $words[2] in
@VALUED@@FLAGS@) words[2]=(); (( CURRENT -= 1 )) ;;
*) break ;;
esac
done
if [[ $words[CURRENT] == -* ]] && (( CURRENT == 2 )); then
"""


def zsh(games, common, shared):
    names = "|".join(name for name, _, _ in games)
    valued = "".join(f"--{option['name']}) (( CURRENT > 3 )) || {{ compadd {' '.join(option['choices'])}; return }}; "
                     "words[2,3]=(); (( CURRENT -= 2 )) ;;\n" for option in shared if "choices" in option)
    equal, flags = skipped(shared, "=*")
    out = [ZSH_HEAD.replace("@VALUED@", valued).replace("@FLAGS@", "|".join(equal + flags))
           + f"compadd -- {' '.join('--' + option['name'] for option in shared)}",
           f"elif [[ $words[CURRENT] == -* ]] && (( CURRENT == 3 )) && [[ $words[2] == ({names}) ]]; then", "compadd -- --help",
           "elif (( CURRENT == 2 )); then"]
    out += zsh_words([(name, summary) for name, summary, _ in games]
                     + [(command.words[0], command.summary) for command in common], "verbs")
    for name, _, commands in games:
        out += [f"elif (( CURRENT == 3 )) && [[ $words[2] == {name} ]]; then"]
        out += zsh_words([(command.words[1], command.summary) for command in commands], "verbs")
    out += ["else", 'case "$words[2] $words[3]" in']
    for command in flat(games, common):
        pattern = f"'{' '.join(command.words)}'" + ("" if len(command.words) == 2 else "*")
        skip = len(command.words)
        lines = [zsh_option(option) for option in command.options]
        lines += ["'*:file:_files'"] if takes_files(command.operands) else []
        out += [f"{pattern})", f"shift {skip} words; (( CURRENT -= {skip} ))", "_arguments \\\n    " + " \\\n    ".join(lines), ";;"]
    out += ["esac", "fi", "}", '_qi "$@"']
    return "\n".join(out) + "\n"


def fish_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


# The words before the cursor, without what may stand before the game or verb.
FISH_HEAD = """# Completion of qi for fish; made by tools/manual.py.
function __qi_words
    set -l words (commandline -opc)
    set -l skip no
    for word in $words
        if test $skip = yes
            set skip no
        else if contains -- $word @VALUED@
            set skip yes
        else if not contains -- (string replace -r -- '=.*' '' $word) @VALUED@ @FLAGS@
            echo $word
        end
    end
end
function __qi_at
    set -l words (__qi_words)
    test (count $words) -gt (count $argv); or return 1
    for i in (seq (count $argv))
        test $words[(math $i + 1)] = $argv[$i]; or return 1
    end
end
function __qi_after
    test (count (__qi_words)) -eq (math (count $argv) + 1); and __qi_at $argv
end
function __qi_first
    test (count (__qi_words)) -eq 1
end
complete -c qi -f"""


def fish_option(where, option):
    kind = ""
    if option["kind"] != "flag":
        kind = " -r" if takes_files(option["argument"]) else " -x"
        if "choices" in option:
            kind += f" -a '{' '.join(option['choices'])}'"
        elif kind == " -r":
            kind += " -F"
    letter = f" -s {option['letter']}" if "letter" in option else ""
    return f"complete -c qi{where} -l {option['name']}{letter}{kind} -d {fish_text(option['help'])}"


def fish(games, common, shared):
    valued, flags = skipped(shared)
    out = [FISH_HEAD.replace("@VALUED@", " ".join(valued)).replace("@FLAGS@", " ".join(flags))]
    out += [fish_option("", option) for option in shared]
    for name, summary, commands in games:
        out += [f"complete -c qi -n __qi_first -a {name} -d {fish_text(summary)}"]
        out += [f"complete -c qi -n '__qi_after {name}' -a {command.words[1]} -d {fish_text(command.summary)}"
                for command in commands]
    out += [f"complete -c qi -n __qi_first -a {command.words[0]} -d {fish_text(command.summary)}" for command in common]
    for command in flat(games, common):
        where = f"-n '__qi_at {' '.join(command.words)}'"
        if takes_files(command.operands):
            out += [f"complete -c qi {where} -F"]
        out += [fish_option(" " + where, option) for option in command.options if option not in shared]
    return "\n".join(out) + "\n"


# ---- writing -----------------------------------------------------------------------------------

def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    qi = os.path.abspath(sys.argv[1])
    if sys.argv[2] == "--install":
        root, prefix = os.environ.get("DESTDIR", ""), os.environ["MESON_INSTALL_PREFIX"]
        data, manual = (root + os.path.join(prefix, folder) for folder in sys.argv[3:5])
        places = (os.path.join(manual, "man1"), os.path.join(data, "bash-completion", "completions", "qi"),
                  os.path.join(data, "zsh", "site-functions", "_qi"),
                  os.path.join(data, "fish", "vendor_completions.d", "qi.fish"))
    else:
        folder = sys.argv[2]
        places = (os.path.join(folder, "man1"), os.path.join(folder, "bash", "qi"), os.path.join(folder, "zsh", "_qi"),
                  os.path.join(folder, "fish", "qi.fish"))
    version = ask(qi, "--version").split()[1]
    games, common, shared = read_commands(qi)
    write(os.path.join(places[0], "qi.1"), main_page(games, common, version))
    for command in flat(games, common):
        write(os.path.join(places[0], command.page + ".1"), verb_page(command, version))
    for path, text in zip(places[1:], (bash(games, common, shared), zsh(games, common, shared), fish(games, common, shared))):
        write(path, text)


if __name__ == "__main__":
    main()
