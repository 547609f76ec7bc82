"""Messages that something is wrong: ErrorAppeared, in an alert, at a field, or in a text without a role for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from uidiff.diffing.events import ErrorAppeared
from uidiff.diffing.meaning.context import DiffContext, without_equals
from uidiff.diffing.meaning.pages import content_loaded, page_navigated
from uidiff.diffing.meaning.regions import ALERTS, alert_changes, joined_texts, text_records
from uidiff.diffing.meaning.tree_view import TreeView
from uidiff.model.shape import NO_PARENT
from uidiff.text import fold

__all__ = ["error_message", "errors_appeared", "is_error"]

_CONTENT = frozenset(
    {
        *("row", "cell", "gridcell", "columnheader", "rowheader", "listitem", "option", "treeitem", "article"),
        *("menu", "menubar", "menuitem", "menuitemcheckbox", "menuitemradio", "link", "button", "heading", "code"),
        *("textbox", "searchbox", "combobox", "spinbutton"),
    },
)
"""Text inside one of these is content or a control, and no message of the program."""


def errors_appeared(context: DiffContext) -> Iterator[ErrorAppeared]:
    """Yield ErrorAppeared in document order.

    Texts without a role for messages count only if no other page was navigated to and no content loaded.
    """
    elsewhere = _is_another_page(context) or any(content_loaded(context))
    found = [*_alerts(context), *_invalid(context), *(() if elsewhere else _messages(context))]
    yield from (event for _, event in sorted(found, key=lambda pair: pair[0]))


def _is_another_page(context: DiffContext) -> bool:
    """Return whether another page was navigated to; a form that comes back with its errors has the same address."""
    address, before = context.delta.after.url, context.delta.before.url
    same = address is not None and address == before
    return any(page_navigated(context)) and not (context.new_document and same)


def _alerts(context: DiffContext) -> Iterator[tuple[int, ErrorAppeared]]:
    tree = context.after
    for change in context.once(alert_changes):
        if change.after is not None and change.new_texts and is_error(context, tree, change.new_texts):
            records = text_records(context, tree, change.after, change.new_texts)
            said = joined_texts(tree, change.new_texts)
            yield change.after, ErrorAppeared(said, tree.role(change.after), records=records)


def is_error(context: DiffContext, tree: TreeView, texts: Sequence[int]) -> bool:
    """Return whether an alert says that something is wrong; others tell that something was done, or what there is."""
    rules = context.rules
    words = [tree.own_text(index) for index in texts]
    return any(rules.has_error_word(text) or rules.has_problem_word(text) for text in words) or any(_invalid(context))


def _invalid(context: DiffContext) -> Iterator[tuple[int, ErrorAppeared]]:
    """Yield errors of elements whose ``invalid`` is no longer false or absent (WAI-ARIA 1.3, "aria-invalid").

    The label has the field and what its new description says of it.
    """
    tree = context.after
    for index, record in context.changed_with("invalid"):
        before, after = record.fields["invalid"]
        if after and not before:
            said = record.fields.get("description", ("", ""))[1]
            label = ": ".join(filter(None, (tree.label(index), fold(str(said or "")))))
            yield index, ErrorAppeared(label, tree.role(index), records=(record,))


def _messages(context: DiffContext) -> Iterator[tuple[int, ErrorAppeared]]:
    tree = context.after
    in_alert = tree.nearest(lambda index: tree.role(index) in ALERTS)
    content = tree.nearest(lambda index: tree.role(index) in _CONTENT or tree.state(index, "editable") is True)
    found = [
        index
        for index in tree.unpaired
        if error_message(context, tree, index) and tree.visible(index) and in_alert(index) < 0 and content(index) < 0
    ]
    removed = map(partial(_words, context.before), context.before.unpaired if found else ())
    said: set[tuple[int, str]] = set()
    for index in tree.outermost_of(without_equals(found, partial(_words, tree), removed)):  # others were re-created
        message = error_message(context, tree, index)
        if (tree.parent(index), message) not in said:  # a trace of calls says it at its top and at its end
            said.add((tree.parent(index), message))
            records = context.in_order((context.unpaired_record(tree, index),))
            yield index, ErrorAppeared(message, tree.role(index), records=records)


def _words(tree: TreeView, index: int) -> tuple[str, ...]:
    return tree.role(index), fold(tree.columns.name[index]), fold(tree.columns.value[index])


def error_message(context: DiffContext, tree: TreeView, index: int) -> str:
    """Return the name or the value of an element if it is short enough for a message and says that something is wrong.

    Words such as "required" do so beside a field that was there before, or in a form that came back.
    """
    texts = (tree.columns.name[index] or "", tree.columns.value[index] or "")
    rules = context.rules
    for text in filter(None, texts):
        if len(text) > rules.message_length:
            continue
        if rules.has_error_word(text):
            return text
        if rules.has_problem_word(text) and (context.new_document or _is_beside_field(tree, index)):
            return text
    return ""


def _is_beside_field(tree: TreeView, index: int) -> bool:
    """Return whether a field that stayed is within a few levels around an element."""
    above = tree.parent(index)
    for _ in range(_BESIDE):
        if above == NO_PARENT or tree.columns.depth[above] == 0:
            return False
        inside = range(above, tree.end(above))
        if len(inside) > _FIELD:
            return False
        if any(tree.role(one) in _INPUTS and tree.stays(one) for one in inside):
            return True
        above = tree.parent(above)
    return False


_INPUTS = frozenset({"checkbox", "combobox", "listbox", "radiogroup", "searchbox", "spinbutton", "switch", "textbox"})

_BESIDE = 3
"""The levels above a message that are searched for the field that it is about."""

_FIELD = 60
"""The most elements of what is around a field and its message."""
