"""Makes rows of cached elements: roles, states, values, ids. All of it happens in this process: nothing can hang."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import floor, inf
from typing import Any

import attrs

from uidiff.backends.bounded_walk import read_tree
from uidiff.backends.uia.actions import actions_of
from uidiff.backends.uia.client import PATTERNS, CacheRequests, Package
from uidiff.backends.uia.reading import UiaNode, cached
from uidiff.model.columns import COORDINATE_RANGE, Row
from uidiff.model.limits import Limits, exact_number
from uidiff.model.native_states import NOT_SET
from uidiff.model.roles import UNKNOWN, resolve_role, vocabulary

__all__ = ["ENOUGH", "Converted", "IdStability", "converted"]

_SUFFIX = "Control"


class _RoleNames:
    """Maps the control types of one read, and caches the results."""

    def __init__(self, uiautomation: Any) -> None:  # noqa: ANN401  # the package
        self._types: dict[int, str] = uiautomation.ControlTypeNames
        self._known: dict[tuple[object, str | None, str | None, bool], tuple[str, str | None]] = {}

    def role(
        self, control_type: object, localized: str | None, aria: str | None, *, modal: bool
    ) -> tuple[str, str | None]:
        """The role of an element for its Row, and its native role if the role is an ARIA role already (else None).

        A modal window is a dialog, whatever its localized type says.
        """
        key = (control_type, localized, aria, modal)
        if key not in self._known:
            self._known[key] = self._role(*key)
        return self._known[key]

    def _role(
        self,
        control_type: object,
        localized: str | None,
        aria: str | None,
        modal: bool,  # noqa: FBT001  # a part of the key
    ) -> tuple[str, str | None]:
        name = self._types.get(control_type) if isinstance(control_type, int) else None
        native = name.removesuffix(_SUFFIX) if name else f"ControlType {control_type}"
        if name and localized:
            native = _narrowed(native, localized)
        for word in (aria or "").split():
            role, _ = resolve_role(word, "aria")
            if role in vocabulary():
                return role, native
        if not name:
            return UNKNOWN, native
        if modal and resolve_role(native, "uia")[0] == "window":
            return "dialog", native
        return native, None


def _narrowed(native: str, localized: str) -> str:
    """The native role with its localized type, if the table of roles knows that, or the control type is Custom.

    So standard controls have the same native role in every language of Windows.
    """
    narrow = f"{native} (localized: {localized})"
    role = resolve_role(native, "uia")[0]
    return narrow if native == "Custom" or resolve_role(narrow, "uia")[0] != role else native


_Get = Callable[[str], Any]

_CHECKED = {0: False, 1: True, 2: "mixed"}
"""ToggleState."""
_EXPANDED = {0: False, 1: True, 2: True}
"""ExpandCollapseState; 2 is partially expanded; 3, not mapped, is a leaf."""

_BOOLEANS = {
    "HasKeyboardFocus": "focused",
    "IsKeyboardFocusable": "focusable",
    "IsOffscreen": "offscreen",
    "IsPassword": "protected",
    "IsRequiredForForm": "required",
}
_COUNTS = {"Level": "level", "PositionInSet": "posinset", "SizeOfSet": "setsize"}
_CHECKED_BY_SELECTION = frozenset({"radio", "menuitemradio"})
_PRESSED = "button"


def _states_of(get: _Get, role: str, patterns: frozenset[str]) -> dict[str, object]:
    """The states of an element.

    Args:
        get: gives a property by its name; an unset one as an object of another type.
        role: its ARIA role; a toggled button is "pressed", any other element "checked".
        patterns: its patterns.
    """
    states: dict[str, object] = {state: True for name, state in _BOOLEANS.items() if get(name) is True}
    if get("IsEnabled") is False:
        states["disabled"] = True
    if get("IsDataValidForForm") is False:
        states["invalid"] = True
    for name, state in _COUNTS.items():
        count = get(name)
        if type(count) is int and count > 0:  # 0 means none
            states[state] = count
    status = get("ItemStatus")
    if isinstance(status, str) and status:
        states["itemstatus"] = status
    states |= _of_aria(get("AriaProperties"))
    if patterns:
        _of_patterns(states, get, role, patterns)
    return states


_OF_ARIA = ("current", "sort")
"""States that only the text of ARIA properties has (Core-AAM 1.2), such as "sort=ascending;current=page"."""


def _of_aria(properties: object) -> dict[str, object]:
    parts = (part.partition("=") for part in properties.split(";")) if isinstance(properties, str) else ()
    said = {name.strip(): value.strip() for name, _, value in parts}
    return {name: said[name] for name in _OF_ARIA if said.get(name, "") not in NOT_SET}


def _of_patterns(states: dict[str, object], get: _Get, role: str, patterns: frozenset[str]) -> None:
    if "Toggle" in patterns:
        checked = _looked_up(_CHECKED, get("ToggleToggleState"))
        states |= {"pressed" if role == _PRESSED else "checked": checked} if checked is not None else {}
    if "SelectionItem" in patterns and type(selected := get("SelectionItemIsSelected")) is bool:
        states |= {"checked" if role in _CHECKED_BY_SELECTION else "selected": selected}
    if "ExpandCollapse" in patterns:
        expanded = _looked_up(_EXPANDED, get("ExpandCollapseExpandCollapseState"))
        states |= {"expanded": expanded} if expanded is not None else {}
    if "Selection" in patterns and get("SelectionCanSelectMultiple") is True:
        states["multiselectable"] = True
    if "Window" in patterns and get("WindowIsModal") is True:
        states["modal"] = True
    if "Value" in patterns and type(fixed := get("ValueIsReadOnly")) is bool:
        states["readonly" if fixed else "editable"] = True
    elif "RangeValue" in patterns and get("RangeValueIsReadOnly") is True:
        states["readonly"] = True
    if "RangeValue" in patterns:
        ends = {"valuemin": exact_number(get("RangeValueMinimum")), "valuemax": exact_number(get("RangeValueMaximum"))}
        states |= {name: end for name, end in ends.items() if end is not None}


def _value_of(get: _Get, patterns: frozenset[str]) -> str | None:
    """The value of an element: its text, else its number as text (a finite one below 2**53), else None."""
    text = get("ValueValue") if "Value" in patterns else None
    if isinstance(text, str):
        return text
    number = exact_number(get("RangeValueValue")) if "RangeValue" in patterns else None
    return None if number is None else repr(number)


def _looked_up(words: dict[int, Any], value: object) -> Any:  # noqa: ANN401  # a value of the table
    return words.get(value) if type(value) is int else None


ENOUGH = 2
"""The number of changes of ids of a kind; a single one may be a list that was refilled with equal items."""


class IdStability:
    """The history of the ids of one window. The kind of an element is its role and that of its parent."""

    def __init__(self) -> None:
        self._looks: list[tuple[object, ...]] = []
        self._ids: list[str | None] = []
        self._changed: Counter[tuple[str, str]] = Counter()

    def honest(self, rows: Sequence[Row]) -> list[Row]:
        """The rows of a read, with ``id_stable`` False for ids that change or that several rows share."""
        kinds = _kinds(rows)
        looks: list[tuple[object, ...]] = [(row.depth, row.role, row.name, row.automation_id) for row in rows]
        ids = [row.id for row in rows]
        if looks == self._looks:
            self._changed.update({kind for kind, was, now in zip(kinds, self._ids, ids, strict=True) if was != now})
        self._looks, self._ids = looks, ids
        often = Counter(ids)
        return [
            row if often[row.id] == 1 and self._changed[kind] < ENOUGH else row._replace(id_stable=False)
            for kind, row in zip(kinds, rows, strict=True)
        ]


def _kinds(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The role of the parent and of the row, for each row."""
    branch: list[str] = []
    kinds = []
    for row in rows:
        del branch[row.depth :]
        kinds.append((branch[-1] if branch else "", row.role))
        branch.append(row.role)
    return kinds


_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+")
_LEADS_SOMEWHERE = frozenset({"link", "document"})


@attrs.frozen
class Converted:
    """A window as rows, with the live element behind each id, and the row of each root by its handle."""

    rows: list[Row]
    elements: Mapping[str, Any]
    roots: Mapping[int, Row]


def converted(
    roots: Mapping[int, UiaNode],
    requests: CacheRequests,
    package: Package,
    *,
    scale: float,
    limits: Limits,
    deadline: float = inf,
) -> Converted:
    """Make the rows of what was read, within the limits and the deadline.

    Every id is marked as stable; :class:`IdStability` corrects that.

    Args:
        roots: the window and its further windows, by handle, in order. Bounds are from the top left of the first.
        scale: physical pixels of a logical one.
        limits, deadline: as of ``read_tree``.
    """
    conversion = _Conversion(requests, package, scale, next(iter(roots.values())))
    rows = read_tree(roots.values(), row=conversion.row, children=UiaNode.below, limits=limits, deadline=deadline)
    seen = Counter(row.id for row in rows)
    elements = {id_: element for id_, element in conversion.elements.items() if seen[id_] == 1}
    tops = (row for row in rows if row.depth == 0)
    return Converted(rows, elements, dict(zip(roots, tops, strict=True)))


class _Conversion:
    """Makes rows of the elements of one read."""

    def __init__(self, requests: CacheRequests, package: Package, scale: float, window: UiaNode) -> None:
        self._requests = requests
        self._names = _RoleNames(package.uiautomation)
        self._scale = scale
        box = window.element.CachedBoundingRectangle
        self._left, self._top = box.left, box.top
        self.elements: dict[str, Any] = {}

    def row(self, node: UiaNode, depth: int) -> Row:
        """Make the row of an element at a depth."""
        if node.row is not None:
            return node.row

        def get(name: str) -> Any:  # noqa: ANN401  # a value of any type
            return cached(node.element, self._requests, name)

        patterns = frozenset(pattern for pattern in PATTERNS if get(f"Is{pattern}PatternAvailable") is True)
        modal = "Window" in patterns and get("WindowIsModal") is True
        texts = _text(get("LocalizedControlType")), _text(get("AriaRole"))
        role, native_role = self._names.role(get("ControlType"), *texts, modal=modal)
        plain = role if native_role is not None else resolve_role(role, "uia")[0]
        states = _states_of(get, plain, patterns)
        value, url = _value_of(get, patterns), None
        if plain in _LEADS_SOMEWHERE and "editable" not in states and value and _ADDRESS.fullmatch(value):
            value, url = None, value
        id_ = _id(get("RuntimeId"))
        if id_ is not None:
            self.elements[id_] = node.element
        return Row(
            depth,
            role,
            name=_text(get("Name")),
            value=value,
            description=_text(get("FullDescription")) or _text(get("HelpText")),
            bounds=self._bounds(node.element),
            states=states,
            id=id_,
            id_stable=id_ is not None,
            automation_id=_text(get("AutomationId")),
            url=url,
            native_role=native_role,
            actions=actions_of(states, patterns),
            unread=node.unread,
        )

    def _bounds(self, element: Any) -> tuple[int, int, int, int] | None:  # noqa: ANN401  # an IUIAutomationElement
        """The box from the window's top left, in logical pixels; None for one of zeros, which hidden elements have."""
        box = element.CachedBoundingRectangle
        corners = (box.left, box.top, box.right, box.bottom)
        if not any(corners):
            return None
        left, top, right, bottom = corners
        lengths = (left - self._left, top - self._top, right - left, bottom - top)
        across, down, width, height = (_fitting(length / self._scale) for length in lengths)
        return across, down, width, height


def _id(parts: object) -> str | None:
    """A RuntimeId as text, its numbers joined by dots; None if there is none."""
    if not isinstance(parts, tuple | list) or not parts:
        return None
    return ".".join(map(str, parts))


def _text(value: object) -> str | None:
    """A text that is not empty, else None: Windows has "" for no text."""
    return value if isinstance(value, str) and value else None


def _fitting(length: float) -> int:
    """Whole pixels within the range of coordinates; halves are rounded up, so that adjacent boxes stay adjacent."""
    return max(COORDINATE_RANGE.start, min(floor(length + 0.5), COORDINATE_RANGE.stop - 1))
