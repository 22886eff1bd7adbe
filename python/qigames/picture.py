"""Pictures in SVG, which a notebook shows: boards and mazes by themselves, and win rates.

    >>> from qigames import picture
    >>> print(picture.win_rates([0.5, 0.7])[:4])
    <svg
"""

from __future__ import annotations

from typing import Iterable, List, Sequence

_CELL = 24


class Picture(str):
    """The text of an SVG file."""

    def _repr_svg_(self) -> str:
        return str(self)


def _picture(width: float, height: float, parts: Iterable[str]) -> Picture:
    return Picture(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}">'
                   + "".join(parts) + "</svg>")


def _rectangle(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>'


def _lines(path: str, colour: str = "#333") -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}"/>'


def board(rows: int, columns: int, states: Sequence[int]) -> Picture:
    """A board with stones; `states` are the points in reading order (see Colour). Holes are grey."""
    width, height, middle = columns * _CELL, rows * _CELL, _CELL / 2
    across = "".join(f"M{middle:g} {row * _CELL + middle:g}H{width - middle:g}" for row in range(rows))
    down = "".join(f"M{column * _CELL + middle:g} {middle:g}V{height - middle:g}" for column in range(columns))
    parts = [_rectangle(0, 0, width, height, "#e8c87a"), _lines(across + down)]
    for point, state in enumerate(states):
        row, column = divmod(point, columns)
        if state == 3:
            parts.append(_rectangle(column * _CELL, row * _CELL, _CELL, _CELL, "#999"))
        elif state:
            parts.append(f'<circle cx="{column * _CELL + middle:g}" cy="{row * _CELL + middle:g}" r="{0.46 * _CELL:g}" '
                         f'fill="{"#111" if state == 1 else "#fff"}" stroke="#111"/>')
    return _picture(width, height, parts)


def maze(cells: Sequence[Sequence[str]]) -> Picture:
    """A maze; a cell is its three characters: '###', '...', 'BBB' or a move such as 'M13'."""
    parts: List[str] = [_rectangle(0, 0, len(cells[0]) * _CELL, len(cells) * _CELL, "#fff")]
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            if cell == "###":
                parts.append(_rectangle(x * _CELL, y * _CELL, _CELL, _CELL, "#444"))
            elif cell != "...":
                parts.append(f'<text x="{(x + 0.5) * _CELL:g}" y="{(y + 0.66) * _CELL:g}" font-size="{0.42 * _CELL:g}" '
                             f'font-family="sans-serif" text-anchor="middle">{"start" if cell == "BBB" else cell}</text>')
    return _picture(len(cells[0]) * _CELL, len(cells) * _CELL, parts)


def win_rates(rates: Iterable[float]) -> Picture:
    """How sure a side is of winning, move by move: rates from 0, at the bottom, to 1."""
    width, height, found = 480, 160, [float(rate) for rate in rates]
    for index, rate in enumerate(found):
        if not 0 <= rate <= 1:
            raise ValueError(f"found the win rate {rate} at index {index}, expected 0 to 1")
    step = width / max(len(found) - 1, 1)
    curve = "L".join(f"{index * step:.4g} {(1 - rate) * height:.4g}" for index, rate in enumerate(found))
    parts = [_rectangle(0, 0, width, height, "#fff"), _lines(f"M0 {height / 2:g}H{width}", "#bbb")]
    return _picture(width, height, parts + ([_lines("M" + curve, "#06c")] if found else []))


__all__ = ["Picture", "board", "maze", "win_rates"]
