"""The text of BrowserGym's ``flatten_axtree_to_str``, which is an agent's ``axtree_txt``, as nodes of its tree.

    RootWebArea 'Shop', focused, url='https://shop.example/'
        [12] button 'Save', clickable, visible, disabled=True
        [14] textbox 'Email' value='ada@example.org', box="(8,20,208,44)"

Levels are tabs; texts are as Python's ``repr`` writes them, so that none can have a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.chrome_rows import DOCUMENT_ROLE
from uidiff.model.limits import Limits

__all__ = ["TEXT_START", "read_flattened"]

_ESCAPE = re.compile(r"\\(?:([\\'\"nrt])|x([0-9a-f]{2})|u([0-9a-f]{4})|U(000[0-9a-f]{5}|0010[0-9a-f]{4}))")
_CHARACTERS: Mapping[str, str] = {"n": "\n", "r": "\r", "t": "\t"}
_STRING = r"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*\""""
_NUMBER = r"-?[0-9]{1,20}(?:\.[0-9]{1,20})?(?:e[+-]?[0-9]{1,2})?"
_VALUE = rf"(?:{_STRING}|True|False|None|{_NUMBER})"
_WORDS: Mapping[str, bool | None] = {"True": True, "False": False, "None": None}
_ELEMENT = re.compile(
    rf"(?P<tabs>\t*)(?:\[(?P<bid>[A-Za-z0-9]{{1,40}})\] )?(?P<role>[A-Za-z][A-Za-z-]*)(?: (?P<name>{_STRING}))?"
    rf"(?: value=(?P<value>{_VALUE}))?(?=, |$)"
)
_ATTRIBUTE = re.compile(rf", ([A-Za-z]\w*)(?:=({_VALUE}))?(?=, |$)")
_BOX = re.compile(",".join([r"(-?[0-9]{1,9}(?:\.[0-9]{1,20})?)"] * 4))

TEXT_START = re.compile(rf"\s*(?:{DOCUMENT_ROLE} (?:{_STRING})(?:, |\s*(?:\n|$))|\[[A-Za-z0-9]{{1,40}}\] [A-Za-z-]+ ')")
"""How such a text begins: with a document, or with an element and its bid; answers of ``read`` have other quotes."""

_CURE = "give what flatten_axtree_to_str returned, whole"
_MARKS: Mapping[str, tuple[str, object]] = {
    "clickable": ("clickable", True),
    "som": ("set_of_marks", True),
}
_ELSE_PRINTED = frozenset({*_MARKS, "visible", "center", "box"})
"""What is printed of an element's properties; the others are those of its node."""

Flattened = tuple[list[dict[str, Any]], Callable[[int], str], dict[str, dict[str, Any]]]


def read_flattened(text: str, limits: Limits) -> Flattened:
    """Return the nodes of the lines, where each of them is, and the properties of elements by bid.

    Raises:
        InvalidSnapshot: a line that BrowserGym does not print.
        LimitExceeded: more levels than ``limits.max_nesting``.
    """
    nodes: list[dict[str, Any]] = []
    numbers: list[int] = []
    properties: dict[str, dict[str, Any]] = {}
    branch: list[dict[str, Any]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.rstrip("\r ")
        if not stripped.strip():
            continue
        found = _ELEMENT.match(stripped)
        if found is None or len(found["tabs"]) > len(branch):
            problem = "a line that is no element" if found is None else "a line that is indented too far"
            raise InvalidSnapshot(problem, f"line {number}", _CURE)
        if len(found["tabs"]) >= limits.max_nesting:
            problem = f"elements nested more than {limits.max_nesting} deep"
            raise LimitExceeded(problem, f"line {number}", "pass limits=Limits(max_nesting=…)")
        del branch[len(found["tabs"]) :]
        attributes = _attributes(stripped, found.end(), number)
        node = _node(found, attributes, str(len(nodes)))
        if branch:
            branch[-1]["childIds"].append(node["nodeId"])
            node["parentId"] = branch[-1]["nodeId"]
        branch.append(node)
        nodes.append(node)
        numbers.append(number)
        known = _properties(attributes, number)
        if known and found["bid"]:
            properties.setdefault(found["bid"], known)
    if not nodes:
        raise InvalidSnapshot("no elements", "$", "wait until the page is there, and observe again")
    return nodes, lambda index: f"line {numbers[index]}", properties


def _node(found: re.Match[str], attributes: Mapping[str, object], node_id: str) -> dict[str, Any]:
    node: dict[str, Any] = {
        "nodeId": node_id,
        "ignored": False,
        "role": {"value": found["role"]},
        "properties": [
            {"name": name, "value": {"value": value}} for name, value in attributes.items() if name not in _ELSE_PRINTED
        ],
        "childIds": [],
    }
    for key in ("name", "value"):
        if found[key] is not None:
            node[key] = {"value": _value(found[key])}
    return {**node, "browsergym_id": found["bid"]} if found["bid"] else node


def _attributes(line: str, start: int, number: int) -> dict[str, object]:
    """Return what stands behind an element: words are true."""
    attributes: dict[str, object] = {}
    while start < len(line):
        found = _ATTRIBUTE.match(line, start)
        if found is None or found[1] in attributes:
            problem = "an attribute that cannot be read" if found is None else "an attribute twice"
            raise InvalidSnapshot(problem, f"line {number}, column {start + 1}", _CURE)
        attributes[found[1]] = True if found[2] is None else _value(found[2])
        start = found.end()
    return attributes


def _properties(attributes: Mapping[str, object], number: int) -> dict[str, Any]:
    """Return what is printed of an element's properties, as the observation has it."""
    known = {ours: value for word, (ours, value) in _MARKS.items() if word in attributes}
    if "box" in attributes:
        found = _BOX.fullmatch(str(attributes["box"])[1:-1])
        if found is None:
            raise InvalidSnapshot("a box that is not four numbers", f"line {number}", _CURE)
        left, top, right, bottom = map(float, found.groups())
        known["bbox"] = [left, top, right - left, bottom - top]
    return known


def _value(text: str) -> str | float | bool | None:
    if text[0] in "'\"":
        return _ESCAPE.sub(_character, text[1:-1])
    if text in _WORDS:
        return _WORDS[text]
    return float(text) if "." in text or "e" in text else int(text)


def _character(found: re.Match[str]) -> str:
    if found[1] is not None:
        return _CHARACTERS.get(found[1], found[1])
    return chr(int(found[2] or found[3] or found[4], 16))
