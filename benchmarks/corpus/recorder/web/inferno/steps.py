"""Issues that are sorted, filtered, renamed in place, edited in a dialog, closed and deleted, while their numbers move."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page


def record(page: Page, step: Callable[..., None]) -> None:
    def button(name: str) -> Callable[[], None]:
        return lambda: page.get_by_role("button", name=name).first.click()

    def of_row(row: int, name: str) -> Callable[[], None]:
        return lambda: page.locator("tbody tr").nth(row).get_by_role("button", name=name).click()

    def column(name: str) -> None:
        page.get_by_role("menuitemcheckbox", name=name, exact=True).click()

    def scroll(pixels: int) -> None:
        page.locator(".list").hover()
        page.mouse.wheel(0, pixels)

    def ticks(least: int) -> None:
        page.wait_for_function(f"Number(/(\\d+) ticks/.exec(document.body.innerText)?.[1]) >= {least}")

    def rename() -> None:
        page.get_by_label("Title", exact=True).fill("Sort by date is wrong in March")
        page.keyboard.press("Enter")

    def save(summary: str) -> None:
        page.get_by_label("Summary").fill(summary)
        page.get_by_role("button", name="Save").click()

    def select(*rows: int) -> None:
        for row in rows:
            page.locator("tbody tr").nth(row).get_by_role("checkbox").check()

    step("open")
    step("sort by customer", button("Customer"))
    step("go live", lambda: (button("Go live")(), ticks(1)), settle_ms=20)
    step("idle while numbers move", lambda: ticks(4), settle_ms=20)
    step("sort by votes, live", lambda: (button("Votes")(), button("Votes")(), ticks(7)), settle_ms=20)
    step("pause", button("Pause"))
    step("open the columns", button("Columns"))
    step("hide Customer and Opened", lambda: (column("Customer"), column("Opened")))
    step("close the columns", button("Columns"))
    step("scroll down", lambda: scroll(400))
    step("start to rename a title", lambda: page.locator("tbody tr").nth(22).locator("td").nth(2).dblclick())
    step("rename it", rename)
    step("delete two rows", lambda: (of_row(20, "Delete")(), of_row(23, "Delete")()))
    step("undo one", button("Undo"))
    step("filter by login", lambda: page.get_by_label("Filter").press_sequentially("login"))
    step("select three", lambda: select(0, 1, 3))
    selection = page.get_by_role("group", name="Selection")
    close = selection.get_by_role("button", name="Close")
    step("close them, no filter", lambda: (close.click(), page.get_by_label("Filter").fill("")))
    step("idle")
    step("new issue", button("New issue"))
    step("save too short a summary", lambda: save("Tax"))
    step("correct it", lambda: save("Tax is rounded twice"))
    step("edit the second row", of_row(1, "Edit"))
    step(
        "close it there",
        lambda: (page.get_by_label("Status").select_option("Closed"), save("Export drops the last row")),
    )
    step(
        "open issues, live, compact, sorted by title",
        lambda: (button("Open (")(), button("Compact")(), button("Title")(), button("Go live")(), ticks(9)),
        settle_ms=20,
    )
