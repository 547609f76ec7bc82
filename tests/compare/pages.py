"""What the tests of comparisons share: a page of several elements, and what a second run of it lost."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from uidiff import Snapshot
from uidiff.compare import Finding, compare_runs

Node = dict[str, Any]

FOCUSABLE = {"focusable": True}


def button(name: str | None, **more: Any) -> Node:  # noqa: ANN401  # fields of a node
    return {"role": "button", "name": name, "states": {**FOCUSABLE, **more.pop("states", {})}, **more}


def shop() -> Node:
    rows = [
        {
            "role": "listitem",
            "children": [{"role": "text", "name": name}, button(f"Remove {name.lower()}")],
        }
        for name in ("Lamp", "Chair", "Desk")
    ]
    form = {
        "role": "form",
        "name": "Order",
        "children": [
            {"role": "textbox", "name": "Email", "description": "We write once.", "states": FOCUSABLE},
            button("Close"),
            button("More", states={"expanded": False}),
            button("Pay"),
        ],
    }
    parts = [
        {"role": "navigation", "children": [{"role": "link", "name": "Home", "states": FOCUSABLE}]},
        {"role": "heading", "name": "Shop", "states": {"level": 1}},
        {"role": "list", "name": "Basket", "children": rows},
        form,
        {"role": "status", "states": {"live": "polite"}},
    ]
    return {"role": "document", "name": "Shop", "children": [{"role": "main", "children": parts}]}


def walk(node: Node) -> list[Node]:
    return [node, *(below for child in node.get("children", []) for below in walk(child))]


def found(node: Node, role: str, name: str | None = None) -> Node:
    return next(one for one in walk(node) if one["role"] == role and name in (None, one.get("name")))


def changed(role: str, name: str | None = None, /, **fields: Any) -> Node:  # noqa: ANN401  # fields of a node
    """The shop, with other fields of one element; None takes one away."""
    page = deepcopy(shop())
    node = found(page, role, name)
    for field, value in fields.items():
        if value is None:
            del node[field]
        else:
            node[field] = value
    return page


def without(role: str, name: str) -> Node:
    page = deepcopy(shop())
    for node in walk(page):
        node["children"] = [one for one in node.get("children", []) if (one["role"], one.get("name")) != (role, name)]
    return page


def findings(before: Node | Mapping[str, Any], after: Node | Mapping[str, Any]) -> tuple[Finding, ...]:
    return compare_runs([Snapshot.from_dicts(before)], [Snapshot.from_dicts(after)]).findings


def lost(after: Node, before: Node | None = None) -> list[str]:
    return [str(finding) for finding in findings(before or shop(), after)]
