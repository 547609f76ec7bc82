"""The plot spark.svg: how many times as fast as the plain loop each is, logarithmic; same numbers, same bytes.

It brings its own light card, so that it is read alike on white and on dark pages.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import attrs

from benchmarks.svg import GRID, MARGIN, QUIET, opening, text

__all__ = ["Bars", "svg"]

WIDTH = 820
LABELS = 176  # width of the names
FIGURES = 62  # room for the figures at the bars' ends
HEADING = 70
GROUP = 40
ROW = 26
BAR = 14
FOOT = 54
LOWEST, HIGHEST = 1 / 32, 64  # ends of the scale

OURS, OTHERS = "#0969da", "#9a6700"
LEFT = MARGIN + LABELS
SCALE = WIDTH - 2 * MARGIN - LABELS - FIGURES
TITLE = "How many times as fast as a plain Python loop (two cores)"


@attrs.frozen
class Bars:
    """A set with a matcher: for each contestant its ratio, and whether it is uidiff's."""

    title: str
    ratios: Sequence[tuple[str, float, bool]]


def svg(groups: Sequence[Bars]) -> str:
    """The plot, a group of bars for each set."""
    height = HEADING + sum(GROUP + ROW * len(group.ratios) for group in groups) + FOOT
    lines = [
        *opening(TITLE, WIDTH, height),
        *_axis(height),
    ]
    y = HEADING
    for group in groups:
        lines.append(text(MARGIN, y + 24, group.title, bold=True))
        y += GROUP
        for name, ratio, ours in group.ratios:
            lines += _bar(name, ratio, y, OURS if ours else OTHERS)
            y += ROW
    note = "Logarithmic; all found the same changes. Blue: uidiff. The loop: plain Python, one process, uidiff's core."
    lines += [text(MARGIN, height - 18, note, fill=QUIET, size=12), "</svg>"]
    return "\n".join(lines) + "\n"


def _place(ratio: float) -> float:
    inside = min(HIGHEST, max(LOWEST, ratio))
    return round(LEFT + SCALE * math.log(inside / LOWEST) / math.log(HIGHEST / LOWEST), 1)


def _axis(height: int) -> Iterator[str]:
    for power in range(round(math.log2(LOWEST)), round(math.log2(HIGHEST)) + 1):
        x = _place(2.0**power)
        shown = f"{2**power}x" if power >= 0 else f"1/{2**-power}"
        yield text(x, HEADING - 8, shown, fill=QUIET, size=12, anchor="middle")
        yield f'<path d="M{x:g} {HEADING}V{height - FOOT}" stroke="{GRID}"/>'


def _bar(name: str, ratio: float, y: int, colour: str) -> Iterator[str]:
    one, end = _place(1), _place(ratio)
    yield text(LEFT - 10, y + 11, name, anchor="end")
    yield f'<rect x="{min(one, end):g}" y="{y}" width="{max(1.0, abs(end - one)):g}" height="{BAR}" fill="{colour}"/>'
    shown = f"{ratio:.1f}x" if ratio >= 1 else f"{ratio:.2f}x"
    yield text(max(one, end) + 8, y + 12, shown)
