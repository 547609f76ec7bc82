"""Invoices: a list with search and states, lines edited in place, moved, copied and deleted, totals, a dialog."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page


def record(page: Page, step: Callable[..., None]) -> None:
    def button(name: str, index: int = 0) -> Callable[[], None]:
        return lambda: page.get_by_role("button", name=name, exact=True).nth(index).click()

    def invoice(number: int) -> Callable[[], None]:
        return lambda: page.locator("aside li button", has_text=str(number)).click()

    def fill(label: str, index: int, text: str) -> Callable[[], None]:
        return lambda: page.locator("tbody").get_by_label(label).nth(index).fill(text)

    def toasts_gone() -> None:
        page.wait_for_function("!document.querySelector('.toasts p')")

    step("open")
    step("open invoice 2044", invoice(2044))
    step("edit it", button("Edit"))
    step("change the quantity of the second line", fill("Quantity", 1, "12"))
    step("move the first line down", button("Move down", 0))
    step("copy the third line", button("Copy", 2))
    step("type an invalid quantity", fill("Quantity", 0, "0"))
    step("try to finish: a message appears", button("Done"))
    step("correct the quantity", lambda: (toasts_gone(), fill("Quantity", 0, "4")()))
    step("open the menu of articles", button("Add article"))
    step("add varnish", lambda: page.get_by_role("menuitem", name="Varnish").click())
    step("delete the second line", button("Delete", 1))
    step("undo the deletion", lambda: page.get_by_role("button", name="Undo").click())
    step("rename the last line", fill("Description", -1, "Varnish, satin, 1 l"))
    step("change the customer", lambda: page.locator("main select").select_option("Cove Boatyard"))
    step("done", button("Done"))
    step("idle; the message goes", toasts_gone)
    step("sort the lines by name", button("Sort by name"))
    step("show invoices that were sent", lambda: page.get_by_role("button", name="Sent (").click())
    step("search for Elmet", lambda: page.get_by_label("Search invoices").press_sequentially("elm"))
    step("clear the search, show all, compact rows", lambda: (
        page.get_by_label("Search invoices").fill(""),
        page.get_by_role("button", name="All (").click(),
        button("Compact rows")(),
    ))  # fmt: skip
    step("open invoice 2048", invoice(2048))
    step("ask to send it", button("Send…"))
    step("send it", button("Send"))
