"""Check raw columns and make them canonical, a column at a time, with C-level built-ins.

Only where the check of a whole column fails, the first wrong cell is searched for, to name its place. What depends on
a policy, redaction and clipping, follows in ``finishing``.
"""

from __future__ import annotations

import marshal
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain, repeat
from operator import sub
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import COORDINATE_RANGE, EMPTY, NODE_KEYS, Bounds, Columns, Row, Uniform
from uidiff.model.jsontext import expect_unknown, unknown_keys_text
from uidiff.model.limits import LARGEST_EXACT, Limits
from uidiff.model.roles import resolve_role
from uidiff.model.states import States, canonical_states
from uidiff.model.urls import is_url_digest, shown_url, url_digest
from uidiff.text import replace_surrogates

__all__ = [
    "Checked",
    "Place",
    "RawColumns",
    "check",
    "check_depths",
    "checked_cells",
    "columns_of_rows",
    "resolved",
    "row_place",
]

Place: TypeAlias = Callable[[int], str]
"""Returns the JSON path in the input of the element at an index."""

RawColumns: TypeAlias = Sequence[Sequence[object]]
"""Columns in the order of :class:`Row`; only their number and lengths are checked."""

_TEXTS = ("role", "name", "value", "description", "id", "automation_id", "url", "native_role", "url_digest")
_NONE = type(None)
_MARSHAL_VERSION = 2  # without references, so that equal values give equal bytes more often


class Checked(NamedTuple):
    """The checked parts of a snapshot, before redaction and clipping.

    ``states`` are the distinct states that occur; ``longest`` is a length that no text of an element exceeds.
    """

    columns: Columns
    circumstances: Circumstances
    notes: Mapping[str, int]
    states: Collection[States]
    longest: int


def columns_of_rows(rows: Iterable[Sequence[object]]) -> RawColumns:
    """Transpose rows; InvalidSnapshot where one is not a sequence as long as :class:`Row`."""
    rows = rows if isinstance(rows, list | tuple) else list(rows)
    width = len(Row._fields)
    with suppress(TypeError, ValueError):  # a row that is none, or of another length than the first
        columns = list(zip(*rows, strict=True))
        if len(columns) == width or not rows:
            return columns
    for index, row in enumerate(rows):
        if not isinstance(row, list | tuple) or len(row) != width:
            got = len(row) if isinstance(row, list | tuple) else type(row).__name__
            raise InvalidSnapshot(f"expected a row of {width} fields, got {got}", row_place(index), "use uidiff.Row")
    return list(zip(*rows, strict=True))


def row_place(index: int) -> str:
    """Return the path of an element given as a row of a list."""
    return f"$[{index}]"


def check(
    raw: RawColumns,
    circumstances: Circumstances,
    *,
    limits: Limits,
    place: Place = row_place,
    notes: Mapping[str, int] | None = None,
) -> Checked:
    """Check everything once, replace lone surrogates, cut URLs to what may be shown.

    Raises:
        InvalidSnapshot: with the path of the first cell of a column that does not fit.
        LimitExceeded: too many elements or levels.
    """
    builder = _Builder(limits, place, Counter(notes))
    columns = builder.columns(raw, circumstances.platform) if raw else EMPTY
    longest = builder.longest
    circumstances = circumstances.with_texts(builder.clean_text).with_shown_url()
    return Checked(columns, circumstances, builder.notes, builder.distinct_states, longest)


def checked_cells(rows: Sequence[Sequence[object]], limits: Limits, place: Place) -> Columns:
    """Check rows of elements that were built before, outside a tree: their depths are all 0."""
    return _Builder(limits, place, Counter()).columns(columns_of_rows(rows), None) if rows else EMPTY


def check_depths(depths: Sequence[int], limits: Limits, place: Place) -> None:
    """Raise InvalidSnapshot or LimitExceeded unless these are the depths of a tree in pre-order."""
    if depths:
        _Builder(limits, place, Counter()).depths(depths)


class _Builder:
    """Checks columns; counts repairs in ``notes``."""

    def __init__(self, limits: Limits, place: Place, notes: Counter[str]) -> None:
        self.limits = limits
        self.place = place
        self.notes = notes
        self.longest = 0
        self.distinct_states: Collection[States] = ((),)

    def columns(self, raw: RawColumns, platform: str | None) -> Columns:
        given = dict(zip(Row._fields, raw, strict=True))
        count = len(given["role"])
        if count > self.limits.max_elements:
            problem = f"{count} elements, at most {self.limits.max_elements} are allowed"
            raise LimitExceeded(problem, "$", "read less, or pass limits=Limits(max_elements=…)")
        texts = {name: self.texts(given[name], name) for name in _TEXTS}
        role, native = self.roles(texts["role"], texts["native_role"], platform)
        url, digest = self.urls(texts["url"], texts["url_digest"])
        return Columns(
            depth=self.depths(given["depth"]),
            role=role,
            name=texts["name"],
            value=texts["value"],
            description=texts["description"],
            bounds=self.bounds(given["bounds"]),
            states=self.states(given["states"]),
            id=texts["id"],
            id_stable=self.flags(given["id_stable"], "id_stable"),
            automation_id=texts["automation_id"],
            url=url,
            native_role=native,
            actions=self.actions(given["actions"]),
            secret=self.flags(given["secret"], "secret"),
            unread=self.flags(given["unread"], "unread"),
            url_digest=digest,
            extra=self.extras(given["extra"]),
        )

    # ------------------------------------------------------------------- shape

    def depths(self, column: Sequence[object]) -> tuple[int, ...]:
        self.expect_types(column, "depth", {int}, "give a whole number, 0 for a root")
        depths: tuple[int, ...] = tuple(column)  # type: ignore[arg-type]  # just checked
        deepest = max(depths)
        if deepest >= self.limits.max_depth:
            levels = deepest + 1 if deepest < LARGEST_EXACT else "far too many"
            problem = f"{levels} levels, at most {self.limits.max_depth} are allowed"
            raise LimitExceeded(problem, self.place(depths.index(deepest)), "pass limits=Limits(max_depth=…)")
        steps = map(sub, depths[1:], depths)
        if depths[0] != 0 or min(depths) < 0 or max(steps, default=0) > 1:
            wrong = next(i for i, d in enumerate(depths) if not 0 <= d <= (depths[i - 1] + 1 if i else 0))
            problem = "a depth more than one below the element before it, or below 0"
            raise InvalidSnapshot(problem, f"{self.place(wrong)}.depth", "give the rows in pre-order")
        return depths

    # ------------------------------------------------------------------- texts

    def texts(self, column: Sequence[object], field: str) -> tuple[str | None, ...]:
        if _all_none(column):
            return Uniform.of(None, len(column))
        self.expect_types(column, field, {str, _NONE}, "write it as text, in quotes, or leave it out")
        texts: tuple[str | None, ...] = tuple(column)  # type: ignore[arg-type]  # just checked
        joined = "".join(filter(None, texts))
        short = len(joined) <= self.limits.max_text
        self.longest = max(self.longest, len(joined) if short else max(map(len, filter(None, texts))))
        if _encodable(joined):
            return texts
        return tuple(None if text is None else self.clean_text(text) for text in texts)

    def clean_text(self, text: str) -> str:
        text, replaced = replace_surrogates(text)
        self.longest = max(self.longest, len(text))
        self.notes.update({"replaced surrogates": replaced} if replaced else {})
        return text

    def roles(
        self,
        roles: Sequence[str | None],
        native: Sequence[str | None],
        platform: str | None,
    ) -> tuple[tuple[str, ...], tuple[str | None, ...]]:
        if None in roles:
            raise InvalidSnapshot("no role", self.place(roles.index(None)), 'give one, such as "role": "button"')
        pairs = roles if _all_none(native) else list(zip(roles, native, strict=True))
        known: dict[object, str] = {}
        kept: dict[object, str | None] = {}
        for pair in set(pairs):
            known[pair], kept[pair] = resolved(pair, platform)
        given = any(map(_is_given, kept.values()))
        natives = tuple(map(kept.__getitem__, pairs)) if given else Uniform.of(None, len(pairs))
        return tuple(map(known.__getitem__, pairs)), natives

    def urls(
        self,
        urls: Sequence[str | None],
        digests: Sequence[str | None],
    ) -> tuple[tuple[str | None, ...], tuple[str | None, ...]]:
        for index, digest in () if _all_none(digests) else enumerate(digests):
            if digest is not None and not (is_url_digest(digest) and urls[index] is not None):
                path = f"{self.place(index)}.url_digest"
                raise InvalidSnapshot("no digest of a URL given beside it", path, "leave it out")
        if _all_none(urls):
            return Uniform.of(None, len(urls)), Uniform.of(None, len(urls))
        known = {url: (shown_url(url), url_digest(url)) for url in set(urls) if url is not None}
        shown = tuple(None if url is None else known[url][0] for url in urls)
        whole = tuple(None if u is None else d or known[u][1] for u, d in zip(urls, digests, strict=True))
        return shown, whole

    # ------------------------------------------------------------ other fields

    def flags(self, column: Sequence[object], field: str) -> tuple[bool, ...]:
        self.expect_types(column, field, {bool}, "write true or false without quotes, or leave it out")
        if True not in column:
            return Uniform.of(cell=False, count=len(column))
        return tuple(column)  # type: ignore[arg-type]  # just checked

    def bounds(self, column: Sequence[Any]) -> tuple[tuple[int, int, int, int] | None, ...]:
        kinds = set(map(type, column))
        if kinds == {_NONE}:
            return Uniform.of(None, len(column))
        if kinds <= {tuple, list, Bounds, _NONE}:
            boxes = [box for box in column if box is not None] if _NONE in kinds else column
            numbers = list(chain.from_iterable(boxes))
            if set(map(len, boxes)) <= {len(Bounds._fields)} and set(map(type, numbers)) <= {int} and _fit(numbers):
                plain = kinds <= {tuple, _NONE}
                return tuple(column if plain else [box if box is None else tuple(box) for box in column])
        index, problem = next((i, p) for i, box in enumerate(column) if (p := _wrong_box(box)))
        cure = "give [x, y, width, height] in whole pixels, or leave it out"
        raise InvalidSnapshot(problem, f"{self.place(index)}.bounds", cure)

    def states(self, column: Sequence[Any]) -> tuple[States, ...]:
        try:
            keys = list(map(marshal.dumps, column, repeat(_MARSHAL_VERSION)))
        except ValueError:  # something in there that no state can be: find it
            made = tuple(self.one_states(states, index) for index, states in enumerate(column))
            self.distinct_states = set(made)
            return made
        last = dict(zip(keys, range(len(keys)), strict=True))
        known = {key: self.one_states(column[index], index) for key, index in last.items()}
        self.distinct_states = set(known.values())
        return tuple(map(known.__getitem__, keys)) if len(known) > 1 else Uniform.of(known[keys[0]], len(keys))

    def one_states(self, given: object, index: int) -> States:
        try:
            states = canonical_states({} if given is None else given, "$")
        except InvalidSnapshot as error:
            raise error.inside(f"{self.place(index)}.states") from None
        return tuple((name, self.clean_text(v) if isinstance(v, str) else v) for name, v in states)

    def actions(self, column: Sequence[object]) -> tuple[tuple[str, ...], ...]:
        self.expect_types(column, "actions", {list, tuple, _NONE}, "give a list of texts")
        if not any(column):
            return Uniform.of((), len(column))
        return tuple(self.one_actions(given, index) if given else () for index, given in enumerate(column))

    def one_actions(self, given: Any, index: int) -> tuple[str, ...]:  # noqa: ANN401  # a list or a tuple
        for number, action in enumerate(given):
            if type(action) is not str:
                path = f"{self.place(index)}.actions[{number}]"
                raise InvalidSnapshot(f"expected text, got {type(action).__name__}", path, "give the action's name")
        return tuple(map(self.clean_text, given))

    def extras(self, column: Sequence[Any]) -> tuple[str | None, ...]:
        if _all_none(column):
            return Uniform.of(None, len(column))
        self.expect_types(column, "extra", {dict, MappingProxyType, _NONE}, "give an object, or leave it out")
        return tuple(self.one_extra(given, index) if given else None for index, given in enumerate(column))

    def one_extra(self, given: Mapping[str, object], index: int) -> str:
        try:
            expect_unknown(given, NODE_KEYS, "$", "give it as the field that it is")
            return unknown_keys_text(dict(given), "$", self.limits, self.notes)
        except InvalidSnapshot as error:
            raise error.inside(self.place(index)) from None

    # ------------------------------------------------------------------ errors

    def expect_types(self, column: Sequence[object], field: str, allowed: set[type], cure: str) -> None:
        if set(map(type, column)) <= allowed:
            return
        index = next(i for i, cell in enumerate(column) if type(cell) not in allowed)
        kinds = ", ".join(sorted("null" if kind is _NONE else _JSON_NAMES.get(kind, kind.__name__) for kind in allowed))
        got = _JSON_NAMES.get(type(column[index]), type(column[index]).__name__)
        raise InvalidSnapshot(f"expected {kinds}, got {got}", f"{self.place(index)}.{field}", cure)


_JSON_NAMES: Mapping[type, str] = {
    str: "text",
    int: "whole number",
    bool: "true or false",
    dict: "object",
    _NONE: "null",
}


def resolved(given: str | tuple[str | None, str | None] | None, platform: str | None) -> tuple[str, str | None]:
    """Return the ARIA role and the native role to keep, of a role with or without a native role beside it.

    A native role equal to the ARIA role is kept only where that word leads to another role on its platform. Without a
    platform the roles were resolved before.
    """
    role, native = given if isinstance(given, tuple) else (given, None)
    if native is None and platform is not None:
        return resolve_role(role or "", platform)
    known, _ = resolve_role(role or "", "aria")
    if platform is None:
        return known, native
    same = native == known and resolve_role(known, platform) == (known, None)
    return known, None if same else native


def _is_given(cell: object) -> bool:
    return cell is not None


def _all_none(cells: Sequence[object]) -> bool:
    return not cells or (cells[0] is None and cells.count(None) == len(cells))


def _fit(numbers: Sequence[int]) -> bool:
    """Return whether all numbers lie in COORDINATE_RANGE."""
    try:
        array("i", numbers)
    except OverflowError:
        return False
    return True


def _encodable(text: str) -> bool:
    """Return whether a text has no lone surrogate."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _wrong_box(box: object) -> str:
    if box is None:
        return ""
    if not isinstance(box, list | tuple) or len(box) != len(Bounds._fields):
        return f"expected 4 numbers, got {len(box) if isinstance(box, list | tuple) else type(box).__name__}"
    kinds = [type(number).__name__ for number in box if type(number) is not int]
    if kinds:
        return f"expected whole numbers, got {kinds[0]}"
    return "" if all(number in COORDINATE_RANGE for number in box) else "a number outside [-2^31, 2^31)"
