"""The fields of the items of a collection, and what its columns tell: which names the item, which hold live values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from uidiff.matching.structural.roles import CELL_ROLES, MARKER
from uidiff.matching.structural.trees import Tree

__all__ = ["KEPT", "Column", "Columns", "Fields", "columns_of", "fields_of", "letters"]

KEPT = 0.9
"""How often a field of an item that stayed is unchanged: the m of Fellegi and Sunter."""

SEARCHED = 64
"""Elements of an item that are searched for fields: work stays linear where items are large."""

FEWEST = 3
"""Items that a key names on both sides, at least."""

SAMPLED = 32
"""Items that a column is judged by, at most."""

LETTERS_OF = 32
"""Characters of a text in which letters are counted."""

Column: TypeAlias = tuple[int, ...]
"""Where a field stands in its item: in which child, how deep, and how far on."""

Fields: TypeAlias = Mapping[str, Column]
"""The texts of an item, and where each of them stands."""


class Columns(NamedTuple):
    """What is known of the columns of a collection.

    Attributes:
        key: the column that names the item; None if that is not known.
        kept: how often the fields of a column are unchanged, where it is other than KEPT: in live values.
    """

    key: Column | None
    kept: Mapping[Column, float]


UNKNOWN = Columns(None, {})


def fields_of(tree: Tree, index: int) -> Fields:
    """Return the texts of an item: of its leaves, and the values of all its elements."""
    found: dict[str, Column] = {}
    child, start, top = 0, index, tree.depths[index]
    for at in range(index, min(tree.ends[index], index + SEARCHED)):
        if tree.depths[at] == top + 1:
            child, start = child + 1, at
        text = tree.text(at) if tree.is_leaf(at) or tree.roles[at] in CELL_ROLES else tree.values[at]
        if text and tree.roles[at] != MARKER:
            found.setdefault(text, (child, tree.depths[at] - top, at - start))
    return found


def columns_of(mine: Sequence[Fields], theirs: Sequence[Fields]) -> Columns:
    """Learn the columns of a collection from the items that are known by their key.

    The key is a column in which at least half of the items on each side say what no other says, and at least half of
    the items of one side say what one of the other side says. Where half of the items with equal keys have other words
    in another column, they are others, and it is no key. Of several that is the key by which the items have most in
    common, then the one with the most letters.
    """
    fewer = min(len(mine), len(theirs))
    others = _telling(theirs)
    found: list[tuple[float, int, Columns]] = []
    for column, texts in _telling(mine).items():
        both = sorted(texts.keys() & others.get(column, {}).keys())
        if len(both) >= max(FEWEST, fewer / 2):
            known = _judged(column, [(texts[text], others[column][text]) for text in both[:SAMPLED]])
            if known is not None:
                found.append((known[0], sum(map(letters, both)), known[1]))
    return max(found, key=lambda one: (*one[:2], one[2].key), default=(0, 0, UNKNOWN))[2]


def _judged(key: Column, both: Sequence[tuple[Fields, Fields]]) -> tuple[float, Columns] | None:
    """Return the share of fields in which items with equal keys agree, and the columns; None if they are others."""
    seen, same, reworded = Counter[Column](), Counter[Column](), Counter[Column]()
    for item, other in both:
        says, said = ({column: text for text, column in fields.items()} for fields in (item, other))
        for column in says.keys() & said.keys():
            seen[column] += 1
            same[column] += says[column] == said[column]
            reworded[column] += _words(says[column]) != _words(said[column])
    if any(2 * reworded[column] >= times for column, times in seen.items()):
        return None
    live = (column for column in seen if not reworded[column])
    kept = {column: max(1 - KEPT, min(KEPT, same[column] / seen[column])) for column in live}
    return same.total() / seen.total(), Columns(key, kept)


def _telling(items: Sequence[Fields]) -> Mapping[Column, Mapping[str, Fields]]:
    """Return the columns in which at least half of the items say what no other says, by text the fields of the item."""
    times = Counter(field for fields in items for field in fields.items())
    found: dict[Column, dict[str, Fields]] = defaultdict(dict)
    for fields in items:
        for text, column in fields.items():
            if times[text, column] == 1:
                found[column][text] = fields
    return {column: texts for column, texts in found.items() if 2 * len(texts) >= len(items)}


def letters(text: str) -> int:
    """Count the letters at the beginning of a text, those outside ASCII twice.

    A word has about four letters in English, and one or two characters in Chinese or Japanese.
    """
    looked_at = text[:LETTERS_OF]
    found = sum(map(str.isalpha, looked_at))
    return found if looked_at.isascii() else found + sum(one.isalpha() and not one.isascii() for one in looked_at)


def _words(text: str) -> str:
    """Return the letters at the beginning of a text."""
    return "".join(filter(str.isalpha, text[:LETTERS_OF]))
