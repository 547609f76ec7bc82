"""Blocks of statements: ``~ checkbox e12 "Buy milk" checked``; consecutive similar statements share a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

import attrs

from uidiff.diffing.labels import CONTROLS
from uidiff.formats.agent.printed_diff import LABEL, PrintedDiff
from uidiff.formats.agent.statements import HIDDEN_VALUE, MANY, Statement, format_url_change
from uidiff.formats.agent.text_change import format_change
from uidiff.formats.budget import TextBlock
from uidiff.formats.item import Item
from uidiff.formats.role_sets import CELLS, CONTAINERS, TRANSPARENT
from uidiff.formats.values import format_value
from uidiff.model.columns import Bounds
from uidiff.model.shape import NO_PARENT

__all__ = ["changed_blocks", "circumstance_blocks", "newly_printed_blocks", "shifted_blocks"]

TOGETHER = 20
"""The most elements on one line of similar changes."""

VECTORS = 3
"""The most ways in which elements shifted that are printed."""


def circumstance_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for each circumstance that differs: title, URL, document."""
    for number, (name, (old, new)) in enumerate(context.delta.circumstances.items()):
        if name == "url":
            said = format_url_change(old, new, context.clip)
        elif name == "title" and isinstance(old, str) and isinstance(new, str):
            said = f"title {format_change(old, new, context.clip)}"
        else:
            called = "document-id" if name == "document" else name
            said = f"{called} {format_value(old, context.clip)} -> {format_value(new, context.clip)}"
        yield TextBlock("changed", [(f"~ {said}", 1)], (-2, number), told=0)


def shifted_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield one line for all shifted elements if they are many: their count, and the most common shifts."""
    moves: Counter[str] = Counter()
    for record in context.delta.changed:
        if "bounds" in record.fields:
            moves[_vector(*record.fields["bounds"])] += 1
    if context.bounds and moves.total() >= MANY:
        common = [(vector, count) for vector, count in moves.most_common(VECTORS) if vector and count > 1]
        said = [f"{count} by {vector}" for vector, count in common]
        others = moves.total() - sum(count for _, count in common)
        said += [f"{others} otherwise"] if others and said else []
        line = f"~ {moves.total()} elements shifted" + (f": {', '.join(said)}" if said else "")
        yield TextBlock("changed", [(line, moves.total())], (-1,), told=moves.total())


def _vector(before: object, after: object) -> str:
    """Return the shift right and down, and the growth; "" if one of the bounds is absent."""
    if not (isinstance(before, Bounds) and isinstance(after, Bounds)):
        return ""
    right, down, wider, higher = (new - old for old, new in zip(before, after, strict=True))
    return f"{right},{down}" + (f" and {wider},{higher} in size" if wider or higher else "")


def changed_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for each statement, or for several similar consecutive ones.

    What all that is printed in one element became, such as the items of a menu, is one line: ``~ all in e6: onscreen``.
    """
    left: list[Statement] = []
    for statement in _without_common(context, list(context.statements.all())):
        if isinstance(statement, TextBlock):
            yield statement
        elif _has_subject(context, statement):
            left.append(statement)
    for _, run in groupby(left, key=_sharing_key):
        statements = list(run)
        items = [statement.items[0] for statement in statements if statement.items]
        if len(statements) >= MANY and items[0].ref and len({item.up for item in items}) == 1:
            yield _group(statements, context.after.phrase(items))
            continue
        for start in range(0, len(statements), TOGETHER):
            part = statements[start : start + TOGETHER]
            if len(part) == 1:
                yield _single(context, part[0])
            elif items[0].ref:
                yield _group(part, _listed(context, part))
            else:
                yield from _texts(context, part)


def _has_subject(context: PrintedDiff, statement: Statement) -> bool:
    """Whether a statement is of more than the states of a part without ref and text, such as a separator."""
    if statement.name or statement.value or HIDDEN_VALUE in statement.words or not statement.items:
        return True
    item = statement.items[0]
    if not statement.own:
        inside = statement.index in context.after.outline.folders or item.index < statement.index
        return not inside or not all(word in _VISIBILITY for word in statement.words)
    return item.ref or bool(context.after.label(item)) or item.role not in TRANSPARENT


_VISIBILITY = frozenset({"onscreen", "offscreen", "enabled", "disabled"})
"""Words that are often said about all that is in one element."""


def _without_common(context: PrintedDiff, statements: Sequence[Statement]) -> Iterator[Statement | TextBlock]:
    """Yield the statements without the words that all items of one parent share, and a block for each such word."""
    by_parent: dict[int, list[Statement]] = {}
    for statement in statements:
        item = statement.items[0] if statement.own and statement.items else None
        if item is not None and item.up != NO_PARENT:
            by_parent.setdefault(item.up, []).append(statement)
    common: dict[int, str] = {}
    for parent, some in by_parent.items():
        said = Counter(word for statement in some for word in statement.words if word in _VISIBILITY)
        word = next((word for word, count in said.items() if count >= MANY), "")
        kids = context.after.outline.items[parent].kids
        told = {statement.items[0].index for statement in some if word in statement.words}
        if word and all(kid.index in told or _is_mute(context, kid) for kid in kids):
            common[parent] = word
            line = f"~ all in {context.after.within(kids[0])}: {word}"
            indices = sorted(told)
            yield TextBlock("changed", [(line, len(indices))], (indices[0], 0, 1), indices, told=len(indices))
    for statement in statements:
        item = statement.items[0] if statement.own and statement.items else None
        word = "" if item is None else common.get(item.up, "")
        words = tuple(one for one in statement.words if one != word)
        if statement.name or statement.value or words:
            yield attrs.evolve(statement, words=words)


def _is_mute(context: PrintedDiff, item: Item) -> bool:
    return not item.ref and not context.after.label(item)


def newly_printed_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for each element with an unchanged text that was not printed before: ``~ item e3 now "Ada"``."""
    writer = context.after.writer
    for item, name, value, description in context.statements.newly_printed():
        said = writer.role(item) + (f" {writer.ref(item)}" if item.ref else "") + " now"
        said += f" {writer.quoted(item.name)}" if name else ""
        said += f"{'' if name else ' '}={writer.quoted(item.value)}" if value else ""
        said += f" ({writer.quoted(item.description)})" if description else ""
        place = "" if item.ref else f" {context.after.place(item)}"
        yield TextBlock("changed", [(f"~ {said}{place}", 1)], (item.index, 0, 1), (item.index,))


def _sharing_key(statement: Statement) -> object:
    """Return a key: statements with equal keys may share a line.

    Equal keys have elements with refs of which the same states changed, and elements without refs, such as texts, of
    one role and parent of which only the name changed.
    """
    if not statement.own or statement.value or (statement.name and statement.words):
        return id(statement)
    item = statement.items[0]
    if item.ref:
        return id(statement) if statement.name else (item.role, statement.words)
    return (item.role, item.up) if statement.name and item.up != NO_PARENT else id(statement)


def _listed(context: PrintedDiff, statements: Sequence[Statement]) -> str:
    """Return the labels of the elements, the role once."""
    writer = context.after.writer
    role = f"{writer.role(statements[0].items[0])} "
    return role + ", ".join(writer.label(one.items[0], LABEL).removeprefix(role) for one in statements)


def _texts(context: PrintedDiff, statements: Sequence[Statement]) -> Iterator[TextBlock]:
    """Yield one line for changed names of one parent if the parent has a name, else a line for each."""
    items = [statement.items[0] for statement in statements]
    place = context.after.places(items)
    if not place:
        yield from (_single(context, statement) for statement in statements)
        return
    indices = [statement.index for statement in statements]
    said = ", ".join(statement.name for statement in statements)
    where = f" {place}" if any(_where(context, one) for one in statements) else ""
    role = "" if items[0].is_text else context.after.writer.role(items[0])
    line = " ".join(filter(None, ("~", role, said))) + where
    yield TextBlock("changed", [(line, len(statements))], (indices[0], 0, 1), indices, told=len(statements))


def _group(statements: Sequence[Statement], what: str) -> TextBlock:
    indices = [statement.index for statement in statements]
    line = f"~ {what}: {', '.join(statements[0].words)}"
    return TextBlock("changed", [(line, len(statements))], (indices[0], 0, 1), indices, told=len(statements))


def _single(context: PrintedDiff, statement: Statement) -> TextBlock:
    index = statement.index
    said = _subject(context, statement)
    if statement.name:
        said += f" {statement.name}"
    if statement.value:
        said += f"={statement.value}" if said[-1:] == '"' else f" ={statement.value}"
    if statement.words:
        said += f" {', '.join(statement.words)}"
    said += _where(context, statement)
    return TextBlock("changed", [(f"~ {said.strip()}", 1)], (index, 0, 1), (index,))


def _subject(context: PrintedDiff, statement: Statement) -> str:
    """Return what a changed element is called; without its name if the statement has the change of the name."""
    if not statement.items:
        return "page"
    side = context.after
    item = statement.items[0]
    was = context.before.outline.items.get(statement.before_index)
    if not statement.own:
        return _subject_around(context, statement, was)
    if item.is_text:
        return "" if statement.name else side.writer.quoted(item.name, LABEL)
    is_wrapper = item.role in TRANSPARENT and item.kids and not (item.own_text or side.is_item(item))
    has_ref = item.ref or (was is not None and was.ref) or item.role in CELLS or is_wrapper
    said = side.writer.role(item) + (f" {side.writer.ref(item)}" if has_ref else "")
    if statement.name or item.up == NO_PARENT:
        return said
    is_input = item.value and item.role in CONTROLS
    label = side.writer.labels.without_value(item.index) if is_input else side.label(item)
    if is_wrapper or (item.ref and item.role in CONTAINERS and not (item.name or side.is_item(item))):
        label = item.description  # a list is called by its ref, not by what is in it
    return f"{said} {side.writer.quoted(label, LABEL)}" if label else said


def _subject_around(context: PrintedDiff, statement: Statement, was: Item | None) -> str:
    """Return what an element that is not printed now is called: in what it is, what it was, or what is in it."""
    side, item = context.after, statement.items[0]
    if statement.index in side.outline.folders or item.index < statement.index:
        return f"in {side.called(item)}:"
    if was is None or not was.ref:
        return f"{side.writer.several(statement.items, LABEL)}:"
    writer = context.before.writer
    return f"{writer.role(was)} {writer.ref(was)}" if statement.name else writer.label(was, LABEL)


def _where(context: PrintedDiff, statement: Statement) -> str:
    """Return the column and the row of a changed cell; whose another element is, or where, if its line does not tell.

    It does where it has a ref and a label that is no other's. Else the row or item around it is said, unless the line
    names it; if there is none, the place of what has neither a ref nor a text that is no other's.
    """
    if not (statement.items and statement.own):
        return ""
    item, side = statement.items[0], context.after
    column = side.column(item) if statement.name else ""
    under = f" under {side.writer.quoted(column, LABEL)}" if column else ""
    return under + _place(context, statement, item)


def _place(context: PrintedDiff, statement: Statement, item: Item) -> str:
    side = context.after
    was = context.before.outline.items.get(statement.before_index)
    had_ref = was is not None and was.ref
    if (item.ref or had_ref) and item.role not in CELLS and side.label(item) and side.is_unique(item):
        return ""
    around = side.item_around(item)
    if around:
        told = around.partition(" ")[2].strip('"')
        if told in _subject(context, statement):
            return ""
        if told not in statement.name and told not in statement.value:
            return f" in {around}"
    if had_ref or (item.ref and side.label(item)) or (was is not None and not context.before.is_ambiguous(was)):
        return ""
    return f" {side.place(item)}"
