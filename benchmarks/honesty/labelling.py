"""Whether an element may be called so: the rule of labels on the page of the grammar, read as a reader would.

A label is made of texts of the element itself or below it. What has none may be called by the item that it is in, by a
text beside it, or, if it popped up, by what opened it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from benchmarks.honesty.reader import NO_PARENT, Reader, is_cut_of
from benchmarks.honesty.roles import CELLS, CONTROLS, ITEMS

__all__ = ["is_made_of", "may_be_called", "places_of", "would_be_called"]

NEAR = 4
"""The most levels above an element in which a text may stand beside it."""

SMALL = 20
"""The most elements of what may stand beside an element as a text."""

_POPUPS = frozenset({"listbox", "menu"})
_IN_THEM = frozenset({"layout-table-row", "listitem", "article", "option", "row", "treeitem"})


def may_be_called(label: str, index: int, reader: Reader) -> bool:
    """Whether a label, in full or shortened, is one that an element may have."""
    role = reader.columns.role[index]
    if role in ITEMS:
        return is_made_of(label, list(reader.texts_in(index)))
    if reader.names[index]:
        return _is_one_of(label, (reader.names[index], *reader.texts(index)))
    if _is_one_of(label, reader.texts_in(index)):
        return True
    if role in CONTROLS or role in CELLS or reader.columns.value[index]:
        return _by_what_is_around(label, index, reader)
    return role in _POPUPS and _by_an_opener(label, index, reader)


def _by_what_is_around(label: str, index: int, reader: Reader) -> bool:
    above = reader.parents[index]
    if above != NO_PARENT and {reader.columns.role[index], reader.columns.role[above]} <= CELLS:
        return may_be_called(label, above, reader)
    if any(may_be_called(label, item, reader) for item in _items_around(index, reader)):
        return True
    return _is_one_of(label, _beside(index, reader))


def _items_around(index: int, reader: Reader) -> Iterator[int]:
    """The nearest item of a collection around an element, before it the printed groups that may be cards."""
    above = reader.parents[index]
    while above != NO_PARENT:
        role = reader.columns.role[above]
        if role in ITEMS and (role in _IN_THEM or above in reader.found):
            yield above
        if role in _IN_THEM:
            return
        above = reader.parents[above]


def _beside(index: int, reader: Reader) -> Iterator[str]:
    """The texts of the neighbours of an element, and of what it is in."""
    at = index
    for _ in range(NEAR):
        above = reader.parents[at]
        if above == NO_PARENT:
            return
        siblings = _children(above, reader)
        place = siblings.index(at)
        for one in (*siblings[:place], *siblings[place + 1 :]):
            if reader.ends[one] - one <= SMALL:
                yield from reader.texts_in(one)
        at = above


def _children(index: int, reader: Reader) -> list[int]:
    found = []
    at = index + 1
    while at < reader.ends[index]:
        found.append(at)
        at = reader.ends[at]
    return found


def _by_an_opener(label: str, index: int, reader: Reader) -> bool:
    parent = reader.parents[index]
    openers = [i for i, states in enumerate(reader.columns.states) if ("expanded", True) in states and i != index]
    above = [parent] if parent != NO_PARENT and reader.columns.role[parent] in CONTROLS else []
    return any(may_be_called(label, one, reader) for one in (*above, *openers))


def would_be_called(label: str, like: int, other: int, reader: Reader) -> bool:
    """Whether one who reads a label of an element would call another one so too: the same texts in it say the same."""
    if reader.columns.role[like] in ITEMS:
        texts, others = list(reader.texts_in(like)), list(reader.texts_in(other))
        places = places_of(label, texts)
        if places is None or any(place >= len(others) for place in places):
            return False
        return all(texts[place] == others[place] for place in places)
    own = next(iter(reader.texts(other)), "") or (reader.nodes[other].first_text if other in reader.nodes else "")
    return is_cut_of(label, own)


def places_of(label: str, texts: Sequence[str]) -> tuple[int, ...] | None:
    """Which of the texts in an item make its label, the first ones that do; None if none do."""
    is_cut = label.endswith("…") and label not in texts
    said = label[:-1] if is_cut else label
    stack: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    tried = set[int]()
    while stack:
        start, found = stack.pop()
        for place, text in enumerate(texts):
            end = start + len(text)
            if (is_cut and text.startswith(said[start:])) or (end == len(said) and said.endswith(text)):
                return (*found, place)
            if said.startswith(f"{text} ", start) and end + 1 not in tried:
                tried.add(end + 1)
                stack.append((end + 1, (*found, place)))
    return None


def _is_one_of(label: str, texts: Iterable[str]) -> bool:
    return any(text.startswith(label[:1]) and is_cut_of(label, text) for text in texts)


def is_made_of(label: str, texts: Sequence[str]) -> bool:
    """Whether a label, or how it begins if it is cut, is some of these texts with a space between each two."""
    return places_of(label, list(dict.fromkeys(texts))) is not None
