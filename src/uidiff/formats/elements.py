"""Elements and their changes as JSON values, with the short keys of spec/features#d2 and #d3 or the long ones of #d13.

An element has the fields that are not absent. A change has the same keys, so that a reader can update the elements that
it keeps. ``disabled`` is inverted, as ``e`` or ``enabled`` (spec/definitions#4-states), and printed only if false. All
other states have their own names; a name with another meaning gets a prefix: ``st.v``. If both values of a change are
equal, the changed part is not shown (a secret, the query of a URL).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from uidiff.diffing.records import Moved, Reordered
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.ref_words import RefWords
from uidiff.model.element import Element
from uidiff.model.roles import UNKNOWN, role_word
from uidiff.model.snapshot import Snapshot

__all__ = [
    "CIRCUMSTANCES",
    "LONG",
    "SHORT",
    "Keys",
    "changes_value",
    "circumstances_value",
    "element_value",
    "events_value",
    "hidden_fields",
    "is_hidden",
    "move_value",
    "native_role",
    "number_of",
    "order_value",
    "ref_of",
    "short_path",
]

Changes = Mapping[str, tuple[object, object]]
"""Name of a field, state or circumstance to (before, after)."""

ElementName = Callable[[Any, int | None], object]
"""Names the element of an index."""


def _as_it_is(role: str) -> str:
    return role


def _short_role(role: str) -> str:
    return role_word(role, "short")


def short_path(path: str) -> str:
    """Return a path (spec/definitions#19-path) with its roles in short words."""
    return " > ".join(map(_short_role, path.split(" > ")))


def native_role(element: Element) -> str | None:
    """Return the platform's own role if the ARIA role is unknown (spec/bad-inputs#13)."""
    return element.native_role if element.role == UNKNOWN else None


def _subrole(element: Element) -> str | None:
    """Return the native role, else the subrole of macOS: what follows "/" in its native roles."""
    return native_role(element) or (element.native_role or "").partition("/")[2] or None


@attrs.frozen
class Keys:
    """The keys of elements in a family of formats.

    Attributes:
        names: field or state to key, in the order of the keys in an element.
        prefix: put before the name of a state that is a key with another meaning.
        others: further keys with a meaning.
        role: makes the word of a role.
        native: the value of ``native_role``.
    """

    names: Mapping[str, str]
    prefix: str
    others: frozenset[str]
    role: Callable[[str], str] = _as_it_is
    native: Callable[[Element], str | None] = native_role

    def key(self, name: str) -> str:
        """Return the key of a field or a state."""
        if name in self.names:
            return self.names[name]
        taken = name in self.others or name in self.names.values()
        return f"{self.prefix}{name}" if taken else name

    def value(self, name: str, value: object) -> object:
        """Return the JSON value of a field or a state."""
        if name == "role" and isinstance(value, str):
            return self.role(value)
        if name == "disabled":
            return not value
        return list(value) if isinstance(value, tuple) else value


SHORT = Keys(
    names={
        "role": "r",
        "native_role": "sr",
        "name": "t",
        "value": "v",
        "description": "d",
        "bounds": "b",
        "focused": "f",
        "selected": "s",
        "disabled": "e",
        "actions": "a",
        "url": "u",
    },
    prefix="st.",
    others=frozenset({"i", "c", "ref", "p", "secret", "unread", "inside"}),
    role=_short_role,
    native=_subrole,
)
"""``i r sr t v d b f s e a c ref p`` as in spec/features#d22, and ``u`` (url), ``secret``, ``unread``."""

LONG = Keys(
    names={**{name: name for name in SHORT.names}, "disabled": "enabled"},
    prefix="state.",
    others=frozenset({"ref", "path", "parent", "changes", "hidden", "secret", "unread", "inside"}),
)
"""The words of the library, as in spec/features#d13."""

CIRCUMSTANCES = Keys(names={}, prefix="", others=frozenset())
"""Circumstances have their own names as keys."""


def element_value(element: Element, keys: Keys, *, bounds: bool) -> dict[str, object]:
    """Return an element as a JSON object, without its number and its place."""
    states = dict(element.states)
    cells: dict[str, object] = {
        **{name: getattr(element, name) for name in ("role", "name", "value", "description", "url")},
        "native_role": keys.native(element),
        "bounds": element.bounds if bounds else None,
        "actions": element.actions or None,
        **{name: states.pop(name, None) for name in ("focused", "selected", "disabled")},
    }
    said = {keys.key(name): keys.value(name, cells[name]) for name in keys.names if cells[name] is not None}
    said.update({keys.key(name): value for name, value in states.items()})
    said.update({flag: True for flag in ("secret", "unread") if getattr(element, flag)})
    return said


def changes_value(changes: Changes, keys: Keys) -> dict[str, list[object]]:
    """Return changes as a JSON object, key to [before, after]."""
    return {keys.key(name): [keys.value(name, value) for value in pair] for name, pair in changes.items()}


def is_hidden(before: object, after: object) -> bool:
    """Whether a change is one of a value that is not shown: both are the same."""
    return before == after and type(before) is type(after)


def hidden_fields(changes: Changes) -> tuple[str, ...]:
    """Return the names of the fields whose values are not shown."""
    return tuple(name for name, pair in changes.items() if is_hidden(*pair))


def events_value(delta: TreeDiff) -> list[dict[str, object]]:
    """Return the events as JSON objects: ``event``, the name of the class, and the fields of the event."""
    but_records = attrs.filters.exclude("records")
    said = ((event, attrs.asdict(event, recurse=False, filter=but_records)) for event in delta.events)
    return [{"event": type(event).__name__, **fields} for event, fields in said]


def circumstances_value(snapshot: Snapshot) -> dict[str, object]:
    """Return what is known of the window of a whole tree."""
    known = {name: getattr(snapshot, name) for name in ("app", "pid", "window", "title", "url")}
    return {name: value for name, value in known.items() if value is not None}


def move_value(record: Moved, before: Refs | RefWords, after: Refs | RefWords, name: ElementName) -> dict[str, object]:
    """Return the places of a moved element before and after; ``name`` is :func:`number_of` or :func:`ref_of`."""
    return {
        "from_parent": name(before, record.from_parent),
        "from_position": record.from_position,
        "to_parent": name(after, record.to_parent),
        "to_position": record.to_position,
    }


def order_value(
    record: Reordered, before: Refs | RefWords, after: Refs | RefWords, name: ElementName
) -> dict[str, object]:
    """Return the parent of a reordered list and its order; ``name`` as in :func:`move_value`."""
    return {"parent": name(after, record.parent), "order": [name(before, index) for index in record.order]}


def number_of(refs: Refs, index: int | None) -> int | None:
    """Return the number of an element; None for no element, as the parent of a root."""
    return None if index is None else refs.numbers[index]


def ref_of(refs: RefWords, index: int | None) -> str | None:
    """Return the ref of an element, ``e12``; None for no element."""
    return None if index is None else refs[index]
