"""Android's page sources: what becomes of their attributes, and what is refused."""

from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest

import uidiff
from uidiff import Limits, import_tree
from uidiff.errors import InvalidSnapshot

FIXTURES = Path(__file__).parent / "fixtures"


def node(inner: str = "", **attributes: str) -> str:
    given = {"class": "android.view.View", **{name.replace("_", "-"): text for name, text in attributes.items()}}
    return f"<node {' '.join(f'{name}={quoteattr(text)}' for name, text in given.items())}>{inner}</node>"


def dump(*nodes: str) -> str:
    return f'<?xml version="1.0"?><hierarchy rotation="0">{"".join(nodes)}</hierarchy>'


def one(**attributes: str) -> dict[str, Any]:
    """The one element of a dump, but for its role."""
    (made,) = import_tree(dump(node(**attributes))).to_dicts()
    return {name: cell for name, cell in made.items() if name not in ("role", "native_role")}


WIDGET = "android.widget."


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({"text": "Pay", "class": WIDGET + "Button"}, {"name": "Pay"}),
        ({"text": "", "content_desc": "", "resource_id": ""}, {}),
        ({"text": "3", "content_desc": "3 new mails"}, {"name": "3 new mails", "value": "3"}),
        ({"text": "Pay", "content_desc": "Pay"}, {"name": "Pay"}),
        ({"text": "ada", "class": WIDGET + "EditText"}, {"value": "ada"}),
        ({"text": "", "class": WIDGET + "EditText"}, {"value": ""}),
        (
            {"text": "You", "hint": "You", "showing_hint": "true", "class": WIDGET + "EditText"},
            {"states": {"placeholder": "You"}},
        ),
        ({"text": "You", "hint": "You", "class": WIDGET + "EditText"}, {"states": {"placeholder": "You"}}),
        (
            {"text": "You", "hint": "You", "showing_hint": "false", "class": WIDGET + "EditText"},
            {"value": "You", "states": {"placeholder": "You"}},
        ),
        ({"text": "", "hint": "", "class": WIDGET + "EditText"}, {"value": ""}),
        ({"text": "7.0", "content_desc": "Tip", "class": WIDGET + "ProgressBar"}, {"name": "Tip", "value": "7.0"}),
        ({"resource_id": "a:id/b"}, {"automation_id": "a:id/b"}),
        ({"enabled": "false"}, {"states": {"disabled": True}}),
        ({"enabled": "true"}, {}),
        ({"focusable": "true", "focused": "true"}, {"states": {"focusable": True, "focused": True}}),
        ({"selected": "true"}, {"states": {"selected": True}}),
        ({"content_invalid": "true"}, {"states": {"invalid": True}}),
        ({"displayed": "false"}, {"states": {"offscreen": True}}),
        ({"visible_to_user": "false"}, {"states": {"offscreen": True}}),
        ({"displayed": "true"}, {}),
        ({"checkable": "true", "checked": "false"}, {"states": {"checked": False}}),
        ({"checkable": "true", "checked": "true"}, {"states": {"checked": True}}),
        ({"checkable": "false", "checked": "false"}, {}),
        ({"class": WIDGET + "CheckBox"}, {"states": {"checked": False}}),
        ({"class": WIDGET + "ToggleButton", "checkable": "true", "checked": "true"}, {"states": {"pressed": True}}),
        (
            {"clickable": "true", "long_clickable": "true", "scrollable": "true"},
            {"actions": ["click", "long-click", "scroll"]},
        ),
        ({"bounds": "[0,0][10,20]"}, {"bounds": [0, 0, 10, 20]}),
        ({"bounds": "[30,40][10,20]"}, {"bounds": [0, 0, -20, -20]}),
        ({"password": "true", "text": "1234"}, {"name": "[redacted]", "secret": True, "states": {"protected": True}}),
        ({"heading": "true", "index": "3", "NAF": "true"}, {"attributes": {"heading": "true"}}),
    ],
)
def test_an_attribute_becomes_a_field(attributes: dict[str, str], expected: dict[str, Any]) -> None:
    assert one(**attributes) == expected


@pytest.mark.parametrize(
    ("native", "role"),
    [("android.widget.Button", "button"), ("com.example.Chart", "unknown"), ("", "unknown"), ("Button", "button")],
)
def test_the_class_is_the_native_role(native: str, role: str) -> None:
    (element,) = import_tree(dump(node(**{"class": native})))
    assert (element.role, element.native_role) == (role, native)


def test_appium_writes_the_class_as_the_name_of_the_element() -> None:
    text = '<hierarchy><android.widget.Button text="a"/><org.example.Chart/></hierarchy>'
    assert [(element.role, element.native_role) for element in import_tree(text)] == [
        ("button", "android.widget.Button"),
        ("unknown", "org.example.Chart"),
    ]


def test_a_source_may_begin_with_a_class() -> None:
    assert (
        import_tree('<android.widget.FrameLayout><android.widget.Button text="a"/></android.widget.FrameLayout>')[
            1
        ].name
        == "a"
    )


def test_windows_are_roots_and_places_are_those_of_the_first() -> None:
    first = node(node(bounds="[110,60][120,80]"), bounds="[100,50][500,400]", package="org.example")
    second = node(bounds="[0,0][600,50]", package="com.android.systemui")
    snapshot = import_tree(dump(first, second))
    assert [(element.depth, tuple(element.bounds or ())) for element in snapshot] == [
        (0, (0, 0, 400, 350)),
        (1, (10, 10, 10, 20)),
        (0, (-100, -50, 600, 50)),
    ]
    assert (snapshot.app, snapshot.platform, snapshot.extra) == ("org.example", "android", {"rotation": "0"})
    assert snapshot[2].extra == {"attributes": {"package": "com.android.systemui"}}


def test_a_dump_without_windows_has_no_elements() -> None:
    assert len(import_tree("<hierarchy/>")) == 0


def test_the_files_of_both_tools_are_read() -> None:
    plain, appium = import_tree(FIXTURES / "android_dump.xml"), import_tree(FIXTURES / "android_appium.xml")
    assert [element.role for element in plain if element.role != "generic"] == [
        *("toolbar", "button", "text", "list", "textbox", "textbox", "textbox", "checkbox", "switch", "button"),
        *("slider", "unknown", "button"),
    ]
    assert [(element.depth, element.role) for element in appium] == [
        (0, "generic"),
        (1, "text"),
        (1, "radio"),
        (0, "generic"),
        (1, "status"),
    ]
    assert appium.extra == {"rotation": "1", "width": "2280", "height": "1080"}


def test_bad_input_45_a_password_is_nowhere_in_the_snapshot() -> None:
    assert "hunter22" not in uidiff.dumps(import_tree(FIXTURES / "android_dump.xml"))


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        (node(bounds="[0,0][10,20"), "line 1: <node>.bounds: expected [x1,y1][x2,y2]; give what uiautomator or Appium"),
        (node(bounds="[0,0][10,2e3]"), "line 1: <node>.bounds: expected [x1,y1][x2,y2]"),
        (node(bounds=""), "line 1: <node>.bounds: expected [x1,y1][x2,y2]"),
        (node(checked="yes"), "line 1: <node>.checked: expected true or false; give the page source as it was"),
        (node(password="1"), "line 1: <node>.password: expected true or false"),  # noqa: S106  # no password
        ("<node/>", "line 1: <node>: neither a node nor an element with the name of a class"),
        ("<View/>", "line 1: <View>: neither a node nor an element with the name of a class"),
        ("<größe/>", "line 1: neither a node nor an element with the name of a class"),
        ("Lamp", "line 1: text between the elements"),
    ],
)
def test_what_no_tool_writes_is_refused_with_its_place(nodes: str, message: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(dump(nodes), format="android")
    assert str(caught.value).startswith(message)


def test_an_error_of_an_element_names_its_line() -> None:
    with pytest.raises(InvalidSnapshot, match=r"^line 3: <node>: unknown keys of 229 characters"):
        import_tree(
            "<hierarchy>\n\n" + node(extra="x" * 200) + "</hierarchy>",
            limits=Limits(max_text=100),
        )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("between", ["", "\n", "\r\n"])
def test_what_uiautomator_says_behind_a_dump_to_a_terminal_is_passed_over(between: str, encoding: str) -> None:
    text = f"{dump(node(text='Pay'))}{between}UI hierchary dumped to: /dev/tty\n"
    assert import_tree(text.encode(encoding)) == import_tree(dump(node(text="Pay")))


@pytest.mark.parametrize("behind", ["ERROR", "<hierarchy/>", "\nUI", "UI hierchary dumped to: /dev/tty\n<hierarchy/>"])
def test_anything_else_behind_a_dump_is_refused(behind: str) -> None:
    with pytest.raises(InvalidSnapshot, match="junk after document element"):
        import_tree(dump(node(text="Pay")) + behind)
