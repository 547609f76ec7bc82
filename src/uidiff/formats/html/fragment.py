"""What a notebook shows of a snapshot, a delta or a report: the first lines of its text, coloured by their signs.

It has no script, no link and only inline styles; its colours are translucent, for dark and light notebooks. Model and
diffing, whose values are shown, must not import formats: they find it as ``html`` in ``plugins.DISPLAYS``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.agent.format import AgentFormat
from uidiff.formats.html.page import TEXT_BUDGET
from uidiff.formats.options import RenderOptions
from uidiff.formats.report import Report
from uidiff.model.snapshot import Snapshot
from uidiff.text import counted, one_line, shorten

__all__ = ["MOST_LINES", "fragment"]

MOST_LINES = 40
"""The most lines that are shown."""

_LONGEST = 400
"""The most characters of a line that are shown."""

_UNBOUND = "read from a file: delta.bind(before) binds it to its snapshots, and shows its lines"

_WASHES = (  # longer signs first
    ("+?", "127,140,160"),
    ("-?", "127,140,160"),
    ("+", "46,160,67"),
    ("-", "248,81,73"),
    ("~", "210,153,34"),
    (">", "56,139,253"),
)
"""The signs of lines of the ``agent`` text, and their colours: red, green, blue."""

_BOX = (
    "font:12px/1.5 ui-monospace,Menlo,Consolas,monospace;margin:0;padding:6px 0;max-height:32em;overflow:auto;"
    "border:1px solid rgba(127,140,160,.4);border-radius:6px"
)
_LINE = "white-space:pre;padding:0 10px"
_NOTE = "padding:0 10px;opacity:.7;font-style:italic"


def fragment(value: Snapshot | TreeDiff | Report) -> str:
    """Return the HTML of a value for a notebook. It is bounded, and raises for no value."""
    options = RenderOptions(budget=TEXT_BUDGET)
    if isinstance(value, Report):
        return _fragment(value.text, f"{value.mode}: {value.reason}")
    if isinstance(value, Snapshot):
        return _fragment(AgentFormat().tree(value, Refs.first(len(value)), options))
    if not value.bound:
        return _fragment(f"# diff: {value.summary}", _UNBOUND)
    return _fragment(AgentFormat().diff(value, options))


def _fragment(text: str, note: str | None = None) -> str:
    lines = text.split("\n")
    body = "".join(_lines(lines[:MOST_LINES]))
    more = len(lines) - MOST_LINES
    notes = [note] if note is not None else []
    if more > 0:
        notes.append(f"… {counted(more, 'more line')}")
    said = "".join(f'<div style="{_NOTE}">{escape(one_line(one))}</div>' for one in notes)
    return f'<div class="uidiff" style="{_BOX}">{body}{said}</div>'


def _lines(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines, each with the colour of its sign; an indented line has the colour of the one above it."""
    wash = ""
    for line in lines:
        if not line.startswith(" "):
            color = next((color for sign, color in _WASHES if line.startswith(f"{sign} ")), None)
            wash = f";background:rgba({color},.16)" if color else ""
        yield f'<div style="{_LINE}{wash}">{escape(one_line(shorten(line, _LONGEST))) or "&nbsp;"}</div>'
