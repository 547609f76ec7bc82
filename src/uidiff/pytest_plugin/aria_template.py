"""Playwright's aria baselines: what ``toMatchAriaSnapshot`` is given, and whether a snapshot matches it.

A baseline names a part of a page. Its elements must be there, in order and below one another; other elements, and what
an element of the baseline does not mention, may be anything. As of Playwright 1.65:

- a name or a text is the whole one, or ``/…/``, a regular expression that is searched for in it;
- ``[checked]``, ``[disabled]``, ``[expanded]``, ``[invalid]``, ``[level=2]``, ``[pressed]``, ``[selected]`` must be so;
- ``/url`` must be so; other properties, such as ``/placeholder``, are not looked at;
- ``/children: equal`` says that there are no other children, ``deep-equal`` none on any level below; ``contain`` is the
  default.

Elements without a role of their own count as their children.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from uidiff.errors import InvalidSnapshot
from uidiff.importers.aria_lines import AriaLine, aria_lines
from uidiff.model.roles import resolve_role
from uidiff.model.snapshot import Snapshot
from uidiff.model.urls import url_digest
from uidiff.text import fold

__all__ = ["AriaNode", "AriaTemplate", "Matches", "read_template", "text_matches"]

_STATES = frozenset({"checked", "disabled", "expanded", "invalid", "level", "pressed", "selected"})
_MODES = frozenset({"contain", "deep-equal", "equal"})
_CURE = "write it as Playwright does: https://playwright.dev/docs/aria-snapshots"
_WORDS = {"true": True, "false": False}
_TRANSPARENT = frozenset({"generic", "label", "list-marker", "none"})
"""Roles of elements that Playwright's snapshots do not have: their children stand in their place."""


@attrs.define
class AriaNode:
    """An element or a text of a baseline.

    Attributes:
        line: its line in the baseline, from 1 on.
        role: its ARIA role; "text" for a text; "" for what holds several outermost elements.
        name: its name or text, or a pattern between slashes; None: any.
        states: the states that it must have.
        url: where it must lead, or a pattern; None: anywhere.
        mode: which children it may have: "contain", "equal", "deep-equal"; None: that of the element around it.
        children: the numbers of its children.
    """

    line: int
    role: str
    name: str | None = None
    states: dict[str, object] = attrs.Factory(dict)
    url: str | None = None
    mode: str | None = None
    children: list[int] = attrs.Factory(list)


@attrs.frozen
class AriaTemplate:
    """A baseline: its nodes in document order, the root first."""

    nodes: Sequence[AriaNode]

    def find(self, snapshot: Snapshot) -> Matches:
        """Find which elements match each node."""
        tree = _Tree(snapshot)
        found = Matches([set() for _ in self.nodes], [set() for _ in self.nodes], [set() for _ in self.nodes])
        for number in range(len(self.nodes) - 1, -1, -1):
            node = self.nodes[number]
            found.alone[number] = fitting = {index for index in tree.indices if tree.fits(index, node)}
            found.plain[number] = {index for index in fitting if found.has_children(node, tree, index, deep=False)}
            found.deep[number] = {index for index in fitting if found.has_children(node, tree, index, deep=True)}
        return found


@attrs.frozen
class Matches:
    """By number of a node the elements that match it.

    Attributes:
        plain: with their children.
        deep: with their children, within ``deep-equal``.
        alone: whatever their children.
    """

    plain: list[set[int]]
    deep: list[set[int]]
    alone: list[set[int]]

    def has_children(self, node: AriaNode, tree: _Tree, index: int, *, deep: bool) -> bool:
        """Whether the children of an element are those of a node, of which all matches are known."""
        children = tree.children[index]
        if node.mode == "contain" or (node.mode is None and not deep):
            rest = iter(children)
            return all(any(child in self.plain[one] for child in rest) for one in node.children)
        matches = self.plain if node.mode == "equal" else self.deep
        return len(children) == len(node.children) and all(
            child in matches[one] for child, one in zip(children, node.children, strict=True)
        )


def text_matches(wanted: str, text: str | None) -> bool:
    """Whether a text is the one that is wanted, or has what a pattern between slashes is about."""
    if fold(wanted) == fold(text):
        return True
    pattern = _pattern(wanted)
    return bool(pattern is not None and text and pattern.search(fold(text)))


def _pattern(text: str) -> re.Pattern[str] | None:
    if len(text) < 2 or text[0] != "/" or text[-1] != "/":  # noqa: PLR2004  # two slashes
        return None
    return re.compile(text[1:-1].replace("\\/", "/"))


# ------------------------------------------------------------------------- tree


class _Tree:
    """A snapshot as Playwright prints it: values and texts are children, elements without a role are not there."""

    def __init__(self, snapshot: Snapshot) -> None:
        columns = snapshot.columns
        self.snapshot = snapshot
        self.roles = columns.role
        self.values: dict[int, str] = {}  # by a negative number, which stands for the text in a field
        self.children: dict[int, list[int]] = {index: [] for index in range(len(snapshot))}
        for index in range(len(snapshot)):
            value = columns.value[index]
            if value:
                self.values[-1 - index] = value
                self.children[index].append(-1 - index)
                self.children[-1 - index] = []
            above = self.shown_parent(index)
            if above >= 0 and not self.is_left_out(index, above):
                self.children[above].append(index)
        self.indices = (*range(len(snapshot)), *self.values)

    def shown_parent(self, index: int) -> int:
        above = self.snapshot.parents[index]
        while above >= 0 and self.roles[above] in _TRANSPARENT:
            above = self.snapshot.parents[above]
        return above

    def is_left_out(self, index: int, above: int) -> bool:
        """Whether it is no element of its own, or a text that is the name or value of the element around it."""
        columns = self.snapshot.columns
        if self.roles[index] != "text":
            return self.roles[index] in _TRANSPARENT
        text = fold(columns.name[index])
        return not text or text in {fold(columns.name[above]), fold(columns.value[above])}

    def fits(self, index: int, node: AriaNode) -> bool:
        """Whether an element has the role, name, states and address of a node."""
        if index < 0:
            return node.role == "text" and text_matches(node.name or "", self.values[index])
        columns = self.snapshot.columns
        if not node.role:
            return True
        states = dict(columns.states[index])
        return (
            node.role == self.roles[index]
            and (node.name is None or text_matches(node.name, columns.name[index]))
            and all(_is(states.get(name, False), value) for name, value in node.states.items())
            and (node.url is None or _leads_to(node.url, columns.url[index], columns.url_digest[index]))
        )


def _is(value: object, wanted: object) -> bool:
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def _leads_to(wanted: str, url: str | None, digest: str | None) -> bool:
    return url is not None and (digest == url_digest(wanted) or text_matches(wanted, url))


# ---------------------------------------------------------------------- reading


def read_template(text: str) -> AriaTemplate:
    """Read a baseline. InvalidSnapshot names the line that is none."""
    nodes = [AriaNode(0, "")]
    branch = [(-1, 0)]  # indentation and number of each node around
    for line in aria_lines(text):
        while branch[-1][0] >= line.indent:
            branch.pop()
        above = nodes[branch[-1][1]]
        if line.role.startswith("/"):
            _set_property(above, line)
            continue
        branch.append((line.indent, _add(nodes, above, _node(line))))
        if line.value is not None and line.role != "text":
            _add(nodes, nodes[-1], AriaNode(line.number, "text", _checked(line.value, line)))
    if len(nodes) == 1:
        raise InvalidSnapshot("a baseline without an element", "$", _CURE)
    root = nodes[0]
    if len(root.children) == 1 and root.mode in {None, "contain"}:
        nodes = [attrs.evolve(node, children=[child - 1 for child in node.children]) for node in nodes[1:]]
    return AriaTemplate(nodes)


def _add(nodes: list[AriaNode], above: AriaNode, node: AriaNode) -> int:
    above.children.append(len(nodes))
    nodes.append(node)
    return len(nodes) - 1


def _set_property(node: AriaNode, line: AriaLine) -> None:
    if line.role == "/url":
        node.url = _checked(line.value or "", line)
    if line.role == "/children":
        if line.value not in _MODES:
            raise InvalidSnapshot("no way to compare children", f"line {line.number}", "contain, equal or deep-equal")
        node.mode = line.value


def _node(line: AriaLine) -> AriaNode:
    if line.role == "text":
        return AriaNode(line.number, "text", _checked(line.value or "", line))
    states = {name: _value(value) for name, value in line.attributes.items() if name in _STATES}
    name = None if line.name is None else _checked(line.name, line)
    return AriaNode(line.number, resolve_role(line.role, "aria")[0], name or None, states)


def _value(word: str) -> object:
    return _WORDS.get(word, int(word) if word.isascii() and word.isdecimal() else word)


def _checked(text: str, line: AriaLine) -> str:
    """The text. InvalidSnapshot if it is a pattern that Python does not read."""
    try:
        _pattern(text)
    except (re.error, OverflowError, RecursionError):
        cure = "most patterns of JavaScript are Python's too; named groups and \\u{…} are written otherwise"
        raise InvalidSnapshot("a pattern that cannot be read", f"line {line.number}", cure) from None
    return text
