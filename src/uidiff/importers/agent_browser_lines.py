r"""The lines of a snapshot of agent-browser, as nodes of Chromium's tree.

    - heading "Basket: \"all\" things" [level=1, ref=e4]
    - list
      - listitem [level=1]
        - link "Two" [ref=e33, url=https://shop.example/two]
    - generic [ref=e11] clickable [cursor:pointer, onclick]
    - textbox "Notes" [ref=e25]: line one

As printed by agent-browser 0.41.2 (its ``render_tree``): two spaces for each level, the role of Chromium, the name in
JSON's quotes, attributes, what takes clicks, the value as it is. A value has its line breaks, and a page can write
lines of elements in it: a line below a value is of the value where it cannot be an element there, and a tree in which
two elements have one ref is refused. The answer in JSON lists the refs: there, no line with another one is an element.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.aria_reader import WIDGETS
from uidiff.importers.chrome_reader import is_unread
from uidiff.importers.chrome_rows import DOCUMENT_ROLE, AxNode, AxTree, ax_row, is_masked
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.model.roles import resolve_role, vocabulary

__all__ = ["AgentBrowserLine", "Elements", "Refs", "parse_line", "read_elements"]

Refs = Mapping[str, tuple[str, str]]
"""Role and name by ref, as the answer in JSON lists them."""

_INDENT = 2
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_ATTRIBUTE = r"(?!url=)[a-z]+(?:=[A-Za-z0-9_.-]+)?"
_LINE = re.compile(
    rf"(?P<indent> *)- (?P<role>[A-Za-z][A-Za-z0-9_-]*)(?: (?P<name>{_STRING}))?"
    rf"(?: \[(?P<attributes>{_ATTRIBUTE}(?:, {_ATTRIBUTE})*)(?:, url=(?P<url>.+?))?\])?"
    r"(?: (?P<kind>[a-z]+) \[(?P<hints>[a-z:-]+(?:, [a-z:-]+)*)\])?"
    r"(?(url)|(?P<value>: .*)?)"
)
"""The address of a link is as it is: it ends where the line does, for a link has no value.

A possessive repeat of what can go back inside itself matches too little in Python before 3.11.5: there is none.
"""

_REF = re.compile(r"e[0-9]{1,9}")
_LEVEL = re.compile(r"-?[0-9]{1,9}")
_WORDS: Mapping[str, bool] = {"true": True, "false": False}
_PROPERTIES = frozenset({"checked", "disabled", "expanded", "level", "required", "selected"})
_PRESSED = "press"
_FOCUSABLE = ("focusable", "editable")
_CLICKED = "clickable"
_REF_KEY, _ACTIONS, _EXTRA = "ref", "actions", "extra"
_CURE = "give what agent-browser snapshot printed, whole"


@attrs.frozen
class AgentBrowserLine:
    """One element: its indentation in spaces, and what its line says."""

    indent: int
    role: str
    name: str | None
    attributes: Mapping[str, str]
    url: str | None
    kind: str | None
    hints: str | None
    value: str | None


def parse_line(line: str) -> AgentBrowserLine | None:
    """Parse a line; None if it is not one of an element."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    name = None
    if found["name"] is not None:
        try:
            name = json.loads(found["name"])
        except json.JSONDecodeError:
            return None
    given = [attribute.partition("=") for attribute in (found["attributes"] or "").split(", ") if attribute]
    attributes = {word: value if equals else "true" for word, equals, value in given}
    if len(attributes) != len(given):
        return None
    value = found["value"]
    return AgentBrowserLine(
        len(found["indent"]),
        found["role"],
        name,
        attributes,
        found["url"],
        found["kind"],
        found["hints"],
        None if value is None else value[2:],
    )


class Elements:
    """The nodes of a tree: a document, which agent-browser does not print, and the elements below it."""

    def __init__(self, url: str | None, place: Callable[[int], str], first_line: int) -> None:
        address = [{"name": "url", "value": {"value": url}}]
        root = {
            "nodeId": "0",
            "ignored": False,
            "role": {"value": DOCUMENT_ROLE},
            "properties": address,
            "childIds": [],
        }
        self.nodes: list[dict[str, Any]] = [root]
        self.lines: list[int] = [first_line]
        self._place = place

    def place(self, number: int) -> str:
        """Return where a node is, for errors."""
        return self._place(self.lines[number])

    @staticmethod
    def row(tree: AxTree, node: AxNode, depth: int, states: Mapping[str, object]) -> Row:
        """Return the row of a node."""
        row = ax_row(
            node,
            depth,
            states=states,
            id=node.get(_REF_KEY),
            actions=node.get(_ACTIONS),
            secret=is_masked(node),
            unread=is_unread(tree, node),
        )
        return row._replace(extra=node.get(_EXTRA) or None)


def read_elements(
    text: str | None,
    *,
    url: str | None,
    refs: Refs | None,
    first_line: int,
    place: Callable[[int], str],
    limits: Limits,
) -> Elements:
    r"""Read the lines of a tree, split at ``\n`` only.

    Args:
        text: the lines; None for a page without elements.
        url: the address of the page, if it is known.
        refs: the refs that the answer lists; None without such a list.
        first_line: the number of the first line.
        place: where a line is, by its number, for errors.
        limits: how deep the tree may be.

    Raises:
        InvalidSnapshot: a line that agent-browser does not print; a ref that two elements have.
        LimitExceeded: more levels than ``limits.max_nesting``.
    """
    reader = _Reader(Elements(url, place, first_line), refs, place, limits)
    for number, line in enumerate(() if text is None else text.split("\n"), start=first_line):
        reader.read(number, line)
    reader.end()
    return reader.elements


class _Reader:
    """Makes nodes of lines; keeps the branch of open elements, the document first, and the value that is open."""

    def __init__(self, elements: Elements, refs: Refs | None, place: Callable[[int], str], limits: Limits) -> None:
        self.elements = elements
        self._refs = refs
        self._place = place
        self._limits = limits
        self._branch: list[dict[str, Any]] = [elements.nodes[0]]
        self._value: list[str] = []  # the lines of the value of the last element
        self._first: dict[str, int] = {}

    def read(self, number: int, text: str) -> None:
        line = parse_line(text)
        if line is None or not self._may_stand(line):
            if not self._value:
                raise self._wrong(number, "a line that is no element" if line is None else "an element out of place")
            self._value.append(text)
            return
        if len(self.elements.nodes) == 1 and not (_is_known(line.role) or "ref" in line.attributes):
            raise self._wrong(number, "a role that Chromium does not have")  # later ones may be of tomorrow
        self.end()
        depth = line.indent // _INDENT + 1
        if depth > self._limits.max_nesting:
            problem = f"elements nested more than {self._limits.max_nesting} deep"
            raise LimitExceeded(problem, self._place(number), "pass limits=Limits(max_nesting=…)")
        node = self._node(line, number)
        del self._branch[depth:]
        self._branch[-1]["childIds"].append(node["nodeId"])
        node["parentId"] = self._branch[-1]["nodeId"]
        self._branch.append(node)
        self._value = [] if line.value is None else [line.value]
        self.elements.nodes.append(node)
        self.elements.lines.append(number)

    def end(self) -> None:
        """Give the last element its value."""
        if self._value:
            self._branch[-1]["value"] = {"value": "\n".join(self._value)}
            self._value = []

    def _may_stand(self, line: AgentBrowserLine) -> bool:
        """Return whether an element can be at its place: below one that is open, and listed, where refs are."""
        levels, odd = divmod(line.indent, _INDENT)
        if odd or levels >= len(self._branch):
            return False
        ref = line.attributes.get("ref")
        if ref is None:  # a line of a list in a value: "- milk"
            return not self._value or _is_known(line.role)
        if self._refs is None:
            return True
        role, name = self._refs.get(ref, ("", ""))
        return role == line.role and (not name or line.name is not None)

    def _node(self, line: AgentBrowserLine, number: int) -> dict[str, Any]:
        given = dict(line.attributes)
        ref = given.pop("ref", None)
        if ref is not None:
            first = self._first.setdefault(ref, number)
            if first != number:
                raise self._wrong(number, f"the ref of line {first} again, which the page may have forged")
            if not _REF.fullmatch(ref):
                raise self._wrong(number, "a ref of another form", "update uidiff: agent-browser is newer")
        properties: dict[str, object] = {
            word: self._property(word, given.pop(word), number) for word in sorted(_PROPERTIES & given.keys())
        }
        properties |= {"url": line.url} if line.url else {}
        properties |= {"focusable": True} if line.kind in _FOCUSABLE else {}
        clicks = line.kind == _CLICKED and line.role not in WIDGETS
        return {
            "nodeId": str(len(self.elements.nodes)),
            "ignored": False,
            "role": {"value": line.role},
            "name": {"value": line.name},
            "childIds": [],
            "properties": [{"name": word, "value": {"value": value}} for word, value in properties.items()],
            _REF_KEY: ref,
            _ACTIONS: [_PRESSED] if clicks else None,
            _EXTRA: {**given, **({line.kind: line.hints} if line.kind else {})},
        }

    def _property(self, word: str, value: str, number: int) -> object:
        if word == "level":
            if not _LEVEL.fullmatch(value):
                raise self._wrong(number, "a level that is no whole number")
            return int(value)
        if word == "checked":
            if value not in {*_WORDS, "mixed"}:
                raise self._wrong(number, "the attribute checked with a value that it does not have")
            return value
        if value not in _WORDS:
            raise self._wrong(number, f"the attribute {word} with a value that it does not have")
        return _WORDS[value]

    def _wrong(self, number: int, problem: str, cure: str = _CURE) -> InvalidSnapshot:
        return InvalidSnapshot(problem, self._place(number), cure)


def _is_known(role: str) -> bool:
    return resolve_role(role, "web")[0] in vocabulary()
