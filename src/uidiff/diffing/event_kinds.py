"""The kinds of events: for each the rule that finds it, its words, and which records it covers.

A new kind is a class in ``events``, a rule in ``meaning`` and an entry of ``EVENT_KINDS``, with words of its own or
those of another kind. In words, texts of the UI are quoted and roles are bare.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

import attrs

from uidiff.diffing import events
from uidiff.diffing.delta import Delta
from uidiff.diffing.differences import HIDDEN
from uidiff.diffing.events import EVENTS, Event
from uidiff.diffing.meaning import errors, field_events, focus, items, pages, popups, statuses
from uidiff.diffing.meaning.context import DiffContext
from uidiff.diffing.records import Added, Changed, Removed, Reordered
from uidiff.diffing.rules import EventRules
from uidiff.diffing.table_rows import DeltaWithRows
from uidiff.model.element import Element
from uidiff.model.redaction import REDACTED
from uidiff.text import counted, plural, quote, shorten

__all__ = ["EVENT_KINDS", "EventKind", "SentenceGroup", "find_events"]


def find_events(rows: DeltaWithRows, rules: EventRules, kinds: Sequence[type[Event]] = EVENTS) -> tuple[Event, ...]:
    """Return the events of a delta: in the order of ``kinds``, those of one kind in document order."""
    if not rows.original:
        return ()
    context = DiffContext(rows.delta, rules)
    found = chain.from_iterable(EVENT_KINDS[kind].find(context) for kind in kinds)
    if rows.delta is rows.original:
        return tuple(found)
    return tuple(attrs.evolve(event, records=rows.originals(event.records)) for event in found)


# ------------------------------------------------------------------------ words

_SHOWN = 2
"""The number of labels of a group that are quoted; the others are counted."""


class SentenceGroup(NamedTuple):
    """The events of one sentence, and what their words need.

    Attributes:
        events: at least one, all of one kind.
        key: the values in which they agree.
        included: events of other kinds that the same sentence says.
        delta: the records and circumstances.
        all_events: the events of the delta.
        length: the longest quoted text, in characters.
        brief: whether several items are counted instead of named.
    """

    events: Sequence[Any]
    key: object
    included: Sequence[Event]
    delta: Delta
    all_events: Sequence[Event]
    length: int
    brief: bool

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
        names = list(dict.fromkeys(event.label for event in self.events if event.label))[:_SHOWN]
        shown = ", ".join(map(self.label, names))
        more = (len(self.events) if count is None else count) - len(names)
        return f"{shown} and {more} more" if shown and more else shown

    def about(self, noun: str) -> str:
        """Return the labels, else the number of events: "a row", "3 rows"."""
        return self.labels() or (_one(noun) if len(self.events) == 1 else counted(len(self.events), noun))


_LONGEST_ESCAPE = 12
"""The longest escape of a character: two surrogates."""


def _detailed(subject: str, details: str) -> str:
    return f"{subject}: {details}." if details else f"{subject}."


def _one(noun: str) -> str:
    return f"{'an' if noun.startswith(tuple('aeiou')) else 'a'} {noun}"


def _appeared(verb: str, noun: str | None = None) -> Callable[[SentenceGroup], str]:
    """Words such as ``A dialog appeared: "Save?".`` and ``3 dialogs appeared: "A", "B" and 1 more.``."""

    def words(group: SentenceGroup) -> str:
        name, count = noun or _role(group), len(group.events)
        subject = _one(name).capitalize() if count == 1 else counted(count, name)
        labels = group.labels()
        focused = ", focused" if group.included else ""
        return f"{subject} {verb}: {labels}{focused}." if labels else f"{subject} {verb}{focused}."

    return words


def _role(group: SentenceGroup) -> str:
    return group.first.role or "element"


def _navigated(group: SentenceGroup) -> str:
    """Words such as ``Navigated to "Settings".``."""
    event = group.first
    if "title" not in group.delta.circumstances and event.after_url and event.after_url != event.before_url:
        return f"Navigated to {group.quoted(_place(event.before_url, event.after_url))}."
    return f"Navigated to {group.label(event.label)}." if event.label else "Navigated to another page."


def _place(before: str, after: str) -> str:
    """Return the URL from its first part that differs: the whole of it, or from its path, query or fragment on."""
    for part in (_BEFORE_FRAGMENT, _BEFORE_QUERY, _ORIGIN):
        same, same_before = re.match(part, after), re.match(part, before)
        if same and same_before and same[0] == same_before[0] and same.end() < len(after):
            return after[same.end() :]
    return after


_BEFORE_FRAGMENT = "[^#]*"
_BEFORE_QUERY = "[^?#]*"
_ORIGIN = "[^/]*//[^/?#]*"


def _message(group: SentenceGroup) -> str:
    """Words such as ``Error: "No connection".``, ``Status: "Saved".`` and ``Alert gone: "No connection".``."""
    return f"{group.key}: {group.about(_role(group))}."


def _error_word(event: events.ErrorAppeared) -> str:
    """Return the first word of the sentence."""
    if event.role in _REGION_NAMES:
        return "Alert"
    invalid = any(isinstance(record, Changed) and "invalid" in record.fields for record in event.records)
    return "Invalid" if invalid else "Error"


_REGION_NAMES = {"alert": "Alert", "alertdialog": "Alert", "log": "Log"}


def _focus(group: SentenceGroup) -> str:
    """Words such as ``Focus moved to "Search" textbox, checked.``."""
    event = group.first
    if event.label:
        done = "".join(_done_to_focused(group, one) for one in group.included)
        return f"Focus moved to {group.label(event.label)}{event.role and f' {event.role}'}{done}."
    if event.role:
        return f"Focus moved to {_one(event.role)}."
    closed = any(isinstance(one, events.DialogClosed) and one.label == event.from_label for one in group.all_events)
    return "Focus was lost." if closed or not event.from_label else f"Focus left {group.label(event.from_label)}."


def _done_to_focused(group: SentenceGroup, event: Any) -> str:  # noqa: ANN401  # any other is a Toggled
    """Return what was done to the focused element, to be said after its name."""
    if isinstance(event, events.ValueEntered):
        return f", {HIDDEN}" if _is_hidden(event) else f" = {group.quoted(event.after)}"
    if isinstance(event, events.SelectionChanged):
        others = f" with {event.count - 1} more" if event.count > 1 and event.selected else ""
        return f", selected{others}" if event.selected else ", deselected"
    return f", {_TOGGLES.get((event.state, event.after), 'toggled').lower()}"


def _region(event: events.StatusAnnounced) -> str:
    """Return the first words of the sentence."""
    return f"{_REGION_NAMES.get(event.role, 'Status')}{' gone' if event.gone else ''}"


def _busy(words: str) -> Callable[[SentenceGroup], str]:
    """Words such as ``Busy: "Results".``."""
    return lambda group: _detailed(words, group.labels())


def _loaded(group: SentenceGroup) -> str:
    """Words such as ``Content loaded: 12 to 90 elements.``."""
    return f"Content loaded: {group.first.before_count} to {group.first.after_count} elements."


def _title(group: SentenceGroup) -> str:
    """Words such as ``New title: "Settings".``."""
    return f"New title: {group.label(group.first.label)}."


def _values(group: SentenceGroup) -> str:
    """Words such as ``"Name" = "Ada".``."""
    parts = []
    for event in group.events[:_SHOWN]:
        called = group.label(event.label) if event.label else event.role or "input"
        parts.append(f"{called} {HIDDEN}" if _is_hidden(event) else f"{called} = {group.quoted(event.after)}")
    more = len(group.events) - len(parts)
    return f"{', '.join(parts)}{f' and {more} more' if more else ''}."


def _is_hidden(event: events.ValueEntered) -> bool:
    """Return whether the value is hidden; in a field that is no secret the mark may have been typed."""
    return event.after == REDACTED and any(
        isinstance(record, Changed) and record.after.secret and record.fields.get("value", ())[1:] == (REDACTED,)
        for record in event.records
    )


def _done(verb: str, group: SentenceGroup) -> str:
    """Words such as ``Moved "Buy milk".``."""
    return f"{verb} {group.about(_role(group))}."


def _toggled(group: SentenceGroup) -> str:
    """Words such as ``Checked "Buy milk".``."""
    return _done(_TOGGLES.get(group.key, "Toggled"), group)


def _enabled(group: SentenceGroup) -> str:
    """Words such as ``Disabled "Save".``."""
    return _done("Enabled" if group.first.enabled else "Disabled", group)


def _selected(group: SentenceGroup) -> str:
    """Count the elements that are selected now, or no longer, in all lists together."""
    count = sum(event.count for event in group.events)
    about = group.labels(count) or (_one(_role(group)) if count == 1 else counted(count, _role(group)))
    return f"{'Selected' if group.first.selected else 'Deselected'} {about}."


_TOGGLES: Mapping[object, str] = {
    ("checked", "true"): "Checked",
    ("checked", "false"): "Unchecked",
    ("checked", "mixed"): "Partly checked",
    ("pressed", "true"): "Pressed",
    ("pressed", "false"): "Released",
    ("pressed", "mixed"): "Partly pressed",
    ("expanded", "true"): "Expanded",
    ("expanded", "false"): "Collapsed",
}


_NO_WORDS = frozenset({"generic", "group", "layout-table-row"})
"""Roles that say nothing of an item."""


def _items(verb: str) -> Callable[[SentenceGroup], str]:
    """Words such as ``12 rows added: "Alice" … "Zed".``."""

    def words(group: SentenceGroup) -> str:
        count, role = sum(event.count for event in group.events), _role(group)
        subject = f"{counted(count, 'item' if role in _NO_WORDS else role)} {verb}"
        if group.brief and count > 1:
            return f"{subject}."
        first, last = group.first.label, _last_label(group) if count > 1 else ""
        return _detailed(subject, " … ".join(group.label(label) for label in dict.fromkeys((first, last)) if label))

    return words


def _last_label(group: SentenceGroup) -> str:
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


def _reordered(group: SentenceGroup) -> str:
    """Words such as ``5 rows reordered in "People".``; above lines that tell the order, without the number."""
    count = sum(event.count for event in group.events)
    record = group.first.records[0] if group.first.records else None
    named = isinstance(record, Reordered) and record.after is not None and record.after.label == group.first.label
    where = f" in {group.label(group.first.label)}" if len(group.events) == 1 and group.first.label and named else ""
    if group.brief:
        return f"{plural(_role(group)).capitalize()} reordered{where}."
    return f"{counted(count, _role(group))} reordered{where}."


def _shifted(group: SentenceGroup) -> str:
    """Words such as ``7 shifted.``."""
    return f"{group.first.count} shifted."


# ------------------------------------------------------------------------ kinds


class EventKind(NamedTuple):
    """A kind of event.

    Attributes:
        find: the rule: yields the events of this kind in document order.
        words: makes the sentence of events of this kind that agree.
        key: the values in which the events of one sentence agree.
        covers: the fields of its changed records that an event covers; Toggled also covers its state.
        covers_subtrees: whether it says that elements were added or removed, and so covers these with all added or
            removed ones below them; others, such as events.FocusMoved, are only about an element that was.
    """

    find: Callable[[DiffContext], Iterable[Event]]
    words: Callable[[SentenceGroup], str]
    key: Callable[[Any], object] = lambda _: None
    covers: Collection[str] = ()
    covers_subtrees: bool = False


_TEXTS = ("name", "value", "invalid", "offscreen")
_MENU = ("offscreen", "disabled", "focusable", "focused", "selected")
_VALUE = ("value", "name", "selected", "valuenow", "valuetext")
"""Of an input also texts and options that show its value."""

_ROLE = attrgetter("role")

EVENT_KINDS: Mapping[type[Event], EventKind] = {
    events.PageNavigated: EventKind(pages.page_navigated, _navigated),
    events.DialogAppeared: EventKind(
        popups.dialogs_appeared, _appeared("appeared"), _ROLE, ("offscreen",), covers_subtrees=True
    ),
    events.ErrorAppeared: EventKind(errors.errors_appeared, _message, _error_word, _TEXTS, covers_subtrees=True),
    events.DialogClosed: EventKind(
        popups.dialogs_closed, _appeared("closed"), _ROLE, ("offscreen",), covers_subtrees=True
    ),
    events.MenuOpened: EventKind(
        partial(popups.menu_events, kind=events.MenuOpened),
        _appeared("opened", "menu"),
        covers=_MENU,
        covers_subtrees=True,
    ),
    events.MenuClosed: EventKind(
        partial(popups.menu_events, kind=events.MenuClosed),
        _appeared("closed", "menu"),
        covers=_MENU,
        covers_subtrees=True,
    ),
    events.FocusMoved: EventKind(focus.focus_moved, _focus, covers=("focused",)),
    events.StatusAnnounced: EventKind(statuses.statuses_announced, _message, _region, _TEXTS, covers_subtrees=True),
    events.BusyStarted: EventKind(
        partial(field_events.busy_events, kind=events.BusyStarted),
        _busy("Busy"),
        covers=("busy",),
        covers_subtrees=True,
    ),
    events.BusyEnded: EventKind(
        partial(field_events.busy_events, kind=events.BusyEnded),
        _busy("No longer busy"),
        covers=("busy",),
        covers_subtrees=True,
    ),
    events.ContentLoaded: EventKind(pages.content_loaded, _loaded),
    events.TitleChanged: EventKind(pages.title_changed, _title, covers=("name",)),
    events.ValueEntered: EventKind(field_events.values_entered, _values, covers=_VALUE, covers_subtrees=True),
    events.SelectionChanged: EventKind(
        field_events.selection_changed, _selected, attrgetter("selected"), covers=("selected",)
    ),
    events.Toggled: EventKind(field_events.toggled, _toggled, attrgetter("state", "after")),
    events.EnabledChanged: EventKind(
        field_events.enabled_changed, _enabled, attrgetter("enabled"), covers=("disabled", "focusable")
    ),
    events.ItemsAdded: EventKind(
        partial(items.item_events, kind=events.ItemsAdded), _items("added"), _ROLE, covers_subtrees=True
    ),
    events.ItemsRemoved: EventKind(
        partial(items.item_events, kind=events.ItemsRemoved), _items("removed"), _ROLE, covers_subtrees=True
    ),
    events.ListReordered: EventKind(items.lists_reordered, _reordered, _ROLE),
    events.ElementMoved: EventKind(items.elements_moved, partial(_done, "Moved")),
    events.LayoutShifted: EventKind(field_events.layout_shifted, _shifted, covers=("bounds",)),
}
