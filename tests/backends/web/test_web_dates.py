"""Fields for dates and times: one element with one value, whatever Chromium draws them with."""

import pytest
from playwright.sync_api import Page

from tests.backends.subjects import read
from tests.backends.web.browsers import outline, ref_of, until
from uidiff import Session, import_tree
from uidiff.backends.web import WebBackend
from uidiff.errors import NotActionable

KINDS = {
    "date": ("2024-01-15", "2025-12-31"),
    "time": ("10:30", "23:59"),
    "datetime-local": ("2024-01-15T10:30", "2025-12-31T23:59"),
    "month": ("2024-01", "2025-12"),
    "week": ("2024-W03", "2025-W52"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_date_is_one_element_with_one_value(page: Page, web: WebBackend, kind: str) -> None:
    page.set_content(f"<input type={kind} aria-label=When value={KINDS[kind][0]}><button>Go</button>")
    snapshot = read(web, page)
    assert outline(snapshot) == ["document", "  generic", "    textbox When", "    button Go", "      text Go"]
    (field,) = snapshot.find(role="textbox")
    assert (field.value, field.actions, dict(field.states)) == (KINDS[kind][0], ("type",), {"focusable": True})


@pytest.mark.parametrize("kind", KINDS)
def test_a_date_without_a_value_has_none(page: Page, web: WebBackend, kind: str) -> None:
    page.set_content(f"<input type={kind} aria-label=When placeholder=mm/dd/yyyy required readonly>")
    (field,) = read(web, page).find(role="textbox")
    assert field.value is None
    assert dict(field.states) == {"focusable": True, "readonly": True, "required": True}


@pytest.mark.parametrize("kind", KINDS)
def test_a_date_is_typed_into_and_its_new_value_is_all_that_is_told(page: Page, kind: str) -> None:
    page.set_content(f"<label>When <input id=field type={kind} value={KINDS[kind][0]}></label>")
    page.evaluate("field.onchange = () => { window.heard = field.value }")
    with Session("web", page, timeout=60) as ui:
        ref = ref_of(ui, "textbox", "When")
        report = ui.act("type", ref, KINDS[kind][1])
        assert page.evaluate("[field.value, heard]") == [KINDS[kind][1]] * 2
        assert report.delta is not None
        (change,) = report.delta.changed
        assert change.fields["value"] == KINDS[kind]
        assert not report.delta.added
        assert not report.delta.removed
        assert "spinbutton" not in report.text
        ui.act("clear", ref)
        assert page.evaluate("field.value") == ""


def test_a_date_that_the_browser_writes_shorter_was_typed_and_what_is_none_is_refused(page: Page) -> None:
    page.set_content("<input id=field aria-label=When type=datetime-local>")
    with Session("web", page, timeout=60) as ui:
        ref = ref_of(ui, "textbox", "When")
        ui.act("type", ref, "2024-01-15 10:30:00")
        assert page.evaluate("field.value") == "2024-01-15T10:30"
        with pytest.raises(NotActionable, match="does not take such a value"):
            ui.act("type", ref, "15/01/2024")
        assert page.evaluate("field.value") == "2024-01-15T10:30"


def test_a_date_is_focused_where_one_of_its_parts_is(page: Page, web: WebBackend) -> None:
    page.set_content("<input type=date aria-label=When><input aria-label=Name>")
    page.locator("input").first.focus()
    assert [bool(one.states.get("focused")) for one in read(web, page).find(role="textbox")] == [True, False]
    dump = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    snapshot = import_tree(dump, format="chrome")
    assert [one.states.get("focused") for one in snapshot.find(role="textbox")] == [True, None]
    assert not snapshot.find(role="spinbutton")
    assert not snapshot.find(role="button")


def test_an_open_picker_is_below_its_date(page: Page, web: WebBackend) -> None:
    page.set_content("<input type=date aria-label=When value=2024-01-15 onclick='this.showPicker()'>")
    assert len(read(web, page)) == 3  # Chromium tells of a picker that opens from now on
    page.locator("input").click(position={"x": 5, "y": 5})
    until(page, lambda: read(web, page).find(role="button", name="Today"))
    snapshot = read(web, page)
    assert [one.role for one in snapshot.find(role="textbox")[0].children] == ["group"]
    assert not snapshot.find(role="spinbutton")
    page.keyboard.press("Escape")
    until(page, lambda: not read(web, page).find(role="button"))
