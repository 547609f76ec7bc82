"""What a stored delta keeps, and its JSON values: the patch, what is ignored, the rules and the events, but no records.

``TreeDiff.bind`` makes the records again. What is read is not trusted: InvalidSnapshot names the place of what does not
fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from operator import eq
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from uidiff.diffing.delta import LISTS, Counts, Delta
from uidiff.diffing.differences import HIDDEN_CHANGE
from uidiff.diffing.events import EVENTS, Event, Toggled
from uidiff.diffing.ignoring import Ignore, checked_ignore
from uidiff.diffing.patch import Patch
from uidiff.diffing.rules import EventRules
from uidiff.diffing.summary import LIMIT
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.matching.matching import UNMATCHED
from uidiff.model.codec import check_format
from uidiff.model.jsontext import expect_index, expect_list, expect_object, expect_text
from uidiff.model.limits import Limits
from uidiff.model.redaction import reveals
from uidiff.text import counted, one_line

if TYPE_CHECKING:
    from cattrs import Converter

__all__ = ["StoredDelta", "stored_from_dict", "stored_to_dict"]


def _has_paths(ignore: Iterable[str | Ignore]) -> bool:
    """Return whether a rule has a path."""
    return any(isinstance(each, Ignore) and each.path is not None for each in ignore)


@attrs.frozen
class StoredDelta:
    """A delta without records. Equality is that of the delta: rules, events and summary are left out.

    Attributes:
        patch: makes the after-snapshot of the before-snapshot.
        ignore: what is not reported.
        counts: the number of records of each kind.
        hidden: after-indices of secrets reported as changed, though the patch does not show it.
        reported: by after-index the names of the reported fields. Kept only if ``ignore`` has rules with paths: these
            are paths in the whole window, and the delta may be of a part of it.
        rules: by which the events were found.
        events: without their records.
        summary: one line.
    """

    patch: Patch
    ignore: tuple[str | Ignore, ...]
    counts: Counts
    hidden: tuple[int, ...] = ()
    reported: Mapping[int, tuple[str, ...]] | None = None
    rules: EventRules = attrs.field(factory=EventRules, eq=False)
    events: tuple[Event, ...] = attrs.field(default=(), eq=False)
    summary: str = attrs.field(default="", eq=False)

    @classmethod
    def of(cls, delta: Delta, patch: Patch) -> StoredDelta:
        """Return what is stored of a delta, but for rules, events and summary."""
        return cls(
            patch=patch,
            ignore=delta.ignore,
            counts=delta.counts,
            hidden=tuple(r.after.index for r in delta.changed if r.fields.get("value") == HIDDEN_CHANGE),
            reported={r.after.index: tuple(r.fields) for r in delta.changed} if _has_paths(delta.ignore) else None,
        )


FORMAT = "uidiff/delta"
VERSION = "2.0"

_LISTS_OF_VERSION_1 = tuple(name for name in LISTS if name not in {"hidden", "shown"})
_DAMAGED = "write the delta again: it is damaged"
_KINDS = {kind.__name__: kind for kind in EVENTS}
_ROLE = re.compile(r"(?:[a-z0-9-]{1,40})?")
_MOST = 2**31
_TOGGLES: Mapping[str, frozenset[str]] = {
    "checked": frozenset({"true", "false", "mixed"}),
    "pressed": frozenset({"true", "false", "mixed"}),
    "expanded": frozenset({"true", "false"}),
}

_T = TypeVar("_T")


def stored_to_dict(stored: StoredDelta) -> dict[str, Any]:
    """Return the JSON values that :func:`stored_from_dict` reads."""
    unstructure = _converter().unstructure
    reported = stored.reported
    return {
        "format": FORMAT,
        "version": VERSION,
        "summary": stored.summary,
        "counts": unstructure(stored.counts),
        "events": [{"event": type(event).__name__, **unstructure(event)} for event in stored.events],
        "ignore": [each if isinstance(each, str) else unstructure(each) for each in stored.ignore],
        "rules": unstructure(stored.rules),
        "hidden": list(stored.hidden),
        **({} if reported is None else {"reported": [[index, list(names)] for index, names in reported.items()]}),
        "patch": stored.patch.to_dict(),
    }


def stored_from_dict(value: object, limits: Limits) -> StoredDelta:
    """Read a stored delta; InvalidSnapshot names the place of what does not fit."""
    given = expect_object(value, "$")
    is_old = str(given.get("version")).partition(".")[0] == "1"
    check_format(given, FORMAT, "1.0" if is_old else VERSION)
    if is_old:
        given = _from_version_1(given)
    try:
        patch = Patch.from_dict(given.get("patch"), limits=limits)
    except InvalidSnapshot as error:
        raise error.inside("$.patch") from None
    if reveals(patch.inserted[1]):
        raise InvalidSnapshot("a secret that is not hidden", "$", "make the delta with uidiff from two snapshots")
    ignore = _ignore(given.get("ignore"))
    reported = _reported(given.get("reported", []), patch.after.elements)
    return StoredDelta(
        patch=patch,
        ignore=ignore,
        counts=_structured(given.get("counts"), Counts, "$.counts"),
        hidden=_hidden(given.get("hidden"), patch),
        reported=reported if _has_paths(ignore) else None,
        rules=_structured(given.get("rules"), EventRules, "$.rules"),
        events=tuple(_events(expect_list(given.get("events"), "$.events"))),
        summary=_summary(given.get("summary")),
    )


def _from_version_1(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a delta of version 1.0 in the shape of today: it had all records, which are dropped."""
    changed: list[tuple[object, Mapping[str, Any]]] = []
    for number, item in enumerate(expect_list(given.get("changed"), "$.changed")):
        record = expect_object(item, f"$.changed[{number}]")
        changed.append((record.get("after"), expect_object(record.get("fields"), f"$.changed[{number}].fields")))
    unchanged = expect_index(given.get("unchanged_count"), "$.unchanged_count", _MOST)
    events = (expect_object(event, "$.events") for event in expect_list(given.get("events", []), "$.events"))
    return {
        **given,
        "summary": given.get("summary", f"{counted(unchanged, 'element')} unchanged."),
        "counts": {
            **{name: len(expect_list(given.get(name), f"$.{name}")) for name in _LISTS_OF_VERSION_1},
            "circumstances": len(expect_object(given.get("circumstances"), "$.circumstances")),
            "unchanged": unchanged,
        },
        "events": [{name: cell for name, cell in event.items() if name != "records"} for event in events],
        "rules": {},
        "hidden": [index for index, fields in changed if fields.get("value") == [*HIDDEN_CHANGE]],
        "reported": [[index, list(fields)] for index, fields in changed],
    }


def _ignore(value: object) -> tuple[str | Ignore, ...]:
    items = [
        _structured(item, Ignore, path) if isinstance(item, Mapping) else expect_text(item, path)
        for path, item in _places(value, "$.ignore")
    ]
    try:
        return checked_ignore(items)
    except UnknownName as error:
        raise InvalidSnapshot("no name of a field", "$.ignore", _DAMAGED) from error


def _hidden(value: object, patch: Patch) -> tuple[int, ...]:
    """Read after-indices of paired elements; whether these are secret is known when the delta is bound."""
    indices = [expect_index(item, path, patch.after.elements) for path, item in _places(value, "$.hidden")]
    before_of = patch.matching.before_of if indices else ()
    if any(before_of[index] == UNMATCHED for index in indices):
        raise InvalidSnapshot("an element that is new", "$.hidden", _DAMAGED)
    return tuple(indices)


def _reported(value: object, count: int) -> dict[int, tuple[str, ...]]:
    found = {}
    for path, item in _places(value, "$.reported"):
        index, names = expect_list(item, path, length=2)
        texts = (expect_text(name, place) for place, name in _places(names, f"{path}[1]"))
        found[expect_index(index, f"{path}[0]", count)] = tuple(texts)
    return found


def _summary(value: object) -> str:
    """Read the summary: one line without anything that uidiff would have escaped."""
    text = expect_text(value, "$.summary")
    if len(text) > LIMIT or one_line(text) != text:
        raise InvalidSnapshot("no summary", "$.summary", _DAMAGED)
    return text


def _places(value: object, path: str) -> Iterable[tuple[str, Any]]:
    return ((f"{path}[{number}]", item) for number, item in enumerate(expect_list(value, path)))


# ----------------------------------------------------------------------- events


def _events(items: list[object]) -> Iterable[Event]:
    """Read the events; those of kinds that only a newer minor version knows are left out."""
    last = -1
    for path, item in _places(items, "$.events"):
        fields = dict(expect_object(item, path))
        kind = _KINDS.get(expect_text(fields.pop("event", None), f"{path}.event"))
        if kind is None:
            continue
        if EVENTS.index(kind) < last:
            raise InvalidSnapshot("an event out of order", path, _DAMAGED)
        last = EVENTS.index(kind)
        yield _checked(_structured(fields, kind, path), path)


def _checked(event: Event, path: str) -> Event:
    """Check the words of an event that are said unquoted."""
    if not _ROLE.fullmatch(getattr(event, "role", "")):
        raise InvalidSnapshot("no role", f"{path}.role", _DAMAGED)
    if isinstance(event, Toggled):
        words = _TOGGLES.get(event.state)
        if words is None:
            raise InvalidSnapshot("no state that is toggled", f"{path}.state", _DAMAGED)
        for name in ("before", "after"):
            if getattr(event, name) not in words:
                raise InvalidSnapshot(f"no value of {event.state}", f"{path}.{name}", _DAMAGED)
    return event


# ------------------------------------------------------------------- conversion


@cache
def _converter() -> Converter:
    """Return a converter without conversions between types, that leaves out rules at their defaults."""
    from cattrs import Converter  # slow to import, and only needed for stored deltas
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

    converter = Converter(forbid_extra_keys=True)
    for kind, check in _CHECKS.items():
        converter.register_structure_hook(kind, partial(_read_cell, check))
    converter.register_structure_hook_func(partial(eq, tuple[str, ...]), _words)
    converter.register_unstructure_hook_func(partial(eq, tuple[str, ...]), list)
    for kind in EVENTS:
        structure = make_dict_structure_fn(kind, converter, records=override(omit=True), _cattrs_forbid_extra_keys=True)
        converter.register_structure_hook(kind, structure)
        converter.register_unstructure_hook(
            kind, make_dict_unstructure_fn(kind, converter, records=override(omit=True))
        )
    for kind in (Ignore, EventRules):
        hook = make_dict_unstructure_fn(kind, converter, _cattrs_omit_if_default=True)
        converter.register_unstructure_hook(kind, hook)
    return converter


def _read_cell(check: Callable[[Any], object], cell: object, _: object) -> object:
    return check(cell)


def _of_type(cell: object, *kinds: type) -> object:
    if type(cell) not in kinds:
        raise InvalidSnapshot(f"expected {kinds[-1].__name__}, got {type(cell).__name__}", "$", _DAMAGED)
    return cell


_CHECKS: Mapping[object, Callable[[Any], object]] = {
    bool: lambda cell: _of_type(cell, bool),
    float: lambda cell: _of_type(cell, int, float),
    int: lambda cell: expect_index(cell, "$", _MOST),
    str: lambda cell: expect_text(cell, "$"),
    str | None: lambda cell: expect_text(cell, "$"),
}


def _words(cell: object, _: object) -> tuple[str, ...]:
    return tuple(expect_text(text, path) for path, text in _places(cell, "$"))


def _structured(value: object, kind: type[_T], path: str) -> _T:
    """Return an object of a class, from an object of JSON with its fields."""
    from cattrs import AttributeValidationNote, ClassValidationError

    given = expect_object(value, path)
    try:
        return _converter().structure(given, kind)
    except ClassValidationError as group:
        error = group.exceptions[0]
        notes = getattr(error, "__notes__", ())
    place = next((f"{path}.{note.name}" for note in notes if isinstance(note, AttributeValidationNote)), path)
    if isinstance(error, InvalidSnapshot):
        raise error.inside(place) from None
    raise InvalidSnapshot(f"not the fields of {kind.__name__}", place, _DAMAGED) from error
