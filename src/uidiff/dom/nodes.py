"""The nodes of a recorded DOM: made of rrweb's serialized nodes, and linked to one another.

The form is that of rrweb's types 2.2.2, ``serializedNodeWithId``. Children of a node are linked, so that it takes as
long to add one to a thousand as to two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import attrs

from uidiff.errors import InvalidSnapshot

__all__ = [
    "BLANKS",
    "CURE",
    "DOCUMENT",
    "ELEMENT",
    "SHADOW",
    "STYLES",
    "TEXT",
    "Key",
    "Node",
    "collapsed",
    "declared",
    "home_of",
    "is_kept",
    "link",
    "made_node",
    "node_id",
    "shadow_of",
    "unfit",
]

DOCUMENT, DOCTYPE, ELEMENT, TEXT, CDATA, COMMENT = range(6)
"""Kinds of nodes, by rrweb's numbers."""

SHADOW = -1
"""The kind of a shadow root: rrweb has none, its children are marked."""

CURE = "record it again: the recording is damaged, or of a version that is not known"
"""What to do about a node that does not fit."""

Key: TypeAlias = tuple[int, str]
"""A scope and a name in it."""

STYLES = frozenset({"cursor", "display", "visibility", "white-space"})
"""The properties of an element's own ``style`` that are read."""

BLANKS = " \t\n\r\f"
"""What collapses (HTML standard, "ASCII whitespace"); a no-break space is a character as others are."""

_BLANKS = re.compile(f"[{BLANKS}]+")
_DECLARED = re.compile(rf"(?:^|;)\s*({'|'.join(sorted(STYLES))})\s*:\s*([a-z-]+)", re.IGNORECASE)
_KEPT = frozenset(
    {
        *("alt", "autocomplete", "border", "checked", "contenteditable", "controls", "data-rr-is-password", "disabled"),
        *("for", "hidden", "href", "id", "inert", "label", "list", "max", "min", "multiple", "name", "onclick", "open"),
        *("placeholder", "readonly", "rel", "required", "role", "rr_blocked", "rr_open_mode", "rr_width", "scope"),
        *("selected", "size", "slot", "src", "style", "tabindex", "title", "type", "usemap", "value"),
    }
)


def is_kept(name: str) -> bool:
    """Return whether an attribute says something of what is read; the others are dropped."""
    return name in _KEPT or name.startswith("aria-")


def declared(style: str) -> dict[str, str]:
    """Return the properties that are read of the text of a ``style``."""
    return {found[1].lower(): found[2].lower() for found in _DECLARED.finditer(style)}


def collapsed(text: str) -> str:
    """Return a text as it stands in a line: with single spaces, and none at its ends."""
    return " ".join(text.split()) if text.isascii() else _BLANKS.sub(" ", text).strip(BLANKS)


@attrs.define(eq=False, repr=False)
class Node:
    """A node, and what was computed of it.

    Attributes:
        id: rrweb's; that of the host for a shadow root.
        kind: DOCUMENT, ELEMENT, TEXT, … or SHADOW.
        tag: the name of an element, in lower case.
        attributes: of an element: those that are kept, by name; ``value`` and ``checked`` are of now, ``style`` has
            the declarations.
        text: of a text.
        scope: the id of the document or the shadow host within which its ``id`` counts.
        shadow: the shadow root of a host.
        parent, first, last, before, after: its place; a shadow root's parent is its host.
        dirty: whether it, or something below it, changed since it was read.
        changed: whether it did itself: its attributes, which children it has, or what others say of it.
        said: what its content says (:mod:`uidiff.dom.names`), and whether anything of it is drawn; None: not known.
        control: of a label, the field in it that it names.
        wants: the ids that it referred to when it was read.
        around, inner, holder, listed, expanded, offset, size, own, head: how it was read last
            (:mod:`uidiff.dom.reading`).
    """

    id: int
    kind: int
    tag: str = ""
    attributes: dict[str, Any] = attrs.field(factory=dict)
    text: str = ""
    scope: int = 0
    shadow: Node | None = None
    parent: Node | None = None
    first: Node | None = None
    last: Node | None = None
    before: Node | None = None
    after: Node | None = None
    dirty: bool = True
    changed: bool = True
    said: tuple[str, bool] | None = None
    control: Node | None = None
    wants: tuple[Key, ...] = ()
    around: Any = None
    inner: Any = None
    holder: Node | None = None
    listed: int = 0
    expanded: int = 0
    offset: int = 0
    size: int = 0
    own: int = -1
    head: int = 0

    @property
    def children(self) -> Iterator[Node]:
        """Its children in order, without those of its shadow root."""
        child = self.first
        while child is not None:
            yield child
            child = child.after

    @property
    def words(self) -> str:
        """The texts right below it, with single spaces."""
        return collapsed("".join(child.text for child in self.children))

    def word(self, name: str) -> str:
        """Return an attribute as a word of a list: in lower case, without blanks around it; "" if there is none."""
        value = self.attributes.get(name)
        return value.strip().lower() if type(value) is str else ""

    def string(self, name: str) -> str | None:
        """Return an attribute that is a text; None if there is none."""
        value = self.attributes.get(name)
        return value if type(value) is str else None

    def style(self, name: str) -> str:
        """Return a property of its own ``style``; "" if there is none."""
        style = self.attributes.get("style")
        return style.get(name, "") if type(style) is dict else ""


def unfit(problem: str, above: Node | None) -> InvalidSnapshot:
    """Return the error of a serialized node that does not fit, below a node or at the top."""
    return InvalidSnapshot(problem if above is None else f"{problem}, below node {above.id}", "$", CURE)


def node_id(given: Mapping[str, Any], above: Node | None = None) -> int:
    """Return the id of a serialized node."""
    found = given.get("id")
    if type(found) is not int:
        raise unfit(f"expected the number of a node, got {type(found).__name__}", above)
    return found


def made_node(given: Mapping[str, Any], above: Node | None) -> Node:
    """Make one node without those below it."""
    id_, kind = node_id(given, above), given.get("type")
    if type(kind) is not int or not DOCUMENT <= kind <= COMMENT:
        raise unfit("a node of an unknown type", above)
    node = Node(id_, kind)
    if kind == ELEMENT:
        tag, attributes = given.get("tagName"), given.get("attributes")
        if type(tag) is not str or not isinstance(attributes, dict):
            raise unfit("an element without a name and attributes", above)
        node.tag = tag.lower()
        node.attributes = {name: value for name, value in attributes.items() if is_kept(name)}
        if type(style := node.attributes.get("style")) is str:
            node.attributes["style"] = declared(style)
        if given.get("needBlock"):
            node.attributes["rr_blocked"] = True
    elif kind == TEXT:
        text = given.get("textContent")
        node.text = text if type(text) is str else ""
    return node


def home_of(given: Mapping[str, Any], parent: Node) -> Node:
    """Return where a serialized node goes: below its parent, or into the shadow root, for which rrweb marks it."""
    return shadow_of(parent) if given.get("isShadow") and parent.kind == ELEMENT else parent


def shadow_of(host: Node) -> Node:
    """Return the shadow root of an element, which gets one if it has none."""
    if host.shadow is None:
        host.shadow = Node(host.id, SHADOW, scope=host.id, parent=host, dirty=host.dirty)
    return host.shadow


def link(node: Node, parent: Node, after: Node | None) -> None:
    """Put a node before a child of its parent; at the end where that is None."""
    before = parent.last if after is None else after.before
    node.parent, node.before, node.after = parent, before, after
    if before is None:
        parent.first = node
    else:
        before.after = node
    if after is None:
        parent.last = node
    else:
        after.before = node
