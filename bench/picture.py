"""Ratios to other programs as a picture: bars on a logarithmic scale, with the date and the machine."""

import datetime
import html
import math
import os
import re

LEFT, WIDTH, LINE, TOP, RIGHT = 330, 420, 26, 34, 80
COLOURS = {"NoGo": "#2f6fb0", "Go": "#37804a", "Maze": "#b3671c"}


def machine():
    """The processor's name, how many threads it has and how many were wanted in the last minute."""
    name = "unknown processor"
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = re.search(r"^model name\s*: (.*)$", file.read(), re.M)
            name = re.sub(r"\((R|TM)\)|CPU|@.*", "", found[1]) if found else name
    except OSError:
        pass
    return f"{' '.join(name.split())}, {os.cpu_count()} threads, load {os.getloadavg()[0]:.1f}"


def draw(ratios, path):
    """`ratios`: (what was measured, how many times less CPU time than the other program)."""
    decades = max(1, math.ceil(math.log10(max(ratio for _, ratio in ratios))))
    bottom = TOP + LINE * len(ratios)

    def place(ratio):
        return LEFT + WIDTH * math.log10(max(ratio, 1)) / decades

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + RIGHT}" height="{bottom + 44}" '
             f'viewBox="0 0 {LEFT + WIDTH + RIGHT} {bottom + 44}">',
             "<title>How many times less CPU time qi takes than other programs</title>",
             "<style>text{font:14px sans-serif;fill:#222}.small{font-size:12px;fill:#555}.grid{stroke:#ccc}</style>",
             '<rect width="100%" height="100%" fill="#fff"/>',
             f'<text x="16" y="20">How many times less CPU time than published or textbook programs</text>']
    for decade in range(decades + 1):
        x = place(10 ** decade)
        lines.append(f'<path class="grid" d="M{x:.1f} {TOP}V{bottom}"/>'
                     f'<text class="small" x="{x:.1f}" y="{bottom + 15}" text-anchor="middle">{10 ** decade}</text>')
    for i, (name, ratio) in enumerate(ratios):
        y = TOP + LINE * i
        lines.append(f'<text x="{LEFT - 10}" y="{y + 18}" text-anchor="end">{html.escape(name)}</text>'
                     f'<rect x="{LEFT}" y="{y + 4}" width="{place(ratio) - LEFT:.1f}" height="{LINE - 8}" '
                     f'fill="{COLOURS.get(name.split(",")[0], "#555")}"/>'
                     f'<text x="{place(ratio) + 6:.1f}" y="{y + 18}">{ratio:.3g}</text>')
    lines.append(f'<text class="small" x="16" y="{bottom + 34}">{datetime.date.today()}, {html.escape(machine())}: '
                 "./dev bench --svg</text>")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, "</svg>", ""]))
