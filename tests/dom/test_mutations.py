"""Mutations of a page: what they do, what does not fit, and that only what changed is read again."""

from typing import Any

import pytest

from tests.dom.pages import WEB, document, page_of, read, reader_of, serialized
from uidiff import errors
from uidiff.dom import reading
from uidiff.dom.around import Around
from uidiff.dom.mutations import apply_input, apply_mutation
from uidiff.dom.nodes import Node
from uidiff.dom.page import Page
from uidiff.dom.reading import PageReader
from uidiff.dom.rows import element_row
from uidiff.model.columns import Row


def made(body: str) -> tuple[Page, PageReader]:
    page = page_of(document(body))
    return page, reader_of(page)


def names(reader: PageReader) -> list[str | None]:
    return [element.name for element in reader.snapshot(WEB).find(role="text")]


def add(html: str, first: int = 100, parent: int = 5, after: int | None = None) -> dict[str, Any]:
    return {"parentId": parent, "nextId": after, "node": serialized(html, first)[0]}


def test_nodes_are_added_in_any_order() -> None:
    page, reader = made("<p>a</p>")
    adds = [add("c", 102, after=103), add("b", 101, after=102), add("d", 103, after=None), add("e", 105, parent=104)]
    wrong = apply_mutation(page, {"adds": [*adds, add("<b></b>", 104)]})
    assert wrong is None
    assert names(reader) == ["a", "b", "c", "d", "e"]


def test_a_node_whose_sibling_never_comes_is_the_last_one() -> None:
    page, reader = made("<p>a</p>")
    assert apply_mutation(page, {"adds": [add("<p>b</p>", 100, after=999)]}) is None
    assert names(reader) == ["a", "b"]


def test_a_node_that_is_added_again_has_moved() -> None:
    page, reader = made("<p>a</p><p>b</p>")
    assert apply_mutation(page, {"adds": [add("<p>b</p>", 12, after=10)]}) is None
    assert names(reader) == ["b", "a"]


def test_the_document_of_a_frame_stands_below_it_and_is_replaced() -> None:
    page, reader = made("<iframe></iframe>")
    for first in (100, 200):
        inner = {"type": 0, "id": first, "childNodes": serialized(f"<p>of {first}</p>", first + 1)}
        data = {"adds": [{"parentId": 10, "nextId": None, "node": inner}], "isAttachIframe": True}
        assert apply_mutation(page, data) is None
        snapshot = reader.snapshot(WEB)
        assert [element.role for element in snapshot] == ["document", "iframe", "document", "paragraph", "text"]
        assert snapshot[4].name == f"of {first}"
        assert not snapshot.partial


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"removes": [{"id": 99}]}, "$.removes[0].id: a node that is not known"),
        ({"removes": [{"id": 99}, {"id": 98}]}, "a node that is not known, and 1 others that do not fit"),
        ({"removes": [{"id": 1}]}, "the document is removed"),
        ({"removes": {}}, "$.removes: expected a list, got dict"),
        ({"removes": [1]}, "$.removes[0]: expected an object, got int"),
        ({"texts": [{"id": 99, "value": "x"}]}, "$.texts[0].id: a node that is not known"),
        ({"attributes": [{"id": 99, "attributes": {}}]}, "$.attributes[0].id: a node that is not known"),
        ({"attributes": [{"id": 10}]}, "$.attributes[0].attributes: no attributes of an element"),
        ({"adds": [add("<b></b>", 100, parent=99)]}, "$.adds[0].parentId: a node that is not known"),
        ({"adds": [{"parentId": 5, "nextId": None}]}, "$.adds[0].node: expected a node, got NoneType"),
        ({"adds": [{"parentId": 5, "nextId": None, "node": {"id": 1.5}}]}, "expected the number of a node, got float"),
        ({"adds": [{"parentId": 5, "nextId": None, "node": {"id": 100, "type": 9}}]}, "a node of an unknown type"),
        ({"adds": [{"parentId": 5, "nextId": None, "node": {"id": 100, "type": 2}}]}, "without a name and attributes"),
        ({"adds": [add("<b><i></i></b>", 9)]}, "an id that another node has, below node 9"),
        ({"adds": [add("<p></p>", 5, parent=10)]}, "a node that is put into itself"),
    ],
)
def test_what_does_not_fit_is_an_error_with_its_place_and_the_rest_is_done(data: dict[str, Any], message: str) -> None:
    page, reader = made("<p>a</p>")
    wrong = apply_mutation(page, {"texts": [{"id": 11, "value": "b"}], **data})
    assert isinstance(wrong, errors.InvalidSnapshot)
    assert message in str(wrong)
    assert wrong.cure
    assert names(reader) == (["a"] if "texts" in data else ["b"])


def test_inputs_set_values_and_checks() -> None:
    options = "<option value=1>A</option><option value=2>B</option>"
    page, reader = made(f"<input><input type=checkbox><select>{options}</select>")
    reader.changed()
    apply_input(page, {"id": 10, "text": "Ada", "isChecked": False})
    apply_input(page, {"id": 11, "text": "on", "isChecked": True})
    apply_input(page, {"id": 12, "text": "2", "isChecked": False})
    snapshot = reader.snapshot(WEB)
    assert [snapshot.find(role=role)[0].value for role in ("textbox", "combobox")] == ["Ada", "B"]
    assert snapshot.find(role="checkbox")[0].states["checked"] is True
    assert [option.states.get("selected") for option in snapshot.find(role="option")] == [None, True]
    with pytest.raises(errors.InvalidSnapshot, match="not known"):
        apply_input(page, {"id": 99, "text": "", "isChecked": False})


def test_styles_change_by_their_parts() -> None:
    page, reader = made("<p style='color:red; display:none'>a</p>")
    assert names(reader) == []
    for style, shown in [({"display": False}, ["a"]), ({"display": ["none", "important"]}, []), ("color:red", ["a"])]:
        apply_mutation(page, {"attributes": [{"id": 10, "attributes": {"style": style}}]})
        assert names(reader) == shown


def test_the_focus_is_a_state() -> None:
    page, reader = made("<button>a</button><button>b</button>")
    for id_, focused in [(10, ["10"]), (12, ["12"]), (None, ["1"])]:
        page.set_focus(id_)
        assert [each.id for each in reader.snapshot(WEB) if each.states.get("focused")] == focused


def test_the_focus_of_an_element_that_is_removed_is_the_documents() -> None:
    page, reader = made("<p><button>a</button></p>")
    page.set_focus(11)
    reader.changed()
    apply_mutation(page, {"removes": [{"id": 10}]})
    assert [each.role for each in reader.snapshot(WEB) if each.states.get("focused")] == ["document"]


def test_only_what_changed_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    items = "".join(f"<li><a href='#'>item {number}</a></li>" for number in range(200))
    page, reader = made(f"<ul>{items}</ul>")
    reader.changed()
    made_again: list[str] = []

    def row(page: Page, node: Node, around: Around) -> Row | None:
        made_again.append(node.tag)
        return element_row(page, node, around)

    monkeypatch.setattr(reading, "element_row", row)
    apply_mutation(page, {"texts": [{"id": 13, "value": "new"}]})
    assert reader.changed()
    assert made_again == ["html", "body", "a"]  # the list and its item say nothing of what is below them
    assert names(reader)[:2] == ["new", "item 1"]
    assert not reader.changed()
    apply_mutation(page, {"attributes": [{"id": 13, "attributes": {"class": "x", "data-x": "1"}}]})  # says nothing
    assert not reader.changed()


def test_a_row_that_says_something_of_what_is_below_it_is_read_again() -> None:
    page, reader = made("<tr>one</tr><table role=grid><tr><td> </td></tr></table>")  # a row outside a table is generic
    assert [each.role for each in reader.snapshot(WEB)][:3] == ["document", "generic", "text"]
    apply_mutation(page, {"texts": [{"id": 11, "value": " "}, {"id": 15, "value": "b"}]})
    assert [(each.role, each.name) for each in reader.snapshot(WEB)][1:3] == [("grid", None), ("row", "b")]


def test_what_a_details_hides_is_read_when_it_opens() -> None:
    page, reader = made("<details><summary>a</summary><p>b</p></details>")
    assert names(reader) == ["a"]
    apply_mutation(page, {"attributes": [{"id": 10, "attributes": {"open": ""}}]})
    assert names(reader) == ["a", "b"]
    apply_mutation(page, {"attributes": [{"id": 10, "attributes": {"open": None}}]})
    assert names(reader) == ["a"]


def test_a_header_is_that_of_a_row_when_a_cell_comes_beside_it() -> None:
    page, reader = made("<table><tr><th>a</th></tr></table>")
    assert reader.snapshot(WEB).find(role="columnheader")
    apply_mutation(page, {"adds": [add("<td>b</td>", parent=11)]})
    assert [each.role for each in reader.snapshot(WEB)][3:] == ["rowheader", "text", "cell", "text"]


def test_a_text_is_read_again_when_what_is_beside_it_changes_behind_a_comment() -> None:
    page, reader = made("<p>a <!-- --><b>b</b></p>")
    assert names(reader) == ["a ", "b"]
    apply_mutation(page, {"attributes": [{"id": 13, "attributes": {"hidden": ""}}]})
    assert names(reader) == ["a"]


def test_rows_that_came_out_the_same_are_no_change() -> None:
    page, reader = made("<p>a</p>")
    before = reader.snapshot(WEB)
    apply_mutation(page, {"adds": [add("<span></span>")]})
    assert not reader.changed()
    assert reader.snapshot(WEB).columns is before.columns


def test_limits_hold_and_a_reader_goes_on_behind_them() -> None:
    with pytest.raises(errors.LimitExceeded, match="more than 6 nodes"):
        Page(document("<p>a</p>"), max_nodes=6, max_depth=100)
    with pytest.raises(errors.LimitExceeded, match="more than 4 levels"):
        Page(document("<p>a</p>"), max_nodes=100, max_depth=4)
    deep = document("<div role=group>" * 500)
    assert len(reader_of(page_of(deep)).snapshot(WEB)) == 501


def test_a_page_begins_with_a_document() -> None:
    with pytest.raises(errors.InvalidSnapshot, match="begin with a document"):
        page_of(serialized("<p>a</p>")[0])
    assert read("")[0].role == "document"
