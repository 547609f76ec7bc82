"""What the true difference of two trees bears out by itself: events that are right where a reader named no others.

Only of elements that truly stayed, came or went (``truth``): a changed state or value, the new holder of the focus,
items that came or went and are not re-created, a changed title, 20 more elements and half as many again. So a label
need not list each of forty ticked boxes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import uidiff
from benchmarks.recorded import RecordedStep

__all__ = ["borne_out"]

Said = tuple[str, str]
"""The class of an event, and a text of the element concerned; "" fits any."""

_ITEMS = {
    *("article", "listitem", "option", "row", "tab", "treeitem", "menuitem", "menuitemcheckbox", "menuitemradio"),
}
_INPUTS = {"combobox", "searchbox", "slider", "spinbutton", "textbox"}
_KINDS = {
    "checked": "Toggled",
    "pressed": "Toggled",
    "expanded": "Toggled",
    "selected": "SelectionChanged",
    "disabled": "EnabledChanged",
    "busy": "Busy",
}
MORE, RATIO = 20, 1.5


def borne_out(step: RecordedStep) -> Iterator[Said]:
    """Yield the events of a step within one document, with each text that their element may be called by."""
    before, after, truth = step.before, step.after, step.truth
    if truth.is_navigation:
        return
    if before.title != after.title:
        yield "TitleChanged", after.title or ""
    if len(after) - len(before) >= MORE and len(after) >= RATIO * len(before):
        yield "ContentLoaded", ""
    for i, j in sorted(truth.true_pairs):
        yield from _changed(before[i], after[j])
    gained = [one for one in after if one.states.get("focused") and one.depth]
    if gained:
        holder = max(gained, key=lambda one: one.depth)
        yield from (("FocusMoved", text) for text in _texts(holder))
    for kind, snapshot, stayed, other, others in (
        ("ItemsAdded", after, truth.stayed_after, before, truth.stayed_before),
        ("ItemsRemoved", before, truth.stayed_before, after, truth.stayed_after),
    ):
        yield from _items(kind, snapshot, stayed, other, others)


def _changed(before: uidiff.Element, after: uidiff.Element) -> Iterator[Said]:
    for state, kind in _KINDS.items():
        old, new = before.states.get(state) or False, after.states.get(state) or False
        if old != new:
            name = f"Busy{'Started' if new else 'Ended'}" if kind == "Busy" else kind
            yield from ((name, text) for text in _texts(after))
    if before.value != after.value and (after.role in _INPUTS or after.states.get("editable")):
        yield from (("ValueEntered", text) for text in _texts(after))


def _items(
    kind: str, snapshot: uidiff.Snapshot, stayed: set[int], other: uidiff.Snapshot, others: set[int]
) -> Iterator[Said]:
    made_again = Counter(_content(other, index) for index in range(len(other)) if index not in others)
    for index in range(len(snapshot)):
        if index in stayed or snapshot[index].role not in _ITEMS:
            continue
        content = _content(snapshot, index)
        if made_again[content]:
            made_again[content] -= 1
        else:
            yield from ((kind, text) for text in _texts(snapshot[index]))


def _content(snapshot: uidiff.Snapshot, index: int) -> tuple[object, ...]:
    columns = snapshot.columns
    inside = slice(index, snapshot.ends[index])
    return tuple(columns.role[inside]), tuple(columns.name[inside]), tuple(columns.value[inside])


def _texts(element: uidiff.Element) -> list[str]:
    """The texts of an element and those below it; "" alone if it has none, as what it is called stands elsewhere."""
    texts = [element.name, element.value, *(text for one in element.descendants for text in (one.name, one.value))]
    return [text for text in texts if text] or [""]
