"""Write what was seen of a session as the files of three tools: uidiff, rrweb, and Playwright's tracing."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from made_shop import Look, Node

import uidiff

__all__ = ["TRACES", "write_own", "write_rrweb", "write_trace"]

_SAMPLES = Path(__file__).parents[2] / "tests" / "importers" / "fixtures" / "traces"
TRACES = sorted(_SAMPLES.glob("*.zip"), reverse=True)
"""What Playwright has written: runs of a real page."""

Event = dict[str, Any]

_TAGS = {
    "heading": "h1",
    "navigation": "nav",
    "link": "a",
    "button": "button",
    "list": "ul",
    "listitem": "li",
}
_WITH_ROLE = ("status", "alert", "timer")
_LABELLED = ("navigation", "list")
_CHANGING = ("status", "timer", "text")
"""Elements that stay when their text changes."""


def write_own(path: Path, looks: Iterable[Look]) -> None:
    """Write a recording of uidiff."""
    seen = (
        uidiff.Snapshot.from_dicts(look.tree, title=look.title, action=look.action, taken_at=look.at) for look in looks
    )
    uidiff.write_recording(path, seen)


def write_rrweb(path: Path, looks: Iterable[Look]) -> None:
    """Write the events of rrweb: a page, and what changed in it, was clicked, and stood in the console."""
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for number, event in enumerate(_events(looks)):  # each is written before its nodes change
            file.write(("," if number else "") + json.dumps(event, separators=(",", ":")))
        file.write("]")


def write_trace(path: Path, sample: Path, start: float) -> None:
    """Write a trace again that Playwright wrote, as if it had begun at ``start`` (Unix seconds)."""
    with zipfile.ZipFile(sample) as members, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name in members.namelist():
            data = members.read(name)
            if name.endswith(".trace"):
                data = b"".join(_at(line, start) for line in data.splitlines(keepends=True))
            out.writestr(zipfile.ZipInfo(name, date_time=(2026, 1, 1, 0, 0, 0)), data)


def _at(line: bytes, start: float) -> bytes:
    event = json.loads(line)
    if "wallTime" not in event:
        return line
    return json.dumps({**event, "wallTime": round(start * 1000)}).encode() + b"\n"


# ------------------------------------------------------------------------------------------------------------ rrweb


def _events(looks: Iterable[Look]) -> Iterator[Event]:
    page: _Page | None = None
    for look in looks:
        at = round(look.at * 1000)
        if page is None:
            page = _Page(look)
            yield {"type": 4, "data": {"href": "https://shop.example/", "width": 1280, "height": 720}, "timestamp": at}
            yield {"type": 2, "data": {"node": page.node, "initialOffset": {"left": 0, "top": 0}}, "timestamp": at}
            continue
        if look.target is not None:
            clicked = page.id_of(*look.target)
            yield {"type": 3, "data": {"source": 2, "type": 2, "id": clicked, "x": 1, "y": 1}, "timestamp": at}
        changes = page.changes(look)
        if any(changes.values()):
            yield {"type": 3, "data": {"source": 0, **changes}, "timestamp": at + 10}
        for text in look.errors:
            said = {"level": "error", "trace": [], "payload": [json.dumps(text)]}
            yield {"type": 6, "data": {"plugin": "rrweb/console@1", "payload": said}, "timestamp": at + 20}


class _Page:
    """The DOM that is seen, as rrweb keeps it: each node has a number."""

    def __init__(self, look: Look) -> None:
        self._numbers = count(1)
        self._seen = look.tree["children"]
        self._title = self._node({"type": 3, "textContent": look.title})
        title = self._element("title", {}, [self._title])
        self._nodes = [self._dom(child) for child in self._seen]
        self._body = self._element("body", {}, self._nodes)
        html = self._element("html", {"lang": "en"}, [self._element("head", {}, [title]), self._body])
        self.node = self._node({"type": 0, "childNodes": [html]})

    def id_of(self, role: str, name: str) -> int:
        """Return the number of the first element of a role and name."""
        waiting = list(zip(self._seen, self._nodes, strict=True))
        for tree, node in waiting:
            if (tree["role"], tree.get("name")) == (role, name):
                return int(node["id"])
            waiting += zip(tree.get("children", ()), node.get("childNodes", ()), strict=False)
        raise LookupError(f"no {role} of this name")

    def changes(self, look: Look) -> dict[str, list[Event]]:
        """Go on to what is seen now, and return a mutation."""
        made: dict[str, list[Event]] = {"texts": [], "attributes": [], "removes": [], "adds": []}
        if self._title["textContent"] != look.title:
            self._title["textContent"] = look.title
            made["texts"].append({"id": self._title["id"], "value": look.title})
        self._nodes = self._children(self._body["id"], (self._seen, self._nodes), look.tree["children"], made)
        self._seen = look.tree["children"]
        return made

    def _children(
        self, parent: int, before: tuple[list[Node], list[Event]], after: list[Node], made: dict[str, list[Event]]
    ) -> list[Event]:
        """Keep the first children while they are the same ones, and the last ones; put others between them."""
        old, nodes = before
        least = min(len(old), len(after))
        first = next((place for place in range(least) if _key(old[place]) != _key(after[place])), least)
        ends = range(1, least - first + 1)
        last = next((place - 1 for place in ends if _key(old[-place]) != _key(after[-place])), least - first)
        gone = nodes[first : len(nodes) - last]
        made["removes"] += [{"parentId": parent, "id": node["id"]} for node in gone]
        come = [self._dom(tree) for tree in after[first : len(after) - last]]
        behind = nodes[len(nodes) - last]["id"] if last else None
        for node in come:
            made["adds"] += _added(parent, behind, node)
        kept = [*range(first), *range(-last, 0)]
        for place in kept:
            self._update(nodes[place], old[place], after[place], made)
        return [*nodes[:first], *come, *nodes[len(nodes) - last :]]

    def _update(self, node: Event, old: Node, new: Node, made: dict[str, list[Event]]) -> None:
        if old is new:
            return
        text = node if node["type"] == 3 else next(iter(node["childNodes"]), None)  # noqa: PLR2004  # a text node
        if old["role"] in _CHANGING and old["name"] != new["name"] and text is not None:
            text["textContent"] = new["name"]
            made["texts"].append({"id": text["id"], "value": new["name"]})
        if "children" in new:
            before = old["children"], node["childNodes"]
            node["childNodes"] = self._children(node["id"], before, new["children"], made)

    def _dom(self, tree: Node) -> Event:
        role, name = tree["role"], tree.get("name")
        if role == "text":
            return self._node({"type": 3, "textContent": name})
        attributes = {"role": role} if role in _WITH_ROLE else {}
        if role in _LABELLED:
            attributes["aria-label"] = name
        if role == "link":
            attributes["href"] = "https://shop.example/#"
        below = [self._dom(child) for child in tree.get("children", ())]
        if name is not None and role not in _LABELLED:
            below = [self._node({"type": 3, "textContent": name})]
        return self._element(_TAGS.get(role, "div"), attributes, below)

    def _element(self, tag: str, attributes: dict[str, str], below: list[Event]) -> Event:
        return self._node({"type": 2, "tagName": tag, "attributes": attributes, "childNodes": below})

    def _node(self, node: Event) -> Event:
        return {**node, "id": next(self._numbers)}


def _added(parent: int, behind: int | None, node: Event) -> Iterator[Event]:
    """Yield the additions of a node and of all below it, one by one, as rrweb says them."""
    alone = {**node, "childNodes": []} if "childNodes" in node else node
    yield {"parentId": parent, "nextId": behind, "node": alone}
    for child in node.get("childNodes", ()):
        yield from _added(node["id"], None, child)


def _key(tree: Node) -> tuple[str, str | None]:
    return tree["role"], None if tree["role"] in _CHANGING else tree.get("name")
