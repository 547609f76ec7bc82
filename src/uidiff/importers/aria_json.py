"""Playwright's aria snapshots as JSON: what ``ariaSnapshotJSON()`` gives (Playwright 1.63 and later, JavaScript).

It is the tree of :mod:`uidiff.importers.aria` in objects: a list of nodes with ``role``, ``name``, ``text`` or
``children`` (nodes and texts), and the attributes of the lines as keys, ``ariaHidden`` for ``aria-hidden``. Each node
becomes the line that Playwright prints of it, and is read as that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from uidiff.errors import InvalidSnapshot
from uidiff.importers.aria_lines import AriaLine
from uidiff.importers.aria_reader import read_rows
from uidiff.importers.source import decoded_head, snapshot_of_rows, text_of, whole
from uidiff.model import jsontext
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["AriaJsonImporter", "snapshot_of_aria_json"]

_FIRST = re.compile(r'\s*(?:\{\s*"snapshot"\s*:\s*)?\[\s*\{\s*"role"\s*:\s*"')
_KNOWN = re.compile(r'"(?:ref|children|text|cursor|box|ariaHidden|name|url|active)"\s*:')
_SURE = 0.8
_CURE = "give what page.ariaSnapshotJSON() returned, whole"
_ROLE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_BOX = ("x", "y", "width", "height")
_PROPERTIES = ("url", "placeholder")
_CONTENT = frozenset({"role", "name", "text", "children", *_PROPERTIES})
_NAMES: Mapping[str, str] = {"ariaHidden": "aria-hidden"}
_WORDS: Mapping[bool, str] = {True: "true", False: "false"}


class AriaJsonImporter:
    """Reads one snapshot, a list of nodes; they stand below one element ``document``, as those of lines."""

    def sniff(self, head: bytes) -> float:
        """Return 0.8 for JSON that begins with a list of objects with a role, and has a key of Playwright's."""
        text = decoded_head(head)
        return _SURE if _FIRST.match(text) and _KNOWN.search(text) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the one snapshot."""
        yield snapshot_of_aria_json(text_of(whole(lines, limits)), Circumstances(), limits=limits, redact=redact)


def snapshot_of_aria_json(
    text: str,
    circumstances: Circumstances,
    *,
    limits: Limits,
    redact: RedactOption,
    with_known: Callable[[Sequence[Row]], Sequence[Row]] | None = None,
) -> Snapshot:
    """The snapshot of what ``page.ariaSnapshotJSON()`` gave, as of :class:`AriaJsonImporter`.

    ``with_known`` adds to the rows, as many as it gets, what is known of them otherwise: which are secret or unread.
    """
    brackets = 2 * limits.max_nesting + 2  # a level is an object in a list
    nodes = _Nodes(jsontext.parse(text, max_nesting=brackets))
    read = read_rows(nodes.lines(), depth=1, max_nesting=limits.max_nesting, place=nodes.path)
    numbers = read.lines
    found = read.rows if with_known is None else with_known(read.rows)

    def place(row: int) -> str:
        return nodes.path(numbers[row - 1]) if row else "$"

    return snapshot_of_rows([Row(0, "document"), *found], circumstances, place, limits=limits, redact=redact)


class _Step(NamedTuple):
    """Where a node or text stands: the number of its parent, -1 for none, and its place in the list there."""

    parent: int
    place: int


class _Nodes:
    """Turns nodes into lines, numbered in document order from 0; keeps what their paths are made of."""

    def __init__(self, value: object) -> None:
        self.root = "$"
        if isinstance(value, dict) and isinstance(value.get("snapshot"), list):
            self.root, value = "$.snapshot", value["snapshot"]
        if not isinstance(value, list):
            raise InvalidSnapshot(f"expected a list of nodes, got {type(value).__name__}", "$", _CURE)
        self.top = value
        self.steps: list[_Step] = []

    def path(self, number: int) -> str:
        """Return the JSON path of a node."""
        steps: list[str] = []
        while number >= 0:
            parent, place = self.steps[number]
            steps.append(f".children[{place}]" if parent >= 0 else f"[{place}]")
            number = parent
        return self.root + "".join(reversed(steps))

    def lines(self) -> Iterator[AriaLine]:
        """Yield the line of each node and text, and of each property; InvalidSnapshot for what is none."""
        waiting = [(node, 0, _Step(-1, place)) for place, node in reversed([*enumerate(self.top)])]
        while waiting:
            node, depth, step = waiting.pop()
            number = len(self.steps)
            self.steps.append(step)
            if isinstance(node, str):
                yield _leaf(number, depth, "text", node)
                continue
            if not isinstance(node, dict):
                raise self.unexpected("a node or a text", node, number)
            yield from self.node(node, number, depth)
            children = self.children(node, number)
            waiting += [(child, depth + 1, _Step(number, place)) for place, child in reversed([*enumerate(children)])]

    def node(self, node: Mapping[str, object], number: int, depth: int) -> Iterator[AriaLine]:
        role, name, text = (self.text(node, key, number) for key in ("role", "name", "text"))
        if role is None or not _ROLE.fullmatch(role):
            raise InvalidSnapshot("a node without a role", f"{self.path(number)}.role", _CURE)
        if role == "text":
            yield _leaf(number, depth, role, text or "")
            return
        properties = [(key, self.text(node, key, number)) for key in _PROPERTIES if key in node]
        attributes = {
            _NAMES.get(key, key): self.attribute(key, value, number)
            for key, value in node.items()
            if key not in _CONTENT
        }
        yield AriaLine(number, 2 * depth, role, name, attributes, None if properties else text, is_open=True)
        for key, value in properties:
            yield _leaf(number, depth + 1, f"/{key}", value or "")
        if properties and text is not None:
            yield _leaf(number, depth + 1, "text", text)

    def children(self, node: Mapping[str, object], number: int) -> list[object]:
        given = node.get("children", [])
        if not isinstance(given, list):
            raise self.unexpected("a list", given, number, ".children")
        if given and ("text" in node or node["role"] == "text"):
            raise InvalidSnapshot("children beside a text", f"{self.path(number)}.children", _CURE)
        return given

    def text(self, node: Mapping[str, object], key: str, number: int) -> str | None:
        value = node.get(key)
        if value is not None and not isinstance(value, str):
            raise self.unexpected("text", value, number, f".{key}")
        return value

    def attribute(self, key: str, value: object, number: int) -> str:
        """Write a value as it stands in square brackets; of an unknown key, as JSON."""
        if key == "ref":
            return self.text({key: value}, key, number) or ""
        if key == "box":
            if not isinstance(value, dict) or value.keys() != set(_BOX):
                raise self.unexpected("x, y, width and height", value, number, ".box")
            return ",".join(str(value[side]) for side in _BOX)
        if isinstance(value, str):
            return value
        return _WORDS[value] if isinstance(value, bool) else json.dumps(value)

    def unexpected(self, wanted: str, value: object, number: int, key: str = "") -> InvalidSnapshot:
        return InvalidSnapshot(f"expected {wanted}, got {type(value).__name__}", self.path(number) + key, _CURE)


def _leaf(number: int, depth: int, role: str, value: str) -> AriaLine:
    return AriaLine(number, 2 * depth, role, None, {}, value, is_open=False)
