"""What ``read`` answers (spec/features#d22), as JSON values: an answer with elements in short keys, nested or flat.

    {"ok": true, "action": "read", "ts": 1707504003, "app": "Mail", "elements": [
      {"i": 1, "r": "window", "t": "Inbox", "c": [{"i": 2, "r": "btn", "t": "Send", "e": false}]}]}

Children are objects in ``c``, as desktop-cli writes them; or numbers in ``c``, the elements standing in one list in
document order, as uidiff does; or ``p`` tells the roles above each element, in a list in document order too.
Other keys: see :data:`_FIELDS` and :func:`_row`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from uidiff.errors import InvalidSnapshot
from uidiff.importers.source import snapshot_of_rows
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.jsontext import expect_list, expect_object
from uidiff.model.limits import LARGEST_EXACT, Limits
from uidiff.model.roles import UNKNOWN, long_role
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.model.states import ARIA_STATES, BOOLEAN_STATES, FIELDS, NUMBER_STATES, STATE_NAME, THREE_VALUED_STATES

__all__ = ["ReadElement", "answers_of", "snapshot_of_answer", "snapshot_of_elements"]

_Where: TypeAlias = Callable[[], str]
"""Returns the place of an element, computed on demand."""

_KNOWN = ("app", "pid", "window", "title", "url")
_FIELDS: Mapping[str, str] = {"t": "name", "v": "value", "d": "description", "b": "bounds", "a": "actions", "u": "url"}
"""Their keys, and ours; besides ``i r sr f s e c p ref secret unread``, and states under their own names."""

_SHORT: Mapping[str, str] = {**{ours: theirs for theirs, ours in _FIELDS.items()}, "role": "r", "native_role": "sr"}
_FLAGS: Mapping[str, str] = {"f": "focused", "s": "selected", "e": "disabled"}
_INVERTED = "e"
_TAKEN = frozenset({*_FIELDS, *_FLAGS, "secret", "unread", "i", "r", "sr", "c", "p", "ref"})
_STATES = frozenset({*BOOLEAN_STATES, *THREE_VALUED_STATES, *NUMBER_STATES, *ARIA_STATES})
_PREFIX = "st."
"""Stands before states whose names are keys with another meaning (``formats.elements``)."""

_ABOVE = " > "
_CURE = "give what read answered, whole"


class ReadElement(NamedTuple):
    """An element as found: its depth; the index of the one around it, -1 without, and its place in that."""

    node: Mapping[str, Any]
    depth: int
    around: int
    place: str


def answers_of(value: object, path: str = "$") -> Iterator[tuple[object, str]]:
    """Yield the answers in a value, each with its path: the value itself, or the items of a list of answers."""
    answers = isinstance(value, list) and any(isinstance(item, Mapping) and "r" not in item for item in value)
    if isinstance(value, list) and answers:
        yield from ((item, f"{path}[{number}]") for number, item in enumerate(value))
    else:
        yield value, path


def snapshot_of_answer(answer: object, path: str, *, limits: Limits, redact: RedactOption) -> Snapshot:
    """Build the snapshot of one answer: an object with ``elements``, or just its elements, or one of them.

    Raises:
        InvalidSnapshot: not a whole tree (a diff, a selection, a failure), or a value that does not fit.
    """
    if isinstance(answer, Mapping) and "r" not in answer:
        circumstances = _circumstances(answer, path)
        given, path = expect_list(answer.get("elements"), f"{path}.elements"), f"{path}.elements"
    else:
        circumstances = Circumstances()
        given = [answer] if isinstance(answer, Mapping) else expect_list(answer, path)
    return snapshot_of_elements(_elements(given, path), circumstances, limits=limits, redact=redact)


def snapshot_of_elements(
    elements: Sequence[ReadElement],
    circumstances: Circumstances,
    *,
    limits: Limits,
    redact: RedactOption,
) -> Snapshot:
    """Build the snapshot of elements in document order."""
    place = partial(_place, elements)
    rows = [_row(element, partial(place, index)) for index, element in enumerate(elements)]
    return snapshot_of_rows(rows, circumstances, place, limits=limits, redact=redact, keys=_SHORT)


def _circumstances(answer: Mapping[str, Any], path: str) -> Circumstances:
    if answer.get("ok") is False:
        raise InvalidSnapshot("a read that failed", path, "read again")
    if "diff" in answer:
        raise InvalidSnapshot("what changed, and no tree", f"{path}.diff", "read without since")
    if "filtered" in answer:
        raise InvalidSnapshot("a selection, and no whole tree", f"{path}.filtered", "read without filters")
    known: dict[str, Any] = {"taken_at": answer.get("ts"), **{name: answer.get(name) for name in _KNOWN}}
    try:
        return Circumstances(**known)
    except InvalidSnapshot as error:
        shown = error.path.replace("$.taken_at", "$.ts")
        raise InvalidSnapshot(error.problem, shown, error.cure).inside(path) from None


# ------------------------------------------------------------------------- shape


def _elements(given: Sequence[object], path: str) -> list[ReadElement]:
    found = _walk(given, path)
    if any(_numbers(element.node) for element in found):
        return _below(found, _parents_by_numbers(found))
    if any(element.node.get("p") for element in found) and all(element.depth == 0 for element in found):
        return _below(found, _parents_by_paths(found))
    return found


def _walk(given: Sequence[object], path: str) -> list[ReadElement]:
    """Return the elements in document order; those in ``c`` hang below the element that contains them."""
    found: list[ReadElement] = []
    levels: list[tuple[int, Iterator[tuple[int, object]]]] = [(-1, iter(enumerate(given)))]
    while levels:
        around, items = levels[-1]
        number, item = next(items, (-1, None))
        if number < 0:
            levels.pop()
            continue
        place = f"{path}[{number}]" if around < 0 else f".c[{number}]"
        node = item if isinstance(item, Mapping) else expect_object(item, _place(found, around) + place)
        found.append(ReadElement(node, len(levels) - 1, around, place))
        children = node.get("c")
        if children and not _numbers(node):
            index = len(found) - 1
            levels.append((index, iter(enumerate(expect_list(children, f"{_place(found, index)}.c")))))
    return found


def _place(elements: Sequence[ReadElement], index: int) -> str:
    """Return the path of an element: its own step behind those of the elements around it."""
    steps = []
    while index >= 0:
        steps.append(elements[index].place)
        index = elements[index].around
    return "".join(reversed(steps))


def _numbers(node: Mapping[str, Any]) -> bool:
    """Return whether an element lists its children by number."""
    children = node.get("c")
    return isinstance(children, list) and any(type(child) is int for child in children)


def _parents_by_numbers(found: Sequence[ReadElement]) -> list[int]:
    index_of: dict[object, int] = {}
    for index, element in enumerate(found):
        number = element.node.get("i")
        if type(number) is not int or number in index_of or element.depth:
            problem = "no number of its own, though children are told by numbers"
            raise InvalidSnapshot(problem, f"{element.place}.i", _CURE)
        index_of[number] = index
    parents = [-1] * len(found)
    for index, element in enumerate(found):
        for child in expect_list(element.node.get("c") or [], f"{element.place}.c"):
            below = index_of.get(child, -1) if type(child) is int else -1
            if below <= index or parents[below] >= 0:
                problem = "a child that stands nowhere behind it, or below another element too"
                raise InvalidSnapshot(problem, f"{element.place}.c", "it is a part of an answer: give the whole")
            parents[below] = index
    return parents


def _parents_by_paths(found: Sequence[ReadElement]) -> list[int]:
    """Return each element's parent: the last one before it whose own path and role make up its path."""
    branch: list[tuple[str, int]] = []  # the path below each element from a root down to the last one
    parents = []
    for index, element in enumerate(found):
        path = element.node.get("p") or ""
        while branch and branch[-1][0] != path:
            branch.pop()
        if path and not branch:
            problem = "a path that does not lead to the elements before it"
            raise InvalidSnapshot(problem, f"{element.place}.p", "it is a selection: read without filters")
        parents.append(branch[-1][1] if branch else -1)
        role = element.node.get("r")
        branch.append((f"{path}{_ABOVE}{role}" if path else f"{role}", index))
    return parents


def _below(found: Sequence[ReadElement], parents: Sequence[int]) -> list[ReadElement]:
    """Set the depths that these parents give; InvalidSnapshot if the order is not document order."""
    placed: list[ReadElement] = []
    branch: list[int] = []
    for index, (element, parent) in enumerate(zip(found, parents, strict=True)):
        depth = placed[parent].depth + 1 if parent >= 0 else 0
        if parent >= 0 and (depth > len(branch) or branch[depth - 1] != parent):
            raise InvalidSnapshot("not next to the others below its parent", element.place, "give document order")
        del branch[depth:]
        branch.append(index)
        placed.append(element._replace(depth=depth))
    return placed


# ------------------------------------------------------------------------- cells


def _row(element: ReadElement, where: _Where) -> Row:
    node = element.node
    word = node.get("r")
    if type(word) is not str:
        raise InvalidSnapshot("no role", f"{where()}.r", 'give one, such as "r": "btn"')
    role = long_role(word)
    states, extra = _states(node, where)
    row = Row(
        depth=element.depth,
        role=role,
        native_role=_native(node, role, where),
        states=states,
        id=_number(node, where),
        secret=_flag(node, "secret", where),
        unread=_flag(node, "unread", where),
        extra=extra or None,
    )
    cells: dict[str, Any] = {ours: node.get(theirs) for theirs, ours in _FIELDS.items()}
    return row._replace(**cells)


def _flag(node: Mapping[str, Any], key: str, where: _Where) -> bool:
    value = node.get(key, False)
    if type(value) is not bool:
        problem = f"expected true or false, got {type(value).__name__}"
        raise InvalidSnapshot(problem, f"{where()}.{key}", "write it without quotes, or leave it out")
    return value


def _number(node: Mapping[str, Any], where: _Where) -> str | None:
    number = node.get("i")
    if number is not None and (type(number) is not int or not 0 <= number < LARGEST_EXACT):
        raise InvalidSnapshot(f"expected a number, got {type(number).__name__}", f"{where()}.i", _CURE)
    return None if number is None else str(number)


def _native(node: Mapping[str, Any], role: str, where: _Where) -> str | None:
    """Return the platform's own role where ARIA has none, else the subrole of macOS behind a slash."""
    native = node.get("sr")
    if native is not None and type(native) is not str:
        raise InvalidSnapshot(f"expected text, got {type(native).__name__}", f"{where()}.sr", _CURE)
    return native if not native or role == UNKNOWN else f"{role}/{native}"


def _states(node: Mapping[str, Any], where: _Where) -> tuple[dict[str, object], dict[str, object]]:
    """Return the states, and the unknown keys."""
    states: dict[str, object] = {
        state: _flag(node, key, where) != (key == _INVERTED) for key, state in _FLAGS.items() if key in node
    }
    extra: dict[str, object] = {}
    for key, value in node.items():
        name = key.removeprefix(_PREFIX)
        if key in _TAKEN:
            continue
        if name in _STATES or (type(value) is str and STATE_NAME.fullmatch(name) and name not in FIELDS):
            states[name] = value
        else:
            extra[key] = value
    ref = node.get("ref")
    return states, extra if ref is None or ref == f"e{node.get('i')}" else {**extra, "ref": ref}
