"""Working hours in a spreadsheet: edit, sort, insert, remove, move rows, context menu, validation."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page


def record(page: Page, step: Callable[..., None]) -> None:
    body = page.locator(".ht_master tbody")

    def cell(row: int, column: int) -> Locator:
        return body.locator("tr").nth(row).locator("td").nth(column)

    def edit(row: int, column: int, text: str) -> None:
        cell(row, column).dblclick()
        page.keyboard.press("Control+a")
        page.keyboard.type(text)
        page.keyboard.press("Enter")

    def sort(column: str) -> Callable[[], None]:
        return lambda: page.locator(".ht_clone_top .columnSorting", has_text=column).click()

    def menu(row: int, item: str) -> None:
        cell(row, 3).click(button="right")
        page.locator(".htContextMenu .ht_master td", has_text=item).first.click()

    def drag_row(source: int, target: int) -> None:
        headers = page.locator(".ht_clone_left tbody th")
        headers.nth(source).click()
        headers.nth(source).hover()
        page.mouse.down()
        box = headers.nth(target).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 10, box["y"] + 5, steps=8)
        page.mouse.up()

    def scroll(pixels: int) -> None:
        cell(3, 3).hover()
        page.mouse.wheel(0, pixels)

    def click(name: str) -> Callable[[], None]:
        return lambda: page.get_by_role("button", name=name, exact=True).click()

    step("open")
    step("select a cell", lambda: cell(2, 3).click())
    step("open the list of employees of row 3", lambda: cell(2, 2).dblclick())
    step("choose another employee", lambda: page.locator(".handsontableEditor td", has_text="Grace Okafor").click())
    step("type 6.5 hours in row 5", lambda: edit(4, 5, "6.5"))
    step("type invalid hours in row 7", lambda: edit(6, 5, "99"))
    step("undo", click("Undo"))
    step("open the context menu on row 4", lambda: cell(3, 3).click(button="right"))
    step("insert a row below", lambda: page.locator(".htContextMenu .ht_master td", has_text="Row below").click())
    step("type a project into the new row", lambda: edit(4, 3, "Ticket shop"))
    step("remove row 2 by the context menu", lambda: menu(1, "Remove row"))
    step("tick billable of row 1", lambda: cell(0, 6).locator("input").click())
    step("sort by employee", sort("Employee"))
    step("sort by employee, descending", sort("Employee"))
    step("sort no more", sort("Employee"))
    step("drag row 6 below row 9", lambda: drag_row(5, 9))
    step("idle")
    step("show open entries only", click("Show open only"))
    step("and of Marta Silva", lambda: page.get_by_label("Employee").select_option("Marta Silva"))
    step("approve all of these", click("Approve all"))
    step(
        "of all employees again, all states",
        lambda: (page.get_by_label("Employee").select_option(""), click("Show all states")()),
    )
    step("scroll down", lambda: scroll(500))
    step("remove row 20 by the context menu", lambda: menu(4, "Remove row"))
