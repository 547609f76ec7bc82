"""The plot speed.svg: a bar for each line of the board on a scale of powers of ten, by plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, log10

import attrs

from benchmarks.svg import GRID, INK, MARGIN, QUIET, opening, text

__all__ = ["Bar", "svg"]

WIDTH = 820
LABELS = 330
FIGURES = 64
HEADING = 84
GROUP = 30
ROW = 20
HEIGHT = 12
FOOT = 40
MET, MISSED, FREE = "#0969da", "#bc4c00", "#8c959f"


@attrs.frozen
class Bar:
    """How many times as fast as another; ``target`` is the least of it."""

    name: str
    ratio: float
    target: float | None = None


def svg(groups: Mapping[str, Sequence[Bar]]) -> str:
    """The plot of the groups, each bar from 1, which is as fast, to its ratio; a mark stands at its target."""
    height = HEADING + sum(GROUP + ROW * len(bars) for bars in groups.values()) + FOOT
    known = [value for bars in groups.values() for bar in bars for value in (bar.ratio, bar.target) if value]
    low, high = floor(log10(min([*known, 0.1]))), ceil(log10(max([*known, 10.0])))
    scale = (WIDTH - 2 * MARGIN - LABELS - FIGURES) / (high - low)
    left = MARGIN + LABELS

    def place(value: float) -> float:
        return round(left + scale * (log10(value) - low), 1)

    lines = opening("Speed: how often ours could be done in the time of another", WIDTH, height)
    for power in range(low, high + 1):
        x = place(10.0**power)
        lines.append(text(x, 70, f"{10.0**power:g}", fill=QUIET, size=12, anchor="middle"))
        lines.append(f'<path d="M{x:g} 76V{height - FOOT}" stroke="{INK if power == 0 else GRID}"/>')
    y = HEADING
    for group, bars in groups.items():
        lines.append(text(MARGIN, y + 18, group, bold=True))
        y += GROUP
        for bar in bars:
            lines += _bar(bar, y, place(1.0), place(bar.ratio), None if bar.target is None else place(bar.target))
            y += ROW
    legend = "Right of 1: faster than what it is compared with. A mark stands at the target; orange: missed."
    return "\n".join([*lines, text(MARGIN, height - 14, legend, fill=QUIET, size=12), "</svg>"]) + "\n"


def _bar(bar: Bar, y: int, one: float, end: float, target: float | None) -> Iterator[str]:
    colour = FREE if bar.target is None else MET if bar.ratio >= bar.target else MISSED
    yield text(MARGIN + LABELS - 10, y + 11, bar.name, size=12, anchor="end")
    start, width = min(one, end), round(abs(end - one), 1)
    yield f'<rect x="{start:g}" y="{y}" width="{width:g}" height="{HEIGHT}" fill="{colour}"/>'
    if target is not None:
        yield f'<path d="M{target:g} {y - 2}V{y + HEIGHT + 2}" stroke="{INK}" stroke-width="2"/>'
    yield text(WIDTH - MARGIN, y + 11, f"{bar.ratio:.2f}", size=12, anchor="end")
