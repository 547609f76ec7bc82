"""Whether an element is still what the reader was told: before something is done with it.

The matcher has paired it with what was told. This is the second look of someone who acts: the role and the name have to
be the same, and in a list of like items the texts that tell its item from the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from uidiff.model.element import Element
from uidiff.text import fold, quote, shorten

__all__ = ["called", "difference"]

LEVELS = 8
"""Ancestors that are looked at for the item of a list that an element is in."""

MOST_TEXTS = 40
"""Texts of an item that are compared."""

MOST_ITEMS = 200
"""Items of a list that an item is compared with."""

_LABEL = 40
_NUMBER = re.compile(r"\d+")


def called(element: Element) -> str:
    """An element as an error calls it: its role, and its quoted label if it has one."""
    return f"{element.role} {quote(shorten(element.label, _LABEL))}" if element.label else element.role


def difference(told: Element, now: Element, tree: Iterable[Element], shown: Iterable[Element]) -> str:
    """What makes it another element than the one that was told; "" if nothing does.

    A name that differs only in its numbers (a counter, a clock) is the same if no other element of its role has such a
    name.

    Args:
        told: the element as the reader was told about it.
        now: the element with its number now.
        tree: what the reader was told, all of it.
        shown: all that is shown now.
    """
    if told.role != now.role or not _same_name(told, now, tree, shown):
        return f"it was {called(told)}, and is {called(now)} now"
    for place, above in enumerate(islice(told.ancestors, LEVELS)):
        items = _like(above)
        columns = _distinct(above, items)
        if not columns:
            continue
        counterpart = _counterpart(above, now, place)
        if counterpart is None or not _same_item(columns, counterpart):
            there = "" if counterpart is None else f", which is {_item(counterpart)} now"
            return f"it was in {_item(above)}{there}"
        break
    return ""


def _same_name(told: Element, now: Element, tree: Iterable[Element], shown: Iterable[Element]) -> bool:
    before, after = fold(told.name), fold(now.name)
    if before == after or told.secret or now.secret:
        return True
    alike = _masked(before)
    if alike != _masked(after):
        return False
    return all(
        sum(1 for one in side if one.role == told.role and _masked(fold(one.name)) == alike) == 1
        for side in (tree, shown)
    )


def _masked(text: str) -> str:
    return _NUMBER.sub("0", text)


def _like(item: Element) -> list[Element]:
    """The siblings of an element with its role."""
    parent = item.parent
    siblings = () if parent is None else parent.children
    return [one for one in islice(siblings, MOST_ITEMS) if one.role == item.role and one != item]


def _texts(item: Element) -> list[str]:
    texts = (fold(one.label) for one in (item, *item.descendants) if one.label and not one.secret)
    return list(islice(texts, MOST_TEXTS))


def _distinct(item: Element, others: Sequence[Element]) -> list[str]:
    """The texts of an item at the places where no two items of its list have the same text."""
    if not others:
        return []
    own, rest = _texts(item), [_texts(other) for other in others]
    found = []
    for column, text in enumerate(own):
        there = [text, *(texts[column] for texts in rest if len(texts) > column)]
        if len(there) > 1 and len(set(there)) == len(there):
            found.append(text)
    return found


def _counterpart(above: Element, now: Element, place: int) -> Element | None:
    """The item that an element is in now: the nearest ancestor with the role of the item that was told."""
    return next((one for one in islice(now.ancestors, place, None) if one.role == above.role), None)


def _same_item(columns: Sequence[str], now: Element) -> bool:
    """Whether an item still has the text that tells it from the others first; or another one, if numbers changed."""
    texts = set(_texts(now))
    if columns[0] in texts:
        return True
    masked = {_masked(text) for text in texts}
    return any(text in texts for text in columns) and all(_masked(text) in masked for text in columns)


def _item(item: Element) -> str:
    """An item as an error calls it: by its role and its first text."""
    texts = _texts(item)
    return f"{item.role} {quote(shorten(texts[0], _LABEL))}" if texts else item.role
