"""Groups of recordings for a cross-validation: nothing of a family is on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar

__all__ = ["FOLDS", "folds"]

FOLDS = 5


class OfFamily(Protocol):
    """A recording, or its entry in the registry."""

    @property
    def place(self) -> str: ...

    @property
    def family(self) -> str: ...


_One = TypeVar("_One", bound=OfFamily)


def folds(recordings: Sequence[_One], count: int = FOLDS) -> list[tuple[list[_One], list[_One]]]:
    """For each fold the recordings to choose on, and those of other families to report on; each is reported on once.

    The families are dealt out, the largest first, each to the fold with the fewest recordings of its places; so each
    fold has as many of the web and of the desktop as any other, as nearly as families allow. The order of the
    recordings given does not matter for who is where.
    """
    sizes: dict[str, Counter[str]] = {}
    for one in recordings:
        sizes.setdefault(one.family, Counter())[one.place] += 1
    dealt = [Counter[str]() for _ in range(count)]
    fold_of = {}
    for family in sorted(sizes, key=lambda name: (-sizes[name].total(), name)):
        own = sizes[family]
        fold = min(range(count), key=lambda k: (sum(dealt[k][place] for place in own), dealt[k].total(), k))
        dealt[fold] += own
        fold_of[family] = fold
    return [
        (
            [one for one in recordings if fold_of[one.family] != fold],
            [one for one in recordings if fold_of[one.family] == fold],
        )
        for fold in range(count)
    ]
