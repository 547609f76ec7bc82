"""The samples of other tools, and what a plain search finds in each: its refs and its names.

A sample is a file ``tests/importers/fixtures/samples/<importer>/<tool>-<version>_<what>``, as that tool wrote it. A new
importer adds a folder, and how refs and names stand in its texts to ``RAW``.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import attrs

__all__ = ["RAW", "SAMPLES", "Found", "Sample", "samples"]

SAMPLES = Path(__file__).parents[2] / "tests" / "importers" / "fixtures" / "samples"


class Found(NamedTuple):
    """Refs and names in a text, in its order."""

    refs: list[str]
    names: list[str]


@attrs.frozen
class Sample:
    """A file that a tool wrote; ``format`` is the name of its importer."""

    path: Path
    format: str

    def text(self) -> str:
        """Return it as it is."""
        return self.path.read_bytes().decode()

    def raw(self) -> Found:
        """Return what a plain search finds in it."""
        return RAW[self.format](self.text())


def samples() -> Iterator[Sample]:
    """Yield the samples, by importer and name."""
    for path in sorted(SAMPLES.glob("*/*")):
        yield Sample(path, path.parent.name)


_STRING = r'"(?:[^"\\]|\\.)*"'
_QUOTED = re.compile(_STRING)
_ARIA_REF = re.compile(r"\[ref=([a-z0-9]+)\]")
_ARIA_NAME = re.compile(rf" *- '?[a-z]+ ({_STRING})")
_NO_ELEMENT = ("- text:", "- /")
_JSON_REF = re.compile(rf'"ref": ({_STRING})')
_JSON_NAME = re.compile(rf'"name": ({_STRING})')


def _aria(text: str) -> Found:
    """A line of an element has at most one ref, behind its name in quotes, in front of its text.

    A blank line stands only below the tools of a page's own, which are no part of the tree.
    """
    lines = [line for line in text.rpartition("\n\n")[2].split("\n") if not line.strip().startswith(_NO_ELEMENT)]
    refs = (_ARIA_REF.search(_QUOTED.sub('""', line)) for line in lines)
    names = (_ARIA_NAME.match(line.replace("''", "'") if line.strip().startswith("- '") else line) for line in lines)
    return Found([ref[1] for ref in refs if ref], _parsed(name[1] for name in names if name))


def _aria_json(text: str) -> Found:
    return Found(_parsed(_JSON_REF.findall(text)), _parsed(_JSON_NAME.findall(text)))


_GYM_LINE = re.compile(r"\t*(?:\[(\w+)\] )?(\w+) ('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")")
_NO_GYM_NAMES = {"StaticText", "InlineTextBox", "ListMarker"}


def _browsergym(text: str) -> Found:
    """The parts of a field have the ref of the field; they are no elements of the snapshot."""
    if not text.startswith("{"):
        lines = [found.groups() for found in map(_GYM_LINE.match, text.split("\n")) if found]
        return _each_once((ref, role, ast.literal_eval(name)) for ref, role, name in lines)
    tree = json.loads(text)
    return _each_once(_walked(tree.get("axtree_object", tree)["nodes"]))


def _walked(nodes: list[dict[str, Any]]) -> Iterator[tuple[str | None, str, str]]:
    by_id = {node["nodeId"]: node for node in nodes}
    waiting = [nodes[0]]
    while waiting:
        node = waiting.pop()
        waiting += [by_id[child] for child in reversed(node["childIds"])]
        if not node["ignored"]:
            yield node.get("browsergym_id"), node["role"]["value"], node["name"]["value"]


def _each_once(elements: Iterable[tuple[str | None, str, str]]) -> Found:
    refs: dict[str, None] = {}
    names: list[str] = []
    for ref, role, name in elements:
        if name and role not in _NO_GYM_NAMES and ref not in refs:
            names.append(name)
        refs |= {ref: None} if ref else {}
    return Found([*refs], names)


_UPPER = re.compile(r"([A-Z])")
_FIELDS = ("EditText", "SeekBar")


def _androidworld(text: str) -> Found:
    """AndroidWorld numbers what is visible and a leaf, described or scrolls, in the order of the nodes."""
    value = json.loads(text, object_pairs_hook=lambda pairs: {_UPPER.sub(r"_\1", key).lower(): v for key, v in pairs})
    if isinstance(value, list):
        return Found([str(number) for number in range(len(value))], [*filter(None, map(_android_name, value))])
    refs: list[str] = []
    names: list[str] = []
    count = 0
    for window in value["windows"]:
        nodes = {node.get("unique_id", 0): node for node in window["tree"].get("nodes", [])}
        for node in nodes.values():
            stands = not node.get("child_ids") or node.get("content_description") or node.get("is_scrollable")
            if stands and node.get("is_visible_to_user"):
                node["ref"], count = str(count), count + 1
        waiting = [0] if nodes else []
        while waiting:
            node = nodes[waiting.pop()]
            waiting += reversed(node.get("child_ids", []))
            refs += [node["ref"]] if "ref" in node else []
            names += filter(None, [_android_name(node)])
    return Found(refs, names)


def _android_name(node: dict[str, Any]) -> str | None:
    if node["class_name"].endswith("TextView"):  # a text
        return None
    return node.get("content_description") or (not node["class_name"].endswith(_FIELDS) and node.get("text")) or None


_UID_LINE = re.compile(
    r'^ *uid=(\d+_\d+)(?: ([A-Za-z]+)(?=[ \n]))?(?: "((?:[^"]|"(?! [a-z]+[ =\n]|\n))*)"(?= [a-z]|\n))?', re.MULTILINE
)
_LINE = "InlineTextBox"


def _chrome_devtools(text: str) -> Found:
    """A line of a text is no element, nor is one whose uid others have: without a DOM node, or within a text."""
    found = _UID_LINE.findall(text)
    times = Counter(ref for ref, _, _ in found)
    root, *below = found  # the uid of the root is in a text of the page, too
    elements = [root, *((ref, role, name) for ref, role, name in below if role != _LINE and times[ref] == 1)]
    names = [name for _, role, name in elements if role and role != "ListMarker" and name]
    return Found([ref for ref, _, _ in elements], names)


_AGENT_LINE = re.compile(rf"(?m)^ *- ([A-Za-z]+)(?: ({_STRING}))?(?: \[([^\]]*))?")
_AGENT_REF = re.compile(r"ref=(e\d+)")
_AGENT_TEXTS = {"StaticText", "ListMarker"}


def _agent_browser(text: str) -> Found:
    """A line of a value may look like one of an element: its ref is none of those that the answer lists."""
    listed = None
    if text.startswith("{"):
        data = json.loads(text)["data"]
        data = data["snapshot"] if isinstance(data["snapshot"], dict) else data
        text, listed = str(data["tree"] if "tree" in data else data["snapshot"]), data["refs"]
    lines = [(role, name, _AGENT_REF.search(given)) for role, name, given in _AGENT_LINE.findall(text)]
    known = [(role, name, ref) for role, name, ref in lines if not (ref and listed is not None) or ref[1] in listed]
    names = [name for role, name, _ in known if name and role not in _AGENT_TEXTS]
    return Found([ref[1] for _, _, ref in known if ref], _parsed(names))


def _parsed(texts: Iterable[str]) -> list[str]:
    return [json.loads(text) for text in texts]


RAW: Mapping[str, Callable[[str], Found]] = {
    "agent-browser": _agent_browser,
    "androidworld": _androidworld,
    "aria": _aria,
    "aria-json": _aria_json,
    "browsergym": _browsergym,
    "chrome-devtools": _chrome_devtools,
    "playwright-mcp": lambda text: _aria(text.rpartition("```yaml\n")[2]),
}
"""How refs and names are found in the text of each format, without reading it as its importer does."""
