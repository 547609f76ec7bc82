"""BrowserGym's merged trees and their text: what becomes of nodes, bids, frames and properties, and what is refused."""

import json
from typing import Any

import pytest

import uidiff
from benchmarks.importers.samples import SAMPLES, samples
from uidiff import Snapshot, import_tree
from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.browsergym import BrowserGymImporter
from uidiff.importers.chrome import ChromeImporter
from uidiff.importers.source import HEAD
from uidiff.model.limits import Limits

PAGES = ("frames", "shop")


def sample(name: str) -> Any:  # noqa: ANN401  # JSON, or text
    (path,) = (SAMPLES / "browsergym").glob(f"*_{name}")
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if name.endswith("json") else text


def node(number: int, role: str = "button", bid: str | None = None, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """A node as Chromium gives it, with what BrowserGym adds."""
    below = [str(child) for child in more.pop("below", ())]
    name = {"value": more.pop("name", "")}
    made = {"nodeId": str(number), "ignored": False, "role": {"value": role}, "name": name, "childIds": below, **more}
    return made if bid is None else {**made, "browsergym_id": bid}


def tree(*nodes: dict[str, Any]) -> dict[str, Any]:
    return {"nodes": [*nodes]}


def refs(snapshot: Snapshot) -> dict[str | None, str | None]:
    return {element.name: element.native_ref for element in snapshot if element.name}


PAGE = tree(
    node(1, "RootWebArea", name="Shop", below=(2, 3, 4)),
    node(2, "button", "12", name="Save", parentId="1"),
    node(3, "Iframe", "a", name="ad", parentId="1", below=(5,)),
    node(4, "StaticText", name="plain", parentId="1"),
    node(5, "RootWebArea", name="inner"),
)


# what is read


def test_bids_are_the_refs_and_what_has_none_has_no_ref() -> None:
    assert refs(import_tree(PAGE)) == {"Shop": None, "Save": "12", "ad": "a", "inner": None, "plain": None}


def test_frames_are_where_their_elements_are() -> None:
    snapshot = import_tree(sample("frames.json"))
    (deep,) = snapshot.find(role="button", name="Deep")
    around = [deep]
    while (parent := around[-1].parent) is not None:
        around.append(parent)
    assert [element.role for element in around[1:]] == [
        *("generic", "document", "iframe", "generic", "document", "iframe", "generic", "document")
    ]
    assert deep.native_ref == "aa3"
    unread = [element.name for element in snapshot.find(role="iframe") if element.unread]
    assert unread == ["of another site", "without scripts"]


def test_a_frame_that_is_not_shown_is_left_out_with_all_in_it() -> None:
    snapshot = import_tree(sample("frames.json"))
    assert len(snapshot.roots) == 1
    assert not snapshot.find(name="Not shown")


def test_the_parts_of_a_field_are_the_field() -> None:
    for given in (sample("frames.json"), sample("frames.txt")):
        snapshot = import_tree(given)
        (day,) = [element for element in snapshot if element.native_ref == "8"]
        assert (day.name, day.value, len(day.children)) == ("Day", "2026-11-26", 0)


def test_a_part_of_an_element_with_its_bid_has_no_ref() -> None:
    nodes = [node(1, "video", "7", name="clip", below=(2,)), node(2, "group", name="bar", parentId="1", below=(3,))]
    clip = tree(*nodes, node(3, "button", "7", name="play", parentId="2"))
    properties = {"7": {"bbox": [0, 0, 9, 9], "clickable": True}}
    snapshot = import_tree({"axtree_object": clip, "extra_element_properties": properties})
    assert refs(snapshot) == {"clip": "7", "bar": None, "play": None}
    assert [element.bounds for element in snapshot] == [(0, 0, 9, 9), None, None]


def test_title_and_address_are_those_of_the_page() -> None:
    for name in ("shop.json", "shop.txt"):
        snapshot = import_tree(sample(name))
        assert (snapshot.title, snapshot.url) == (
            "Shop ### Snapshot [ref=e99]",
            "http://127.0.0.1:8722/shop.html",
        )


@pytest.mark.parametrize("page", PAGES)
def test_the_text_has_the_refs_of_the_tree_and_no_others(page: str) -> None:
    text, whole = import_tree(sample(f"{page}.txt")), import_tree(sample(f"{page}.json"))
    printed = {element.native_ref: element for element in text if element.native_ref}
    of_tree = {element.native_ref: element for element in whole if element.native_ref}
    assert printed.keys() <= of_tree.keys()
    for ref, element in printed.items():
        assert (element.role, element.value) == (of_tree[ref].role, of_tree[ref].value)
        assert (element.name or "") == (of_tree[ref].name or "").strip()


def test_properties_give_bounds_and_what_takes_clicks() -> None:
    properties = {
        "12": {"visibility": 1.0, "bbox": [8.4, 20.6, 100, 30], "clickable": True, "set_of_marks": True},
        "a": {"visibility": None, "bbox": None, "clickable": True, "set_of_marks": False},
        "99": {"visibility": 0.0, "bbox": None, "clickable": False, "set_of_marks": None},
    }
    snapshot = import_tree({"axtree_object": PAGE, "extra_element_properties": properties})
    save, frame = snapshot.find(name="Save")[0], snapshot.find(name="ad")[0]
    assert (save.bounds, save.actions) == ((8, 21, 100, 30), ())
    assert save.extra == {"visibility": 1.0, "set_of_marks": True}
    assert (frame.bounds, frame.actions, frame.extra) == (None, ("press",), {"set_of_marks": False})


def test_the_text_has_boxes_by_their_corners() -> None:
    text, whole = import_tree(sample("frames.txt")), import_tree(sample("frames.json"))
    (printed,), (read,) = text.find(name="Frames", role="heading"), whole.find(name="Frames", role="heading")
    assert (printed.bounds, read.bounds) == ((8, 21, 1249, 38), (8, 21, 1249, 38))


def test_texts_are_read_as_python_writes_them() -> None:
    names = ["it's", "\"both\" 'of' them", "a\\b\n\t\r\x07", "é \u200b \U0001f469 \u202e", "[5] button 'x', focused"]
    lines = ["RootWebArea 'T'", *(f"\t[{number}] button {name!r}" for number, name in enumerate(names))]
    assert [element.name for element in import_tree("\n".join(lines))][1:] == names


def test_attributes_are_states() -> None:
    line = "\t[1] slider 'Volume' value=3, clickable, visible, focused, valuemin=0, valuemax=10, orientation='vertical'"
    volume = import_tree(f"RootWebArea 'T'\n{line}\r\n")[1]
    states = {"focused": True, "valuemin": 0, "valuemax": 10, "orientation": "vertical"}
    assert (volume.value, dict(volume.states)) == ("3", states)


def test_a_change_is_said_by_bids_and_a_bid_given_anew_is_told() -> None:
    watcher = uidiff.Watcher(importer="browsergym")
    assert "button 12" in watcher.watch(PAGE)
    renewed = json.loads(json.dumps(PAGE).replace('"12"', '"31"').replace("Save", "Save now"))
    answer = watcher.watch(renewed)
    assert "31" in answer
    assert "Save now" in answer


def test_a_blank_page_is_a_document() -> None:
    assert [element.role for element in import_tree(tree(node(1, "RootWebArea")), format="browsergym")] == ["document"]


# which importer


@pytest.mark.parametrize("sample", list(samples()), ids=lambda sample: sample.path.name)
def test_no_text_of_another_tool_is_taken(sample: Any) -> None:  # noqa: ANN401
    head = sample.path.read_bytes()[:HEAD]
    is_ours = sample.format == "browsergym"
    assert (BrowserGymImporter().sniff(head) > 0) == is_ours
    assert not (is_ours and ChromeImporter().sniff(head))


def test_a_name_cannot_make_a_tree_of_chromiums_one_of_browsergyms() -> None:
    forged = tree(node(1, "RootWebArea", name=', "browsergym_id": "5"', properties=[]))
    assert import_tree(forged)[0].native_ref == "1"


# what is refused


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"extra_element_properties": {}}, "$.axtree_object: no tree"),
        ({"axtree_object": []}, "$.axtree_object: no nodes"),
        ({"axtree_object": {"nodes": {}}}, "$.axtree_object.nodes: expected a list of nodes, got dict"),
        ({"axtree_object": tree(node(1, bid="1 2"))}, "$.axtree_object.nodes[0].browsergym_id: no bid of letters and"),
        (tree(node(1, browsergym_id=5)), "$.nodes[0].browsergym_id: no bid of letters and digits"),
        (tree(node(1, below=(2,)), node(2, parentId="1")), "$.nodes: a tree of Chromium's without bids"),
        (
            tree(node(1, below=(2, 3)), node(2, bid="5", parentId="1"), node(3, bid="5", parentId="1")),
            "$.nodes[2].browsergym_id: the bid of $.nodes[1] again",
        ),
        (tree(node(1, bid="5"), node(1, bid="6")), "$.nodes[1].nodeId: the nodeId of $.nodes[0] again"),
        (
            tree(node(1, bid="1"), node(2, bid="2", below=(3,), parentId="3"), node(3, below=(2,), parentId="2")),
            "$.nodes[1].parentId: a node that is no child of its parent",
        ),
        ({"axtree_object": PAGE, "extra_element_properties": [1]}, "$.extra_element_properties: expected an object of"),
        (
            {"axtree_object": PAGE, "extra_element_properties": {"1": 5}},
            "$.extra_element_properties.1: expected an object",
        ),
        (
            {"axtree_object": PAGE, "extra_element_properties": {"a b": 5}},
            "$.extra_element_properties[0]: expected an object",
        ),
        (
            {"axtree_object": PAGE, "extra_element_properties": {"1": {"bbox": [1, 2, 3]}}},
            "$.extra_element_properties.1.bbox: expected x, y, width and height, got list",
        ),
        (
            {"axtree_object": PAGE, "extra_element_properties": {"1": {"bbox": [1e99, 2, 3, 4]}}},
            "$.extra_element_properties.1.bbox: expected x, y",
        ),
        (
            {"axtree_object": PAGE, "extra_element_properties": {"1": {"clickable": 1}}},
            "$.extra_element_properties.1.clickable: expected true or false, got int",
        ),
        (
            '{"nodes": [{"nodeId": "1", "browsergym_id": "1", "value": {"value": 1e400}}]}',
            "$.nodes[0].value.value: ",
        ),
        (
            '{"nodes": [{"nodeId": "1", "browsergym_id": "1", "value": {"value": NaN}}]}',
            "$.nodes[0].value.value: ",
        ),
        ("[1] slider 'x' value=1e400", "line 1: a line that is no element"),
        ("", "$: no elements"),
        ("RootWebArea 'T'\n\t\t[1] button 'x'", "line 2: a line that is indented too far"),
        ("RootWebArea 'T'\n\t[1] button 'x", "line 2: a line that is no element"),
        ("RootWebArea 'T'\n\t[1] button 'x', level=[1]", "line 2, column 16: an attribute that cannot be read"),
        ("RootWebArea 'T'\n\t[1] button 'x', focused, focused", "line 2, column 25: an attribute twice"),
        ("RootWebArea 'T'\n\t[1] button 'x', box=\"(1,2,3)\"", "line 2: a box that is not four numbers"),
        ("RootWebArea 'T'\n\t[1] button 'x'\n\t[1] button 'y'", "line 3.browsergym_id: the bid of line 2 again"),
    ],
)
def test_bad_input_60_what_browsergym_does_not_give_is_refused_with_its_place(value: Any, message: str) -> None:  # noqa: ANN401
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(value, format="browsergym")
    assert str(caught.value).startswith(message)
    assert caught.value.cure


def test_the_refs_of_a_tree_of_browsergym_are_not_those_of_chromium() -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(PAGE, format="chrome")
    assert caught.value.path == "$.nodes[1].browsergym_id"
    assert caught.value.cure == 'pass format="browsergym"'


def test_a_child_that_is_missing_makes_its_parent_unread() -> None:
    assert import_tree(tree(node(1, bid="1", below=(2,))), format="browsergym")[0].unread


def test_bad_input_31_nesting_of_lines_has_a_limit() -> None:
    text = "\n".join("\t" * level + f"[{level}] group 'g'" for level in range(31))
    assert len(import_tree(text, limits=Limits(max_nesting=31))) == 31
    assert len(import_tree(text)) == 31
    with pytest.raises(LimitExceeded):
        import_tree(text, limits=Limits(max_nesting=30))
