"""One printed element of the condensed view: see ``outline``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uidiff.formats.role_sets import PASSED, TEXT

__all__ = ["Item"]


class Item:
    """One printed element.

    Attributes:
        index: its index in the snapshot.
        role, name, value, description: as the element has them; "" where absent, and what repeats another is left out.
        words: its states as they are printed.
        kids: the items below it.
        parent: the item that it is in, None at the top.
        elided: its name is what is printed below.
        first: its label, else the first text below it that no widget says, else that of a widget.
        plain_text: the same without what widgets say, "" if nothing else is said.
        ref: whether its ref is printed.
        chain: how many items follow below it one in the other to a leaf, 0 for a leaf; -1 if it holds several.
        length: of the texts on its line, in characters.
        size: how many items it and all below are.
    """

    __slots__ = (
        "chain",
        "description",
        "elided",
        "first",
        "index",
        "kids",
        "length",
        "name",
        "parent",
        "plain_text",
        "ref",
        "role",
        "size",
        "value",
        "words",
    )

    def __init__(self, index: int, role: str, name: str) -> None:
        self.index = index
        self.role = role
        self.name = name
        self.value = ""
        self.description = ""
        self.words: tuple[str, ...] = ()
        self.kids: Sequence[Item] = ()
        self.parent: Item | None = None
        self.elided = False
        self.ref = False
        self.chain = 0
        self.first = name
        self.plain_text = name
        self.length = len(name)
        self.size = 1

    @property
    def label(self) -> str:
        """What to call it (spec/definitions#17-label)."""
        return self.name or self.value or self.description

    @property
    def is_text(self) -> bool:
        """Whether it is a leaf that is no more than a text."""
        return self.role == TEXT and self.plain

    @property
    def plain(self) -> bool:
        """Whether it is no more than its role and a name."""
        return not (self.kids or self.value or self.description or self.words or self.ref)

    @property
    def passed(self) -> bool:
        """Whether the one thing in it may stand for it."""
        return len(self.kids) == 1 and self.role in PASSED and self.silent

    @property
    def silent(self) -> bool:
        """Whether it says nothing besides its role, and what is in it."""
        return (not self.name or self.elided) and not (self.value or self.description or self.words or self.ref)

    def below(self) -> Iterator[Item]:
        """It and all below, in order."""
        stack = [self]
        while stack:
            item = stack.pop()
            yield item
            stack.extend(reversed(item.kids))
