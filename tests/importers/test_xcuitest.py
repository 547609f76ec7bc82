"""Apple's page sources: what becomes of their attributes, and what is refused."""

from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest

import uidiff
from uidiff import import_tree
from uidiff.errors import InvalidSnapshot

FIXTURES = Path(__file__).parent / "fixtures"


def element(kind: str, inner: str = "", **attributes: str) -> str:
    name = f"XCUIElementType{kind}"
    given = " ".join(f"{key}={quoteattr(text)}" for key, text in {"type": name, **attributes}.items())
    return f"<{name} {given}>{inner}</{name}>"


def one(kind: str, **attributes: str) -> dict[str, Any]:
    (made,) = import_tree(element(kind, **attributes)).to_dicts()
    return {name: cell for name, cell in made.items() if name not in ("role", "native_role")}


@pytest.mark.parametrize(
    ("kind", "attributes", "expected"),
    [
        ("Button", {"name": "pay", "label": "Pay"}, {"name": "Pay", "automation_id": "pay"}),
        ("Button", {"name": "Pay", "label": "Pay"}, {"name": "Pay"}),
        ("NavigationBar", {"name": "Inbox"}, {"name": "Inbox", "automation_id": "Inbox"}),
        ("Button", {"label": "Pay", "name": ""}, {"name": "Pay"}),
        ("Button", {"identifier": "pay", "title": "Pay", "label": ""}, {"name": "Pay", "automation_id": "pay"}),
        ("StaticText", {"label": "Hi", "value": "Hi"}, {"name": "Hi"}),
        ("TextField", {"label": "Email", "value": "ada"}, {"name": "Email", "value": "ada"}),
        ("TextField", {"value": "", "placeholderValue": "you"}, {"value": "", "states": {"placeholder": "you"}}),
        ("TextField", {"value": "you", "placeholderValue": "you"}, {"states": {"placeholder": "you"}}),
        ("Switch", {"label": "On", "value": "1"}, {"name": "On", "states": {"checked": True}}),
        ("Switch", {"value": "0"}, {"states": {"checked": False}}),
        ("CheckBox", {"value": "2"}, {"states": {"checked": "mixed"}}),
        ("Switch", {"value": "half"}, {"value": "half"}),
        ("Slider", {"value": "30%"}, {"value": "30%"}),
        ("Button", {"enabled": "false", "visible": "false"}, {"states": {"disabled": True, "offscreen": True}}),
        ("Button", {"enabled": "true", "visible": "true", "index": "3"}, {}),
        ("Cell", {"selected": "true", "focused": "true"}, {"states": {"selected": True, "focused": True}}),
        ("Cell", {"hasFocus": "true"}, {"states": {"focused": True}}),
        ("Other", {"x": "0", "y": "0", "width": "9.5", "height": "9.6"}, {"bounds": [0, 0, 10, 10]}),
        ("Other", {"x": "0", "y": "0", "width": "9"}, {}),
        ("Other", {"traits": "Button", "hittable": ""}, {"attributes": {"traits": "Button"}}),
    ],
)
def test_an_attribute_becomes_a_field(kind: str, attributes: dict[str, str], expected: dict[str, Any]) -> None:
    assert one(kind, **attributes) == expected


def test_places_are_those_from_the_application() -> None:
    inner = element("Button", x="110", y="70", width="10", height="20")
    text = element("Application", inner, x="100", y="50", width="300", height="200", label="Shop", processId="x")
    snapshot = import_tree(f"<AppiumAUT>{text}</AppiumAUT>")
    assert [tuple(one.bounds or ()) for one in snapshot] == [(0, 0, 300, 200), (10, 20, 10, 20)]
    assert (snapshot.app, snapshot.pid) == ("Shop", None)


def test_the_file_is_read() -> None:
    snapshot = import_tree(FIXTURES / "xcuitest.xml")
    assert [one.role for one in snapshot] == [
        *("application", "window", "toolbar", "button", "table", "cell", "text", "switch"),
        *("textbox", "textbox", "slider", "button"),
    ]
    assert (snapshot.app, snapshot.pid, snapshot.platform) == ("Shop", 4711, "xcuitest")
    assert snapshot[0].extra["attributes"] == {
        "accessible": "false",
        "bundleId": "org.example.shop",
        "processId": "4711",
    }


def test_bad_input_45_a_secure_field_is_hidden() -> None:
    text = element("SecureTextField", element("StaticText", label="hunter22"), label="Password", value="hunter22")
    snapshot = import_tree(text)
    assert [one.secret for one in snapshot] == [True, True]
    assert snapshot[0].name == "Password"
    assert "hunter22" not in uidiff.dumps(snapshot)


def test_an_application_that_was_not_there_has_no_elements() -> None:
    assert len(import_tree("<AppiumAUT/>")) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<AppiumAUT><node/></AppiumAUT>", "line 1: <node>: no element of one of Apple's types; give Appium's page"),
        (
            '<XCUIElementTypeButton type="XCUIElementTypeOther"/>',
            "line 1: <XCUIElementTypeButton>: no element of one of Apple's types",
        ),
        (
            element("Other", x="nan", y="0", width="0", height="0"),
            "line 1: <XCUIElementTypeOther>.x: expected a number",
        ),
        (
            "\n" + element("Other", x="0", y="0", width="1e9", height="0"),
            "line 2: <XCUIElementTypeOther>.width: expected a number",
        ),
        (
            element("Other", x="0", y="9999999999", width="1", height="0"),
            "",
        ),
        (element("Other", enabled="1"), "line 1: <XCUIElementTypeOther>.enabled: expected true or false"),
    ],
)
def test_what_no_driver_writes_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(element("Application", text) if not message else text, format="xcuitest")
    assert str(caught.value).startswith(message or "line 1: <XCUIElementTypeOther>.bounds: a number outside")
