"""Tables that are there for the layout, by their author's word or by Chromium's: rows, cells, what is selected."""

import pytest
from playwright.sync_api import Page

from tests.backends.subjects import read
from tests.backends.web.browsers import ref_of
from uidiff import Session
from uidiff.backends.web import WebBackend

ROW, CELL = "layout-table-row", "layout-table-cell"


@pytest.mark.parametrize("role", ["", "role=presentation", "role=none", "ROLE=None"])
def test_rows_and_cells_of_a_layout_table_are_read(page: Page, web: WebBackend, role: str) -> None:
    page.set_content(f"<table {role}><tr><td>a<td>b<tr aria-selected=true><td>c<td aria-selected=true>d</table>")
    snapshot = read(web, page)
    assert [one.role for one in snapshot if "table" in one.role] == ["layout-table", ROW, CELL, CELL, ROW, CELL, CELL]
    assert [bool(one.states.get("selected")) for one in snapshot.find(role=ROW)] == [False, True]
    assert [bool(one.states.get("selected")) for one in snapshot.find(role=CELL)] == [False, False, False, True]
    assert all(one.bounds for one in snapshot.find(role=CELL))


def test_a_table_in_it_and_cells_with_a_role_of_their_own_keep_it(page: Page, web: WebBackend) -> None:
    inner = "<table><tr><th>Price<th>Age<tr><td>3<td>4</table>"
    page.set_content(f"<table role=none><tr><td role=button>Go<td>{inner}<tr hidden><td>no</table>")
    roles = [one.role for one in read(web, page) if one.role != "text"]
    start = ["document", "layout-table", ROW, "button", CELL, "table", "row", "columnheader", "columnheader"]
    assert roles == [*start, "row", "cell", "cell"]


def test_a_row_of_a_table_that_is_selected_says_so(page: Page, web: WebBackend) -> None:
    page.set_content("<table><tr><th>a<th>b<tr aria-selected=true><td>1<td>2<tr aria-selected=false><td>3<td>4</table>")
    assert [bool(one.states.get("selected")) for one in read(web, page).find(role="row")] == [False, True, False]


def test_a_button_in_a_layout_table_is_pressed_and_a_row_that_is_selected_then_is_told(page: Page) -> None:
    press = "this.closest('tr').setAttribute('aria-selected', 'true')"
    page.set_content(f'<table role=presentation><tr><td>Ada<td><button onclick="{press}">Pick</button></table>')
    with Session("web", page, timeout=60) as ui:
        report = ui.act("press", ref_of(ui, "button", "Pick"))
        assert report.delta is not None
        assert [one.after.role for one in report.delta.changed if "selected" in one.fields] == [ROW]
