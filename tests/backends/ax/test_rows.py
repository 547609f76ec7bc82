"""How elements of macOS are said: roles, names, values, states, actions."""

import re
from typing import Any

import pytest

from tests.backends.ax.fake_mac import App, Thing
from tests.backends.ax.fake_modules import AXValueRef, Said, Struct
from tests.backends.ax.trees import reading, window
from tests.backends.subjects import read
from uidiff import Element


def element(role: str, **given: Any) -> Element:  # noqa: ANN401
    """An element as it is read."""
    _, backend = reading(App("Mail", window("Inbox", Thing(role, **given))))
    snapshot = read(backend, "Mail")
    return snapshot[1]


@pytest.mark.parametrize(
    ("native", "role"),
    [
        ("AXButton", "button"),
        ("AXButton/AXCloseButton", "button"),
        ("AXButton/AXToolbarButton", "button"),
        ("AXCheckBox", "checkbox"),
        ("AXCheckBox/AXSwitch", "switch"),
        ("AXCheckBox/AXToggle", "button"),
        ("AXComboBox", "combobox"),
        ("AXDisclosureTriangle", "button"),
        ("AXGroup", "group"),
        ("AXGroup/AXApplicationAlert", "alert"),
        ("AXGroup/AXDocument", "document"),
        ("AXGroup/AXLandmarkNavigation", "navigation"),
        ("AXGroup/AXTabPanel", "tabpanel"),
        ("AXHeading", "heading"),
        ("AXImage", "img"),
        ("AXLink", "link"),
        ("AXList", "listbox"),
        ("AXList/AXContentList", "list"),
        ("AXMenuButton", "button"),
        ("AXMenuItem", "menuitem"),
        ("AXOutline", "tree"),
        ("AXPopUpButton", "combobox"),
        ("AXProgressIndicator", "progressbar"),
        ("AXRadioButton", "radio"),
        ("AXRadioButton/AXTabButton", "tab"),
        ("AXRow/AXOutlineRow", "treeitem"),
        ("AXRow/AXTableRow", "row"),
        ("AXScrollArea", "generic"),
        ("AXSheet", "dialog"),
        ("AXSlider", "slider"),
        ("AXSplitter", "separator"),
        ("AXStaticText", "text"),
        ("AXTabGroup", "tablist"),
        ("AXTable", "table"),
        ("AXTextArea", "textbox"),
        ("AXTextField", "textbox"),
        ("AXTextField/AXSearchField", "searchbox"),
        ("AXTextField/AXSecureTextField", "textbox"),
        ("AXToolbar", "toolbar"),
        ("AXWebArea", "document"),
        ("AXWindow/AXDialog", "dialog"),
        ("AXWindow/AXStandardWindow", "window"),
        ("AXWindow/AXSystemDialog", "alertdialog"),
    ],
)
def test_a_role_is_told_by_the_role_and_what_narrows_it(native: str, role: str) -> None:
    first, _, narrower = native.partition("/")
    found = element(first, **({"AXSubrole": narrower} if narrower else {}))
    assert (found.role, found.native_role) == (role, native)


@pytest.mark.parametrize(
    ("role", "given", "said"),
    [
        ("AXButton", {"AXTitle": "Save"}, ("Save", None, None)),
        ("AXButton", {"AXDescription": "close"}, ("close", None, None)),
        ("AXButton", {"AXTitle": "", "AXDescription": "close", "AXHelp": "Closes it"}, ("close", None, "Closes it")),
        ("AXButton", {"AXTitle": "Save", "AXDescription": "disk"}, ("Save", None, "disk")),
        ("AXButton", {"AXTitle": "Save", "AXDescription": "Save", "AXHelp": "Save"}, ("Save", None, None)),
        ("AXButton", {"AXTitle": "", "AXHelp": ""}, (None, None, None)),
        ("AXButton", {"AXSubrole": "AXCloseButton", "AXRoleDescription": "close button"}, (None, None, "close button")),
        ("AXButton", {"AXSubrole": "AXCloseButton", "AXRoleDescription": "a", "AXTitle": "b"}, ("b", None, None)),
        ("AXButton", {"AXSubrole": "AXCloseButton"}, (None, None, None)),
        ("AXButton", {"AXRoleDescription": "button"}, (None, None, None)),
        ("AXRow", {"AXSubrole": "AXTableRow", "AXRoleDescription": "table row"}, (None, None, None)),
        ("AXTextField", {"AXTitle": "To", "AXValue": ""}, ("To", "", None)),
        ("AXTextField", {"AXTitle": "To", "AXValue": "a\nb"}, ("To", "a\nb", None)),
        ("AXStaticText", {"AXValue": "Hello"}, ("Hello", None, None)),
        ("AXStaticText", {"AXValue": "Hello", "AXTitle": "greeting"}, ("Hello", None, "greeting")),
        ("AXStaticText", {"AXValue": "", "AXTitle": "greeting"}, ("greeting", None, None)),
        ("AXStaticText", {"AXValue": 7}, ("7", None, None)),
        ("AXSlider", {"AXValue": 3}, (None, "3", None)),
        ("AXSlider", {"AXValue": 0.30000001192092896}, (None, "0.3000000119", None)),
        ("AXSlider", {"AXValue": 4.0}, (None, "4", None)),
        ("AXSlider", {"AXValue": float("nan")}, (None, None, None)),
        ("AXSlider", {"AXValue": float("inf")}, (None, None, None)),
        ("AXSlider", {"AXValue": 2**70}, (None, None, None)),
        ("AXCheckBox", {"AXTitle": "On", "AXValue": 1}, ("On", None, None)),
        ("AXCheckBox", {"AXTitle": "On", "AXValue": "odd"}, ("On", "odd", None)),
        ("AXHeading", {"AXTitle": "News", "AXValue": 2}, ("News", None, None)),
        ("AXTabGroup", {"AXValue": Thing("AXRadioButton")}, (None, None, None)),
        ("AXTextField", {"AXValue": [1, 2]}, (None, None, None)),
        ("AXDateField", {"AXValue": Said("timeIntervalSince1970", 0.5)}, (None, "1970-01-01T00:00:00.500000Z", None)),
        ("AXDateField", {"AXValue": Said("timeIntervalSince1970", 1e300)}, (None, None, None)),
        ("AXDateField", {"AXValue": Said("timeIntervalSince1970", float("nan"))}, (None, None, None)),
        ("AXTextArea", {"AXValue": Said("string", "styled")}, (None, "styled", None)),
        ("AXTextArea", {"AXValue": Struct(x=1.0)}, (None, None, None)),
        ("AXTextArea", {"AXValue": AXValueRef(4, (1, 2)), "AXTitle": AXValueRef(99, ())}, (None, None, None)),
        ("AXTextArea", {"AXValue": AXValueRef(2, None)}, (None, None, None)),
        ("AXTextArea", {"AXValue": AXValueRef(1, (1, 2)), "AXTitle": AXValueRef(3, (1, 2))}, (None, None, None)),
        ("AXTextArea", {"AXChildren": 7, "AXTitle": "odd"}, ("odd", None, None)),
    ],
)
def test_name_value_and_description(role: str, given: dict[str, Any], said: tuple[str | None, ...]) -> None:
    found = element(role, **given)
    assert (found.name, found.value, found.description) == said


@pytest.mark.parametrize(
    ("role", "given", "states"),
    [
        ("AXButton", {"AXEnabled": True, "AXFocused": False}, {}),
        ("AXButton", {"AXEnabled": False, "AXFocused": True}, {"disabled": True, "focused": True}),
        ("AXButton", {"AXEnabled": "yes"}, {}),
        ("AXRow", {"AXSelected": True}, {"selected": True}),
        ("AXWindow", {"AXModal": True, "AXMinimized": True}, {"modal": True, "offscreen": True}),
        ("AXGroup", {"AXElementBusy": True, "AXRequired": True}, {"busy": True, "required": True}),
        ("AXCheckBox", {"AXValue": 0}, {"checked": False}),
        ("AXCheckBox", {"AXValue": 1}, {"checked": True}),
        ("AXCheckBox", {"AXValue": 2}, {"checked": "mixed"}),
        ("AXCheckBox", {"AXValue": 3}, {}),
        ("AXCheckBox", {"AXValue": 1.0}, {"checked": True}),
        ("AXRadioButton", {"AXValue": 1}, {"checked": True}),
        ("AXCheckBox", {"AXSubrole": "AXSwitch", "AXValue": 1}, {"checked": True}),
        ("AXCheckBox", {"AXSubrole": "AXToggle", "AXValue": 1}, {"pressed": True}),
        ("AXCheckBox", {"AXSubrole": "AXToggle", "AXValue": 0}, {"pressed": False}),
        ("AXRadioButton", {"AXSubrole": "AXTabButton", "AXValue": 1}, {"selected": True}),
        ("AXRadioButton", {"AXSubrole": "AXTabButton", "AXValue": 0}, {}),
        ("AXMenuItem", {"AXMenuItemMarkChar": "\u2713"}, {"checked": True}),
        ("AXMenuItem", {"AXMenuItemMarkChar": "-"}, {"checked": "mixed"}),
        ("AXMenuItem", {"AXMenuItemMarkChar": ""}, {}),
        ("AXComboBox", {"AXExpanded": False}, {"expanded": False}),
        ("AXGroup", {"AXExpanded": True}, {"expanded": True}),
        ("AXDisclosureTriangle", {"AXValue": 1}, {"expanded": True}),
        (
            "AXRow",
            {"AXSubrole": "AXOutlineRow", "AXDisclosing": True, "AXDisclosureLevel": 2},
            {"expanded": True, "level": 3},
        ),
        ("AXRow", {"AXSubrole": "AXTableRow", "AXDisclosing": False}, {}),
        ("AXHeading", {"AXValue": 2}, {"level": 2}),
        ("AXSlider", {"AXMinValue": 0.5, "AXMaxValue": 10.0}, {"valuemin": 0.5, "valuemax": 10}),
        ("AXSlider", {"AXMinValue": float("-inf"), "AXMaxValue": float("nan")}, {}),
        ("AXSlider", {"AXValue": 5, "AXValueDescription": "half"}, {"valuetext": "half"}),
        ("AXTextField", {"AXValue": "x", "AXValueDescription": "x"}, {}),
        ("AXTextField", {"AXPlaceholderValue": "Search"}, {"placeholder": "Search"}),
        ("AXLink", {"AXARIACurrent": "page"}, {"current": "page"}),
        ("AXLink", {"AXARIACurrent": "false"}, {}),
        ("AXTextField", {"AXInvalid": "false"}, {}),
        ("AXTextField", {"AXInvalid": "spelling"}, {"invalid": "spelling"}),
        ("AXTextField", {"AXInvalid": "odd"}, {"invalid": True}),
        ("AXTextField", {"AXSubrole": "AXSecureTextField"}, {"protected": True}),
        ("AXSecureTextField", {}, {"protected": True}),
        ("AXMenuButton", {}, {"haspopup": "menu"}),
        ("AXButton", {"AXHasPopup": True}, {"haspopup": "true"}),
        ("AXButton", {"AXHasPopup": True, "AXPopupValue": "listbox"}, {"haspopup": "listbox"}),
        ("AXButton", {"AXHasPopup": False}, {}),
        ("AXScrollBar", {"AXOrientation": "AXVerticalOrientation"}, {"orientation": "vertical"}),
        ("AXScrollBar", {"AXOrientation": "AXUnknownOrientation"}, {}),
        ("AXButton", {"AXSortDirection": "AXDescendingSortDirection"}, {"sort": "descending"}),
        ("AXGroup", {"AXARIAPosInSet": 2, "AXARIASetSize": 7}, {"posinset": 2, "setsize": 7}),
    ],
)
def test_states(role: str, given: dict[str, Any], states: dict[str, object]) -> None:
    assert dict(element(role, **given).states) == states


@pytest.mark.parametrize(
    ("role", "actions"),
    [
        ("AXButton", ("press",)),
        ("AXCheckBox", ("press",)),
        ("AXSlider", ("increment", "decrement")),
        ("AXTextField", ("type",)),
        ("AXRow", ("select",)),
        ("AXGroup", ()),
    ],
)
def test_what_can_be_done_is_said_by_role_without_a_question(role: str, actions: tuple[str, ...]) -> None:
    assert element(role).actions == actions


def test_the_author_names_elements_in_programs_and_in_pages() -> None:
    assert element("AXButton", AXIdentifier="save").automation_id == "save"
    assert element("AXButton", AXDOMIdentifier="save").automation_id == "save"
    assert element("AXButton", AXIdentifier="").automation_id is None


def test_of_an_address_only_what_is_safe_is_shown() -> None:
    found = element("AXLink", AXTitle="Next", AXURL=Said("absoluteString", "https://shop.example/?token=abc"))
    assert found.url is not None
    assert re.fullmatch(r"https://shop\.example/\?token.*", found.url)
    assert "abc" not in found.url


def test_a_password_and_what_is_below_it_is_hidden_and_its_label_is_not() -> None:
    below = Thing("AXStaticText", AXValue="hunter2")
    found = Thing("AXTextField", below, AXSubrole="AXSecureTextField", AXTitle="Password", AXValue="hunter2")
    _, backend = reading(App("Mail", window("Inbox", found)))
    snapshot = read(backend, "Mail")
    assert [(each.name, each.value) for each in snapshot][1:] == [("Password", "[redacted]"), ("[redacted]", None)]
