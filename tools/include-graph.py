"""Who may include whom: checks the sources against the table, and draws it.

    python3 tools/include-graph.py --check    status 1 unless every include between folders is in
                                              tools/include-graph.txt, every entry there is used, the
                                              table has no cycle, and docs/includes.svg shows it
    python3 tools/include-graph.py --write    draws docs/includes.svg

A folder is named without src/; posix/ and windows/ belong to the folder above them. <nogo> is the
public header include/qi/nogo.h. Who may include a public header may also include those that it
includes itself.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, "tools", "include-graph.txt")
PICTURE = os.path.join(ROOT, "docs", "includes.svg")


def read_table():
    """The table: for every folder or public header, what it may include."""
    table = {}
    with open(TABLE, encoding="utf-8") as file:
        for line in file:
            line = line.split("#")[0].strip()
            if line:
                name, _, allowed = line.partition(":")
                table[name.strip()] = allowed.split()
    return table


def folder_of(path):
    """The folder or public header that a file belongs to."""
    folder, name = os.path.split(path)
    if folder == "include/qi":
        return f"<{name[:-2]}>"
    return re.sub("^src/|/(posix|windows)$", "", folder)


def read_includes():
    """Yields (file, folder, included folder) for every include that leaves its folder."""
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "include/*.h", "src/*.[ch]",
                            "web/wasm/*.[ch]"], cwd=ROOT, check=True, text=True,
                           stdout=subprocess.PIPE).stdout.split()
    for path in files:
        if not os.path.exists(os.path.join(ROOT, path)):
            continue
        text = open(os.path.join(ROOT, path), encoding="utf-8").read()
        for name in re.findall(r'^\s*#\s*include\s+[<"]([\w./-]+)[>"]', text, re.M):
            if name.startswith("qi/"):
                target = folder_of("include/" + name)
            elif os.path.exists(os.path.join(ROOT, "src", name)):
                target = folder_of("src/" + name)
            else:
                continue  # the system's, or one beside the file
            if target != folder_of(path):
                yield path, folder_of(path), target


def find_cycle(table):
    """The names along a cycle of the table, or None."""
    state = {}

    def visit(name, path):
        if state.get(name) == "done":
            return None
        if name in path:
            return path[path.index(name):] + [name]
        for other in table.get(name, ()):
            cycle = visit(other, path + [name])
            if cycle:
                return cycle
        state[name] = "done"
        return None

    return next(filter(None, (visit(name, []) for name in table)), None)


def reachable(table, name):
    """Everything that is included by `name`, by what that includes, and so on."""
    found, left = set(), list(table.get(name, ()))
    while left:
        other = left.pop()
        if other not in found:
            found.add(other)
            left += table.get(other, ())
    return found


def problems(table):
    wrong = [f"{name}: '{other}' has no entry of its own"
             for name, allowed in table.items() for other in allowed if other not in table]
    cycle = find_cycle(table)
    if cycle:
        return wrong + ["a cycle: " + " -> ".join(cycle)]
    unused = {(name, other) for name, allowed in table.items() for other in allowed}
    seen = set()
    for path, folder, target in read_includes():
        seen |= {folder, target}
        headers = {header for other in table.get(folder, ()) if other[0] == "<"
                   for header in reachable(table, other)}
        if target not in table.get(folder, ()) and target not in headers:
            wrong.append(f"{path}: {folder} may not include {target}")
        unused.discard((folder, target))
    wrong += [f"{name}: nothing there includes {other}" for name, other in sorted(unused)]
    wrong += [f"{name}: there is no such folder or header" for name in table if name not in seen]
    return wrong


# ---- the picture --------------------------------------------------------------------------------

WIDE, HIGH, GAP, STEP = 112, 28, 14, 92


def layers_of(table):
    """The names in layers: everything a name includes lies in a lower one."""
    depth = {}

    def measure(name):
        if name not in depth:
            depth[name] = 1 + max((measure(other) for other in table[name]), default=-1)
        return depth[name]

    for name in table:
        measure(name)
    layers = [[] for _ in range(max(depth.values()) + 1)]
    for name in sorted(table):
        layers[depth[name]].append(name)
    return layers


def arrange(layers, arrows):
    """Puts every layer in an order with few crossings; returns the left edge of every box."""
    widest = max(map(len, layers))
    left = {}

    def place(layer):
        spare = (widest - len(layer)) * (WIDE + GAP) // (len(layer) + 1)
        for i, name in enumerate(layer):
            left[name] = GAP + spare * (i + 1) + i * (WIDE + GAP)

    for layer in layers:
        place(layer)
    near = {name: [b if a == name else a for a, b in arrows if name in (a, b)] for name in left}
    for turn in range(24):
        for layer in layers if turn % 2 else reversed(layers):
            layer.sort(key=lambda name: (sum(left[other] for other in near[name]) * 1000 //
                                         len(near[name]) if near[name] else left[name] * 1000, name))
            place(layer)
    return left, widest * (WIDE + GAP) + GAP


def draw(table):
    layers = layers_of(table)
    # An arrow that follows from others is left out, and those to base, which serves all.
    arrows = [(name, other) for name in sorted(table) for other in sorted(table[name])
              if other != "base" and
              not any(other in reachable(table, middle) for middle in table[name])]
    left, width = arrange(layers, arrows)
    top = {name: GAP + (len(layers) - 1 - i) * STEP for i, layer in enumerate(layers) for name in layer}
    height = len(layers) * STEP
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
             f'height="{height}" font-family="sans-serif" font-size="13" text-anchor="middle">',
             "<!-- Drawn by tools/include-graph.py from tools/include-graph.txt. -->",
             f'<rect width="{width}" height="{height}" fill="#fff"/>',
             f'<text x="{GAP}" y="{height - GAP}" text-anchor="start">All folders may include base, '
             'which is not drawn; nor is what follows from other arrows.</text>']
    for name, other in arrows:
        x1, y1 = left[name] + WIDE // 2, top[name] + HIGH
        x2, y2 = left[other] + WIDE // 2, top[other]
        bend = (y2 - y1) // 2
        lines.append(f'<path d="M{x1} {y1}C{x1} {y1 + bend} {x2} {y2 - bend} {x2} {y2}" fill="none" '
                     f'stroke="#9aa5b1"/>')
    for name in sorted(table):
        colour = ("#fff3c4" if name[0] == "<" else "#d9f2d9" if name.startswith("nogo/") else
                  "#d6e6fa" if re.match("cli|web", name) else "#ececec")
        shown = name.replace("<", "&lt;qi/").replace(">", ".h&gt;")
        lines.append(f'<rect x="{left[name]}" y="{top[name]}" width="{WIDE}" height="{HIGH}" rx="5" '
                     f'fill="{colour}" stroke="#52606d"/>')
        size = ' font-size="10"' if len(name) > 13 else ' font-size="11"' if name[0] == "<" else ""
        lines.append(f'<text x="{left[name] + WIDE // 2}" y="{top[name] + 19}"{size}>{shown}</text>')
    return "\n".join(lines + ["</svg>", ""])


def main():
    table = read_table()
    if sys.argv[1:] == ["--write"]:
        with open(PICTURE, "w", encoding="utf-8") as file:
            file.write(draw(table))
        return 0
    wrong = problems(table)
    if not wrong and (not os.path.exists(PICTURE) or
                      open(PICTURE, encoding="utf-8").read() != draw(table)):
        wrong = ["docs/includes.svg does not show the table: run 'python3 tools/include-graph.py --write'"]
    print("\n".join(wrong) or "every include is in the table, and every entry is used")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
