#!/usr/bin/env python3
"""Draws a run's log as one SVG: losses, Elo, games over the time of training.

    plot.py LOG.jsonl OUT.svg

Needs nothing but Python.
"""

import json
import sys

WIDTH, PANEL, LEFT, RIGHT, TOP, GAP = 760, 170, 62, 150, 34, 46
COLOURS = ("#1b6ca8", "#c8553d", "#3a7d44", "#8b5fbf", "#b8860b", "#555555")


def nice_step(span, most):
    """The smallest of 1, 2, 5 times a power of ten with at most `most` steps in the span."""
    step = 10.0 ** -6
    while True:
        for factor in (1, 2, 5):
            if span / (step * factor) <= most:
                return step * factor
        step *= 10


def number(value):
    if abs(value) >= 1e6:
        return f"{value / 1e6:g}M"
    if abs(value) >= 1e4:
        return f"{value / 1e3:g}k"
    return f"{value:g}"


class Panel:
    """Lines over one time axis."""

    def __init__(self, title, top, last, series, zero=True):
        """`series`: {name: [(minutes, value)]}."""
        self.top, self.last, self.parts = top, last, []
        values = [value for points in series.values() for _, value in points] or [0.0]
        low, high = min(values + ([0.0] if zero else [])), max(values)
        high = high if high > low else low + 1
        step = nice_step(high - low, 6)
        self.low, self.high = low, high
        self.parts.append(f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{title}</text>')
        tick = step * round(low / step)
        while tick <= high + step / 100:
            if tick >= low - step / 100:
                y = self.y(tick)
                self.parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
                                  f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">'
                                  f'{number(round(tick, 6))}</text>')
            tick += step
        step = nice_step(last, 10)
        for index in range(int(last / step + 1e-6) + 1):
            x = self.x(index * step)
            self.parts.append(f'<path d="M{x:.1f} {top}V{top + PANEL}" stroke="#eee"/>'
                              f'<text x="{x:.1f}" y="{top + PANEL + 15}" text-anchor="middle">'
                              f'{number(round(index * step, 6))}</text>')
        for index, (name, points) in enumerate(series.items()):
            self.line(name, points, COLOURS[index % len(COLOURS)], index)

    def x(self, minutes):
        return LEFT + (WIDTH - LEFT - RIGHT) * minutes / self.last

    def y(self, value):
        return self.top + PANEL * (self.high - value) / (self.high - self.low)

    def line(self, name, points, colour, index):
        path = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" '
                          'stroke-width="1.6"/>')
        y = self.top + 12 + 16 * index
        self.parts.append(f'<path d="M{WIDTH - RIGHT + 10} {y - 4}h16" stroke="{colour}" '
                          f'stroke-width="3"/><text x="{WIDTH - RIGHT + 32}" y="{y}">{name}</text>')


def draw(entries):
    """The log's lines (dictionaries) as the text of an SVG."""
    minutes = lambda entry: entry["seconds"] / 60
    reports = [entry for entry in entries if entry["kind"] == "report"]
    rounds = [entry for entry in entries if entry["kind"] == "round"]
    last = max([minutes(entry) for entry in entries] + [1 / 60])
    losses = {}
    for entry in reports:
        # the first network in the log is the one that plays
        for index, (network, values) in enumerate(entry["losses"].items()):
            for name in ("policy", "divergence", "value", "owner") if index == 0 else ("policy",):
                if values["norm"] > 0:
                    losses.setdefault(f"{name} {network}", []).append((minutes(entry),
                                                                       values[name]))
    strength = {"Elo": [(0.0, 0.0)] + [(minutes(entry), entry["elo"]) for entry in rounds]}
    counts = {"games": [(minutes(entry), entry["games"]) for entry in reports]}
    panels = [("Loss (policy: cross-entropy, and divergence from its target)", losses, False),
              ("Elo against the first round, by matches between neighbouring rounds", strength, True),
              ("Games played", counts, True)]
    height = TOP + len(panels) * (PANEL + GAP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
             'font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{height}" fill="white"/>']
    for index, (title, series, zero) in enumerate(panels):
        parts += Panel(title, TOP + index * (PANEL + GAP), last, series, zero).parts
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{height - 8}" text-anchor="end">minutes of training'
                 '</text></svg>')
    return "\n".join(parts) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    with open(sys.argv[1], encoding="utf-8") as file:
        entries = [json.loads(line) for line in file if line.strip()]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(draw(entries))


if __name__ == "__main__":
    main()
