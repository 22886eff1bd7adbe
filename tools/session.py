#!/usr/bin/env python3
"""Draws a console session as an animated SVG: runs the commands in a terminal of its own and shows what they print, in colour.

    python3 tools/session.py SESSION OUTPUT.svg

SESSION is a text: lines that begin with '$ ' are typed and run in order, in a folder that has links to build/qi's folder on the
PATH and to examples/ and problems/; lines that begin with '# ' are pauses of so many seconds. README's picture is docs/session.txt.
"""
import html
import os
import pty
import re
import select
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COLUMNS, CELL, LINE, SIZE, MARGIN = 86, 8.4, 18, 14, 14
TYPING, PRINTING = 0.045, 0.05  # seconds a character, seconds a line
PLAIN, PROMPT, TYPED = ("#d7d7d7", None), ("#7fd48a", None), ("#ffffff", None)


# The theme: what a code of qi's makes of the colour and background of what follows.
THEME = {0: PLAIN, 1: ("#ffffff", None), 2: ("#85858f", None), 7: ("#1e1e24", "#d7d7d7"), 31: ("#ff6e67", None), 32: ("#7fd48a", None),
         33: ("#e5c07b", None), 34: ("#6aa6ff", None), 36: ("#5fd7d7", None)}


def cells(line):
    """The characters of a line, each with its colour and background."""
    style, found = PLAIN, []
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            for code in part[2:-1].split(";"):
                style = THEME[int(code or 0)]
        else:
            found += [(character, style) for character in part]
    return found


def output(command, folder, environment):
    """What a command prints in a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(["sh", "-c", command], stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.DEVNULL, cwd=folder,
                          env=environment) as process:
        os.close(theirs)
        text = b""
        while select.select([ours], [], [], 60)[0]:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the terminal's other end is closed
                break
            if not piece:
                break
            text += piece
        process.wait()
    os.close(ours)
    return text.decode().replace("\r", "").splitlines()


def draw_line(row, line, begin):
    """One line of the screen, which appears at a time."""
    y = MARGIN + row * LINE
    parts, at = [], 0
    while at < len(line):
        end = at
        while end < len(line) and line[end][1] == line[at][1]:
            end += 1
        ink, ground = line[at][1]
        x, width = MARGIN + at * CELL, (end - at) * CELL
        text = "".join(character for character, _ in line[at:end])
        if ground:
            parts.append(f'<rect x="{x:.1f}" y="{y}" width="{width + 0.3:.1f}" height="{LINE}" fill="{ground}"/>')
        if text.strip():
            parts.append(f'<text x="{x:.1f}" y="{y + 13}" fill="{ink}" textLength="{width:.1f}">{html.escape(text)}</text>')
        at = end
    return f'<g style="animation-delay:{begin:.2f}s">{"".join(parts)}</g>'


def main():
    script, target = sys.argv[1:]
    now, row, drawn = 0.5, 0, []
    with tempfile.TemporaryDirectory() as folder, open(script, encoding="utf-8") as lines:
        for name in ("examples", "problems"):
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
        environment = dict(os.environ, PATH=os.path.join(ROOT, "build") + os.pathsep + os.environ["PATH"], QI_LANG="en",
                           TERM="xterm-256color", COLUMNS=str(COLUMNS))
        for line in lines.read().split("\n"):
            if line.startswith("# "):
                now += float(line[2:])
            elif line.startswith("$ "):
                drawn.append(draw_line(row, [("$", PROMPT)], now))
                for at, character in enumerate(line[2:], 2):
                    drawn.append(draw_line(row, [(" ", PLAIN)] * at + [(character, TYPED)], now))
                    now += TYPING
                row, now = row + 1, now + 0.4
                for text in output(line[2:], folder, environment):
                    drawn.append(draw_line(row, cells(text), now))
                    row, now = row + 1, now + PRINTING
                row += 1
    width, height = 2 * MARGIN + COLUMNS * CELL, 2 * MARGIN + (row - 1) * LINE
    with open(target, "w", encoding="utf-8") as picture:
        picture.write(f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}">
<style>
g {{ visibility: hidden; animation: show 0s forwards }}
@keyframes show {{ to {{ visibility: visible }} }}
@media (prefers-reduced-motion: reduce) {{ g {{ visibility: visible; animation: none }} }}
text {{ font: {SIZE}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre }}
</style>
<rect width="100%" height="100%" rx="8" fill="#1e1e24"/>
{chr(10).join(drawn)}
</svg>
""")


if __name__ == "__main__":
    main()
