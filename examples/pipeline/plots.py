"""Plots as SVG that stands in the page: bars with their axis and units, and the days of one thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import attrs

from uidiff.text import one_line, shorten

__all__ = ["Bar", "bars", "columns"]

INK, QUIET, GRID, FILL, REACH = "#1f2328", "#59636e", "#d1d9e0", "#0969da", "#9a6700"
FONT = 'font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif"'
WIDTH, LEFT, RIGHT = 900, 380, 110
ROW, TOP, BOTTOM = 44, 34, 44
COLUMN_HEIGHT = 120
LONGEST = 56
"""Characters of a label."""


@attrs.frozen
class Bar:
    """A bar: what it is of, in two lines; how long; a mark further on (a percentile); what stands at its end."""

    label: str
    below: str
    value: float
    said: str
    reach: float | None = None


def bars(title: str, axis: str, rows: Sequence[Bar], *, most: float | None = None) -> str:
    """Draw horizontal bars over one axis that begins at 0. ``most``: where it ends; by default with the longest."""
    width = WIDTH - LEFT - RIGHT
    ticks = _ticks(most or max((max(row.value, row.reach or 0) for row in rows), default=1))
    scale, height = width / ticks[-1], TOP + ROW * len(rows) + BOTTOM
    foot = TOP + ROW * len(rows)
    parts = [*_opening(title, height)]
    for tick in ticks:
        x = LEFT + tick * scale
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{foot}" stroke="{GRID}"/>')
        parts.append(_text(x, foot + 16, f"{tick:g}", fill=QUIET, anchor="middle"))
    parts.append(_text(LEFT + width / 2, foot + 36, axis, fill=QUIET, anchor="middle"))
    for number, row in enumerate(rows):
        y = TOP + ROW * number
        long = row.value * scale
        parts.append(_text(LEFT - 10, y + 17, shorten(one_line(row.label), LONGEST), anchor="end"))
        parts.append(_text(LEFT - 10, y + 33, shorten(one_line(row.below), LONGEST), fill=QUIET, size=11, anchor="end"))
        parts.append(f'<rect x="{LEFT}" y="{y + 9}" width="{long:.1f}" height="22" rx="2" fill="{FILL}"/>')
        if row.reach is not None:
            end = LEFT + row.reach * scale
            line = f'stroke="{REACH}" stroke-width="2"'
            parts.append(f'<line x1="{LEFT + long:.1f}" x2="{end:.1f}" y1="{y + 20}" y2="{y + 20}" {line}/>')
            parts.append(f'<line x1="{end:.1f}" x2="{end:.1f}" y1="{y + 13}" y2="{y + 27}" {line}/>')
        parts.append(_text(LEFT + max(row.value, row.reach or 0) * scale + 8, y + 25, row.said))
    return "\n".join([*parts, "</svg>"])


def columns(title: str, axis: str, rows: Sequence[tuple[str, float | None, str]]) -> str:
    """Draw a column from 0 to 100 % for each day: its name, its rate (None: not known), and what stands above."""
    foot = TOP + COLUMN_HEIGHT
    step = min(120.0, (WIDTH - 80) / max(len(rows), 1))
    parts = [*_opening(title, foot + 44)]
    for tick in (0, 50, 100):
        y = foot - COLUMN_HEIGHT * 0.8 * tick / 100
        parts.append(f'<line x1="60" x2="{60 + step * len(rows):.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="{GRID}"/>')
        parts.append(_text(52, y + 4, f"{tick} %", fill=QUIET, size=11, anchor="end"))
    for number, (day, rate, said) in enumerate(rows):
        middle, tall = 60 + step * (number + 0.5), COLUMN_HEIGHT * 0.8 * (rate or 0)
        x, wide = middle - step * 0.3, step * 0.6
        parts.append(f'<rect x="{x:.1f}" y="{foot - tall:.1f}" width="{wide:.1f}" height="{tall:.1f}" fill="{FILL}"/>')
        parts.append(_text(middle, foot - tall - 6, said, size=11, anchor="middle"))
        parts.append(_text(middle, foot + 16, day, fill=QUIET, size=11, anchor="middle"))
    parts.append(_text(60 + step * len(rows) / 2, foot + 36, axis, fill=QUIET, anchor="middle"))
    return "\n".join([*parts, "</svg>"])


def _opening(title: str, height: int) -> Iterator[str]:
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {FONT}>'
    yield f"<title>{escape(one_line(title))}</title>"
    yield _text(0, 18, title, size=15, bold=True)


def _ticks(most: float) -> list[float]:
    """Return three to six round numbers from 0 to what is at least ``most``."""
    step = next(
        (unit * 10**power for power in range(-3, 9) for unit in (1, 2, 5) if unit * 10**power * 5 >= most), most
    )
    count = -(-most // step)
    return [round(step * number, 9) for number in range(int(max(count, 1)) + 1)]


def _text(
    x: float, y: float, words: str, *, fill: str = INK, size: int = 13, anchor: str = "start", bold: bool = False
) -> str:
    look = f'fill="{fill}" font-size="{size}" text-anchor="{anchor}"' + (' font-weight="600"' if bold else "")
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(one_line(words))}</text>'
