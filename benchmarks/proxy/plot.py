"""The plot proxy.svg: what an agent reads with the proxy, as a share of what it reads without, by task and server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from benchmarks.svg import GRID, INK, MARGIN, QUIET, opening, text

__all__ = ["Shares", "svg"]

WIDTH, LABELS, FIGURES, HEADING, FOOT = 820, 176, 62, 106, 50
GROUP, BAR, GAP, SUMMARY = 34, 11, 2, 14
COLOURS = ("#0969da", "#8250df")
LIMIT = "#cf222e"
WHOLE = 0.6
"""The share at the right end."""
SCALE = (WIDTH - 2 * MARGIN - LABELS - FIGURES) / WHOLE
LEFT = MARGIN + LABELS


@attrs.frozen
class Shares:
    """A task, and its share by each server."""

    name: str
    shares: Sequence[float]


def svg(servers: Sequence[str], tasks: Sequence[Shares], limit: float) -> str:
    """The plot, a group of bars for each task; the last one is of all, apart."""
    height = HEADING + GROUP * len(tasks) + SUMMARY + FOOT
    lines = opening("Tokens of all results with uidiff proxy, as a share of those without", WIDTH, height)
    for i, (server, colour) in enumerate(zip(servers, COLOURS, strict=True)):
        x: float = LEFT + 190 * i
        lines += [f'<rect x="{x}" y="50" width="{BAR}" height="{BAR}" fill="{colour}"/>', text(x + BAR + 6, 60, server)]
    for tenth in range(round(10 * WHOLE) + 1):
        x = LEFT + SCALE * tenth / 10
        lines += [text(x, 90, f"{tenth / 10:g}", fill=QUIET, size=12, anchor="middle"), _line(x, height, GRID)]
    lines.append(_line(LEFT + SCALE * limit, height, LIMIT, ' stroke-dasharray="4 3"'))
    for i, task in enumerate(tasks):
        is_all = i == len(tasks) - 1
        lines += _group(task, HEADING + GROUP * i + SUMMARY * is_all, bold=is_all)
    note = f"Tokens of o200k_base; the dashed line is the target, {limit:g}. Shorter is better."
    return "\n".join([*lines, text(MARGIN, height - 18, note, fill=QUIET, size=12), "</svg>"]) + "\n"


def _line(x: float, height: int, colour: str, look: str = "") -> str:
    return f'<path d="M{x:g} 96V{height - FOOT}" stroke="{colour}"{look}/>'


def _group(task: Shares, y: int, *, bold: bool) -> Iterator[str]:
    yield text(LEFT - 10, y + 16, task.name, anchor="end", bold=bold)
    for i, (share, colour) in enumerate(zip(task.shares, COLOURS, strict=True)):
        top, length = y + i * (BAR + GAP), round(min(share, WHOLE) * SCALE, 1)
        yield f'<rect x="{LEFT}" y="{top}" width="{length:g}" height="{BAR}" fill="{colour}"/>'
        yield text(LEFT + length + 6, top + 10, f"{share:.1%}", size=11, fill=INK)
