"""Runs the console sessions of Markdown files in Chinese: no English may be left in what people read.

    python3 chinese.py BUILD_DIR FILE.md...

Fails on a Latin word that is no name, option or file: in a line with Chinese, and in a line that says in English what the
catalogue (po/zh.po) has in Chinese. What programs read is English everywhere. Writes TAP.
"""

import os
import re
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tools")]
import catalogue  # noqa: E402
import console  # noqa: E402

# What stands for itself: quoted, an option, a file, a verb in a list or after 'qi', the words of the JSON library.
NAMES = re.compile(r"""JSON（.*|'[^']*'|"[^"]*"|“[^”]*”|‘[^’]*’|(?<!\w)--?[a-z][\w-]*(=\S*)?|\S*[./<>_\[\]{}\\=@]\S*|
                       \bqi([ ](nogo|go|maze))?([ ][a-z]+)?|^[ ]{2}([a-z]+[ ])?[a-z]+(?=[ ]{2})""", re.X)
# Names of programs, games, players, fields and folders; the words of a command may come back, too.
KNOWN = set("""nogo go maze n s ms miss index winner variation move x o lang zh en stdin stdout stderr gzip zcat bwrap strong policy
    playouts random never always auto testlib icpc kattis problem none text echo sh response request failure no hint
    undo liberties level save help quit check opening line""".split())
COMMAND = re.compile(r"^\s*(qi|printf|echo|cat|zcat|find|\S*program)\b|^重现：|^Again:|^\[exit|^ {4}")


def is_chinese(text):
    return any("\u3000" <= c <= "\u9fff" or "\uff00" <= c <= "\uffef" for c in text)


def latin_words(text):
    return re.findall(r"(?<![A-Za-z\d])[a-z]{2,}(?![A-Za-z\d])", NAMES.sub(" ", text))


def printed(english):
    """What a format may print, as an expression."""
    expression, at = "", 0
    for match in catalogue.DIRECTIVE.finditer(english):
        expression += re.escape(english[at:match.start()]) + ".*"
        at = match.end()
    expression += re.escape(english[at:])
    return re.sub(r"\\\{([^{}|]*)\\\|([^{}|]*)\\\}", r"(?:\1|\2)", expression)


ENTRIES = [catalogue.plain(english) for _, english, _ in catalogue.read(os.path.join(ROOT, "po", "zh.po"))]
SAID = re.compile("|".join(printed(line.strip()) for english in ENTRIES for line in english.split("\n")
                           if len(latin_words(catalogue.DIRECTIVE.sub(" ", line))) > 2))


def left(line, command):
    """The Latin words that a line should not have."""
    if COMMAND.match(line):
        return []
    typed = KNOWN | set(re.findall(r"[a-z]+", command))
    return [word for word in latin_words(line) if word not in typed] if is_chinese(line) or SAID.fullmatch(line.strip(" .:")) else []


def main():
    build, files = os.path.abspath(sys.argv[1]), sys.argv[2:]
    count = failed = 0
    for name in files:
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(build, os.path.join(folder, "build"))
            for link in ("examples", "docs", "problems", "src", "tests", "tools"):
                os.symlink(os.path.join(ROOT, link), os.path.join(folder, link))
            environment = dict(os.environ, PATH=build + os.pathsep + os.environ["PATH"], LC_ALL="C.UTF-8", QI_LANG="zh", NO_COLOR="1")
            for number, command, _ in console.sessions(name):
                count += 1
                bad = [(line, words) for line in console.answer(command, folder, environment).split("\n") if (words := left(line, command))]
                failed += bool(bad)
                print(f"{'not ok' if bad else 'ok'} {count} {os.path.basename(name)}:{number} {command}".replace("#", "\\#"))
                for line, words in bad:
                    print(f"#   {line}\n#     {' '.join(words)}")
    print(f"1..{count}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
