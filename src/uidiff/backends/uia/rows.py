"""From cached elements to rows. All of it happens in this process: nothing here can hang."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from math import floor, inf
from typing import Any

import attrs

from uidiff.backends.bounded_walk import read_tree
from uidiff.backends.uia.actions import actions_of
from uidiff.backends.uia.client import PATTERNS, CacheRequests, Package
from uidiff.backends.uia.reading import UiaNode, cached
from uidiff.backends.uia.roles import RoleNames
from uidiff.backends.uia.states import states_of, value_of
from uidiff.model.bounds import COORDINATE_RANGE
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.model.roles import resolve_role

__all__ = ["Converted", "converted"]

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
        requests: the requests of the read.
        package: the package.
        scale: physical pixels of a logical one.
        limits, deadline: as of ``read_tree``.
    """
    conversion = _Conversion(requests, package, scale, next(iter(roots.values())))
    rows = read_tree(roots.values(), row=conversion.row, children=conversion.below, limits=limits, deadline=deadline)
    seen = Counter(row.id for row in rows)
    elements = {id_: element for id_, element in conversion.elements.items() if seen[id_] == 1}
    tops = (row for row in rows if row.depth == 0)
    return Converted(rows, elements, dict(zip(roots, tops, strict=True)))


class _Conversion:
    """Makes rows of the elements of one read."""

    def __init__(self, requests: CacheRequests, package: Package, scale: float, window: UiaNode) -> None:
        self._requests = requests
        self._names = RoleNames(package.uiautomation)
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
        states = states_of(get, plain, patterns)
        value, url = value_of(get, patterns), None
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

    def below(self, node: UiaNode) -> list[UiaNode]:
        """The children of an element."""
        return node.below()

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
