"""Check a delta against what a test expects and allows; the message of the failure has the changes that remain.

Also the explanation of a failed ``assert before == after`` of two snapshots or two deltas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, cast, get_args

import attrs

from uidiff.diffing.delta import EVENT_LISTS, LISTS, place_of
from uidiff.diffing.events import DialogAppeared, DialogClosed, Event, PageNavigated, TitleChanged, ValueEntered
from uidiff.diffing.ignoring import Ignore, Ignored, checked_ignore
from uidiff.diffing.records import Changed, NewlyRead, Record, Unknown
from uidiff.diffing.summary import uncovered
from uidiff.diffing.tree_diff import TreeDiff, diff
from uidiff.formats.rendering import render
from uidiff.formats.report import Report
from uidiff.model.snapshot import Snapshot
from uidiff.text import counted

__all__ = ["ChangeItem", "CheckResult", "check_delta", "check_given", "explain_inequality"]

ChangeItem: TypeAlias = str | Ignore | type[Event] | type[Record] | Callable[[Record], object]
"""One item of ``expected`` or ``allowed``."""

_RECORDS = get_args(Record)
_CIRCUMSTANCES = {PageNavigated: ("url", "document"), TitleChanged: ("title",)}
"""The circumstances that an event stands for."""

_HEAD = "# diff: "

_ONLY_CARRIED = "They differ only in what is not reported, such as ids, time or process: assert not uidiff.diff(a, b)"
_SAME_TEXT = "They read the same, and differ in what they carry: compare their to_dict()"


def check_given(
    given: object, *, expected: Iterable[ChangeItem], allowed: Iterable[ChangeItem], partial: bool
) -> CheckResult:
    """As :func:`check_delta`, of a delta, a report or a change. Raises as ``assert_no_unexpected_change``."""
    result = check_delta(_delta_of(given), expected=expected, allowed=allowed, partial=partial)
    report = getattr(given, "report", given)
    return attrs.evolve(result, settled=not (isinstance(report, Report) and report.settled is False))


def _delta_of(given: object) -> TreeDiff:
    delta = given if isinstance(given, TreeDiff) else getattr(given, "delta", None)
    if isinstance(given, Report) and delta is None:
        raise TypeError(f"this report compares with nothing: {given.reason}; describe the window once before")
    if not isinstance(delta, TreeDiff):
        cure = "give a delta of uidiff.diff, a report, or what `with ui_diff(…) as change` gave"
        raise TypeError(f"{type(given).__name__} is no change: {cure}")
    return delta


@attrs.frozen
class ChangeFilter:
    """The changes that items of ``expected`` or ``allowed`` stand for.

    Attributes:
        ignored: names of fields and circumstances, and values of ``uidiff.Ignore``.
        events: event classes.
        tests: functions of a record; record classes become such functions.
    """

    ignored: Ignored
    events: tuple[type[Event], ...]
    tests: tuple[Callable[[Record], object], ...]

    @classmethod
    def of(cls, items: Sequence[ChangeItem]) -> ChangeFilter:
        """The filter of checked items."""
        classes = [item for item in items if isinstance(item, type)]
        records = tuple(item for item in classes if item in _RECORDS)
        functions = [item for item in items if not isinstance(item, type | str | Ignore)]
        return cls(
            Ignored.of(checked_ignore(item for item in items if isinstance(item, str | Ignore))),
            tuple(item for item in classes if issubclass(item, Event)),
            (*functions, *([lambda record: isinstance(record, records)] if records else ())),
        )

    def occurs(self, delta: TreeDiff) -> bool:
        """Whether the delta has any of these changes."""
        return (
            any(name in self.ignored.names for name in delta.circumstances)
            or any(isinstance(event, self.events) for event in delta.events)
            or any(len(self._not_ignored(record).fields) < len(record.fields) for record in delta.changed)
            or any(test(record) for record in delta.delta.records for test in self.tests)
        )

    def rest(self, delta: TreeDiff) -> TreeDiff:
        """The delta without these changes; a changed element keeps the fields that remain."""
        covering = [event for event in delta.events if isinstance(event, self.events)]
        covering += filter(None, map(self._texts_of_value, delta.events))
        by_place: dict[tuple[str, int], list[Event]] = {}
        for event in covering:
            for record in event.records:
                by_place.setdefault(place_of(record), []).append(attrs.evolve(event, records=(record,)))

        def is_meant(record: Record) -> bool:
            events = by_place.get(place_of(record), ())
            return any(test(record) for test in self.tests) or bool(events and _accounts(delta, events, record))

        lists: dict[str, Sequence[Record]] = {}
        for name in LISTS:
            lists[name] = [record for record in getattr(delta, name) if not is_meant(record)]
        if any(isinstance(event, DialogAppeared | DialogClosed) for event in covering):
            lists["hidden"] = lists["shown"] = ()
        for name in ("added", "removed", "unknown", "newly_read", "hidden", "shown"):
            lists[name] = _without_what_is_below(getattr(delta, name), lists[name])
        changed = (self._left_of(delta, record, by_place) for record in cast("list[Changed]", lists["changed"]))
        lists["changed"] = [record for record in changed if record.fields]
        names = {*self.ignored.names, *(name for event in covering for name in _CIRCUMSTANCES.get(type(event), ()))}
        if _took_the_focus(covering):
            lists["changed"] = _without_field("focused", cast("list[Changed]", lists["changed"]))
        return _part(
            delta,
            lists,
            {name: pair for name, pair in delta.circumstances.items() if name not in names},
            [event for event in delta.events if not isinstance(event, self.events)],
        )

    def _texts_of_value(self, event: Event) -> Event | None:
        """What else an event tells of an input whose value is meant: the texts in it."""
        if not isinstance(event, ValueEntered):
            return None
        values = (record for record in event.records if isinstance(record, Changed) and "value" in record.fields)
        field = next(values)  # the first one is the input
        if "value" in self._not_ignored(field).fields:
            return None
        return attrs.evolve(event, records=tuple(record for record in event.records if record is not field))

    def _not_ignored(self, record: Changed) -> Changed:
        fields = {name: pair for name, pair in record.fields.items() if name not in self.ignored.names}
        return attrs.evolve(record, fields=self.ignored.reported(fields, record.before, record.after))

    def _left_of(self, delta: TreeDiff, record: Changed, events: dict[tuple[str, int], list[Event]]) -> Changed:
        left = self._not_ignored(record)
        covering = events.get(place_of(record))
        if not covering:
            return left
        one_by_one = {name: attrs.evolve(left, fields={name: pair}) for name, pair in left.fields.items()}
        remaining = {name: left.fields[name] for name, one in one_by_one.items() if not _accounts(delta, covering, one)}
        return attrs.evolve(left, fields=remaining)


@attrs.frozen
class CheckResult:
    """The result of a check.

    Attributes:
        delta: all changes.
        rest: the changes that are neither expected nor allowed.
        missing: the items of ``expected`` that did not happen.
        unread: the number of elements whose children were not read; 0 where that is accepted.
        settled: False if the window had not come to rest.
    """

    delta: TreeDiff
    rest: TreeDiff
    missing: tuple[str, ...]
    unread: int
    settled: bool = True

    @property
    def passed(self) -> bool:
        """Whether the test passes."""
        return not (self.rest or self.missing or self.unread)

    def message(self, budget: int | None) -> str:
        """The text of the failure, the most important line first; texts of the UI are quoted."""
        lines: list[str] = []
        if self.rest:
            unexpected = _count(self.rest)
            lines.append(f"{counted(unexpected, 'unexpected change')}: {_text(self.rest, budget)}")
            meant = _count(self.delta) - unexpected
            lines += [f"({counted(meant, 'other change')} expected or allowed)"] if meant else []
        if self.missing:
            lines.append(f"expected, but it did not happen: {', '.join(self.missing)}")
            lines += [] if self.rest else [f"what changed: {_text(self.delta, budget)}"]
        if self.unread:
            lines.append(
                f"the window was not read whole: what is below {counted(self.unread, 'element')} is not known; "
                "read it with larger limits or a longer timeout, or accept that with partial=True"
            )
        if not self.settled:
            lines.append("the window had not come to rest when it was read: ignore what never rests, or wait longer")
        return "\n".join(lines)


def check_delta(
    delta: TreeDiff, *, expected: Iterable[ChangeItem], allowed: Iterable[ChangeItem], partial: bool
) -> CheckResult:
    """Compare a delta with what is expected and allowed. Raises as ``assert_no_unexpected_change``."""
    wanted, more = _items("expected", expected), _items("allowed", allowed)
    sides = delta.before, delta.after  # raises where it is not bound: events and texts need the whole trees
    rest = ChangeFilter.of((*wanted, *more, *((Unknown, NewlyRead) if partial else ()))).rest(delta)
    return CheckResult(
        delta,
        rest,
        tuple(_name(item) for item in wanted if not ChangeFilter.of((item,)).occurs(delta)),
        0 if partial else max(len(side.unread) for side in sides),
    )


# ---------------------------------------------------------------------- items


def _items(option: str, given: object) -> list[ChangeItem]:
    """The items of an option, checked."""
    if isinstance(given, str | Ignore | type) or not isinstance(given, Iterable):
        raise TypeError(f"{option} takes a collection, and this is one item of it: write {option}=[…]")
    items = list(given)
    for item in items:
        known = item in _RECORDS or issubclass(item, Event) if isinstance(item, type) else callable(item)
        if not (known or isinstance(item, str | Ignore)):
            cure = "write names of fields, values of uidiff.Ignore, classes of events or records, or functions"
            shown = ascii(item.__name__) if isinstance(item, type) else type(item).__name__
            raise TypeError(f"{option} has {shown} in it: {cure}")
    checked_ignore(item for item in items if isinstance(item, str | Ignore))
    return items


def _name(item: ChangeItem) -> str:
    """The name of an item in a failure."""
    if isinstance(item, type):
        return item.__name__
    named = getattr(item, "__qualname__", None)
    return ascii(item) if named is None or isinstance(item, str | Ignore) else ascii(named)[1:-1]


# --------------------------------------------------------------- parts of deltas


def _part(
    delta: TreeDiff,
    lists: dict[str, Sequence[Record]],
    circumstances: dict[str, tuple[object, object]],
    events: Iterable[Event],
) -> TreeDiff:
    """Return a delta with these records, and the events about them or about no record."""
    here = {place_of(record): record for records in lists.values() for record in records}
    left = []
    for event in events:
        records = tuple(here[place] for place in map(place_of, event.records) if place in here)
        if records or not event.records:
            left.append(attrs.evolve(event, records=records))
    kept: dict[str, Any] = {name: tuple(records) for name, records in lists.items()}
    part = attrs.evolve(delta.delta, **kept, circumstances=circumstances)
    return TreeDiff(delta=part, rules=delta.rules, given_refs=delta.refs, events_of=lambda _: tuple(left))


def _accounts(delta: TreeDiff, events: Sequence[Event], record: Record) -> bool:
    """Whether the events cover all that the record has."""
    name = place_of(record)[0]
    if name not in EVENT_LISTS:
        return False
    one: dict[str, Any] = {each: (record,) if each == name else () for each in LISTS}
    return not uncovered(attrs.evolve(delta.delta, **one), events)


def _took_the_focus(events: Iterable[Event]) -> bool:
    """Whether a dialog of these events came with the focus, or went with it."""
    for event in events:
        for record in event.records if isinstance(event, DialogAppeared | DialogClosed) else ():
            element = record.before if record.after is None else record.after
            if element is not None and any(one.states.get("focused") for one in (element, *element.descendants)):
                return True
    return False


def _without_field(name: str, records: Iterable[Changed]) -> list[Changed]:
    """The records without a field, if anything is left of them then."""
    left = (
        attrs.evolve(record, fields={other: pair for other, pair in record.fields.items() if other != name})
        for record in records
    )
    return [record for record in left if record.fields]


def _without_what_is_below(records: Sequence[Record], left: Sequence[Record]) -> list[Record]:
    """The added (or removed) elements that remain, except those inside an element that does not remain."""
    kept = {place_of(record)[1] for record in left}
    found: list[Record] = []
    for record in records:
        element = record.before if record.after is None else record.after
        above = None if element is None or getattr(record, "root", True) else element.parent
        if above is not None and above.index not in kept:
            kept.discard(place_of(record)[1])
        elif place_of(record)[1] in kept:
            found.append(record)
    return found


def _count(delta: TreeDiff) -> int:
    """The number of changes for a reader: an added or removed element counts once, with all that is in it."""
    inside = sum(not getattr(record, "root", True) for record in delta.delta.records)
    return delta.record_count - inside


def _text(delta: TreeDiff, budget: int | None) -> str:
    """The agent text of a delta, without the mark of its first line."""
    return render(delta, budget=budget).removeprefix(_HEAD).removeprefix("# ")


# ------------------------------------------------------------------ inequality


def explain_inequality(left: object, right: object, *, budget: int | None) -> list[str] | None:
    """The lines of the explanation, of ``budget`` tokens at most; None for values of other classes."""
    head = f"{left!r} == {right!r}"
    if isinstance(left, Snapshot) and isinstance(right, Snapshot):
        delta = diff(left, right)
        return [head, *(render(delta, budget=budget).splitlines() if delta else [_ONLY_CARRIED])]
    if isinstance(left, TreeDiff) and isinstance(right, TreeDiff):
        before, after = (_lines(delta, None if budget is None else budget // 2) for delta in (left, right))
        return [head, _SAME_TEXT, *before] if before == after else [head, "left", *before, "right", *after]
    return None


def _lines(delta: TreeDiff, budget: int | None) -> list[str]:
    """The text of a delta; only the summary of one that was read from a file, as its trees are not known."""
    return render(delta, budget=budget).splitlines() if delta.bound else [delta.summary]
