"""Two trees of one tool with one change between them: that one change, and nothing else."""

from pathlib import Path
from typing import Any

import pytest

import uidiff
from uidiff import import_tree

FIXTURES = Path(__file__).parent / "fixtures"

CHANGES: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "android: a text": ("android_dump.xml", 'text="Pay"', 'text="Pay now"', {"name": ("Pay", "Pay now")}),
    "android: a box": (
        "android_dump.xml",
        'checkable="true" checked="false"',
        'checkable="true" checked="true"',
        {"checked": (False, True)},
    ),
    "android: enabled": ("android_dump.xml", 'enabled="false"', 'enabled="true"', {"disabled": (True, False)}),
    "appium: a toast": ("android_appium.xml", 'text="Saved"', 'text="Not saved"', {"name": ("Saved", "Not saved")}),
    "xcuitest: a value": ("xcuitest.xml", 'value="30%"', 'value="35%"', {"value": ("30%", "35%")}),
    "xcuitest: a switch": ("xcuitest.xml", 'value="1"', 'value="0"', {"checked": (True, False)}),
    "aria: a value": ("aria_ai.yml", '"a: b # c"', "ada", {"value": ("a: b # c", "ada")}),
    "aria: a state": ("aria_default.yml", '- button "Menu" [expanded]', '- button "Menu"', {"expanded": (True, None)}),
    "aria: new refs": (
        "aria_ai_boxes.yml",
        '"Bold" [pressed] [ref=e8]',
        '"Bold" [pressed=mixed] [ref=e999]',
        {"pressed": (True, "mixed")},
    ),
    "read: enabled": ("desktop_cli.json", '"e":false', '"e":true', {"disabled": (True, False)}),
    "read: a title": ("desktop_cli.yaml", "t: notes.txt", "t: notes.md", {"name": ("notes.txt", "notes.md")}),
    "read: a flag": (
        "desktop_cli_agent.txt",
        '"Back" (110,90,30,24) disabled',
        '"Back" (110,90,30,24)',
        {"disabled": (True, False)},
    ),
}


@pytest.mark.parametrize("kind", sorted(CHANGES))
def test_one_change_is_told_as_one_change(kind: str) -> None:
    file, old, new, fields = CHANGES[kind]
    text = (FIXTURES / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    before, after = import_tree(text), import_tree(text.replace(old, new))
    delta = uidiff.diff(before, after)
    assert [dict(record.fields) for record in delta.changed] == [fields]
    assert (*delta.added, *delta.removed, *delta.moved, *delta.reordered) == ()
    assert delta.unchanged_count == len(before) - 1
    assert delta.apply(before) == after


@pytest.mark.parametrize("file", sorted(path.name for path in FIXTURES.iterdir()))
def test_a_tree_that_is_read_again_has_not_changed(file: str) -> None:
    assert not uidiff.diff(import_tree(FIXTURES / file), import_tree(FIXTURES / file))


def test_a_new_window_of_android_is_a_dialog_that_appeared() -> None:
    text = (FIXTURES / "android_dump.xml").read_text(encoding="utf-8")
    window = '<node class="android.widget.FrameLayout"><node class="android.widget.TextView" text="Sure?"/></node>'
    delta = uidiff.diff(import_tree(text), import_tree(text.replace("</hierarchy>", window + "</hierarchy>")))
    assert [record.after.role for record in delta.added] == ["generic", "text"]
    assert any(type(event).__name__ == "DialogAppeared" for event in delta.events)


def test_a_dialog_of_ios_is_said() -> None:
    text = (FIXTURES / "xcuitest.xml").read_text(encoding="utf-8")
    alert = '<XCUIElementTypeAlert type="XCUIElementTypeAlert" name="Sure?" label="Sure?"/></XCUIElementTypeWindow>'
    delta = uidiff.diff(import_tree(text), import_tree(text.replace("</XCUIElementTypeWindow>", alert)))
    assert [(type(event).__name__, event.label) for event in delta.events][:1] == [("DialogAppeared", "Sure?")]


def test_rows_of_a_list_that_are_renumbered_are_the_same() -> None:
    old = {"elements": [{"i": 1, "r": "list", "c": [{"i": 2 + n, "r": "row", "t": f"Mail {n}"} for n in range(5)]}]}
    rows = [{"i": 2, "r": "row", "t": "New mail"}, *({"i": 3 + n, "r": "row", "t": f"Mail {n}"} for n in range(5))]
    delta = uidiff.diff(import_tree(old), import_tree({"elements": [{"i": 1, "r": "list", "c": rows}]}))
    assert [record.after.name for record in delta.added] == ["New mail"]
    assert (*delta.removed, *delta.changed, *delta.moved) == ()
