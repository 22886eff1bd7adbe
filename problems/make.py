"""What `qi GAME package` writes, as C for the command: make.py OUT.c

For every game the checker, the validator and the generator; the statements in Markdown, and in LaTeX section by
section; samples, other fixed tests, pictures, solutions. And what the formats of packages need (formats/).
"""

import os
import re
import sys
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))
GAMES = ("nogo", "go", "maze")
SECTIONS = ("legend", "input", "output", "scoring", "notes")  # scoring: where there are partial points


def read(path):
    with open(path, "rb") as file:
        return file.read()


# ---- Markdown to LaTeX -----------------------------------------------------------------------------

def inline(text):
    """One line or paragraph; formulas stay as they are."""
    out = []
    for part in re.split(r"(\$[^$]*\$|`[^`]*`)", text):
        if part.startswith("$"):
            out.append(part)
        elif part.startswith("`"):
            code = re.sub(r"([#%&_{}$])", r"\\\1", part[1:-1].replace("\\", "\\textbackslash{}"))
            out.append("\\texttt{" + code + "}")
        else:
            part = re.sub(r"([#%&_])", r"\\\1", part)
            out.append(re.sub(r"\*\*(.+?)\*\*", r"\\textbf{\1}", part))
    return "".join(out)


def latex(text):
    """The few forms that the statements use: paragraphs, lists, blocks of code, pictures (LaTeX takes no SVG)."""
    out = []
    for block in re.split(r"\n\n(?=(?:[^`]|`(?!``)|```[^`]*```)*\Z)", text.strip()):
        if block.startswith("```"):
            out.append("\\begin{verbatim}\n" + "\n".join(block.split("\n")[1:-1]) + "\n\\end{verbatim}")
        elif block.startswith("!["):
            caption, picture = re.fullmatch(r"!\[(.*)\]\((.*)\.svg\)", block).groups()
            out.append(f"\\begin{{center}}\n\\includegraphics[width=0.4\\textwidth]{{{picture}.png}}\n\n"
                       f"{inline(caption)}\n\\end{{center}}")
        elif block.startswith("- "):
            items = re.split(r"\n?^- ", block, flags=re.M)[1:]
            out.append("\\begin{itemize}\n" + "\n".join("\\item " + inline(item) for item in items) + "\n\\end{itemize}")
        else:
            out.append(inline(block))
    return "\n\n".join(out) + "\n" if out else ""


def sections(text):
    """The name of a problem, and its sections by their number: legend, input, output, ..."""
    name = re.match(r"# (.+)\n", text)[1]
    parts = re.split(r"^## .+\n", text[text.index("\n"):], flags=re.M)
    if len(parts) < len(SECTIONS):
        parts.insert(SECTIONS.index("scoring"), "")
    return name, [part.strip() + "\n" for part in parts]


def without_picture(text):
    """A section without the picture at its end, and what is written below that; no file has more than one."""
    found = re.fullmatch(r"(.*\n)\n!\[(.*)\]\(board\.svg\)\n", text, flags=re.S)
    return found.groups() if found else (text, "")


# ---- solutions that trust a hash -------------------------------------------------------------------

def hash_solutions():
    """Go solutions that compare weak hashes: hash.cpp with the first line and the function of each file of go/hashes."""
    whole = read(os.path.join(HERE, "go", "solutions", "wrong_answer", "hash.cpp")).decode()
    for name in sorted(os.listdir(os.path.join(HERE, "go", "hashes"))):
        first, function = read(os.path.join(HERE, "go", "hashes", name)).decode().split("\n", 1)
        before, rest = whole[whole.index("\n"):].split("// The board as a number")
        yield f"go/solutions/wrong_answer/{name}", (first + before + function.lstrip() + rest[rest.index("\nint main"):]).encode()


# ---- the table -------------------------------------------------------------------------------------

def entries():
    for game in GAMES:
        folder = os.path.join(HERE, game)
        for language in ("en", "zh"):
            with open(os.path.join(folder, f"statement.{language}.md"), encoding="utf-8") as file:
                text = file.read()
            title, parts = sections(text)
            yield f"{game}/{language}/title", title.encode()
            for section, part in zip(SECTIONS, parts):
                yield f"{game}/{language}/{section}.tex", latex(part).encode()
                text, caption = without_picture(part)
                yield f"{game}/{language}/{section}.md", text.encode()
                if caption:
                    yield f"{game}/{language}/caption", caption.encode()
        yield f"{game}/uuid", str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{game}.qi.example")).encode()
        names = [os.path.join(where, name) for where, _, found in os.walk(folder) for name in found]
        for path in sorted(names):
            inside = os.path.relpath(path, folder)
            if inside.startswith(("solutions", "sample", "small", "kills")) or inside.endswith((".cpp", ".svg", ".png")):
                yield f"{game}/{inside}", read(path)
    yield from hash_solutions()
    formats = os.path.join(HERE, "formats")
    for path in sorted(os.path.join(where, name) for where, _, found in os.walk(formats) for name in found if name != "README.md"):
        yield os.path.relpath(path, HERE), read(path)


def main():
    with open(sys.argv[1], "w", encoding="ascii") as out:
        out.write('#include "cli/lab/package.h"\n\n')
        table = []
        for number, (name, data) in enumerate(entries()):
            out.write(f"static const unsigned char file_{number}[] = {{\n")
            for at in range(0, len(data), 24):
                out.write(",".join(map(str, data[at:at + 24])) + ",\n")
            out.write("0};\n")
            table.append(f'    {{"{name}", (const char *)file_{number}, {len(data)}}},\n')
        out.write("\nconst package_source package_sources[] = {\n" + "".join(table) + "    {0}};\n")


main()
