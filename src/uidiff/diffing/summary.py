"""The summary: one line by which a reader decides whether to read on (spec/features#d16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from uidiff.diffing.delta import Delta, Place, place_of
from uidiff.diffing.event_kinds import EVENT_KINDS, SentenceGroup
from uidiff.diffing.events import (
    DialogAppeared,
    DialogClosed,
    Event,
    FocusMoved,
    ItemsAdded,
    ItemsRemoved,
    MenuClosed,
    MenuOpened,
    PageNavigated,
    SelectionChanged,
    TitleChanged,
    Toggled,
    ValueEntered,
)
from uidiff.diffing.records import Added, Changed, Hidden, Removed, Shown
from uidiff.text import counted

__all__ = ["LIMIT", "SHORTEST", "summarize", "uncovered"]

LIMIT = 200
"""The longest summary, in characters (spec/features#d16)."""

SHORTEST = 60
"""The smallest limit: two counts fit, that of the unchanged elements and that of the events left out."""

_QUOTED_LENGTHS = (40, 20, 10)
"""The longest quoted text, in characters; a shorter one is tried only if not even the first sentence fits."""

_POPUPS = (DialogAppeared, DialogClosed, MenuClosed, MenuOpened)


def summarize(
    delta: Delta,
    events: Sequence[Event],
    *,
    limit: int = LIMIT,
    unchanged: bool = True,
    told: Mapping[str, int] | None = None,
) -> str:
    """Return one line: the events, the most important first, then the records that no event covers, and the rest.

    If it does not fit, sentences are left out from the end, and "… 3 more." counts their events. Of the counts at the
    end, only that of the unchanged elements is never left out.

    Args:
        delta: the records and counts.
        events: the events of the delta.
        limit: the longest line, in characters.
        unchanged: False: leave out the count of unchanged elements.
        told: for a line above others: what these tell, by kind; these counts stand at the end in place of those of the
            records, and several items that were added or removed are counted, not named ("1 changed, 115 unchanged.").

    Raises:
        ValueError: ``limit`` is below 60.
    """
    if limit < SHORTEST:
        raise ValueError(f"a summary cannot be made in {limit} characters: the least is {SHORTEST}")
    unchanged_words = counted(delta.unchanged_count, "element")
    if not delta:
        return f"No change in {unchanged_words}." if unchanged else "No change."
    counted_by_kind = uncovered(delta, events) if told is None else told
    record_counts = [f"{count} {name}" for name, count in counted_by_kind.items()]
    circumstances, unread = _circumstances(delta, events), _unread(delta)
    if told is not None:
        last = [f"{', '.join([*record_counts, *([f'{delta.unchanged_count} unchanged'] if unchanged else [])])}."]
        optional = [circumstances, unread]
        last = last if last != ["."] else []
    else:
        last = [f"{unchanged_words} unchanged."] if unchanged else []
        records = f"{', '.join(record_counts)}." if record_counts else ""
        optional = [" ".join(filter(None, (circumstances, records))), unread]
    counts = [text for text in optional if text]
    known = len(counts)
    while len(" ".join((*counts, *last))) > limit // 2 and counts:
        counts.pop()
    tail, is_cut = (*counts, *last), len(counts) < known
    line = ""
    for length in _QUOTED_LENGTHS:
        line, is_enough = _fitting(
            _sentences(delta, events, length, brief=told is not None), tail, limit, is_cut=is_cut
        )
        if is_enough:
            break
    return line


def _fitting(found: Sequence[_Sentence], tail: Sequence[str], limit: int, *, is_cut: bool) -> tuple[str, bool]:
    """Return the line with as many sentences as fit, and whether it has one if there is one."""
    kept, length = 0, -1
    while kept < len(found) and length + 1 + len(found[kept].text) <= limit:
        length += 1 + len(found[kept].text)
        kept += 1
    left_out = sum(sentence.events for sentence in found[kept:])
    while True:
        mark = [f"… {left_out} more."] if left_out else ["…"] if is_cut else []
        line = " ".join((*(sentence.text for sentence in found[:kept]), *mark, *tail))
        if len(line) <= limit or not kept:  # the mark and the count of unchanged elements always fit
            return line, kept > 0 or not found
        kept -= 1
        left_out += found[kept].events


def _circumstances(delta: Delta, events: Sequence[Event]) -> str:
    """Return the circumstances that differ and that no event covers."""
    covered = {"url", "document"} if any(isinstance(event, PageNavigated) for event in events) else set()
    covered |= {"title"} if any(isinstance(event, TitleChanged) for event in events) else set()
    names = (name for name in delta.circumstances if name not in covered)
    return " ".join(f"The {'URL' if name == 'url' else name} differs." for name in names)


def _unread(delta: Delta) -> str:
    """Return the counts of elements that were not read on one of the sides."""
    counts = ((len(delta.unknown), "not read"), (len(delta.newly_read), "newly read"))
    return " ".join(f"{counted(count, 'element')} {words}." for count, words in counts if count)


# -------------------------------------------------------------------- sentences


class _Sentence(NamedTuple):
    """A sentence, and the number of events that it says."""

    text: str
    events: int


def _sentences(delta: Delta, events: Sequence[Event], length: int, *, brief: bool) -> list[_Sentence]:
    """Return the sentences, in the order of their first events; ``length`` and ``brief`` as in SentenceGroup."""
    kept, included = _merged_with_focus(_without_implied(delta, events))
    groups: dict[_GroupKey, list[Event]] = {}
    for event in kept:
        groups.setdefault(_key(event), []).append(event)
    found = []
    for (kind, key), group in groups.items():
        more = included.get(kind, ())
        text = EVENT_KINDS[kind].words(SentenceGroup(group, key, more, delta, events, length, brief))
        found.append(_Sentence(text, len(group) + len(more)))
    return found


_GroupKey = tuple[type[Event], object]
"""The class of the events of one sentence, and the values that they have in common."""


def _key(event: Event) -> _GroupKey:
    return type(event), EVENT_KINDS[type(event)].key(event)


def _without_implied(delta: Delta, events: Sequence[Event]) -> list[Event]:
    """Leave out events that another event implies.

    These are the title of a page or dialog that another event names, the ``expanded`` of the element that opened or
    closed a menu, and items inside a dialog or menu that appeared or closed with them.
    """
    named = {event.label for event in events if isinstance(event, PageNavigated | DialogAppeared)}
    menus = {event.label for event in events if isinstance(event, MenuOpened | MenuClosed)}
    has_items = any(isinstance(event, ItemsAdded | ItemsRemoved) for event in events)
    parts = _parts_of_popups(delta, events) if has_items else ()
    kept: list[Event] = []
    for event in events:
        if isinstance(event, TitleChanged) and event.label in named:
            continue
        if isinstance(event, Toggled) and event.state == "expanded" and event.label in menus:
            continue
        is_items = isinstance(event, ItemsAdded | ItemsRemoved)
        if is_items and event.records and all(place_of(record) in parts for record in event.records):
            continue
        kept.append(event)
    return kept


def _merged_with_focus(events: Sequence[Event]) -> tuple[list[Event], Mapping[type[Event], Sequence[Event]]]:
    """Take out the events that the sentence of another kind includes, and return them by that kind.

    The sentence about the focus includes what was toggled, selected or entered in the newly focused element. The
    sentence about a dialog that appeared includes that it is focused.
    """
    focus = next((event for event in events if isinstance(event, FocusMoved) and event.label), None)
    focused = None if focus is None else _focused_index(focus)
    if focus is None or focused is None:
        return list(events), {}
    alike = Counter(map(_key, events))
    near = [event for event in events if alike[_key(event)] == 1 and _is_about(event, focused)]
    if any(isinstance(event, DialogAppeared) for event in near):
        return [event for event in events if event is not focus], {DialogAppeared: [focus]}
    included = [event for event in near if isinstance(event, SelectionChanged | Toggled | ValueEntered)]
    return [event for event in events if not any(event is one for one in included)], {FocusMoved: included}


def _focused_index(focus: FocusMoved) -> int | None:
    """Return the after-index of the focused element."""
    for record in focus.records:
        if isinstance(record, Added | Shown) or (
            isinstance(record, Changed) and record.fields.get("focused") == (False, True)
        ):
            return record.after.index
    return None


def _is_about(event: Event, index: int) -> bool:
    """Return whether an event is about that after-element: its field, or that it was added."""
    field = event.state if isinstance(event, Toggled) else _FIELDS.get(type(event), "")
    records = (record for record in event.records if record.after is not None and record.after.index == index)
    return any(field in record.fields if isinstance(record, Changed) else not field for record in records)


_FIELDS: Mapping[type[Event], str] = {SelectionChanged: "selected", ValueEntered: "value"}


# --------------------------------------------------------------------- coverage


def uncovered(delta: Delta, events: Sequence[Event]) -> dict[str, int]:
    """Return by the name of a list the number of its records that no event covers; only numbers above 0, in order.

    An event about an element that was added or removed covers it with all added or removed elements below it. An event
    about a paired element covers the fields that it is about. A changed element is covered if events cover each of its
    fields, bounds aside.
    """
    fields_at: dict[Place, set[str]] = {}
    whole: set[Place] = set()
    for event in events:
        kind = EVENT_KINDS.get(type(event))
        fields = (event.state,) if isinstance(event, Toggled) else kind.covers if kind else ()
        for record in event.records:
            place = place_of(record)
            fields_at.setdefault(place, set()).update(fields)
            if kind and kind.covers_subtrees:
                whole.add(place)
    left = {
        "added": len(delta.added) - len(_with_descendants(delta.added, whole)),
        "removed": len(delta.removed) - len(_with_descendants(delta.removed, whole)),
        "changed": sum(not _is_covered(record, fields_at.get(place_of(record))) for record in delta.changed),
        "moved": sum(place_of(record) not in fields_at for record in delta.moved),
        "reordered": sum(place_of(record) not in fields_at for record in delta.reordered),
        "hidden": len(delta.hidden) - len(_with_descendants(delta.hidden, whole)),
        "shown": len(delta.shown) - len(_with_descendants(delta.shown, whole)),
    }
    return {name: count for name, count in left.items() if count}


def _is_covered(record: Changed, fields: set[str] | None) -> bool:
    return fields is not None and all(field in fields or field == "bounds" for field in record.fields)


def _with_descendants(
    records: Sequence[Added] | Sequence[Removed] | Sequence[Hidden] | Sequence[Shown], tops: Collection[Place]
) -> set[Place]:
    """Return the places of ``tops`` among the records, and those of records below them.

    The records alone tell: a record that is no root has its parent in the list, the last earlier one that is less deep.
    """
    found: set[Place] = set()
    if not tops:
        return found
    branch: list[tuple[int, bool]] = []  # of each ancestor in the list: its depth, and whether it is covered
    for record in records:
        element = record.before if record.after is None else record.after
        while branch and branch[-1][0] >= element.depth:
            branch.pop()
        place = place_of(record)
        covered = place in tops or (not record.root and bool(branch) and branch[-1][1])
        branch.append((element.depth, covered))
        if covered:
            found.add(place)
    return found


def _parts_of_popups(delta: Delta, events: Sequence[Event]) -> frozenset[Place]:
    """Return the places of records inside the dialogs and menus that appeared or closed."""
    popups = {place_of(record) for event in events if isinstance(event, _POPUPS) for record in event.records}
    return frozenset(_with_descendants(delta.added, popups) | _with_descendants(delta.removed, popups))
