"""One delta with its text, both trees as a reader knows them, and what has been said so far."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from benchmarks.honesty.labelling import may_be_called
from benchmarks.honesty.reader import Node, Reader, Violation, is_cut_of, is_passed, squashed
from benchmarks.honesty.roles import DECORATES
from benchmarks.honesty.states import STILL
from benchmarks.honesty.syntax import Called, Line, Place, Where
from uidiff import TreeDiff
from uidiff.text import without_glyphs

__all__ = [
    "Case",
    "Meant",
    "ambiguous",
    "has_ref",
    "is_around",
    "is_bare",
    "is_called",
    "is_end",
    "is_meant",
    "is_where",
    "place_faults",
]


@attrs.frozen(eq=False)
class Meant:
    """What a line calls an element, and which one that is; ``placed``: whether it says where it is."""

    line: Line
    mention: Called
    node: Node
    reader: Reader
    placed: bool


class Case:
    """What the checks share.

    Attributes:
        delta, lines: what changed, and what is said of it.
        before, after: the trees as their whole texts tell them.
        bounds: whether changes of bounds have to be said.
        faults: the violations that were found.
        said_fields: by after-index the fields that a line says to have changed.
        said_texts: after-indices of folded texts that a line says to have come; ``gone_texts`` the same, gone.
        shown_in_full: after-indices of shown elements that a line has in full.
        said_all: by after-index the words that a line says of all in the element around.
        all_in: by number of a line that tells of all in an element, of how many.
        said_still: after-indices and words of what a line says to be still so.
        counted: before-indices and after-indices of members of groups, and of all in an element.
        meant: what lines call elements.
        unfolded: after-indices of texts that a line says to have moved out of a name.
    """

    def __init__(self, delta: TreeDiff, lines: list[Line], before: Reader, after: Reader, *, bounds: bool) -> None:
        self.delta = delta
        self.lines = lines
        self.before = before
        self.after = after
        before.earlier, after.earlier = None, (before, delta.matching.before_of)
        self.bounds = bounds
        self.faults: list[Violation] = []
        self.said_fields: dict[int, set[str]] = {}
        self.said_texts: set[int] = set()
        self.gone_texts: set[int] = set()
        self.shown_in_full: set[int] = set()
        self.all_in: dict[int, int] = {}
        self.said_all: dict[int, set[str]] = {}
        self.said_still: set[tuple[int, str]] = set()
        self.unfolded: set[int] = set()
        self.meant: list[Meant] = []
        self.counted: tuple[set[int], set[int]] = set(), set()
        self.records = {record.after.index: record for record in delta.changed}

    def fault(self, kind: str, message: str, line: Line | None = None) -> None:
        """Something is wrong."""
        where = "" if line is None else f" [line {line.number}: {line.text[:200]!r}]"
        self.faults.append(Violation(kind, f"{message}{where}"))

    def stayed_so(self, index: int, word: str) -> bool:
        """Whether an element stayed, and a state of it stayed as a word with ``still`` says."""
        state, expected = STILL[word]
        i = self.delta.matching.before_of[index]
        record = self.records.get(index)
        if i < 0 or (record is not None and state in record.fields):
            return False
        both = self.delta.before[i].states, self.delta.after[index].states
        return all(bool(states.get(state)) is expected for states in both)

    def renamed(self, index: int, text: str, side: int) -> bool:
        """Whether an element that stayed is said to have a new name or value, and a text stands in that.

        Args:
            index: the after-index of the element.
            text: the text that came or went with the change.
            side: 0 if it stood in the name before, 1 if it stands there now.
        """
        record = self.records.get(index)
        said = self.said_fields.get(index, set())
        if record is None:
            return False
        pairs = [record.fields[field] for field in ("name", "value") if field in said]
        return any(squashed(without_glyphs(text)) in squashed(pair[side]) for pair in pairs)


# ------------------------------------------------------------------ who is meant


def is_called(mention: Called, node: Node, reader: Reader) -> bool:
    """Whether a node may be called so: with its ref, if that is printed of it."""
    if not has_ref(mention, node, reader):
        return False
    if mention.role != (node.spelt if mention.role or not _is_bare(node) else ""):
        return False
    if mention.label is None:
        return mention.ref is not None or not reader.names[node.index]
    if not mention.role:
        return is_cut_of(mention.label, node.label)
    return may_be_called(mention.label, node.index, reader)


def is_meant(mention: Called, node: Node, reader: Reader, *, named: bool = True) -> bool:
    """Whether a line about a change can mean a node: by its ref alone, or by role, ref and label as far as said.

    ``named``: its name is not said to have changed.
    """
    if not has_ref(mention, node, reader):
        return False
    if mention.role and mention.role != node.spelt:
        return False
    if not mention.role and mention.label is None:
        return mention.ref is not None
    if mention.label is None:
        return not named or mention.ref is not None or not reader.names[node.index] or node.parent is None
    return may_be_called(mention.label, node.index, reader)


def has_ref(mention: Called, node: Node, reader: Reader) -> bool:
    """Whether a mention has the ref of a node, or none as the node has none where it is printed."""
    if mention.ref is None:
        return node.item is None or node.item.ref is None
    return mention.ref == reader.numbers[node.index]


def _is_bare(node: Node) -> bool:
    return node.role == "text" and not node.children


def is_bare(node: Node, reader: Reader) -> bool:
    """Whether an element only decorates, and has neither text nor ref: changes of its states are no news."""
    has_one = node.item is not None and node.item.ref is not None
    return not has_one and node.role in DECORATES and not any(True for _ in reader.texts_in(node.index))


def is_end(mention: Called, node: Node, reader: Reader) -> bool:
    """Whether a node is the first or last of a group."""
    if not has_ref(mention, node, reader):
        return False
    if mention.label is None:
        return mention.ref is not None or mention.at == node.position + 1
    return may_be_called(mention.label, node.index, reader)


# ------------------------------------------------------------------------ where


def is_around(where: Where, node: Node, reader: Reader) -> bool:
    """Whether a node stands in what is called so."""
    if where.page:
        return True
    for above in node.above:
        if is_where(where, above, reader):
            return True
        if where.within is not None and not is_passed(above):
            return False
    return False


def is_where(where: Where, node: Node, reader: Reader) -> bool:
    """Whether a node is what is called so."""
    if where.page:
        return True
    if where.ref is not None and reader.numbers[node.index] != where.ref:
        return False
    if where.role and where.role != node.spelt:
        return False
    if where.within is not None and not is_around(where.within, node, reader):
        return False
    return (
        where.label is None or may_be_called(where.label, node.index, reader) or _was_called(where.label, node, reader)
    )


def _was_called(label: str, node: Node, reader: Reader) -> bool:
    """Whether an element was called so before, where it was there."""
    if reader.earlier is None:
        return False
    before, before_of = reader.earlier
    index = before_of[node.index]
    return index >= 0 and may_be_called(label, index, before)


def place_faults(place: Place, node: Node, reader: Reader) -> list[str]:
    """Why a node does not stand at a place; nothing if it does. What stands for it may stand there for it."""
    faults = []
    standing = node
    while True:
        fault = _place_fault(place, standing, reader)
        if fault is None:
            return []
        faults.append(fault)
        above = standing.parent
        if above is None or not is_passed(above):
            return faults[:1]
        standing = above


def _place_fault(place: Place, node: Node, reader: Reader) -> str | None:
    kind, around, numbers = place
    if isinstance(around, Called):
        return _after_fault(around, node, reader)
    if kind == "at top":
        right = node.parent is None and (node.position + 1,) == numbers
        return None if right else f"its place is {node.position + 1}, its parent {_named(node.parent, reader)}"
    assert isinstance(around, Where)
    if kind == "in":
        return None if is_around(around, node, reader) else "it is not in there"
    if node.parent is None or not is_where(around, node.parent, reader) or (node.position + 1,) != numbers:
        return f"its place is {node.position + 1} in {_named(node.parent, reader)}"
    return None


def _after_fault(mention: Called, node: Node, reader: Reader) -> str | None:
    if not node.position:
        return "it is the first one there"
    before = reader.siblings(node)[node.position - 1]
    if mention.ref is not None:
        found = reader.numbers[before.index]
        return None if found == mention.ref else f"it stands after {_named(before, reader)}"
    if mention.role:
        right = mention.role == before.spelt and may_be_called(mention.label or "", before.index, reader)
    else:
        right = any(is_cut_of(mention.label, text) for text in _own_texts(before))
    return None if right else f"it stands after {_named(before, reader)}"


def _own_texts(node: Node) -> Iterator[str]:
    """The texts that are printed of a node itself, or of the one thing that stands for it."""
    yield from _printed_texts(node)
    while is_passed(node):
        node = node.children[0]
        yield from _printed_texts(node)


def _printed_texts(node: Node) -> list[str]:
    item = node.item
    return [] if item is None else [text for text in (item.name, item.value, item.description) if text]


def _named(node: Node | None, reader: Reader) -> str:
    return "nothing" if node is None else f"e{reader.numbers[node.index]} {node.spelt} {node.first_text!r}"


def ambiguous(place: Place, reader: Reader) -> str | None:
    """A text by which something is to be found and that several say."""
    kind, around, _ = place
    if isinstance(around, Where) and around.within is not None:
        count = sum(_is_nameless(around, node, reader) for node in reader.nodes.values())
        return f"{count} elements are called {around.role} in there" if count > 1 else None
    if kind != "after" or not isinstance(around, Called) or around.label is None:
        return None
    label, nodes = around.label, reader.nodes.values()
    if around.role:
        count = sum(node.spelt == around.role and is_cut_of(label, node.first_text) for node in nodes)
    else:
        count = sum(is_cut_of(label, node.label) for node in nodes if node.label)
    return f"{count} elements are called {label!r}" if count > 1 else None


def _is_nameless(where: Where, node: Node, reader: Reader) -> bool:
    """Whether a reader may think that a node without a ref is what is called by its role and what is around it."""
    has_one = node.item is not None and node.item.ref is not None
    if has_one or where.within is None or not is_where(where, node, reader):
        return False
    refs = (above.item.ref for above in node.above if above.item is not None and above.item.ref is not None)
    return where.within.ref is None or next(refs, None) == where.within.ref
