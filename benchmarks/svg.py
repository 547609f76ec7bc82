"""What the plots share: their card and its colours, and texts in them."""

from __future__ import annotations

from html import escape

__all__ = ["CARD", "EDGE", "GRID", "INK", "MARGIN", "QUIET", "opening", "text"]

INK, QUIET, GRID, CARD, EDGE = "#1f2328", "#59636e", "#d1d9e0", "#ffffff", "#d1d9e0"

FONT = 'font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif" font-size="13"'
MARGIN = 20


def opening(heading: str, width: int, height: int, *, title: str | None = None) -> list[str]:
    """The first lines of a plot: a light card and the heading on it. ``title``: for who hears it, if another one."""
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title" {FONT}>',
        f'<title id="title">{escape(heading if title is None else title)}</title>',
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8" fill="{CARD}" stroke="{EDGE}"/>',
        text(MARGIN, 32, heading, size=17, bold=True),
    ]


def text(
    x: float,
    y: float,
    words: str,
    *,
    fill: str = INK,
    size: int = 13,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    look = f'fill="{fill}" font-size="{size}" text-anchor="{anchor}"' + (' font-weight="600"' if bold else "")
    return f'<text x="{x:g}" y="{y:g}" {look}>{escape(words)}</text>'
