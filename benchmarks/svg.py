"""What the plots share: their colours, and texts in them."""

from __future__ import annotations

from html import escape

__all__ = ["CARD", "EDGE", "GRID", "INK", "QUIET", "text"]

INK, QUIET, GRID, CARD, EDGE = "#1f2328", "#59636e", "#d1d9e0", "#ffffff", "#d1d9e0"


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
