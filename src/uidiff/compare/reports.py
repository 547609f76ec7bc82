"""A comparison of two runs as text, as Markdown for a pull request, and as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from uidiff.compare.comparing import RunComparison
from uidiff.compare.findings import KINDS, LONGEST, Finding, change_words, element_words
from uidiff.compare.runs import StepPlace
from uidiff.text import counted, quote, shorten

__all__ = ["FORMATS", "headline"]

FOLDED = 10
"""A table of Markdown with more rows is folded."""

ROWS = 100
"""The most rows of all tables: a comment on GitHub has at most 65,536 characters."""

MISSING = 20
"""The most steps and notes that are named where each of them counts."""

FORMAT, VERSION = "uidiff/comparison", "1.0"


def headline(result: RunComparison) -> str:
    """Return what was compared and found, in one line."""
    steps = f"{counted(len(result.compared), 'step')} compared"
    if not result.findings:
        return f"No loss of accessibility, {steps}."
    kinds = ", ".join(f"{len(found)} {kind}" for kind, found in _by_kind(result))
    return f"{counted(len(result.findings), 'finding')}, {steps}: {kinds}."


def _by_kind(result: RunComparison) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    for kind in KINDS:
        if found := result.of_kinds([kind]):
            yield kind, found


# ------------------------------------------------------------------------- text


def text(result: RunComparison) -> str:
    """Return a line for each finding, below the headline."""
    lines = [f"# compare: {headline(result)}", *map(_line, result.findings)]
    if result.only_after:
        lines.append(f"only in the second run: {', '.join(map(str, result.only_after))}")
    return "\n".join([*lines, *(f"note: {note}" for note in result.notes)])


def _line(finding: Finding) -> str:
    if finding.kind == "missing-step":
        return f"{finding.kind}: {_steps(finding, str)}"
    return f"{finding}{_times(finding)}, {_steps(finding, str)}"


def _times(finding: Finding) -> str:
    return f" ({finding.count} of them)" if finding.count > 1 else ""


def _steps(finding: Finding, say: Callable[[StepPlace], str]) -> str:
    """Return the first step, and how many more there are; of missing steps the first ones."""
    shown = MISSING if finding.kind == "missing-step" else 1
    places = ", ".join(say(before) for before, _ in finding.steps[:shown])
    more = len(finding.steps) - shown
    return places + (f" and {more} more" if more > 0 else "")


# --------------------------------------------------------------------- Markdown


def markdown(result: RunComparison) -> str:
    """Return a comment for a pull request: the headline, a table for each kind, long ones folded.

    Texts of the UI stand in code spans, in which they are no Markdown, no HTML, no mention and no link.
    """
    parts = [f"### uidiff compare: {'no loss of accessibility' if not result.findings else headline(result)[:-1]}"]
    if not result.findings:
        parts.append(headline(result))
    left = ROWS
    for kind, found in _by_kind(result):
        parts.append(_table(kind, found[:left]))
        left -= min(left, len(found))
    if len(result.findings) > ROWS:
        parts.append(f"{len(result.findings) - ROWS} more findings: `uidiff compare --format json` has all.")
    if result.only_after:
        places = [f"- {_place(place)}" for place in result.only_after[:ROWS]]
        parts.append(_folded("Steps only in the second run", places, len(result.only_after)))
    if result.notes:
        more = len(result.notes) - MISSING
        notes = [*map(_span, result.notes[:MISSING]), *([f"{more} more notes"] if more > 0 else [])]
        parts.append("\n".join(f"- {note}" for note in notes))
    return "\n\n".join(filter(None, parts))


def _table(kind: str, found: Iterable[Finding]) -> str:
    rows = [(_element(one), change_words(one.loss, _code), _steps(one, _place)) for one in found]
    if not rows:
        return ""
    title = f"**{kind}**: {KINDS[kind]}"
    columns = [column for column in range(len(_COLUMNS)) if any(row[column] for row in rows)]
    lines = [_row([row[column] for column in columns]) for row in (_COLUMNS, *rows)]
    lines.insert(1, _row(["---"] * len(columns)))
    return _folded(title, lines, len(rows)) if len(rows) > FOLDED else "\n".join([title, "", *lines])


_COLUMNS = ("element", "before -> after", "step")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _element(one: Finding) -> str:
    return "" if one.kind == "missing-step" else element_words(one.loss, _code) + _times(one)


def _folded(title: str, lines: Iterable[str], count: int) -> str:
    shown = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", title)
    return "\n".join(["<details>", f"<summary>{shown} ({count})</summary>", "", *lines, "", "</details>"])


def _place(place: StepPlace) -> str:
    named = f"{_code(place.file)} " if place.file else ""
    return f"{named}step {place.number}" + (f" {_code(place.action)}" if place.action else "")


def _code(given: str) -> str:
    """Return a text of the UI as a code span in the cell of a table: in one line, with what is invisible escaped."""
    return _span(quote(shorten(given, LONGEST)))


def _span(line: str) -> str:
    """Return a line, whose texts of the UI are quoted, as a code span."""
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    return f"{fence}{line}{fence}".replace("|", "\\|")


# ------------------------------------------------------------------------- JSON


def as_json(result: RunComparison) -> str:
    """Return the comparison as one JSON object; texts of the UI are whole."""
    value = {
        "format": FORMAT,
        "version": VERSION,
        "summary": headline(result),
        "compared": len(result.compared),
        "findings": [_finding(finding) for finding in result.findings],
        "only_after": [place._asdict() for place in result.only_after],
        "notes": list(result.notes),
    }
    return json.dumps(value, ensure_ascii=True, indent=1)


def _finding(finding: Finding) -> Mapping[str, Any]:
    loss = finding.loss._asdict()
    loss["within"] = (
        None if finding.loss.within is None else dict(zip(("role", "label"), finding.loss.within, strict=True))
    )
    steps = [[None if place is None else place._asdict() for place in pair] for pair in finding.steps]
    return {**loss, "text": str(finding), "count": finding.count, "steps": steps}


FORMATS: Mapping[str, Callable[[RunComparison], str]] = MappingProxyType(
    {"text": text, "markdown": markdown, "json": as_json}
)
"""The formats of ``uidiff compare`` by name."""
