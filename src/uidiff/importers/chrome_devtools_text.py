"""The lines of a chrome-devtools-mcp snapshot, as nodes of Chromium's tree.

Its ``SnapshotFormatter`` (1.11.0) writes what Puppeteer gives of each element: two spaces for each level, the uid, the
role (none for a text, "ignored" for one without a role), the name, then words and attributes. Texts are as they are,
with the quotes and line breaks in them. So only a line with a uid begins an element, where no text is open, and an
attribute is one only if nothing but attributes follows it. A page can close a text of its own and write such a line
behind it: a tree in which an element has the uid of another is refused. Texts without a DOM node, such as those of
``::before``, all have one uid: they are of no use to who acts, and get none.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.chrome_reader import is_unread
from uidiff.importers.chrome_rows import READ, AxNode, AxTree, ax_row, is_masked
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.model.states import CHECKABLE_ROLES

__all__ = ["TEXT_START", "Elements", "read_elements"]

_UID = r"uid=([0-9]{1,9}_[0-9]{1,9})(?=[ \n]|\Z)"
_NOTE = r"Note: there is a selected element [^\n]*\n[^\n]*\n\n"
TEXT_START = re.compile(rf"(?:{_NOTE})?{_UID}")
"""How a snapshot begins: with its root, or with a note before it."""

_ELEMENT = re.compile(rf"^( *){_UID}(?: ([A-Za-z][A-Za-z-]*)(?=[ \n]|\Z))?", re.MULTILINE)
_ATTRIBUTE = re.compile(r' ([a-z]+)(?:(=")|(?= |\Z))')
_INSPECTED = " [selected in the DevTools Elements panel]"
_INDENT = 2
_ROLES: Mapping[str | None, str] = {None: "StaticText", "ignored": "generic"}
_TEXTS = ("value", "description")

_UNSET: Mapping[str, str] = {"disableable": "disabled", "expandable": "expanded", "selectable": "selected"}
"""Words of elements that can have a state: without the state's own word they have it not."""

_FOCUSABLE = "focusable"
"""Stands only with ``focused``: that an element without it takes no focus, it does not say."""

_STRUCTURE = frozenset({"cell", "columnheader", "generic", "gridcell", "listitem", "row", "rowheader"})
_OTHER_REASONS = frozenset({"busy", "details", "errormessage", "live", "modal", "roledescription"})
"""Elements of structure are left out unless they take the focus or have one of these (Puppeteer, ``isInteresting``)."""

_VERBOSE = re.compile(r"^ *uid=[0-9_]+ (?:ignored|InlineTextBox)\b", re.MULTILINE)
"""What stands only in a tree from which nothing is left out."""

_PROPERTIES: Mapping[str, str] = {name.lower(): name for name in READ}
_NUMBERS = frozenset({"level", "valuemax", "valuemin"})
_NUMBER = re.compile(r"-?[0-9]{1,20}(?:\.[0-9]{1,20})?(?:e[+-]?[0-9]{1,3})?")
_CURE = "give the text of take_snapshot, whole"
_SHARING = frozenset({"StaticText", "generic", "InlineTextBox", "LineBreak", "ListMarker"})
"""Roles of what may have no DOM node."""

_UID_KEY, _EXTRA = "uid", "extra"

_Attributes = dict[str, str | bool]


class Elements(NamedTuple):
    """The nodes of a text, and the number of the line of each."""

    nodes: Sequence[AxNode]
    lines: Sequence[int]

    def place(self, number: int) -> str:
        """Return where a node is, for errors."""
        return f"line {self.lines[number]}"

    def row(self, tree: AxTree, node: AxNode, depth: int, states: Mapping[str, object]) -> Row:
        """Return the row of a node."""
        row = ax_row(
            node, depth, states=states, id=node[_UID_KEY], secret=is_masked(node), unread=is_unread(tree, node)
        )
        return row._replace(extra=node[_EXTRA] or None)


def read_elements(text: str, start: int, end: int, limits: Limits) -> Elements:
    """Read the elements between two characters of a text.

    Raises:
        InvalidSnapshot: an element that the tool does not print.
        LimitExceeded: more levels than ``limits.max_nesting``.
    """
    reader = _Reader(text, limits)
    found = list(_ELEMENT.finditer(text, start, end))
    ends = [one.start() - 1 for one in found[1:]] + [end - text.endswith("\n", start, end)]
    number = 0
    while number < len(found):
        first, last = found[number], _last_line(text, found, ends, number)
        reader.read(first, text[first.end() : ends[last]])
        number = last + 1
    return Elements(reader.nodes, reader.lines)


def _last_line(text: str, found: Sequence[re.Match[str]], ends: Sequence[int], number: int) -> int:
    """Return which line that begins with a uid is the last one of an element: mostly the first.

    Others follow where the element has a text that is not over there: they are lines of that text.
    """
    rest = text[found[number].end() : ends[number]]
    if _split(rest) is not None or '"' not in rest:
        return number
    following = range(number + 1, len(found))
    return next((at for at in following if _split(f' "{text[found[at].start() : ends[at]]}') is not None), number)


class _Reader:
    """Makes nodes of elements; keeps the branch of open ones."""

    def __init__(self, text: str, limits: Limits) -> None:
        self.nodes: list[AxNode] = []
        self.lines: list[int] = []
        self._verbose = bool(_VERBOSE.search(text))
        self._breaks = [found.start() for found in re.finditer("\n", text)]
        self._limits = limits
        self._first: dict[str, dict[str, Any]] = {}
        self._branch: list[dict[str, Any]] = []

    def read(self, found: re.Match[str], rest: str) -> None:
        """Add one element, with what stands behind its role."""
        line = bisect_left(self._breaks, found.start()) + 1
        self.lines.append(line)
        indent, uid, role = found.groups()
        depth, odd = divmod(len(indent), _INDENT)
        if odd or depth > len(self._branch):
            raise self._wrong("an element that is indented as none above it allows")
        if depth == 0 and self.nodes:
            raise self._wrong("a second root")
        if depth >= self._limits.max_nesting:
            problem = f"elements nested more than {self._limits.max_nesting} deep"
            raise LimitExceeded(problem, f"line {line}", "pass limits=Limits(max_nesting=…)")
        node = self._node(_ROLES.get(role, role), uid, rest)
        self._expect_own_uid(node)
        del self._branch[depth:]
        if self._branch:
            self._branch[-1]["childIds"].append(node["nodeId"])
            node["parentId"] = self._branch[-1]["nodeId"]
        self._branch.append(node)
        self.nodes.append(node)

    def _expect_own_uid(self, node: dict[str, Any]) -> None:
        first = self._first.setdefault(node[_UID_KEY], node)
        if first is node:
            return
        if not {each["role"]["value"] for each in (first, node)} <= _SHARING:
            line = self.lines[int(first["nodeId"])]
            raise self._wrong(f"the uid of line {line} again, which the page may have forged")
        for each in (first, node):
            each[_UID_KEY] = None
            each.pop("backendDOMNodeId", None)

    def _node(self, role: str, uid: str, rest: str) -> dict[str, Any]:
        is_inspected = rest.endswith(_INSPECTED)
        split = _split(rest.removesuffix(_INSPECTED))
        if split is None:
            raise self._wrong("an element that cannot be read")
        name, given = split
        texts = {"name": name, **{word: given.pop(word, None) for word in _TEXTS}}
        properties = self._properties(role, given)
        return {
            "nodeId": str(len(self.nodes)),
            _UID_KEY: uid,
            "ignored": False,
            "role": {"value": role},
            "backendDOMNodeId": len(self.nodes),
            "childIds": [],
            "properties": [{"name": word, "value": {"value": value}} for word, value in properties.items()],
            **{key: {"value": text} for key, text in texts.items() if isinstance(text, str)},
            _EXTRA: {**given, "inspected": True} if is_inspected else given,
        }

    def _properties(self, role: str, given: _Attributes) -> dict[str, object]:
        """Take the properties of Chromium out of the attributes."""
        properties: dict[str, object] = {"checked": "false"} if role in CHECKABLE_ROLES else {}
        given.pop(_FOCUSABLE, None)
        if role in _STRUCTURE and not self._verbose and _OTHER_REASONS.isdisjoint(given):
            properties[_FOCUSABLE] = True
        for word in [word for word in given if word in _UNSET]:
            properties[_UNSET[word]] = False
            del given[word]
        for word in [word for word in given if word in _PROPERTIES]:
            properties[_PROPERTIES[word]] = self._property(word, given.pop(word))
        return properties

    def _property(self, word: str, value: str | bool) -> object:  # noqa: FBT001  # a word alone is true
        if word == "url" and value is True:
            raise self._wrong("a url without an address")
        if word not in _NUMBERS:
            return value
        if not isinstance(value, str) or not _NUMBER.fullmatch(value):
            raise self._wrong(f"a {word} that is no number")
        return float(value) if set(value) & set(".e") else int(value)

    def _wrong(self, problem: str) -> InvalidSnapshot:
        return InvalidSnapshot(problem, f"line {self.lines[-1]}", _CURE)


def _split(rest: str) -> tuple[str | None, _Attributes] | None:
    """Split what stands behind a role into the name and the attributes; None if it is neither.

    From right to left: an attribute is one if an attribute or the end follows it. The first quote with that behind it
    ends a text, whatever quotes are in it.
    """
    following: dict[int, tuple[str, str | bool, int]] = {}
    # Where attributes begin that stand behind a quote, and the end if it does; the leftmost last.
    quotes = [len(rest)] if rest.endswith('"') else []

    def behind_quote(start: int) -> int | None:
        """Where the text from here on is over, and its quote too."""
        return next((place for place in reversed(quotes[-2:]) if place > start), None)

    for found in reversed(list(_ATTRIBUTE.finditer(rest))):
        word, opening = found.groups()
        end = found.end() if opening is None else behind_quote(found.end())
        if end is None or (end < len(rest) and end not in following):
            continue
        following[found.start()] = (word, True if opening is None else rest[found.end() : end - 1], end)
        if rest.endswith('"', 0, found.start()):
            quotes.append(found.start())
    name, at = None, 0
    if rest.startswith(' "'):
        closed = behind_quote(2)
        if closed is None:
            return None
        name, at = rest[2 : closed - 1], closed
    given: _Attributes = {}
    while at < len(rest):
        if at not in following:
            return None
        word, value, at = following[at]
        given[word] = value
    return name or None, given
