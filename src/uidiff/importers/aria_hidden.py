"""Which ``aria-hidden`` of Playwright's AI snapshots say something to a reader (spec/definitions#4-states).

Playwright prints what is seen though it is not in the accessibility tree, and marks where that begins. Mostly these are
icons, and texts that the name of an element around them has. Their mark goes to ``extra``, which is neither compared
nor printed; the state ``ariahidden`` is left where a widget or another text is below it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from uidiff.model.columns import Row
from uidiff.text import single_spaced

__all__ = ["UNHEARD", "with_telling_marks"]

UNHEARD = "ariahidden"
"""The state of what is shown and not in the accessibility tree."""

_EXTRA = "[aria-hidden]"
_LIGATURE = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")
"""The name by which a font draws an icon, where it cannot be a word: ``arrow_back``."""
_LONGEST_NAME = 900
"""Characters of the longest name that Playwright prints; one of another tool could take quadratic time."""


def with_telling_marks(rows: list[Row], widgets: Collection[str]) -> list[Row]:
    """Return the rows, with the state ``ariahidden`` where it tells something, and else with the mark in ``extra``."""
    if not any(_is_marked(row) for row in rows):
        return rows
    telling = _telling(rows, widgets)
    return [row if tells or not _is_marked(row) else _unmarked(row) for row, tells in zip(rows, telling, strict=True)]


def _is_marked(row: Row) -> bool:
    return (row.states or {}).get(UNHEARD) is True


def _unmarked(row: Row) -> Row:
    states = {name: value for name, value in (row.states or {}).items() if name != UNHEARD}
    return row._replace(states=states, extra={**(row.extra or {}), _EXTRA: "true"})


def _telling(rows: Sequence[Row], widgets: Collection[str]) -> list[bool]:
    """Return for each row whether it is a widget, has a text that is not said around it, or holds such a row."""
    telling: list[bool] = []
    parents: list[int] = []
    branch: list[tuple[int, int, str]] = []  # depth and place of each row around, and the words of the nearest name
    for place, row in enumerate(rows):
        while branch and branch[-1][0] >= row.depth:
            branch.pop()
        _, parent, said = branch[-1] if branch else (0, -1, "")
        parents.append(parent)
        acts = row.role in widgets or bool(row.actions)
        telling.append(acts or any(text and _says_more(text, said) for text in (row.name, row.value)))
        named = row.role != "text" and row.name and len(row.name) <= _LONGEST_NAME
        branch.append((row.depth, place, _words(row.name or "") if named else said))
    for place in range(len(rows) - 1, -1, -1):
        if telling[place] and parents[place] >= 0:
            telling[parents[place]] = True
    return telling


def _says_more(text: str, said: str) -> bool:
    """Return whether a text has words that a name around it does not have, and is not the name of an icon."""
    words = _words(text)
    return bool(words) and f" {words} " not in f" {said} " and not _LIGATURE.fullmatch(text)


def _words(text: str) -> str:
    """Return the letters and digits of a text, in words, without upper case; "" for signs alone."""
    return single_spaced("".join(sign if sign.isalnum() else " " for sign in text.casefold()))
