"""Elements and their changes as JSON values, in the short keys of spec/features#d2 and #d3 and in the long ones of
D1.3.

Of an element is said what is not absent; a change names the same keys, so that a reader who keeps elements can set
what changed. ``disabled`` stands inverted, as ``e`` or ``enabled`` (spec/definitions#4-states): of an element only
where it is
false. All other states stand under their own names; a name that means something else here gets a prefix: ``st.v``.
Two values of a change that are equal say that what changed is not shown (a secret, the query of a URL).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from uidiff.diffing.events import Event
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.model.element import Element
from uidiff.model.role_words import role_word
from uidiff.model.roles import UNKNOWN

__all__ = [
    "LONG",
    "SHORT",
    "Keys",
    "changes_value",
    "element_value",
    "events_value",
    "hidden_fields",
    "is_hidden",
    "native_role",
    "number_of",
    "ref_of",
    "short_path",
]

Changes = Mapping[str, tuple[object, object]]
"""Name of a field, state or circumstance to (before, after)."""


def _as_it_is(role: str) -> str:
    return role


def _short_role(role: str) -> str:
    return role_word(role, "short")


def short_path(path: str) -> str:
    """Return a path (spec/definitions#19-path) with its roles in short words."""
    return " > ".join(map(_short_role, path.split(" > ")))


def native_role(element: Element) -> str | None:
    """The platform's own role where no ARIA role stands for it (spec/bad-inputs#13)."""
    return element.native_role if element.role == UNKNOWN else None


def _subrole(element: Element) -> str | None:
    """That, else the subrole of macOS: what stands behind "/" in its native roles."""
    return native_role(element) or (element.native_role or "").partition("/")[2] or None


@attrs.frozen
class Keys:
    """One way to spell elements.

    Attributes:
        names: field or state to key, in the order in which an element says them.
        prefix: of states whose own name is a key with another meaning.
        others: keys that mean something beside those.
        role: how a role is spelt.
        native: what is said of the platform's own role.
    """

    names: Mapping[str, str]
    prefix: str
    others: frozenset[str]
    role: Callable[[str], str] = _as_it_is
    native: Callable[[Element], str | None] = native_role

    def key(self, name: str) -> str:
        """The key of a field or a state."""
        if name in self.names:
            return self.names[name]
        taken = name in self.others or name in self.names.values()
        return f"{self.prefix}{name}" if taken else name

    def value(self, name: str, value: object) -> object:
        """What stands under that key, a JSON value."""
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
    others=frozenset({"i", "c", "ref", "p", "secret", "unread"}),
    role=_short_role,
    native=_subrole,
)
"""``i r sr t v d b f s e a c ref p`` as in spec/features#d22, and ``u`` (url), ``secret``, ``unread``."""

LONG = Keys(
    names={
        "name": "name",
        "role": "role",
        "native_role": "native_role",
        "value": "value",
        "description": "description",
        "bounds": "bounds",
        "focused": "focused",
        "selected": "selected",
        "disabled": "enabled",
        "actions": "actions",
        "url": "url",
    },
    prefix="state.",
    others=frozenset({"ref", "path", "parent", "changes", "hidden", "secret", "unread"}),
)
"""The words of the library, as in spec/features#d13."""


def element_value(element: Element, keys: Keys, *, bounds: bool) -> dict[str, object]:
    """An element as a JSON object, without its number and its place."""
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
    """The changes as a JSON object, key to [before, after]."""
    return {keys.key(name): [keys.value(name, value) for value in pair] for name, pair in changes.items()}


def is_hidden(before: object, after: object) -> bool:
    """Whether a change is one of a value that is not shown: both are the same."""
    return before == after and type(before) is type(after)


def hidden_fields(changes: Changes) -> tuple[str, ...]:
    """Return the names of the fields whose values are not shown."""
    return tuple(name for name, pair in changes.items() if is_hidden(*pair))


def events_value(delta: TreeDiff) -> list[dict[str, object]]:
    """The events as JSON objects: ``event``, the name of its class, and what it says."""
    return [{"event": type(event).__name__, **_said(event)} for event in delta.events]


def _said(event: Event) -> dict[str, object]:
    return {field.name: getattr(event, field.name) for field in attrs.fields(type(event)) if field.name != "records"}


def number_of(refs: Refs, index: int | None) -> int | None:
    """The number of an element; None where there is none: the roots have no parent."""
    return None if index is None else refs.numbers[index]


def ref_of(refs: Refs, index: int | None) -> str | None:
    """The ref of an element, ``e12``; None where there is none."""
    return None if index is None else f"e{refs.numbers[index]}"
