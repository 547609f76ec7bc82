"""What a user does with the airports."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page


def record(page: Page, step: Callable[..., None]) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    window = page.locator("#fa_modal_window")
    edited = page.locator(".editable-inline, .editable-popup")

    def row(name: str) -> Locator:
        return page.locator("table.model-list tr").filter(has_text=name)

    def cell(name: str, column: str) -> Locator:
        return row(name).locator(f".col-{column} a")

    def choice(value: str) -> Locator:
        """One of the values in the open list of select2."""
        return page.locator(".select2-drop-active .select2-result").get_by_text(value, exact=True)

    def begin(at: Locator) -> None:
        at.click()
        edited.wait_for()

    def save(value: str) -> None:
        edited.locator("input, select").first.fill(value)
        edited.locator(".editable-submit").click()

    def opened(do: Callable[[], object]) -> Callable[[], None]:
        def act() -> None:
            do()
            window.locator(".modal-body").wait_for()

        return act

    def closed() -> None:
        window.get_by_role("button", name="Close").or_(window.locator(".close")).first.click()
        window.wait_for(state="hidden")

    step("open")
    step("edit the name of Elizabeth in place", lambda: begin(cell("0B8", "name")))
    step("save it as Fishers Island", lambda: (save("Fishers Island Field"), edited.wait_for(state="detached")))
    step(
        "12 runways are refused",
        lambda: (begin(cell("0V2", "runways")), save("12"), edited.locator(".editable-error-block").wait_for()),
    )
    step("3 runways", lambda: (save("3"), edited.wait_for(state="detached")))
    step("edit a status", lambda: begin(cell("1B1", "status")))

    def shut() -> None:
        choice("Closed").click()
        edited.locator(".editable-submit").click()
        edited.wait_for(state="detached")

    step("closed", shut)
    step("view a record in a dialog", opened(row("0G7").get_by_title("View Record").click), settle_ms=600)
    step("filter its fields", lambda: window.get_by_role("textbox").first.press_sequentially("sta"))
    step("close the dialog", closed, settle_ms=600)
    step("open the form for a new record", opened(page.get_by_title("Create New Record").click), settle_ms=600)
    more = window.get_by_text("Add Inspections")
    step("add an inspection to it", lambda: more.click())
    step("add another", lambda: more.click())
    step(
        "choose a result",
        lambda: (window.locator(".select2-choice:visible").last.click(), choice("Passed with remarks").click()),
    )
    step("pick the day of the second", lambda: window.locator("[name=inspections-1-day]").click(), settle_ms=500)
    step("month before", lambda: page.locator(".daterangepicker:visible .prev").first.click())
    step("choose a day", lambda: page.locator(".daterangepicker:visible td.available:not(.off)").nth(9).click())
    step("remove the first inspection", lambda: window.locator(".inline-remove-field").first.click())
    step("close the form", closed, settle_ms=600)
    step("select four", lambda: [row(code).get_by_role("checkbox").check() for code in ("00V", "0B8", "0G7", "1G6")])
    step(
        "close the four airports",
        lambda: (
            page.get_by_text("With selected").click(),
            page.locator(".dropdown-menu.show").get_by_text("Close").click(),
            page.get_by_text("4 airports were closed").wait_for(),
        ),
    )
    filters = page.locator(".filters")

    def add_filter(name: str) -> None:
        page.get_by_text("Add Filter").click()
        page.locator(".dropdown-menu.show").get_by_text(name, exact=True).click()

    step("add a filter for the status", lambda: add_filter("Status"))
    step("add a filter for the runways", lambda: add_filter("Runways"))
    step(
        "runways: smaller than 3",
        lambda: (filters.locator(".select2-choice").last.click(), choice("smaller than").click()),
    )
    step(
        "type both values",
        lambda: [filters.locator("input.filter-val").nth(i).fill(v) for i, v in ((0, "Open"), (1, "3"))],
    )
    step("remove the first filter", lambda: filters.locator(".remove-filter").first.click())
    step("idle")
    step("select all", lambda: page.get_by_title("Select all records").check())
    step("apply", lambda: (page.get_by_role("button", name="Apply").click(), page.wait_for_url("**flt**")))
