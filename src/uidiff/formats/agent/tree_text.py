"""Items as lines of the ``agent`` text: one space of indent a level, like siblings and only children on one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from uidiff.formats.item import Item
from uidiff.formats.outline import CHAIN, Outline
from uidiff.formats.role_sets import CELLS, PLAIN_CONTENT, TEXT
from uidiff.formats.values import format_text
from uidiff.model.role_words import role_word

__all__ = ["TreeLine", "TreeWriter", "indented"]

ROOM = 400
"""Characters of text on one line at the most, but for the rows of tables."""

CLIPPED_ROOM = 120
"""The same where texts are shortened for a budget: a line that is too long for it would not be shown at all."""

DEEPEST = 64
"""Levels that are shown by spaces alone."""

MANY = 40
"""So many pieces stand on one line at the most, but for the rows of tables."""


def indented(text: str, level: int) -> str:
    """A line at its level: a space each; of a deeper one than 64 the level is written, as lines would grow with it."""
    return " " * level + text if level <= DEEPEST else f"{' ' * DEEPEST}[{level}] {text}"


class TreeLine(NamedTuple):
    """A line without its indent, how many items it tells of, and how deep it stands."""

    text: str
    tells: int
    level: int

    @property
    def indented(self) -> str:
        """The line as it stands in the text of a tree."""
        return indented(self.text, self.level)


class TreeWriter:
    """Writes the items of one outline.

    Args:
        outline: the items.
        numbers: the refs of the elements, by index.
        bounds: whether to say where elements stand.
        clip: characters to which texts are shortened; None: not at all.
    """

    def __init__(self, outline: Outline, numbers: Sequence[int], *, bounds: bool = False, clip: int | None = None):
        self.outline = outline
        self.numbers = numbers
        self.bounds = outline.snapshot.columns.bounds if bounds else None
        self.states = outline.snapshot.columns.states
        self.clip = clip
        self._roles: dict[str, str] = {}
        self.room = ROOM if clip is None else CLIPPED_ROOM

    # ------------------------------------------------------------------- words

    def quoted(self, text: str, limit: int | None = None) -> str:
        """A text of the UI, quoted; shortened to ``limit`` characters, and to what the writer was told."""
        if self.clip is not None and (limit is None or self.clip < limit):
            limit = self.clip
        return format_text(text, limit)

    def role(self, item: Item) -> str:
        """The role of an item as it is printed."""
        if item.role == "heading":
            return role_word(item.role, "agent", dict(self.states[item.index]).get("level"))
        said = self._roles.get(item.role)
        if said is None:
            said = self._roles[item.role] = role_word(item.role, "agent")
        return said

    def ref(self, item: Item) -> str:
        """Its ref, whether or not it is printed of it."""
        return f"e{self.numbers[item.index]}"

    def head(self, item: Item, *, within: str = "", like: str = "") -> str:
        """An item without what is below it.

        Args:
            item: the item.
            within: the role of the container on whose line it stands, if it does.
            like: the role of the piece before on the line: it is not said again where a ref follows.
        """
        if item.plain and self.bounds is None:
            content = PLAIN_CONTENT.get(within)
            if item.role == TEXT if content is None else item.role in content:
                return self.quoted(item.name)
        parts = [] if item.ref and item.role == like else [self.role(item)]
        if item.ref:
            parts.append(f"e{self.numbers[item.index]}")
        if item.name and not item.elided:
            parts.append(self.quoted(item.name))
        said = " ".join(parts)
        if item.value:
            said += f"={self.quoted(item.value)}"
        if item.description:
            said += f" ({self.quoted(item.description)})"
        if item.words:
            said += " " + " ".join(item.words)
        return said + self.place(item)

    def place(self, item: Item) -> str:
        """Where it stands on the screen, where that is asked for: `` @x,y,width,height``."""
        box = self.bounds[item.index] if self.bounds is not None else None
        return "" if box is None else f" @{','.join(map(str, box))}"

    # ------------------------------------------------------------------ pieces

    def piece(self, item: Item, *, within: str = "", like: str = "") -> str:
        """An item and its only children on one line; of a cell with several things, these in brackets."""
        item = _standing(item)
        parts = []
        while True:
            if item.chain < 0:
                parts.append(self._cell(item))
                break
            parts.append(self.head(item, within=within, like=like))
            if not item.kids:
                break
            within = like = ""
            item = item.kids[0]
        return " > ".join(parts)

    def _cell(self, item: Item) -> str:
        head = "" if item.silent else self.head(item) + ": "
        return f"[{head}{self.run(item.kids)}]"

    def run(self, items: Sequence[Item], within: str = "") -> str:
        """Pieces on one line: ``link e4 "Home", e5 "Features"``."""
        text = like = ""
        for item in items:
            piece = self.piece(item, within=within, like=like)
            glue = "" if not text else "," if text[-1] == '"' == piece[0] else ", "
            text += glue + piece
            standing = _standing(item)
            like = "" if standing.kids or piece[0] == '"' else standing.role
        return text

    @staticmethod
    def is_piece(item: Item, within: str = "") -> bool:
        """Whether an item can stand on a line with others."""
        if item.chain >= 0:
            return True
        is_cell = item.role in PLAIN_CONTENT.get(within, ()) and item.role in CELLS
        return is_cell and not item.words and all(kid.chain >= 0 for kid in item.kids)

    def on_one_line(self, item: Item) -> bool:
        """Whether all that is below an item stands on its line."""
        return self._fits_on_a_line(item.kids, item.role)

    def _fits_on_a_line(self, items: Sequence[Item], within: str = "") -> bool:
        if not all(self.is_piece(item, within) for item in items):
            return False
        if within == "row" and self.clip is None:
            return True
        return len(items) <= MANY and sum(item.length for item in items) <= self.room

    # ------------------------------------------------------------------- lines

    def lines(self, tops: Sequence[Item], stop: Callable[[Item], bool] | None = None) -> Iterator[TreeLine]:
        """The lines of items and of all below them.

        Args:
            tops: items of one parent, or of none.
            stop: items of which only a mention is printed, as they stand in the text already.
        """
        if len(tops) > 1 and stop is None and self._fits_on_a_line(tops):
            yield TreeLine(self.run(tops), sum(item.size for item in tops), 0)
            return
        stack = [(part, 0) for part in reversed(self._grouped(tops, stop))]
        while stack:
            part, level = stack.pop()
            if isinstance(part, TreeLine):
                yield part._replace(level=level)
                continue
            head, item, count = self._chain(part, stop)
            if not item.kids:
                yield TreeLine(head, count, level)
            elif stop is None and self.on_one_line(item):
                yield TreeLine(f"{head}: {self.run(item.kids, item.role)}", count + item.size - 1, level)
            else:
                yield TreeLine(f"{head}:", count, level)
                stack.extend([(below, level + 1) for below in reversed(self._grouped(item.kids, stop))])

    def _chain(self, item: Item, stop: Callable[[Item], bool] | None) -> tuple[str, Item, int]:
        """An item and the only children below it as one head, the last of them, and how many they are."""
        heads = [self.head(item)]
        while len(heads) <= CHAIN and len(item.kids) == 1 and not (stop is not None and stop(item.kids[0])):
            item = item.kids[0]
            heads.append(self.head(item))
        return " > ".join(heads), item, len(heads)

    def _grouped(self, items: Sequence[Item], stop: Callable[[Item], bool] | None) -> list[Item | TreeLine]:
        """Items for lines of their own, and the lines that several of one role share."""
        parts: list[Item | TreeLine] = []
        start = 0
        while start < len(items):
            item = items[start]
            if stop is not None and stop(item):
                end = start + 1
                while end < len(items) and stop(items[end]):
                    end += 1
                parts.append(TreeLine(self.mention(items[start:end]), 0, 0))
            else:
                end = self._alike(items, start, stop)
                shared = items[start:end]
                parts.append(
                    item if end == start + 1 else TreeLine(self.run(shared), sum(one.size for one in shared), 0)
                )
            start = end
        return parts

    def _alike(self, items: Sequence[Item], start: int, stop: Callable[[Item], bool] | None) -> int:
        """Where the run of pieces of one role that starts here ends."""
        role = items[start].role
        end, room = start, self.room
        if role == "heading":
            return start + 1
        while end < len(items) and end - start < MANY and room > 0:
            item = items[end]
            if item.role != role or item.chain < 0 or (item.kids and not item.passed):
                break
            if stop is not None and (stop(item) or any(map(stop, item.kids))):
                break
            room -= item.length
            end += 1
        return max(end, start + 1)

    def mention(self, items: Sequence[Item]) -> str:
        """Items that stand in the text already."""
        return f"(kept {self.several(items)})"

    def several(self, items: Sequence[Item], limit: int = 40) -> str:
        """What to call one item or several: ``3 from link e4 "Home" to "Cart"``."""
        first = self.label(items[0], limit)
        return first if len(items) == 1 else f"{len(items)} from {first} to {self.label(items[-1], limit)}"

    def label(self, item: Item, limit: int = 40) -> str:
        """What to call an item in a line about it: its role, its ref where it is printed, its label or first text."""
        if item.is_text:
            return self.quoted(item.name, limit)
        said = self.role(item)
        if item.ref:
            said += f" {self.ref(item)}"
        text = item.first
        return f"{said} {self.quoted(text, limit)}" if text else said


def _standing(item: Item) -> Item:
    """What stands on a line for an item: the one thing in it, if it says nothing itself."""
    while item.passed:
        item = item.kids[0]
    return item
