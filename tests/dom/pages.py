"""Pages as recorders serialize them, written short; and a page that is changed at random, with the mutations of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from copy import deepcopy
from html.parser import HTMLParser
from typing import Any

import attrs
from hypothesis import strategies as st

from uidiff import Limits, Snapshot
from uidiff.dom.page import Page
from uidiff.dom.reading import PageReader
from uidiff.model.circumstances import Circumstances
from uidiff.model.redaction import Redaction

VOID = frozenset({"area", "br", "embed", "hr", "img", "input", "link", "meta"})
WEB = Circumstances(platform="web")


class _Serializer(HTMLParser):
    def __init__(self, first: int) -> None:
        super().__init__()
        self.ids = itertools.count(first)
        self.tops: list[dict[str, Any]] = []
        self.open: list[dict[str, Any]] = []

    def put(self, node: dict[str, Any]) -> None:
        (self.open[-1]["childNodes"] if self.open else self.tops).append(node)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes: dict[str, Any] = {name: value or "" for name, value in attrs}
        for name in ("checked", "selected"):
            if name in attributes:
                attributes[name] = True
        node = {"type": 2, "tagName": tag, "attributes": attributes, "childNodes": [], "id": next(self.ids)}
        if attributes.pop("shadow", None) is not None:
            node["isShadow"] = True
        self.put(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()["tagName"] != tag:
            pass

    def handle_comment(self, data: str) -> None:
        self.put({"type": 5, "textContent": data, "id": next(self.ids)})

    def handle_data(self, data: str) -> None:
        self.put({"type": 3, "textContent": data, "id": next(self.ids)})


def serialized(html: str, first: int = 10) -> list[dict[str, Any]]:
    """The nodes of a piece of HTML, numbered from ``first``; ``<b shadow>`` is a child of a shadow root."""
    parser = _Serializer(first)
    parser.feed(html)
    parser.close()
    return parser.tops


def document(body: str, title: str = "Page", first: int = 10) -> dict[str, Any]:
    """A document: 1 to 6, with the body 5."""
    head = {"type": 2, "tagName": "head", "attributes": {}, "id": 3, "childNodes": [title_node(title)]}
    inner = {"type": 2, "tagName": "body", "attributes": {}, "id": 5, "childNodes": serialized(body, first)}
    html = {"type": 2, "tagName": "html", "attributes": {}, "id": 2, "childNodes": [head, inner]}
    return {"type": 0, "id": 1, "childNodes": [html]}


def title_node(title: str) -> dict[str, Any]:
    """The element 4 with the text 6."""
    text = {"type": 3, "textContent": title, "id": 6}
    return {"type": 2, "tagName": "title", "attributes": {}, "id": 4, "childNodes": [text]}


def page_of(root: dict[str, Any]) -> Page:
    """A page."""
    return Page(root, max_nodes=100_000, max_depth=1_000)


def reader_of(page: Page) -> PageReader:
    """A reader of it."""
    return PageReader(page, limits=Limits(), redaction=Redaction())


def read(body: str, title: str = "Page") -> Snapshot:
    """The snapshot of a body."""
    return reader_of(page_of(document(body, title))).snapshot(WEB)


# ---------------------------------------------------------------- random pages

TAGS = (
    *("div", "span", "p", "a", "button", "label", "input", "select", "option", "ul", "li", "table", "tr", "td", "th"),
    *("section", "header", "h2", "img", "details", "summary", "dialog", "fieldset", "legend", "slot", "b", "br"),
)
IDS = ("i1", "i2", "i3")
ATTRIBUTES: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("id", (*IDS, None)),
    ("for", (*IDS, None)),
    ("aria-labelledby", (*IDS, "i1 i2", None)),
    ("aria-describedby", (*IDS, None)),
    ("aria-label", ("Label", "", None)),
    ("aria-hidden", ("true", None)),
    ("aria-expanded", ("true", "false", None)),
    ("hidden", ("", None)),
    (
        "style",
        ("display:none", {"display": "block"}, {"display": False}, {"visibility": "hidden"}, "visibility:visible"),
    ),
    ("role", ("button", "none", "grid", "list", "row", "heading", "generic", None)),
    ("type", ("checkbox", "text", "password", "radio", "submit", None)),
    ("value", ("v1", "***", None)),
    ("checked", (True, None)),
    ("selected", (True, None)),
    ("open", ("", None)),
    ("rr_open_mode", ("modal", None)),
    ("disabled", ("", None)),
    ("slot", ("s", None)),
    ("name", ("s", None)),
    ("title", ("Title", None)),
    ("tabindex", ("0", None)),
    ("href", ("https://a.example/", None)),
    ("alt", ("", "Alt", None)),
)
TEXTS = st.sampled_from(["one", " two ", "  ", "three\n four", "****", ""])


@attrs.define
class RandomPage:
    """A document that changes, as nested dicts, and the mutation events that say how."""

    draw: Callable[[st.SearchStrategy[Any]], Any]
    root: dict[str, Any] = attrs.field(factory=lambda: document("<div>a</div>"))
    ids: Iterator[int] = attrs.field(factory=lambda: itertools.count(100))

    def nodes(self) -> list[tuple[dict[str, Any], dict[str, Any] | None]]:
        """All nodes, each with its parent."""
        found: list[tuple[dict[str, Any], dict[str, Any] | None]] = [(self.root, None)]
        for node, _ in found:
            found += [(child, node) for child in node.get("childNodes", ())]
        return found

    def made(self, depth: int = 0) -> dict[str, Any]:
        """A new node."""
        if self.draw(st.integers(0, 2)) == 0:
            return {"type": 3, "textContent": self.draw(TEXTS), "id": next(self.ids)}
        node = {
            "type": 2,
            "tagName": self.draw(st.sampled_from(TAGS)),
            "attributes": {
                name: value
                for name, values in self.draw(st.lists(st.sampled_from(ATTRIBUTES), max_size=3))
                if type(value := self.draw(st.sampled_from(values))) in {str, bool}
            },
            "id": next(self.ids),
            "childNodes": [],
        }
        for _ in range(self.draw(st.integers(0, 3)) if depth < 3 else 0):
            node["childNodes"].append(self.made(depth + 1))
        if any(child.get("isShadow") for child in node["childNodes"]):
            node["isShadowHost"] = True
        if self.draw(st.integers(0, 7)) == 0:
            node["isShadow"] = True
        return node

    def mutation(self) -> dict[str, Any]:
        """A change, done; what a recorder says of it."""
        data: dict[str, Any] = {"source": 0, "adds": [], "removes": [], "texts": [], "attributes": []}
        elements = [node for node, _ in self.nodes() if node["type"] == 2]
        kind = self.draw(st.sampled_from(["add", "add", "attribute", "attribute", "text", "remove"]))
        if kind == "add":
            parent = self.draw(st.sampled_from([node for node in elements if node["id"] == 5 or node["id"] > 9]))
            node = self.made()
            place = self.draw(st.integers(0, len(parent["childNodes"])))
            shadow = bool(node.get("isShadow"))
            if shadow:
                parent["isShadowHost"] = True
            after = next((n for n in parent["childNodes"][place:] if bool(n.get("isShadow")) is shadow), None)
            parent["childNodes"].insert(parent["childNodes"].index(after) if after else place, node)
            if after is None:
                parent["childNodes"].remove(node)
                parent["childNodes"].append(node)
            adds = [{"parentId": parent["id"], "nextId": after and after["id"], "node": node}]
            data["adds"] = deepcopy(self._flat(adds) if self.draw(st.booleans()) else adds)
            data["adds"] = self.draw(st.permutations(data["adds"]))
        elif kind == "remove":
            known = [(n, p) for n, p in self.nodes() if p is not None and n["id"] > 9]
            if known:
                node, parent = self.draw(st.sampled_from(known))
                parent["childNodes"].remove(node)
                data["removes"] = [{"parentId": parent["id"], "id": node["id"]}]
        elif kind == "text":
            texts = [node for node, _ in self.nodes() if node["type"] == 3]
            if texts:
                node = self.draw(st.sampled_from(texts))
                node["textContent"] = self.draw(TEXTS)
                data["texts"] = [{"id": node["id"], "value": node["textContent"]}]
        else:
            node = self.draw(st.sampled_from(elements))
            name, values = self.draw(st.sampled_from(ATTRIBUTES))
            value = self.draw(st.sampled_from(values))
            data["attributes"] = [{"id": node["id"], "attributes": {name: value}}]
            _set(node["attributes"], name, value)
        return data

    def _flat(self, adds: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The same with an add for each node, as recorders write it."""
        found = []
        waiting = list(adds)
        while waiting:
            add = waiting.pop()
            children = add["node"].get("childNodes", [])
            found.append({**add, "node": {**add["node"], "childNodes": []}})
            for at, child in enumerate(children):
                beside = (n["id"] for n in children[at + 1 :] if bool(n.get("isShadow")) is bool(child.get("isShadow")))
                waiting.append({"parentId": add["node"]["id"], "nextId": next(beside, None), "node": child})
        return found


def _set(attributes: dict[str, Any], name: str, value: object) -> None:
    if isinstance(value, dict):
        known = dict(pair.split(":") for pair in attributes.get("style", "").split(";") if pair)
        known.update({key: word for key, word in value.items() if word})
        for key in [key for key, word in value.items() if word is False]:
            known.pop(key, None)
        attributes[name] = ";".join(f"{key}:{word}" for key, word in known.items())
    elif value is None:
        attributes.pop(name, None)
    else:
        attributes[name] = value
