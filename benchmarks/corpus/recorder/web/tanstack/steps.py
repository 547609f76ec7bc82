"""Orders in a table with sorting, filters, groups and pages, beside a virtual list of events."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page


def record(page: Page, step: Callable[..., None]) -> None:
    def button(name: str, index: int = 0) -> Callable[[], None]:
        return lambda: page.get_by_role("button", name=name, exact=True).nth(index).click()

    def type_quantity(text: str) -> None:
        page.get_by_label("Quantity", exact=True).fill(text)

    def save_quantity() -> None:
        type_quantity("7")
        page.keyboard.press("Enter")

    def scroll_activity(pixels: int) -> Callable[[], None]:
        def scroll() -> None:
            page.locator(".scroller").hover()
            page.mouse.wheel(0, pixels)

        return scroll

    def hide_columns() -> None:
        page.get_by_role("checkbox", name="Country").uncheck()
        page.get_by_role("checkbox", name="Date").uncheck()

    def select_rows() -> None:
        for row in (1, 3, 4):
            page.locator("tbody tr").nth(row).get_by_role("checkbox").check()

    step("open")
    step("sort by customer", button("Customer"))
    step("sort by customer, descending", button("Customer, sorted ascending"))
    step("next page", button("Next ›"))
    step("open the menu of columns", button("Columns"))
    step("hide the columns Country and Date", hide_columns)
    step("close the menu of columns", button("Columns"))
    step("edit the quantity of the second row", button("Edit", 1))
    step("type an invalid quantity", lambda: type_quantity("0"))
    step("type 7 and press Enter", save_quantity)
    step("delete the fourth row", button("Delete", 3))
    step("idle")
    step("undo the deletion", button("Undo"))
    step("scroll the activity by half its height", scroll_activity(300))
    step("scroll the activity far down", scroll_activity(6000))
    step("filter by status Packed", lambda: page.get_by_label("Filter Status").select_option("Packed"))
    step("first page", button("« First"))
    step("type 'dr' into the filter of products", lambda: page.get_by_label("Filter Product").press_sequentially("dr"))
    step("clear the filter of products", lambda: page.get_by_label("Filter Product").fill(""))
    step("select three rows", select_rows)
    step("ship the selected", button("Ship 3 selected"))
    step(
        "clear the filter of states and group by status",
        lambda: (page.get_by_label("Filter Status").select_option(""), button("Group by Status")()),
    )
    step("expand the group Shipped", button("Shipped"))
    step("sort by amount", button("Amount"))
    step("ungroup, 20 rows a page", lambda: (button("Ungroup Status")(), page.get_by_label("Rows").select_option("20")))
