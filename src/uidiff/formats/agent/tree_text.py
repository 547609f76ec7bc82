"""Items as lines of the ``agent`` text, indented by a space a level; like siblings and only children share a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from uidiff.diffing.labels import Labels
from uidiff.formats.item import Item
from uidiff.formats.outline import Outline
from uidiff.formats.outline_builder import CHAIN
from uidiff.formats.ref_words import RefWords
from uidiff.formats.role_sets import CELLS, PLAIN_CONTENT, TEXT
from uidiff.formats.values import format_text
from uidiff.formats.written import WrittenLines
from uidiff.model.roles import role_word

__all__ = ["TreeLine", "TreeWriter", "indented"]

ROOM = 400
"""The most characters of text on one line, except rows of tables."""

CLIPPED_ROOM = 120
"""The same if texts are shortened for a budget: a line that does not fit is not shown at all."""

DEEPEST = 64
"""The deepest level that is shown by spaces alone."""

FRAMES = frozenset({"document", "iframe"})
"""Roles of elements that share no line with what follows them: it would read as if it stood in the frame."""

MANY = 40
"""The most pieces on one line, except rows of tables."""


def indented(text: str, level: int) -> str:
    """Indent a line by a space a level; below level 64 the level is written as a number, to bound the line's length."""
    return " " * level + text if level <= DEEPEST else f"{' ' * DEEPEST}[{level}] {text}"


class TreeLine(NamedTuple):
    """A line without its indent, the number of items on it, and its level."""

    text: str
    size: int
    level: int

    @property
    def indented(self) -> str:
        """The line with its indent."""
        return indented(self.text, self.level)


class TreeWriter:
    """Writes the items of one outline.

    Args:
        outline: the items.
        refs: what the elements are called by.
        bounds: whether to print the bounds of elements.
        urls: whether to print where links lead.
        clip: characters to which texts are shortened; None: not at all.
        written: the lines of the last tree, taken over by :meth:`lines` where they are the same; only for lines with
            neither bounds nor URLs nor native refs, of texts that are not shortened.
    """

    def __init__(
        self,
        outline: Outline,
        refs: RefWords,
        *,
        bounds: bool = False,
        urls: bool = False,
        clip: int | None = None,
        written: WrittenLines | None = None,
    ) -> None:
        self.outline = outline
        self.written = written if clip is None and not (urls or bounds or refs.columns) else None
        if self.written is not None:
            self.written.begin(refs.numbers, outline.snapshot.columns.states)
        self.urls = outline.snapshot.columns.url if urls else None
        self.refs = refs
        self.bounds = outline.snapshot.columns.bounds if bounds else None
        self.states = outline.snapshot.columns.states
        self.labels = Labels.of(outline.snapshot)
        self.clip = clip
        self._roles: dict[str, str] = {}
        self.room = ROOM if clip is None else CLIPPED_ROOM

    # ------------------------------------------------------------------- words

    def quoted(self, text: str, limit: int | None = None) -> str:
        """Return a text of the UI quoted, shortened to ``limit`` and to the writer's ``clip``."""
        if self.clip is not None and (limit is None or self.clip < limit):
            limit = self.clip
        return format_text(text, limit)

    def role(self, item: Item) -> str:
        """Return the role of an item as it is printed."""
        if item.role == "heading":
            return role_word(item.role, "agent", dict(self.states[item.index]).get("level"))
        said = self._roles.get(item.role)
        if said is None:
            said = self._roles[item.role] = role_word(item.role, "agent")
        return said

    def ref(self, item: Item) -> str:
        """Return the ref of an item, printed or not."""
        return self.refs[item.index]

    def head(self, item: Item, *, within: str = "", like: str = "") -> str:
        """Return an item without the items below it.

        Args:
            item: the item.
            within: the role of the container whose line it is on, if any.
            like: the role of the piece before it on the line: it is not repeated before a ref.
        """
        if item.plain and self.bounds is None:
            content = PLAIN_CONTENT.get(within)
            if item.role == TEXT if content is None else item.role in content:
                return self.quoted(item.name)
        parts = [] if item.ref and item.role == like else [self.role(item)]
        if item.ref:
            parts.append(self.refs[item.index])
        if item.name and not item.elided:
            parts.append(self.quoted(item.name))
        said = " ".join(parts)
        if item.value:
            said += f"={self.quoted(item.value)}"
        if item.description:
            said += f" ({self.quoted(item.description)})"
        if item.words:
            said += " " + " ".join(item.words)
        url = self.urls[item.index] if self.urls is not None else None
        if url is not None:
            said += f" url={self.quoted(url)}"
        return said + self.place(item)

    def place(self, item: Item) -> str:
        """Return the bounds of an item, if asked for: `` @x,y,width,height``."""
        box = self.bounds[item.index] if self.bounds is not None else None
        return "" if box is None else f" @{','.join(map(str, box))}"

    # ------------------------------------------------------------------ pieces

    def piece(self, item: Item, *, within: str = "", like: str = "") -> str:
        """Return an item and its only children on one line; the contents of a cell with several in brackets."""
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
        """Return pieces on one line: ``link e4 "Home", e5 "Features"``."""
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
        """Whether an item may share a line with others."""
        if item.chain >= 0:
            return item.role not in FRAMES or not item.kids
        is_cell = item.role in PLAIN_CONTENT.get(within, ()) and item.role in CELLS
        return is_cell and not item.words and all(kid.chain >= 0 for kid in item.kids)

    def on_one_line(self, item: Item) -> bool:
        """Whether all items below an item are on its line."""
        return self._fits_on_a_line(item.kids, item.role)

    def _fits_on_a_line(self, items: Sequence[Item], within: str = "") -> bool:
        if not all(self.is_piece(item, within) for item in items):
            return False
        if within == "row" and self.clip is None:
            return True
        return len(items) <= MANY and sum(item.length for item in items) <= self.room

    # ------------------------------------------------------------------- lines

    def lines(self, tops: Sequence[Item], stop: Callable[[Item], bool] | None = None) -> Iterator[TreeLine]:
        """Yield the lines of items and of all items below them.

        Args:
            tops: items of one parent, or of none.
            stop: items of which only a mention is printed, as they stand in the text already.
        """
        if len(tops) > 1 and stop is None and self._fits_on_a_line(tops):
            yield self._shared(tops)
            return
        stack = [(part, 0) for part in reversed(self._grouped(tops, stop))]
        while stack:
            part, level = stack.pop()
            if isinstance(part, TreeLine):
                yield part._replace(level=level)
                continue
            known = self.written.known((part,)) if self.written is not None and stop is None else None
            if known is not None:
                yield TreeLine(*known, level)
                continue
            head, item, count = self._chain(part, stop)
            if not item.kids or (stop is None and self.on_one_line(item)):
                rest = f": {self.run(item.kids, item.role)}" if item.kids else ""
                yield self._kept((part,), TreeLine(head + rest, count + item.size - 1, level))
                continue
            parts = self._grouped(item.kids, stop)
            if stop is not None and len(parts) == 1 and stop(item.kids[0]):
                yield TreeLine(f"{head}: {self.mention(item.kids)}", count, level)
                continue
            yield TreeLine(f"{head}:", count, level)
            stack.extend([(below, level + 1) for below in reversed(parts)])

    def _shared(self, items: Sequence[Item]) -> TreeLine:
        """Return the line that several items share."""
        known = self.written.known(items) if self.written is not None else None
        if known is not None:
            return TreeLine(*known, 0)
        return self._kept(items, TreeLine(self.run(items), sum(item.size for item in items), 0))

    def _kept(self, items: Sequence[Item], line: TreeLine) -> TreeLine:
        if self.written is not None:
            self.written.keep(items, (line.text, line.size))
        return line

    def _chain(self, item: Item, stop: Callable[[Item], bool] | None) -> tuple[str, Item, int]:
        """Return an item and the only children below it as one head, the last of them, and their number.

        A group that says nothing is left out.
        """
        chain = [item]
        while len(chain) <= CHAIN and len(item.kids) == 1 and not (stop is not None and stop(item.kids[0])):
            item = item.kids[0]
            chain.append(item)
        said = [one for one in chain if not (one.passed and one.role == "group")] or chain[-1:]
        return " > ".join(map(self.head, said)), item, len(chain)

    def _grouped(self, items: Sequence[Item], stop: Callable[[Item], bool] | None) -> list[Item | TreeLine]:
        """Return the items that have their own lines, and the lines that several items of one role share."""
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
                parts.append(item if end == start + 1 else self._shared(shared))
            start = end
        return parts

    def _alike(self, items: Sequence[Item], start: int, stop: Callable[[Item], bool] | None) -> int:
        """Return the end of the run of pieces of one role that starts here."""
        role = items[start].role
        end, room = start, self.room
        if role == "heading":
            return start + 1
        while end < len(items) and end - start < MANY and room > 0:
            item = items[end]
            if item.role != role or not self.is_piece(item) or (item.kids and not item.passed):
                break
            if stop is not None and any(map(stop, _passed(item))):
                break
            room -= item.length
            end += 1
        return max(end, start + 1)

    def mention(self, items: Sequence[Item]) -> str:
        """Return a mention of items that the reader knows."""
        return f"(kept {self.several(items)})"

    def several(self, items: Sequence[Item], limit: int = 40) -> str:
        """Return what to call one item or several: ``3 from link e4 "Home" to "Cart"``."""
        first = self.label(items[0], limit)
        return first if len(items) == 1 else f"{len(items)} from {first} to {self.label(items[-1], limit)}"

    def label(self, item: Item, limit: int = 40) -> str:
        """Return what to call an item: its role, its ref if it is printed, its label (spec/definitions#17-label)."""
        if item.is_text:
            return self.quoted(item.name, limit)
        said = self.role(item)
        if item.ref:
            said += f" {self.ref(item)}"
        text = self.labels[item.index]
        return f"{said} {self.quoted(text, limit)}" if text else said


def _passed(item: Item) -> Iterator[Item]:
    """Yield an item, and the only child of each that has nothing else to print."""
    yield item
    while item.passed:
        item = item.kids[0]
        yield item


def _standing(item: Item) -> Item:
    """Return the item that is printed for an item: its only child, if it has nothing else to print."""
    *_, last = _passed(item)
    return last
