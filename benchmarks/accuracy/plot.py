"""The plot accuracy.svg: a bar for every contestant, by plain text, the same bytes for the same numbers.

It brings its own light card, so that it is read alike on white and on dark pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from benchmarks.report import share
from benchmarks.svg import GRID, MARGIN, QUIET, opening, text

__all__ = ["Bars", "svg"]

WIDTH = 820
LABELS = 176  # width of the names
PANEL = 290  # width of one folder's panel, the figures at the bars' ends included
FIGURES = 62  # of that the figures
HEADING = 92
GROUP = 34
ROW = 28
MACRO_HEIGHT, MICRO_HEIGHT = 12, 5
FOOT = 58

COLOURS = ("#0969da", "#9a6700", "#8250df")  # one a group, in order; the thin bars are the same, paler


@attrs.frozen
class Bars:
    """A contestant and its lenient F1, micro and macro, in each panel."""

    name: str
    scores: Sequence[Mapping[str, float]]


def svg(groups: Mapping[str, Sequence[Bars]], panels: Sequence[str]) -> str:
    """The plot of the groups, a panel of that title for each of the scores that the bars bring."""
    height = HEADING + sum(GROUP + ROW * len(bars) for bars in groups.values()) + FOOT
    heading = "Who is who: lenient F1 on recorded sessions with known identities"
    title = "Who is who in two snapshots: lenient F1 on recorded sessions with known identities"
    lines = [
        *opening(heading, WIDTH, height, title=title),
        *_axes(panels, height),
    ]
    y = HEADING
    for (group, bars), colour in zip(groups.items(), COLOURS, strict=True):
        lines.append(text(MARGIN, y + 20, group, bold=True))
        y += GROUP
        for one in bars:
            lines += _row(one, y, colour)
            y += ROW
    legend = "Thick bar and figure: macro, the mean of the applications. Thin bar: micro, over all elements."
    ids = "The matchers see no ids: without them, “id” is the traversal index. Peers: benchmarks/peers.py."
    lines += [
        text(MARGIN, height - 34, legend, fill=QUIET, size=12),
        text(MARGIN, height - 16, ids, fill=QUIET, size=12),
    ]
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def _panel(place: int) -> int:
    return MARGIN + LABELS + place * (PANEL + MARGIN)


def _axes(panels: Sequence[str], height: int) -> Iterator[str]:
    scale = PANEL - FIGURES
    for index, title in enumerate(panels):
        left = _panel(index)
        yield text(left, 60, title, bold=True)
        for quarter in range(5):
            x = left + scale * quarter / 4
            yield text(x, 80, f"{quarter / 4:g}", fill=QUIET, size=12, anchor="middle")
            yield f'<path d="M{x:g} 86V{height - FOOT}" stroke="{GRID}"/>'


def _row(one: Bars, y: int, colour: str) -> Iterator[str]:
    yield text(MARGIN + LABELS - 10, y + 13, one.name, anchor="end")
    for index, scores in enumerate(one.scores):
        left, scale = _panel(index), PANEL - FIGURES
        macro, micro = (round(scores[kind] * scale, 1) for kind in ("macro", "micro"))
        yield f'<rect x="{left}" y="{y}" width="{macro:g}" height="{MACRO_HEIGHT}" fill="{colour}"/>'
        top = y + MACRO_HEIGHT + 1
        yield f'<rect x="{left}" y="{top}" width="{micro:g}" height="{MICRO_HEIGHT}" fill="{colour}" opacity="0.45"/>'
        yield text(left + scale + 8, y + 13, share(scores["macro"]))
