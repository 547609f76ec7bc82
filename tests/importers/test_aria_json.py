"""Playwright's aria snapshots as JSON: the same rows as of its lines, and what is refused."""

import json
from typing import Any, cast

import pytest

import uidiff
from uidiff import import_tree
from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.model.limits import Limits

TEXT = """\
- generic [active] [ref=e1] [box=8,8,100,50]:
  - heading "Basket" [level=1] [ref=e2]
  - link "Two" [ref=e3] [cursor=pointer]:
    - /url: /two
  - text: and
  - textbox "Name" [ref=e4]:
    - /placeholder: you
    - text: Ada
  - checkbox [checked=mixed] [ref=e5]
  - iframe [ref=e6] [box=10,20,30,40]:
    - button "In" [disabled] [ref=f1e2] [box=1,2,3,4]
  - generic [aria-hidden] [ref=e7]: hid
"""
NODES: list[Any] = [
    {
        "role": "generic",
        "active": True,
        "ref": "e1",
        "box": {"x": 8, "y": 8, "width": 100, "height": 50},
        "children": [
            {"role": "heading", "name": "Basket", "level": 1, "ref": "e2"},
            {"role": "link", "name": "Two", "ref": "e3", "cursor": "pointer", "url": "/two"},
            "and",
            {"role": "textbox", "name": "Name", "ref": "e4", "placeholder": "you", "text": "Ada"},
            {"role": "checkbox", "checked": "mixed", "ref": "e5"},
            {
                "role": "iframe",
                "ref": "e6",
                "box": {"x": 10, "y": 20, "width": 30, "height": 40},
                "children": [
                    {
                        "role": "button",
                        "name": "In",
                        "disabled": True,
                        "ref": "f1e2",
                        "box": {"x": 1, "y": 2, "width": 3, "height": 4},
                    }
                ],
            },
            {"role": "generic", "ref": "e7", "ariaHidden": True, "text": "hid"},
        ],
    }
]


@pytest.mark.parametrize("value", [NODES, {"snapshot": NODES}])
def test_json_is_the_tree_of_the_lines(value: object) -> None:
    assert uidiff.dumps(import_tree(cast("Any", value))) == uidiff.dumps(import_tree(TEXT))


def test_an_empty_page_is_a_document() -> None:
    assert [element.role for element in import_tree([], format="aria-json")] == ["document"]


def test_an_unknown_key_is_kept_and_said_nowhere() -> None:
    assert import_tree([{"role": "button", "ref": "e1", "tomorrow": [1]}])[1].extra == {"[tomorrow]": "[1]"}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"nodes": []}, "$: expected a list of nodes, got dict"),
        ([5], "$[0]: expected a node or a text, got int"),
        ([{"name": "x"}], "$[0].role: a node without a role"),
        ([{"role": "two words"}], "$[0].role: a node without a role"),
        ([{"role": 5}], "$[0].role: expected text, got int"),
        ([{"role": "button", "name": []}], "$[0].name: expected text, got list"),
        ([{"role": "button", "ref": 5}], "$[0].ref: expected text, got int"),
        ([{"role": "list", "children": {}}], "$[0].children: expected a list, got dict"),
        ([{"role": "list", "children": ["a", {"role": "list", "children": [None]}]}], "$[0].children[1].children[0]: "),
        ([{"role": "list", "text": "a", "children": ["b"]}], "$[0].children: children beside a text"),
        ([{"role": "text", "text": "a", "children": ["b"]}], "$[0].children: children beside a text"),
        ([{"role": "list", "children": ["a", {"role": "button", "checked": 1}]}], "$[0].children[1]: the attribute"),
        ([{"role": "heading", "level": 1.5}], "$[0]: a level that is no whole number"),
        ([{"role": "button", "box": [1, 2, 3, 4]}], "$[0].box: expected x, y, width and height, got list"),
        ([{"role": "button", "box": {"x": 1}}], "$[0].box: expected x, y, width and height, got dict"),
        ([{"role": "button", "box": {**dict.fromkeys(("x", "y", "width"), 1), "height": "a"}}], "$[0]: a box that"),
        (
            ["a", {"role": "tomorrow"}, {"role": "button", "box": dict.fromkeys(("x", "y", "width", "height"), 9**10)}],
            "",
        ),
    ],
)
def test_what_playwright_does_not_give_is_refused_with_its_place(value: object, message: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(cast("Any", value), format="aria-json")
    assert str(caught.value).startswith(message)
    assert caught.value.cure


def test_an_error_of_a_field_names_its_node() -> None:
    box = {"x": 9999999999, "y": 0, "width": 1, "height": 1}
    with pytest.raises(InvalidSnapshot, match=r"^\$\[0\]\.children\[1\]\.bounds: a number outside"):
        import_tree([{"role": "main", "children": ["a", {"role": "button", "box": box}]}])


def test_bad_input_31_nesting_has_a_limit() -> None:
    def nested(levels: int) -> str:
        return '[{"role":"list","children":' * (levels - 1) + '[{"role":"list"}]' + "}]" * (levels - 1)

    assert len(import_tree(nested(30), limits=Limits(max_nesting=30))) == 31
    for levels in (31, 10_000):
        with pytest.raises(LimitExceeded):
            import_tree(nested(levels), format="aria-json", limits=Limits(max_nesting=30))


def test_a_list_of_other_objects_with_roles_is_not_taken_for_a_snapshot() -> None:
    with pytest.raises(InvalidSnapshot, match="no importer knows"):
        import_tree(json.dumps([{"role": "user", "content": "hello"}]))
