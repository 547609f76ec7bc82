"""AndroidWorld's forests and lists of elements: what becomes of windows and nodes, and what is refused."""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

import uidiff
from benchmarks.importers.samples import SAMPLES, Sample, samples
from uidiff import import_tree
from uidiff.errors import InvalidSnapshot
from uidiff.importers.androidworld import AndroidWorldImporter
from uidiff.importers.source import HEAD

FORESTS = ("forest", "snake", "defaults")
WIDGET = "android.widget."


def sample(name: str) -> Any:  # noqa: ANN401  # JSON
    (path,) = (SAMPLES / "androidworld").glob(f"*_{name}.json")
    return json.loads(path.read_text(encoding="utf-8"))


def forest(*nodes: dict[str, Any], **window: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"windows": [{"windowType": "TYPE_APPLICATION", **window, "tree": {"nodes": [*nodes]}}]}


def one(**fields: Any) -> dict[str, Any]:  # noqa: ANN401
    """The one node of a forest, which is enabled and visible unless it says otherwise."""
    node = {"className": "android.view.View", "isEnabled": True, "isVisibleToUser": True, **fields}
    made = import_tree(forest(node)).to_dicts()[1]
    return {name: cell for name, cell in made.items() if name not in ("parent", "role", "native_role", "id")}


# what is read


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"text": "Pay", "className": WIDGET + "Button"}, {"name": "Pay"}),
        ({"text": "3", "contentDescription": "3 new mails"}, {"name": "3 new mails", "value": "3"}),
        ({"text": "ada", "className": WIDGET + "EditText"}, {"value": "ada"}),
        ({"className": WIDGET + "EditText"}, {"value": ""}),
        (
            {"text": "You", "hintText": "You", "className": WIDGET + "EditText"},
            {"states": {"placeholder": "You"}},
        ),
        ({"viewIdResourceName": "a:id/b"}, {"automation_id": "a:id/b"}),
        ({"tooltipText": "Pay now", "text": "Pay"}, {"name": "Pay", "description": "Pay now"}),
        ({"tooltipText": "Pay", "text": "Pay"}, {"name": "Pay"}),
        ({"isEnabled": False, "isVisibleToUser": False}, {"states": {"disabled": True, "offscreen": True}}),
        (
            {"isFocusable": True, "isFocused": True, "isSelected": True, "isEditable": True},
            {"states": {"focusable": True, "focused": True, "selected": True, "editable": True}},
        ),
        ({"className": WIDGET + "ToggleButton", "isChecked": True}, {"states": {"pressed": True}}),
        ({"isCheckable": True}, {"states": {"checked": False}}),
        (
            {"isClickable": True, "isLongClickable": True, "isScrollable": True},
            {"actions": ["click", "long-click", "scroll"]},
        ),
        ({"boundsInScreen": {"top": 5, "right": 30, "bottom": 10}}, {"bounds": [0, 5, 30, 5]}),
        ({"boundsInScreen": {}}, {"bounds": [0, 0, 0, 0]}),
        ({"isPassword": True, "text": "1234"}, {"name": "[redacted]", "secret": True, "states": {"protected": True}}),
        ({"textSelectionStart": "-1", "actions": [{"id": 1}], "depth": 3}, {}),
        ({"isTomorrow": [1]}, {"attributes": {"is_tomorrow": [1]}}),
        ({"packageName": "com.example.other"}, {"attributes": {"package_name": "com.example.other"}}),
    ],
)
def test_a_field_of_a_node_becomes_a_field(fields: dict[str, Any], expected: dict[str, Any]) -> None:
    assert one(**fields) == expected


@pytest.mark.parametrize("form", FORESTS)
def test_each_form_of_the_json_is_the_same_tree(form: str) -> None:
    assert import_tree(sample(form)) == import_tree(sample("forest"))


def test_the_refs_are_the_places_in_androidworlds_list_of_elements() -> None:
    listed = {element.native_ref: element for element in import_tree(sample("elements")) if element.native_ref}
    in_forest = {element.native_ref: element for element in import_tree(sample("forest")) if element.native_ref}
    assert listed.keys() == in_forest.keys()
    for ref, element in listed.items():
        of_forest = in_forest[ref]
        assert (element.role, element.bounds, element.actions) == (of_forest.role, of_forest.bounds, of_forest.actions)
        assert of_forest.secret or (element.name, element.value) == (of_forest.name, of_forest.value)


def test_windows_are_roots_and_one_without_a_tree_is_unread() -> None:
    snapshot = import_tree(sample("forest"))
    assert [(element.role, element.native_role, element.unread) for element in snapshot.roots] == [
        ("window", "TYPE_SYSTEM", False),
        ("window", "TYPE_APPLICATION", False),
        ("window", "TYPE_INPUT_METHOD", True),
    ]
    assert (snapshot.app, snapshot.platform) == ("org.example.shop", "android")


def test_ids_count_within_a_window() -> None:
    node = {"className": WIDGET + "Button", "isVisibleToUser": True, "text": "a"}
    two = {"windows": [*forest(node)["windows"], *forest({**node, "text": "b"})["windows"]]}
    found = import_tree(two).find(role="button")
    assert [(element.name, element.native_ref) for element in found] == [("a", "0"), ("b", "1")]


def test_the_title_of_the_active_window_is_the_title() -> None:
    snapshot = import_tree(forest({"packageName": "org.example"}, title="Basket", isActive=True))
    assert (snapshot.title, snapshot.app, snapshot[0].name) == ("Basket", "org.example", "Basket")


def test_a_child_that_is_missing_makes_its_parent_unread() -> None:
    snapshot = import_tree(forest({"childIds": [1, 2]}, {"uniqueId": 2}))
    assert [element.unread for element in snapshot] == [False, True, False]


def test_a_node_that_two_list_stands_once() -> None:
    first, second = {"uniqueId": 1, "childIds": [3]}, {"uniqueId": 2, "childIds": [3]}
    snapshot = import_tree(forest({"childIds": [1, 2]}, first, second, {"uniqueId": 3}))
    assert [element.depth for element in snapshot] == [0, 1, 2, 3, 2]


def test_what_changed_is_said_by_the_numbers_of_the_list() -> None:
    watcher = uidiff.Watcher()
    before = sample("forest")
    assert 'button 2 "Pay" disabled' in watcher.watch(before)
    pay = next(node for node in before["windows"][1]["tree"]["nodes"] if node.get("text") == "Pay")
    pay["isEnabled"] = True
    answer = watcher.watch(before)
    assert "button 2" in answer
    assert "enabled" in answer


# objects as they are in a program


class Descriptor(NamedTuple):
    name: str


class Message:
    """A message of protobuf, as far as it is looked at: its fields that are set."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields

    def ListFields(self) -> list[tuple[Descriptor, Any]]:  # noqa: N802  # protobuf's name
        return [(Descriptor(name), message_of(given)) for name, given in self.fields.items()]


def message_of(value: Any) -> Any:  # noqa: ANN401
    """The message of JSON; a repeated field is a sequence that is no list."""
    if isinstance(value, dict):
        return Message(value)
    return tuple(map(message_of, value)) if isinstance(value, list) else value


def test_a_message_is_read_as_its_json() -> None:
    json_forest = sample("snake")
    message = message_of(json_forest)
    message.fields["windows"][0]["window_type"] = 3  # a message has numbers
    assert import_tree(message) == import_tree(json_forest)


@dataclass
class BoundingBox:
    x_min: float
    x_max: float
    y_min: float
    y_max: float


@dataclass
class UIElement:
    class_name: str | None = None
    text: str | None = None
    bbox_pixels: BoundingBox | None = None
    is_enabled: bool | None = None
    is_visible: bool | None = None


def test_a_list_of_elements_is_read_as_its_json() -> None:
    elements = [UIElement(WIDGET + "Button", "Pay", BoundingBox(1.4, 11.4, 2, 22)), UIElement()]
    snapshot = import_tree(elements)
    assert (snapshot[1].name, snapshot[1].bounds, snapshot[1].native_ref) == ("Pay", (1, 2, 10, 20), "0")
    assert [dict(element.states) for element in snapshot] == [{}, {}, {}]


def test_an_object_that_fails_to_list_its_fields_is_refused() -> None:
    message = message_of({"windows": [{"tree": {"nodes": [object()]}}]})
    with pytest.raises(InvalidSnapshot, match="values that are not plain, finite JSON"):
        import_tree(message, format="androidworld")
    with pytest.raises(TypeError, match="import_tree takes"):
        import_tree(Message)  # type: ignore[arg-type]


# which importer


@pytest.mark.parametrize("sample", list(samples()), ids=lambda sample: sample.path.name)
def test_no_text_of_another_tool_is_taken(sample: Sample) -> None:
    score = AndroidWorldImporter().sniff(sample.path.read_bytes()[:HEAD])
    assert (score > 0) == (sample.format == "androidworld")


# what is refused


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, "$: no windows"),
        ([], "$: no elements"),
        (5, "$: expected an object, got int"),
        ({"windows": {}}, "$.windows: expected a list, got dict"),
        ({"windows": [5]}, "$.windows[0]: expected an object, got int"),
        ({"windows": [{"tree": []}]}, "$.windows[0].tree: expected an object, got list"),
        ({"windows": [{"windowType": True}]}, "$.windows[0].window_type: expected a name or a number, got bool"),
        (forest({"uniqueId": "1"}), "$.windows[0].tree.nodes[0].unique_id: expected a whole number, got str"),
        (forest({"isEnabled": 1}), "$.windows[0].tree.nodes[0].is_enabled: expected true or false, got int"),
        (forest({"unique_id": 1, "uniqueId": 1}), "$.windows[0].tree.nodes[0].unique_id: a field in two spellings"),
        (forest({"childIds": ["1"]}), "$.windows[0].tree.nodes[0].child_ids[0]: expected a whole number, got str"),
        (forest({"boundsInScreen": {"top": "a"}}), "$.windows[0].tree.nodes[0].bounds_in_screen.top: expected a coor"),
        (forest({"boundsInScreen": {"top": 2**31}}), "$.windows[0].tree.nodes[0].bounds_in_screen.top: expected a co"),
        (
            forest({"boundsInScreen": {"right": 2**31 - 1, "left": -9}}),
            "$.windows[0].tree.nodes[0].bounds_in_screen: a",
        ),
        (forest({}, {}), "$.windows[0].tree.nodes[1].unique_id: the unique_id of $.windows[0].tree.nodes[0] again"),
        (forest({"childIds": [0]}), "$.windows[0].tree.nodes[0]: a node that the root does not lead to"),
        (
            forest({}, {"uniqueId": 1, "childIds": [2]}, {"uniqueId": 2, "childIds": [1]}),
            "$.windows[0].tree.nodes[1]: a node that the root does not lead to",
        ),
        ([5], "$[0]: expected an object, got int"),
        ([{"class_name": 5}], "$[0].class_name: expected text, got int"),
        ([{"bbox_pixels": {"x_min": None}}], "$[0].bbox_pixels.x_min: expected a coordinate"),
    ],
)
def test_bad_input_60_what_androidworld_does_not_give_is_refused_with_its_place(value: Any, message: str) -> None:  # noqa: ANN401
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(json.dumps(value), format="androidworld")
    assert str(caught.value).startswith(message)
    assert caught.value.cure


def test_bad_input_45_a_password_is_nowhere_in_the_snapshot() -> None:
    assert "hunter22" not in uidiff.dumps(import_tree(sample("forest")))
