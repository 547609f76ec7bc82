"""Whether two items of a collection can be one: each is a record, its texts are the fields.

The rule is that of record linkage (Fellegi and Sunter, "A Theory for Record Linkage", JASA 1969): a field that agrees
speaks for the pair, the more the rarer its text is among the items; a field that differs speaks against it, unless
nearly all items agree in it.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import log

from uidiff.matching.structural.trees import Tree

__all__ = ["fields_of", "weight_of"]

KEPT = 0.9
"""How often a field of an item that stayed is unchanged (the m of Fellegi and Sunter)."""

SEARCHED = 64
"""Elements of an item that are searched for fields."""

FEWEST = 10
"""Items of a collection, at least: of two items little can be said about how rare a text is."""


def fields_of(tree: Tree, index: int) -> frozenset[str]:
    """Return the texts of an item: of its leaves, and the values of all its elements."""
    found = set()
    for at in range(index, min(tree.ends[index], index + SEARCHED)):
        text = tree.text(at) if tree.is_leaf(at) else tree.values[at]
        if text:
            found.add(text)
    return frozenset(found)


def weight_of(mine: frozenset[str], theirs: frozenset[str], often: dict[str, int], items: int, *, strict: bool) -> float:
    """Return the logarithm of the odds that two records are one, without prior.

    ``often`` says in how many items a text occurs, ``items`` how many there are.
    """
    items = max(items, FEWEST)

    def chance(text: str) -> float:
        return max(often.get(text, 1) / items, 0.1 ** len(text))

    agree = sum(log(KEPT / min(KEPT, chance(text))) for text in mine & theirs)
    differ = [sum(log((1 - KEPT) / max(1 - KEPT, 1 - chance(text))) for text in some) for some in (mine - theirs, theirs - mine)]
    return agree + (min if strict else max)(differ)
