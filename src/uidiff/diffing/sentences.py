"""Say events in short sentences: texts of the UI are quoted, roles are bare words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from uidiff.diffing.delta import Delta
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
from uidiff.diffing.sentence_groups import Key, key_of, sentence_groups
from uidiff.model.element import Element
from uidiff.model.redaction import REDACTED
from uidiff.text import counted, quote, shorten

__all__ = ["HIDDEN", "Sentence", "sentences"]

HIDDEN = "changed (hidden)"
"""Stands for two values of a secret."""

_SHOWN = 2
"""The number of labels of a group that are quoted; the others are counted."""


class Sentence(NamedTuple):
    """A sentence, and the number of events that it says."""

    text: str
    events: int


def sentences(delta: Delta, events: Sequence[Event], length: int, *, brief: bool = False) -> list[Sentence]:
    """Return the sentences, the most important first; events of one kind that agree share a sentence.

    Args:
        delta: the records and circumstances.
        events: the events of the delta.
        length: the longest quoted text, in characters.
        brief: count several items that were added or removed instead of naming them.
    """
    found = []
    for kind, key, group, included in sentence_groups(delta, events):
        words = _WORDS[kind](_Group(group, key, length, delta, events, included, brief))
        found.append(Sentence(words, len(group) + len(included)))
    return found


# ------------------------------------------------------------------------ words


class _Group(NamedTuple):
    """The events of one sentence, and what their words need."""

    events: Sequence[Any]
    key: Key
    length: int
    delta: Delta
    all_events: Sequence[Event]
    included: Sequence[Any] = ()
    brief: bool = False

    @property
    def first(self) -> Any:  # noqa: ANN401  # an event of the kind that the words are for
        """The first event."""
        return self.events[0]

    def quoted(self, text: str) -> str:
        """Quote a text of the UI: on one line, with its escapes at most ``length`` characters long."""
        limit = self.length
        shown = quote(shorten(text, limit))
        while len(shown) > self.length + 2 and limit > 1:
            limit = max(1, limit - max(1, (len(shown) - self.length - 2) // _LONGEST_ESCAPE))
            shown = quote(shorten(text, limit))
        return shown

    def label(self, text: str) -> str:
        """Quote a label, runs of white space as single spaces."""
        return self.quoted(" ".join(text.split()) or text)

    def labels(self, count: int | None = None) -> str:
        """Quote the first labels and count the other events (or ``count`` elements); "" if no event has a label."""
        names = [event.label for event in self.events if event.label]
        shown = ", ".join(map(self.label, names[:_SHOWN]))
        more = (len(self.events) if count is None else count) - len(names[:_SHOWN])
        return f"{shown} and {more} more" if shown and more else shown

    def about(self, noun: str) -> str:
        """Return the labels, else the number of events: "a row", "3 rows"."""
        return self.labels() or (_one(noun) if len(self.events) == 1 else counted(len(self.events), noun))


_LONGEST_ESCAPE = 12
"""The longest escape of a character: two surrogates."""


def _one(noun: str) -> str:
    return f"{'an' if noun.startswith(tuple('aeiou')) else 'a'} {noun}"


def _appearing(noun: Callable[[_Group], str], verb: str) -> Callable[[_Group], str]:
    """Words such as ``A dialog appeared: "Save?".`` and ``3 dialogs appeared: "A", "B" and 1 more.``."""

    def words(group: _Group) -> str:
        name, count = noun(group), len(group.events)
        subject = _one(name).capitalize() if count == 1 else counted(count, name)
        labels = group.labels()
        focused = ", focused" if group.included else ""
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
    """Return the URL from its first part that differs: the whole of it, or from its path, query or fragment on."""
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
        done = "".join(_done_to_focused(group, one) for one in group.included)
        return f"Focus moved to {group.label(event.label)}{event.role and f' {event.role}'}{done}."
    if event.role:
        return f"Focus moved to {_one(event.role)}."
    closed = any(isinstance(one, DialogClosed) and one.label == event.from_label for one in group.all_events)
    return "Focus was lost." if closed or not event.from_label else f"Focus left {group.label(event.from_label)}."


def _done_to_focused(group: _Group, event: Event) -> str:
    """Return what was done to the focused element, to be said after its name."""
    if isinstance(event, ValueEntered):
        return f", {HIDDEN}" if _is_hidden(event) else f" = {group.quoted(event.after)}"
    if isinstance(event, SelectionChanged):
        return ", selected" if event.selected else ", deselected"
    return f", {_TOGGLES.get(key_of(event), 'toggled').lower()}"


def _status(group: _Group) -> str:
    region, gone = group.key
    return f"{region}{' gone' if gone else ''}: {group.about(_role(group))}."


def _busy(words: str) -> Callable[[_Group], str]:
    def sentence(group: _Group) -> str:
        labels = group.labels()
        return f"{words}: {labels}." if labels else f"{words}."

    return sentence


def _loaded(group: _Group) -> str:
    return f"Content loaded: {group.first.before_count} to {group.first.after_count} elements."


def _title(group: _Group) -> str:
    return f"New title: {group.label(group.first.label)}."


def _values(group: _Group) -> str:
    parts = []
    for event in group.events[:_SHOWN]:
        called = group.label(event.label) if event.label else event.role or "input"
        parts.append(f"{called} {HIDDEN}" if _is_hidden(event) else f"{called} = {group.quoted(event.after)}")
    more = len(group.events) - len(parts)
    return f"{', '.join(parts)}{f' and {more} more' if more else ''}."


def _is_hidden(event: ValueEntered) -> bool:
    """Return whether the value is hidden; in a field that is no secret the mark may have been typed."""
    return event.after == REDACTED and any(
        isinstance(record, Changed) and record.after.secret and record.fields.get("value", ())[1:] == (REDACTED,)
        for record in event.records
    )


def _done(verb: Callable[[_Group], str]) -> Callable[[_Group], str]:
    """Words such as ``Checked "Buy milk".``."""
    return lambda group: f"{verb(group)} {group.about(_role(group))}."


def _selected(group: _Group) -> str:
    """Count the elements that are selected now, or no longer, in all lists together."""
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
        subject = f"{counted(count, _role(group))} {verb}"
        if group.brief and count > 1:
            return f"{subject}."
        first, last = group.first.label, _last_label(group) if count > 1 else ""
        ends = " … ".join(group.label(label) for label in dict.fromkeys((first, last)) if label)
        return f"{subject}: {ends}." if ends else f"{subject}."

    return words


def _last_label(group: _Group) -> str:
    """Return the label of the last item: its own, else the first one below it that was added (or removed) with it."""
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
