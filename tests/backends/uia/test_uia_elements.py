"""What becomes of the properties and patterns of an element."""

import sys
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from tests.backends.uia import fake_com
from tests.backends.uia.fake_machine import E_FAIL, UIA_E_ELEMENTNOTAVAILABLE, UIA_E_ELEMENTNOTENABLED, COMError, Widget
from tests.backends.uia.fake_numbers import PROPERTIES
from tests.backends.uia.programs import PASSWORD, read, reading
from uidiff import Element, Limits
from uidiff.backends.uia.backend import KEPT_READS
from uidiff.errors import BackendError, ReadTimeout, StaleRef
from uidiff.testing import HOSTILE_TEXTS
from uidiff.text import replace_surrogates


def element_of(widget: Widget) -> Element:
    """The element of a widget called "it"."""
    widget.values["Name"] = "it"
    with reading(widget) as (_, backend):
        return read(backend).find(name="it")[0]


STATES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("Text", {}, {}),
    ("Button", {"HasKeyboardFocus": True, "IsKeyboardFocusable": True}, {"focused": True, "focusable": True}),
    ("Button", {"IsEnabled": False, "IsOffscreen": True}, {"disabled": True, "offscreen": True}),
    ("Edit", {"IsRequiredForForm": True, "IsDataValidForForm": False}, {"required": True, "invalid": True}),
    ("Edit", {"IsDataValidForForm": True}, {}),
    ("TreeItem", {"Level": 2, "PositionInSet": 3, "SizeOfSet": 4}, {"level": 2, "posinset": 3, "setsize": 4}),
    ("TreeItem", {"Level": 0, "PositionInSet": 0, "SizeOfSet": 0}, {}),
    ("ListItem", {"ItemStatus": "Downloading"}, {"itemstatus": "Downloading"}),
    ("ListItem", {"ItemStatus": ""}, {}),
    ("CheckBox", {"patterns": ("Toggle",), "ToggleToggleState": 0}, {"checked": False}),
    ("CheckBox", {"patterns": ("Toggle",), "ToggleToggleState": 1}, {"checked": True}),
    ("CheckBox", {"patterns": ("Toggle",), "ToggleToggleState": 2}, {"checked": "mixed"}),
    ("CheckBox", {"patterns": ("Toggle",), "ToggleToggleState": 9}, {}),
    ("CheckBox", {"ToggleToggleState": 1}, {}),  # a default of Windows, and no pattern
    ("Button", {"patterns": ("Toggle",), "ToggleToggleState": 1}, {"pressed": True}),
    ("MenuItem", {"patterns": ("Toggle",), "ToggleToggleState": 1}, {"checked": True}),
    ("RadioButton", {"patterns": ("SelectionItem",), "SelectionItemIsSelected": False}, {"checked": False}),
    ("ListItem", {"patterns": ("SelectionItem",), "SelectionItemIsSelected": True}, {"selected": True}),
    ("ListItem", {"patterns": ("SelectionItem",), "SelectionItemIsSelected": False}, {}),
    ("ListItem", {"patterns": ("SelectionItem",)}, {}),
    ("TreeItem", {"patterns": ("ExpandCollapse",), "ExpandCollapseExpandCollapseState": 0}, {"expanded": False}),
    ("TreeItem", {"patterns": ("ExpandCollapse",), "ExpandCollapseExpandCollapseState": 1}, {"expanded": True}),
    ("TreeItem", {"patterns": ("ExpandCollapse",), "ExpandCollapseExpandCollapseState": 2}, {"expanded": True}),
    ("TreeItem", {"patterns": ("ExpandCollapse",), "ExpandCollapseExpandCollapseState": 3}, {}),
    ("List", {"patterns": ("Selection",), "SelectionCanSelectMultiple": True}, {"multiselectable": True}),
    ("List", {"patterns": ("Selection",), "SelectionCanSelectMultiple": False}, {}),
    ("Window", {"patterns": ("Window",), "WindowIsModal": True}, {"modal": True}),
    ("Edit", {"patterns": ("Value",), "ValueIsReadOnly": True}, {"readonly": True}),
    ("Edit", {"patterns": ("Value",), "ValueIsReadOnly": False}, {"editable": True}),
    ("Edit", {"patterns": ("Value",)}, {}),
    ("HeaderItem", {"AriaProperties": "readonly=true;sort=ascending"}, {"sort": "ascending"}),
    ("Hyperlink", {"AriaProperties": "current = page;sort=none;;odd"}, {"current": "page"}),
    ("Hyperlink", {"AriaProperties": "current=false"}, {}),
    ("Hyperlink", {"AriaProperties": 5}, {}),
    (
        "ProgressBar",
        {
            "patterns": ("RangeValue",),
            "RangeValueIsReadOnly": True,
            "RangeValueMinimum": 0.0,
            "RangeValueMaximum": 99.5,
        },
        {"readonly": True, "valuemin": 0, "valuemax": 99.5},
    ),
    ("Slider", {"patterns": ("RangeValue",), "RangeValueMinimum": nan, "RangeValueMaximum": inf}, {}),
    ("Slider", {"patterns": ("RangeValue",), "RangeValueMaximum": 1e300}, {}),
]


@pytest.mark.parametrize(("kind", "given", "states"), STATES)
def test_states_come_from_properties_and_patterns(kind: str, given: dict[str, Any], states: dict[str, Any]) -> None:
    assert dict(element_of(Widget(kind, **given)).states) == states


ROLES: list[tuple[str | int, dict[str, Any], str, str | None]] = [
    ("Button", {}, "button", "Button"),
    ("Button", {"LocalizedControlType": "button"}, "button", "Button"),
    ("Button", {"LocalizedControlType": "Schaltfläche"}, "button", "Button"),
    ("Group", {"LocalizedControlType": "alert"}, "alert", "Group (localized: alert)"),
    ("DataItem", {"LocalizedControlType": "item"}, "cell", "DataItem (localized: item)"),
    ("Custom", {"LocalizedControlType": "rating"}, "generic", "Custom (localized: rating)"),
    ("Group", {"AriaRole": "region", "LocalizedControlType": "alert"}, "region", "Group (localized: alert)"),
    ("Edit", {"AriaRole": "searchbox"}, "searchbox", "Edit"),
    ("Edit", {"AriaRole": "nonsense"}, "textbox", "Edit"),
    ("Edit", {"AriaRole": "nonsense searchbox"}, "searchbox", "Edit"),
    ("Edit", {"AriaRole": ""}, "textbox", "Edit"),
    ("Text", {"AriaRole": "image"}, "img", "Text"),
    ("SplitButton", {}, "button", "SplitButton"),
    ("Window", {"patterns": ("Window",), "WindowIsModal": False}, "window", "Window"),
    ("Window", {"patterns": ("Window",), "WindowIsModal": True}, "dialog", "Window"),
    ("Window", {"WindowIsModal": True}, "window", "Window"),
    (50999, {}, "unknown", "ControlType 50999"),
]


@pytest.mark.parametrize(("kind", "given", "role", "native"), ROLES)
def test_roles_come_from_aria_or_from_the_control_type(
    kind: str | int, given: dict[str, Any], role: str, native: str | None
) -> None:
    element = element_of(Widget(kind, **given))
    assert (element.role, element.native_role) == (role, native)


VALUES: list[tuple[str, dict[str, Any], str | None, str | None]] = [
    ("Edit", {"patterns": ("Value",), "ValueValue": "hello"}, "hello", None),
    ("Edit", {"patterns": ("Value",), "ValueValue": ""}, "", None),
    ("Edit", {"ValueValue": "no pattern"}, None, None),
    ("Edit", {"patterns": ("Value",)}, None, None),
    ("Slider", {"patterns": ("RangeValue",), "RangeValueValue": 40.0}, "40", None),
    ("Slider", {"patterns": ("RangeValue",), "RangeValueValue": 0.25}, "0.25", None),
    ("Slider", {"patterns": ("RangeValue",), "RangeValueValue": nan}, None, None),
    ("Slider", {"patterns": ("RangeValue", "Value"), "RangeValueValue": 40.0, "ValueValue": "40 %"}, "40 %", None),
    (
        "Hyperlink",
        {"patterns": ("Value",), "ValueValue": "https://a.example/b?token=secret", "ValueIsReadOnly": True},
        None,
        "https://a.example/b?token",
    ),
    ("Hyperlink", {"patterns": ("Value",), "ValueValue": "two words: more"}, "two words: more", None),
    (
        "Document",
        {"patterns": ("Value",), "ValueValue": "note: x", "ValueIsReadOnly": False},
        "note: x",
        None,
    ),
]


@pytest.mark.parametrize(("kind", "given", "value", "url"), VALUES)
def test_values_are_texts_numbers_or_addresses(
    kind: str, given: dict[str, Any], value: str | None, url: str | None
) -> None:
    element = element_of(Widget(kind, **given))
    assert element.value == value
    assert (element.url or "").split("=")[0] == (url or "")
    assert "secret" not in (element.url or "")


ACTIONS: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("Text", {}, ()),
    ("Button", {"patterns": ("Invoke",), "IsKeyboardFocusable": True}, ("press",)),
    ("CheckBox", {"patterns": ("Toggle",), "ToggleToggleState": 0}, ("press", "toggle")),
    ("ListItem", {"patterns": ("SelectionItem", "ScrollItem")}, ("press", "select", "scroll-into-view")),
    (
        "TreeItem",
        {"patterns": ("ExpandCollapse",), "ExpandCollapseExpandCollapseState": 0},
        ("press", "expand", "collapse"),
    ),
    ("TreeItem", {"patterns": ("ExpandCollapse",), "ExpandCollapseExpandCollapseState": 3}, ()),
    ("Edit", {"patterns": ("Value",), "ValueIsReadOnly": False}, ("type",)),
    ("Edit", {"patterns": ("Value",), "ValueIsReadOnly": True}, ()),
    ("Slider", {"patterns": ("RangeValue",), "RangeValueIsReadOnly": False}, ("type",)),
]


@pytest.mark.parametrize(("kind", "given", "actions"), ACTIONS)
def test_actions_come_from_patterns(kind: str, given: dict[str, Any], actions: tuple[str, ...]) -> None:
    assert element_of(Widget(kind, **given)).actions == actions


BOX: Any = {"patterns": ("Toggle",), "ToggleToggleState": 0}
ITEM: Any = {"patterns": ("SelectionItem",), "SelectionItemIsSelected": False}
SHUT: Any = {"patterns": ("ExpandCollapse",), "ExpandCollapseExpandCollapseState": 0}
OPEN: Any = {"patterns": ("ExpandCollapse",), "ExpandCollapseExpandCollapseState": 1}
AWAY: Any = {"patterns": ("ScrollItem",), "IsOffscreen": True}
FIELD: Any = {"patterns": ("Value",), "ValueValue": "x", "ValueIsReadOnly": False}
SLIDER: Any = {"patterns": ("RangeValue",), "RangeValueValue": 1.0, "RangeValueIsReadOnly": False}
DONE: list[tuple[Widget, str, str | None, dict[str, object]]] = [
    (Widget("CheckBox", "it", **BOX), "toggle", None, {"checked": True}),
    (Widget("CheckBox", "it", **BOX), "press", None, {"checked": True}),
    (Widget("ListItem", "it", **ITEM), "select", None, {"selected": True}),
    (Widget("RadioButton", "it", **ITEM), "press", None, {"checked": True}),
    (Widget("MenuItem", "it", **SHUT), "press", None, {"expanded": True}),
    (Widget("TreeItem", "it", **SHUT), "expand", None, {"expanded": True}),
    (Widget("TreeItem", "it", **OPEN), "collapse", None, {"expanded": False}),
    (Widget("Text", "it", **AWAY), "scroll-into-view", None, {}),
    (Widget("Button", "it", IsKeyboardFocusable=True), "focus", None, {"focusable": True, "focused": True}),
    (Widget("Text", "it"), "focus", None, {"focused": True}),
    (Widget("Edit", "it", **FIELD), "type", "hello", {"editable": True, "value": "hello"}),
    (Widget("Edit", "it", **FIELD), "type", "", {"editable": True, "value": ""}),
    (Widget("Slider", "it", **SLIDER), "type", "2.5", {"value": "2.5"}),
]


@pytest.mark.parametrize(("widget", "action", "value", "then"), DONE)
def test_an_action_does_what_it_says(widget: Widget, action: str, value: str | None, then: dict[str, object]) -> None:
    with reading(widget) as (_, backend):
        (it,) = read(backend).find(name="it")
        backend.act(it, action, value)
        (it,) = read(backend).find(name="it")
        assert {**it.states, **({} if it.value is None else {"value": it.value})} == then


def test_an_action_that_cannot_be_done_says_why() -> None:
    button = Widget("Button", "it", patterns=("Invoke",), IsKeyboardFocusable=True)
    slider = Widget("Slider", "level", patterns=("RangeValue",), RangeValueValue=1.0)
    with reading(button, slider) as (_, backend):
        snapshot = read(backend)
        (it,), (level,) = snapshot.find(name="it"), snapshot.find(name="level")
        with pytest.raises(BackendError, match="takes a number"):
            backend.act(level, "type", "much")
        slider.values["RangeValueIsReadOnly"] = True
        for element in (level, it):
            with pytest.raises(BackendError, match="takes no value now"):
                backend.act(element, "type", "2")
        with pytest.raises(BackendError, match="to type needs a value"):
            backend.act(level, "type")
        with pytest.raises(BackendError, match=r'no action .*fly.*: it has "press", "focus", "type"'):
            backend.act(it, "\x1b[31mfly")
        button.values["IsEnabled"] = False
        for action in ("press", "focus"):
            with pytest.raises(BackendError, match=f"{UIA_E_ELEMENTNOTENABLED & 0xFFFFFFFF:x}.*disabled"):
                backend.act(it, action)
        button.patterns = ()
        with pytest.raises(BackendError, match="not offered any more"):
            backend.act(it, "press")
        button.fail(UIA_E_ELEMENTNOTAVAILABLE)
        with pytest.raises(StaleRef):
            backend.act(it, "press")


def test_a_button_that_answers_when_its_dialog_is_closed_is_not_waited_for() -> None:
    button = Widget("Button", "it", patterns=("Invoke",))
    with reading(button, patience=0.3) as (mail, backend):
        (it,) = read(backend).find(name="it")

        def ask_and_wait() -> None:
            mail.ask()
            mail.machine.free.wait(60)

        button.does["Invoke"] = ask_and_wait
        backend.act(it, "press")
        assert [root.role for root in read(backend).roots] == ["window", "dialog"]
        button.hangs = mail.main.hung = True
        note = backend.act(it, "press")
        assert note is not None
        assert note.startswith("it may have been done, so look before you do it again")


def test_a_handle_is_a_control_of_the_package_and_equals_another_of_the_same_element() -> None:
    with reading() as (mail, backend):
        snapshot = read(backend)
        (save,) = snapshot.find(name="Save")
        handle = backend.handle(save)
        assert handle == backend.handle(read(backend).find(name="Save")[0])
        assert handle != backend.handle(read(backend)[0])
        assert type(handle.control).__name__ == "ButtonControl"
        assert handle.control.Name == "Save"
        assert repr(handle) == f"UiaHandle(id={save.id!r})"  # without a call
        mail.find("Save").remove()
        with pytest.raises(StaleRef):
            backend.handle(save)  # without a read in between
        mail.machine.end(mail.pid)
        mail.main.widget.fail()
        for element in snapshot:
            with pytest.raises(StaleRef):
                backend.handle(element)


def test_an_element_of_an_unknown_control_type_has_a_control_too_and_nothing_is_written(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with reading(Widget(50999, "it")) as (_, backend):
        logger = sys.modules["uiautomation"].Logger
        logger.SetLogFile(str(log))
        try:
            (it,) = read(backend).find(name="it")
            assert backend.handle(it).control.Name == "it"
        finally:
            logger.SetLogFile("")
    assert log.read_text() == ""


def test_a_handle_of_a_program_that_hangs_is_a_timeout() -> None:
    with reading(patience=0.3) as (mail, backend):
        (save,) = read(backend).find(name="Save")
        mail.find("Save").hangs = True
        with pytest.raises(ReadTimeout):
            backend.handle(save)


def test_when_the_window_is_gone_its_elements_are_stale_however_its_program_answers() -> None:
    with reading() as (mail, backend):
        (save,) = read(backend).find(name="Save")
        mail.find("Save").fail()
        with pytest.raises(BackendError, match="0x80004005"):
            backend.handle(save)
        mail.machine.shown.clear()
        for ask in (backend.handle, lambda element: backend.act(element, "press")):
            with pytest.raises(StaleRef, match="window is gone"):
                ask(save)


def test_what_was_not_read_this_time_still_has_its_handle() -> None:
    with reading() as (mail, backend):
        (row,) = read(backend).find(name="Row 3")
        mail.find("Row 4").fail()
        read(backend)
        assert backend.handle(row).control.Name == "Row 3"


def test_elements_that_are_new_in_each_partial_read_are_forgotten_in_time() -> None:
    with reading() as (mail, backend):
        row = mail.find("Row 3")
        mail.find("Row 4").fail()
        rows: list[Element] = []
        for _ in range(KEPT_READS + 1):
            row.runtime_id = None
            rows += read(backend).find(name="Row 3")
        assert len({each.id for each in rows}) == len(rows)
        with pytest.raises(StaleRef):
            backend.handle(rows[0])
        for each in rows[1:]:
            assert backend.handle(each).control.Name == "Row 3"


BOXES = [
    (96, (110, 140, 170, 160), (10, 40, 60, 20)),
    (192, (110, 140, 170, 160), (5, 20, 30, 10)),
    (144, (103, 100, 106, 101), (2, 0, 2, 1)),
    (192, (105, 101, 109, 103), (3, 1, 2, 1)),
    (96, (0, 0, 0, 0), None),
    (96, (50, 60, 40, 50), (-50, -40, -10, -10)),
    (96, (-(2**31), 0, 2**31 - 1, 10), (-(2**31), -100, 2**31 - 1, 10)),
]


@pytest.mark.parametrize(("dpi", "rect", "bounds"), BOXES)
def test_bounds_are_logical_pixels_from_the_window(
    dpi: int, rect: tuple[int, int, int, int], bounds: tuple[int, ...] | None
) -> None:
    with reading(Widget("Button", "it", rect=rect)) as (mail, backend):
        mail.main.dpi = dpi
        assert read(backend).find(name="it")[0].bounds == bounds


def test_ids_are_runtime_ids_and_stable_unless_two_elements_have_the_same() -> None:
    twins = [Widget("Button", name) for name in ("one", "two")]
    none = Widget("Button", "none", RuntimeId=())
    with reading(*twins, none, Widget("Button", "other")) as (_, backend):
        snapshot = read(backend)
        assert all(element.id_stable for element in snapshot if element.id)
        for twin in twins:
            twin.runtime_id = (42, -7, 1)
        snapshot = read(backend)
        known = {element.name: (element.id, element.id_stable) for element in snapshot}
        assert known["one"] == known["two"] == ("42.-7.1", False)
        assert known["none"] == (None, False)
        assert known["other"][1]
        with pytest.raises(StaleRef):
            backend.handle(snapshot.find(name="one")[0])  # it is not known which
        assert known["Save"][0] == snapshot.find(name="Save")[0].id
        assert snapshot.find(name="Save")[0].automation_id == "save"


def test_hostile_texts_break_nothing() -> None:
    for text in (text for texts in HOSTILE_TEXTS.values() for text in texts):
        widget = Widget("Edit", text, patterns=("Value",))
        texts = ("ValueValue", "HelpText", "AutomationId", "ItemStatus", "AriaRole", "LocalizedControlType")
        widget.values |= dict.fromkeys(texts, text)
        with reading(widget) as (mail, backend):
            mail.main.title = text.replace("\0", "")  # a title ends there
            snapshot = read(backend, limits=Limits())
            shown, _ = replace_surrogates(text)
            assert len(snapshot) == len(list(mail.main.widget.tree()))
            assert (snapshot[-1].name or "", snapshot[-1].description or "", snapshot[-1].value) == (shown,) * 3
            assert snapshot.find(name="Save")


def test_a_password_is_hidden_whatever_it_says() -> None:
    with reading() as (_, backend):
        (field,) = read(backend).find(name="Password")
        assert field.states["protected"]
        assert PASSWORD not in str(field.value)


@pytest.mark.parametrize("error", [NotImplementedError("typecode 10"), KeyError(10)])
def test_a_property_of_a_type_that_comtypes_does_not_know_is_none(error: Exception) -> None:
    with reading() as (_, backend), pytest.MonkeyPatch.context() as patched:
        known = fake_com.Element.GetCachedPropertyValueEx

        def get(element: fake_com.Element, number: int, ignore: int) -> object:
            if number == PROPERTIES["Name"]:
                raise error
            return known(element, number, ignore)

        patched.setattr(fake_com.Element, "GetCachedPropertyValueEx", get)
        snapshot = read(backend)
        assert {*snapshot.columns.name} == {None}
        assert len(snapshot) == len(read(backend)) > 5


@pytest.mark.parametrize("what", ["GetCachedPropertyValueEx", "GetCachedChildren"])
def test_what_windows_does_not_give_out_of_its_cache_is_an_error_of_ours(what: str) -> None:
    with reading() as (_, backend), pytest.MonkeyPatch.context() as patched:

        def fail(*_: object) -> None:
            raise COMError(E_FAIL)

        patched.setattr(fake_com.Element, what, fail)
        with pytest.raises(BackendError, match="80004005"):
            read(backend)
