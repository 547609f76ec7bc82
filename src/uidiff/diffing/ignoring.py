"""What is not reported: fields, states and circumstances by name, and fields of some elements by rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Protocol, TypeAlias, TypeVar

import attrs
from attrs.converters import optional

from uidiff.errors import UnknownName, looks_like_one_of
from uidiff.model.circumstances import REPORTED, Circumstances
from uidiff.model.columns import Columns
from uidiff.model.element import PATH_LENGTH
from uidiff.model.roles import UNKNOWN, checked_role, vocabulary
from uidiff.model.states import ARIA_STATES, BOOLEAN_STATES, FIELDS, NUMBER_STATES, STATE_NAME, THREE_VALUED_STATES
from uidiff.text import replace_surrogates

__all__ = ["PATH", "Ignore", "IgnoreOption", "Ignored", "Placed", "checked_ignore"]

_KNOWN = frozenset(
    {*FIELDS, *REPORTED, *ARIA_STATES, *BOOLEAN_STATES, *THREE_VALUED_STATES, *NUMBER_STATES, "inputtype"},
)
_NEVER = frozenset({*Columns._fields, *attrs.fields_dict(Circumstances), "enabled", "parent"}) - _KNOWN
"""Names of cells that are never reported, or reported under another name: there is nothing to ignore."""

PATH = rf"(?:(?:… > )?[a-z0-9-]{{1,40}}(?: > [a-z0-9-]{{1,40}}){{0,{PATH_LENGTH - 1}}})?"
"""The pattern of a path (spec/definitions#19-path)."""

_T = TypeVar("_T")


def _role(given: str) -> str:
    """Return the ARIA role of a word, as ``Snapshot.find`` takes it; a token may be a platform's own role."""
    _expect_text("role", given)
    role = checked_role(given, (given,))
    if role == UNKNOWN and given.strip().lower() != UNKNOWN:
        raise UnknownName("role", given, vocabulary())
    return role


def _path(given: str) -> str:
    _expect_text("path", given)
    if not re.fullmatch(PATH, given):
        raise ValueError("path is no path of roles: write what a record's path says, such as 'window > list'")
    return given


def _name(given: str) -> str:
    """Return the name as a snapshot would keep it: without lone surrogates."""
    _expect_text("name", given)
    return replace_surrogates(given)[0]


def _field(given: str) -> str:
    _expect_text("field", given)
    if given in REPORTED and given not in FIELDS:
        raise ValueError(f"{given} is a circumstance, of no element: write ignore=({given!r},)")
    _check_field(given)
    return given


def _expect_text(name: str, given: object) -> None:
    if not isinstance(given, str):
        raise TypeError(f"{name} takes a text, or None for any, got {type(given).__name__}")


@attrs.frozen(kw_only=True)
class Ignore:
    """Changes of some elements that are not reported: an item of ``ignore=``.

    It is about changes of paired elements that fit before or after; so an element whose name is a counter fits by
    either name. Added, removed and moved elements are reported all the same.

    Attributes:
        role: an ARIA role in any spelling, or a role of the platform's own as elements have it; None: any.
        path: exactly that of a record, "window > list": the roles above the element (spec/definitions#19-path). With
            a filter it is the path in the whole window. None: any.
        name: exactly that; "": without name; None: any.
        field: the field ("value", "bounds") or state ("focused") that may change; None: all of them.

    Raises:
        TypeError: a value that is no text.
        UnknownName: no role; or no field of an element.
        ValueError: nothing is said; a path that no record has; a circumstance in place of a field.
    """

    role: str | None = attrs.field(default=None, converter=optional(_role))
    path: str | None = attrs.field(default=None, converter=optional(_path))
    name: str | None = attrs.field(default=None, converter=optional(_name))
    field: str | None = attrs.field(default=None, converter=optional(_field))

    def __attrs_post_init__(self) -> None:
        if self.values == (None,) * 4:
            raise ValueError("an Ignore with nothing in it: give it a role, path, name or field, such as field='value'")

    @property
    def values(self) -> tuple[str | None, str | None, str | None, str | None]:
        """Role, path, name and field."""
        return self.role, self.path, self.name, self.field


IgnoreOption: TypeAlias = Iterable[str | Ignore]
"""Names of fields, states and circumstances, and values of :class:`Ignore`."""


def checked_ignore(ignore: IgnoreOption) -> tuple[str | Ignore, ...]:
    """Return the names of fields, states and circumstances, sorted, and then the rules, without duplicates.

    An unknown name may be a platform's own state; one that looks like a misspelled known name is refused.

    Raises:
        TypeError: a text where a collection is wanted; neither a text nor an Ignore in it.
        UnknownName: no name of a field or state.
    """
    if ignore == ():
        return ()
    given = list(_items(ignore))
    names = sorted({each for each in given if isinstance(each, str)})
    for name in names:
        _check_field(name)
    rules = {each for each in given if isinstance(each, Ignore)}
    return *names, *sorted(rules, key=lambda rule: [(value is not None, value or "") for value in rule.values])


def _items(ignore: object) -> Iterator[object]:
    if isinstance(ignore, str):
        raise TypeError(f"ignore takes a collection of names: write ignore=({ignore!a},)")
    if isinstance(ignore, Ignore):
        raise TypeError("ignore takes a collection, and an Ignore is one item of it: write ignore=(uidiff.Ignore(…),)")
    if not isinstance(ignore, Iterable):
        raise TypeError(
            f"ignore takes a collection, and {type(ignore).__name__} is not iterable: write ignore=('bounds',)"
        )
    for each in ignore:
        if not isinstance(each, str | Ignore):
            cure = "write names of fields, or values of uidiff.Ignore"
            raise TypeError(f"ignore takes a collection of names, got {type(each).__name__} in it: {cure}")
        yield each


def _check_field(name: str) -> None:
    if name in _NEVER or (name not in _KNOWN and not STATE_NAME.fullmatch(name)):
        raise UnknownName("field", name, _KNOWN)
    if name not in _KNOWN and looks_like_one_of(name, _KNOWN):
        raise UnknownName("field", name, _KNOWN)


class Placed(Protocol):
    """The fields of an element that rules read, such as an ``Element``; the path is read only if a rule has one."""

    @property
    def role(self) -> str:
        """Its role."""

    @property
    def name(self) -> str | None:
        """Its name."""

    @property
    def path(self) -> str:
        """The roles above it."""


@attrs.frozen(eq=False, repr=False)
class Ignored:
    """What is not reported, indexed for lookups.

    Attributes:
        names: of fields, states and circumstances.
        rules: about some elements only.
        anywhere: whether rules fit elements with any path.
    """

    names: tuple[str, ...]
    rules: tuple[Ignore, ...]
    anywhere: bool = False

    @classmethod
    def of(cls, checked: Iterable[str | Ignore]) -> Ignored:
        """Make it from what :func:`checked_ignore` returns."""
        given = tuple(checked)
        names = tuple(each for each in given if isinstance(each, str))
        return cls(names, tuple(each for each in given if isinstance(each, Ignore)))

    def without_paths(self) -> tuple[Ignored, Ignored]:
        """Return what is ignored certainly and what is possibly, if paths are unknown; the same if no rule has a path.

        Rules have paths in the whole window, which the elements of a part of it do not have.
        """
        certain = tuple(rule for rule in self.rules if rule.path is None)
        return attrs.evolve(self, rules=certain), attrs.evolve(self, anywhere=True)

    def reported(self, fields: Mapping[str, _T], before: Placed, after: Placed) -> Mapping[str, _T]:
        """Return the fields that rules do not hide; those ignored by name are left out before."""
        hidden = self.hidden_fields(before, after)
        if not hidden:
            return fields
        return {} if None in hidden else {name: pair for name, pair in fields.items() if name not in hidden}

    def hidden_fields(self, before: Placed, after: Placed) -> frozenset[str | None]:
        """Return the fields that rules hide of an element that fits before or after; None among them stands for all."""
        found: set[str | None] = set()
        for side in (before, after) if self.rules else ():
            for key in product((side.role, None), (side.name or "", None)):
                by_path = self._index.get(key, {})
                found.update(by_path.get(None, ()))
                if len(by_path) > (None in by_path):
                    found.update(by_path.get(side.path, ()))
        return frozenset(found)

    @cached_property
    def _index(self) -> dict[tuple[str | None, str | None], dict[str | None, set[str | None]]]:
        """The hidden fields by role and name, then by path; None stands for any. There may be thousands of rules."""
        found: dict[tuple[str | None, str | None], dict[str | None, set[str | None]]] = {}
        for role, path, name, field in (rule.values for rule in self.rules):
            found.setdefault((role, name), {}).setdefault(None if self.anywhere else path, set()).add(field)
        return found
