"""Expected events: an event class, with the label and the attributes that a test names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

import attrs

from uidiff.diffing.events import Event, ItemsAdded, ItemsRemoved, SelectionChanged, Toggled
from uidiff.diffing.records import Record
from uidiff.errors import UnknownName
from uidiff.text import quote, readable

__all__ = ["EventPattern", "Label"]

Label: TypeAlias = str | re.Pattern[str]
"""A label that is expected: the whole text, or a pattern that is searched for in it."""

_ALWAYS: tuple[tuple[type[Event] | None, str], ...] = (
    (None, "enabled"),
    (None, "selected"),
    (None, "gone"),
    (Toggled, "after"),
)
"""What an event given as a value says also where it is the default: the direction of the change."""

_BASE = frozenset({"label", "records"})


@attrs.frozen
class EventPattern:
    """The events of a kind that a test means.

    Attributes:
        kind: their class.
        label: their label, white space apart; None: any.
        attributes: values of their other attributes; what is not named may have any value.
        implied: attributes that the test has not written, the direction of the change.
    """

    kind: type[Event]
    label: Label | None = None
    attributes: Mapping[str, object] = attrs.field(factory=dict)
    implied: Mapping[str, object] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        known = {field.name for field in attrs.fields(self.kind)} - _BASE
        for name in self.attributes:
            if name not in known:
                raise UnknownName(f"attribute of {self.kind.__name__}", name, known)
        if not isinstance(self.label, str | re.Pattern | None):
            raise TypeError(f"a label is a text or a compiled pattern, got {type(self.label).__name__}")

    @classmethod
    def of_value(cls, event: Event) -> EventPattern:
        """The pattern of an event that a test has made: what it leaves at the default is not compared.

        The direction of the change is: ``EnabledChanged("Save")`` is no event of disabling.
        """
        kind = type(event)
        known = {field.name: field.default for field in attrs.fields(kind) if field.name not in _BASE}
        given = {name: getattr(event, name) for name in known}
        written = {name: value for name, value in given.items() if value != known[name]}
        always = {name for of, name in _ALWAYS if name in known and (of is None or issubclass(kind, of))}
        return cls(kind, event.label or None, written, {name: given[name] for name in always - written.keys()})

    def covered(self, event: Event) -> Event | None:
        """The event, if it is meant; of items of which one has the label, with the records of that one alone."""
        if not isinstance(event, self.kind):
            return None
        if any(getattr(event, name) != value for name, value in {**self.implied, **self.attributes}.items()):
            return None
        if isinstance(event, ItemsAdded | ItemsRemoved) and event.count > 1 and self.label is not None:
            named = tuple(record for record in event.records if self._is_label(_label(record)))
            if "count" not in self.attributes and named:
                return attrs.evolve(event, records=named)
        if isinstance(event, SelectionChanged) and any(
            self._is_label(_label(record)) for record in event.records if _is_selected(record) is event.selected
        ):
            return event
        return event if self._is_label(event.label) else None

    def _is_label(self, text: str) -> bool:
        if self.label is None:
            return True
        if isinstance(self.label, re.Pattern):
            return self.label.search(readable(text)) is not None
        return readable(text) == readable(self.label)

    def __str__(self) -> str:
        label = self.label
        shown = "" if label is None else f" {quote(label)}" if isinstance(label, str) else f" /{label.pattern!a}/"
        return self.kind.__name__ + shown + "".join(f" {name}={value!a}" for name, value in self.attributes.items())


def _label(record: Record) -> str:
    element = record.before if record.after is None else record.after
    return "" if element is None else element.label


def _is_selected(record: Record) -> bool | None:
    after = None if record.after is None else record.after.states.get("selected")
    return after if isinstance(after, bool) else None
