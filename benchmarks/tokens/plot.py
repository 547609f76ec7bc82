"""The plot tokens.svg: three texts of each recording as shares of the AI snapshot; same numbers, same bytes.

It brings its own light card, so that it is read alike on white and on dark pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from benchmarks.svg import GRID, INK, MARGIN, QUIET, opening, text

__all__ = ["Shares", "svg"]

WIDTH = 820
LABELS = 176  # width of the names
FIGURES = 62  # room for the figures at the bars' ends
HEADING = 106
GROUP = 46
BAR, GAP = 10, 2
SUMMARY = 14  # more room before what is of all recordings
FOOT = 50

BARS = (("Playwright, incremental", "#9a6700"), ("uidiff, full text", "#8250df"), ("uidiff, what is sent", "#0969da"))
SCALE = WIDTH - 2 * MARGIN - LABELS - FIGURES
LEFT = MARGIN + LABELS
TITLE = "Tokens of a step, as a share of Playwright's AI snapshot"


@attrs.frozen
class Shares:
    """A recording, or all of them, and the shares of the three texts."""

    name: str
    shares: Sequence[float]
    of_all: bool = False


def svg(groups: Sequence[Shares]) -> str:
    """The plot, a group of bars for each."""
    height = HEADING + GROUP * len(groups) + SUMMARY + FOOT
    lines = [
        *opening(TITLE, WIDTH, height),
        *_legend(),
        *_axis(height),
    ]
    y = HEADING
    for before, group in zip((None, *groups), groups, strict=False):
        if group.of_all and before is not None and not before.of_all:
            y += SUMMARY
        lines += _group(group, y)
        y += GROUP
    note = "Tokens of o200k_base, steps within one document; 1 is the AI snapshot, the whole page. Shorter is better."
    lines += [text(MARGIN, height - 18, note, fill=QUIET, size=12), "</svg>"]
    return "\n".join(lines) + "\n"


def _legend() -> Iterator[str]:
    for (name, colour), place in zip(BARS, (0, 190, 340), strict=True):
        x = LEFT + place
        yield f'<rect x="{x}" y="50" width="{BAR}" height="{BAR}" fill="{colour}"/>'
        yield text(x + BAR + 6, 60, name)


def _axis(height: int) -> Iterator[str]:
    for quarter in range(5):
        x = LEFT + SCALE * quarter / 4
        yield text(x, 90, f"{quarter / 4:g}", fill=QUIET, size=12, anchor="middle")
        yield f'<path d="M{x:g} 96V{height - FOOT}" stroke="{GRID}"/>'


def _group(group: Shares, y: int) -> Iterator[str]:
    yield text(LEFT - 10, y + 22, group.name, anchor="end", bold=group.of_all)
    for index, (share, (_, colour)) in enumerate(zip(group.shares, BARS, strict=True)):
        top = y + index * (BAR + GAP)
        length = round(min(share, 1.0) * SCALE, 1)
        yield f'<rect x="{LEFT}" y="{top}" width="{length:g}" height="{BAR}" fill="{colour}"/>'
        yield text(LEFT + length + 6, top + 9, f"{share:.1%}", size=11, fill=INK if index == len(BARS) - 1 else QUIET)
