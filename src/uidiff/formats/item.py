"""One printed element of the condensed view: see ``outline``."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from uidiff.formats.role_sets import PASSED, TEXT
from uidiff.model.shape import NO_PARENT

__all__ = ["Item"]


@attrs.define(eq=False, repr=False)
class Item:
    """One printed element.

    Attributes:
        index: its index in the snapshot.
        role, name, value, description: as in the element; "" if absent, or if it repeats another one.
        words: its states as they are printed.
        kids: the items below it.
        up: the index of the item that contains it, NO_PARENT at the top.
        elided: whether its name is not printed because the items below have it.
        ref: whether its ref is printed.
        chain: the number of only children below it, one in the other, down to a leaf; -1 if one has siblings.
        length: of the texts on its line, in characters.
        size: the number of items in its subtree, itself included.
    """

    index: int
    role: str
    name: str
    value: str = ""
    description: str = ""
    words: tuple[str, ...] = ()
    kids: Sequence[Item] = ()
    up: int = NO_PARENT
    elided: bool = False
    ref: bool = False
    chain: int = 0
    size: int = 1
    length: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.length = len(self.name)

    @property
    def own_text(self) -> str:
        """Its name, else its value, else its description."""
        return self.name or self.value or self.description

    @property
    def is_text(self) -> bool:
        """Whether it is a leaf with nothing but a text."""
        return self.role == TEXT and self.plain

    @property
    def plain(self) -> bool:
        """Whether it has nothing but a role and a name."""
        return not (self.kids or self.value or self.description or self.words or self.ref)

    @property
    def passed(self) -> bool:
        """Whether its only child is printed in its place."""
        return len(self.kids) == 1 and self.role in PASSED and self.silent

    @property
    def silent(self) -> bool:
        """Whether nothing of it is printed besides its role and its children."""
        return (not self.name or self.elided) and not (self.value or self.description or self.words or self.ref)
