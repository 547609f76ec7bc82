"""Events as short sentences. The text of the UI stands in them quoted only, roles as bare words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from uidiff.diffing.events import (
    BusyEnded,
    BusyStarted,
    ContentLoaded,
    DialogAppeared,
    DialogClosed,
    ElementMoved,
    EnabledChanged,
    ErrorAppeared,
    Event,
    FocusMoved,
    ItemsAdded,
    ItemsRemoved,
    LayoutShifted,
    ListReordered,
    MenuClosed,
    MenuOpened,
    PageNavigated,
    SelectionChanged,
    StatusAnnounced,
    TitleChanged,
    Toggled,
    ValueEntered,
)
from uidiff.diffing.records import Added, Changed, Removed, Reordered
from uidiff.diffing.telling import Key, groups, key_of
from uidiff.model.redaction import REDACTED
from uidiff.text import counted, quote, shorten

if TYPE_CHECKING:
    from uidiff.diffing.tree_diff import TreeDiff
    from uidiff.model.element import Element

__all__ = ["HIDDEN", "Sentence", "sentences"]

HIDDEN = "changed (hidden)"
"""Stands for two values that are not shown, or shown alike: what differs in them is not to be shown."""

_SHOWN = 2
"""So many labels of a group are quoted, the others counted."""


class Sentence(NamedTuple):
    """A sentence, and how many events it tells."""

    text: str
    events: int


def sentences(delta: TreeDiff, length: int, *, brief: bool = False) -> list[Sentence]:
    """What the events say, the most important first, like ones in one sentence.

    Args:
        delta: whose events.
        length: signs of a quoted text at the most.
        brief: several items that came or went are only counted, as lines below name them.
    """
    said = []
    for kind, key, events, beside in groups(delta):
        words = _WORDS[kind](_Group(events, key, length, delta, beside, brief))
        said.append(Sentence(words, len(events) + len(beside)))
    return said


# ------------------------------------------------------------------------ words


class _Group(NamedTuple):
    """Events that are told in one sentence."""

    events: Sequence[Any]
    key: Key
    length: int
    delta: TreeDiff
    beside: Sequence[Any] = ()
    brief: bool = False

    @property
    def first(self) -> Any:  # noqa: ANN401  # an event of the kind that the words are for
        """The first event."""
        return self.events[0]

    def quoted(self, text: str) -> str:
        """A text of the UI in quotes: on one line, not longer than asked for, its escapes counted."""
        limit = self.length
        shown = quote(shorten(text, limit))
        while len(shown) > self.length + 2 and limit > 1:
            limit = max(1, limit - max(1, (len(shown) - self.length - 2) // _LONGEST_ESCAPE))
            shown = quote(shorten(text, limit))
        return shown

    def label(self, text: str) -> str:
        """A label in quotes, its white space as single spaces."""
        return self.quoted(" ".join(text.split()) or text)

    def labels(self, count: int | None = None) -> str:
        """The first labels, and how many events (or ``count``: elements) there are besides; "" if no event has one."""
        names = [event.label for event in self.events if event.label]
        shown = ", ".join(map(self.label, names[:_SHOWN]))
        more = (len(self.events) if count is None else count) - len(names[:_SHOWN])
        return f"{shown} and {more} more" if shown and more else shown

    def about(self, noun: str) -> str:
        """The labels, else how many there are: "a row", "3 rows"."""
        return self.labels() or (_one(noun) if len(self.events) == 1 else counted(len(self.events), noun))


_LONGEST_ESCAPE = 12
"""Signs of an escaped character at the most: two surrogates."""


def _one(noun: str) -> str:
    return f"{'an' if noun.startswith(tuple('aeiou')) else 'a'} {noun}"


def _appearing(noun: Callable[[_Group], str], verb: str) -> Callable[[_Group], str]:
    """Words such as ``A dialog appeared: "Save?".`` and ``3 dialogs appeared: "A", "B" and 1 more.``."""

    def words(group: _Group) -> str:
        name, count = noun(group), len(group.events)
        subject = _one(name).capitalize() if count == 1 else counted(count, name)
        labels = group.labels()
        focused = ", focused" if group.beside else ""
        return f"{subject} {verb}: {labels}{focused}." if labels else f"{subject} {verb}{focused}."

    return words


def _role(group: _Group) -> str:
    return group.first.role or "element"


def _navigated(group: _Group) -> str:
    event = group.first
    if "title" not in group.delta.circumstances and event.after_url and event.after_url != event.before_url:
        return f"Navigated to {group.quoted(_place(event.before_url, event.after_url))}."
    return f"Navigated to {group.label(event.label)}." if event.label else "Navigated to another page."


def _place(before: str, after: str) -> str:
    """What of a URL is another than before: all of it, its path, its query or its fragment, to the end."""
    for part in (_BEFORE_FRAGMENT, _BEFORE_QUERY, _ORIGIN):
        same, same_before = part.match(after), part.match(before)
        if same and same_before and same[0] == same_before[0] and same.end() < len(after):
            return after[same.end() :]
    return after


_BEFORE_FRAGMENT = re.compile("[^#]*")
_BEFORE_QUERY = re.compile("[^?#]*")
_ORIGIN = re.compile("[^/]*//[^/?#]*")


def _error(group: _Group) -> str:
    return f"{group.key[0]}: {group.about(_role(group))}."


def _focus(group: _Group) -> str:
    event = group.first
    if event.label:
        done = "".join(_done_beside(group, one) for one in group.beside)
        return f"Focus moved to {group.label(event.label)}{event.role and f' {event.role}'}{done}."
    if event.role:
        return f"Focus moved to {_one(event.role)}."
    closed = any(isinstance(one, DialogClosed) and one.label == event.from_label for one in group.delta.events)
    return "Focus was lost." if closed or not event.from_label else f"Focus left {group.label(event.from_label)}."


def _done_beside(group: _Group, event: Event) -> str:
    """What was done to the element that has the focus, behind its name."""
    if isinstance(event, ValueEntered):
        return f", {HIDDEN}" if _is_hidden(event) else f" = {group.quoted(event.after)}"
    if isinstance(event, SelectionChanged):
        return ", selected" if event.selected else ", deselected"
    return f", {_TOGGLES.get(key_of(event), 'toggled').lower()}"


def _status(group: _Group) -> str:
    speaker, gone = group.key
    return f"{speaker}{' gone' if gone else ''}: {group.about(_role(group))}."


def _busy(words: str) -> Callable[[_Group], str]:
    def said(group: _Group) -> str:
        labels = group.labels()
        return f"{words}: {labels}." if labels else f"{words}."

    return said


def _loaded(group: _Group) -> str:
    return f"Content loaded: {group.first.before_count} to {group.first.after_count} elements."


def _title(group: _Group) -> str:
    return f"New title: {group.label(group.first.label)}."


def _values(group: _Group) -> str:
    said = []
    for event in group.events[:_SHOWN]:
        called = group.label(event.label) if event.label else event.role or "input"
        said.append(f"{called} {HIDDEN}" if _is_hidden(event) else f"{called} = {group.quoted(event.after)}")
    more = len(group.events) - len(said)
    return f"{', '.join(said)}{f' and {more} more' if more else ''}."


def _is_hidden(event: ValueEntered) -> bool:
    """Whether what was entered is not shown; anyone may type what stands for it into a field that is no secret."""
    return event.after == REDACTED and any(
        isinstance(record, Changed) and record.after.secret and record.fields.get("value", ())[1:] == (REDACTED,)
        for record in event.records
    )


def _done(verb: Callable[[_Group], str]) -> Callable[[_Group], str]:
    """Words such as ``Checked "Buy milk".``."""
    return lambda group: f"{verb(group)} {group.about(_role(group))}."


def _selected(group: _Group) -> str:
    """How many elements are selected now, or no longer, however many lists they are in."""
    now = group.first.selected
    count = sum(
        isinstance(record, Changed) and record.fields.get("selected") == (not now, now)
        for event in group.events
        for record in event.records
    )
    about = group.labels(count) or (_one(_role(group)) if count == 1 else counted(count, _role(group)))
    return f"{'Selected' if now else 'Deselected'} {about}."


_TOGGLES: Mapping[Key, str] = {
    ("checked", "true"): "Checked",
    ("checked", "false"): "Unchecked",
    ("checked", "mixed"): "Partly checked",
    ("pressed", "true"): "Pressed",
    ("pressed", "false"): "Released",
    ("pressed", "mixed"): "Partly pressed",
    ("expanded", "true"): "Expanded",
    ("expanded", "false"): "Collapsed",
}


def _items(verb: str) -> Callable[[_Group], str]:
    """Words such as ``12 rows added: "Alice" … "Zed".``."""

    def words(group: _Group) -> str:
        count = sum(event.count for event in group.events)
        said = f"{counted(count, _role(group))} {verb}"
        if group.brief and count > 1:
            return f"{said}."
        first, last = group.first.label, _last_label(group) if count > 1 else ""
        ends = " … ".join(group.label(label) for label in dict.fromkeys((first, last)) if label)
        return f"{said}: {ends}." if ends else f"{said}."

    return words


def _last_label(group: _Group) -> str:
    """The label of the last item: its own, else the first one below it that came (or went) with it."""
    records = group.events[-1].records
    if not records or not isinstance(records[-1], Added | Removed):
        return ""
    last = _element(records[-1])
    for record in group.delta.added if isinstance(records[-1], Added) else group.delta.removed:
        element = _element(record)
        if element.index > last.index and element.depth <= last.depth:
            break
        if element.index >= last.index and element.label:
            return element.label
    return ""


def _element(record: Added | Removed) -> Element:
    return record.after if isinstance(record, Added) else record.before


def _reordered(group: _Group) -> str:
    count = sum(event.count for event in group.events)
    record = group.first.records[0] if group.first.records else None
    named = isinstance(record, Reordered) and record.after is not None and record.after.label == group.first.label
    where = f" in {group.label(group.first.label)}" if len(group.events) == 1 and group.first.label and named else ""
    return f"{counted(count, _role(group))} reordered{where}."


def _shifted(group: _Group) -> str:
    return f"{group.first.count} shifted."


_WORDS: Mapping[type[Event], Callable[[_Group], str]] = {
    PageNavigated: _navigated,
    DialogAppeared: _appearing(_role, "appeared"),
    ErrorAppeared: _error,
    DialogClosed: _appearing(_role, "closed"),
    MenuOpened: _appearing(lambda _: "menu", "opened"),
    MenuClosed: _appearing(lambda _: "menu", "closed"),
    FocusMoved: _focus,
    StatusAnnounced: _status,
    BusyStarted: _busy("Busy"),
    BusyEnded: _busy("No longer busy"),
    ContentLoaded: _loaded,
    TitleChanged: _title,
    ValueEntered: _values,
    SelectionChanged: _selected,
    Toggled: _done(lambda group: _TOGGLES.get(group.key, "Toggled")),
    EnabledChanged: _done(lambda group: "Enabled" if group.first.enabled else "Disabled"),
    ItemsAdded: _items("added"),
    ItemsRemoved: _items("removed"),
    ListReordered: _reordered,
    ElementMoved: _done(lambda _: "Moved"),
    LayoutShifted: _shifted,
}
