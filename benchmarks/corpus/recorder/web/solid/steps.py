"""A board of cards that are dragged, renamed, added and deleted, beside a table of live prices."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page


def record(page: Page, step: Callable[..., None]) -> None:
    def button(name: str) -> Callable[[], None]:
        return lambda: page.get_by_role("button", name=name).first.click()

    def column(name: str) -> Locator:
        return page.locator(f"section[aria-label='{name}']")

    def of_card(title: str, name: str) -> Callable[[], None]:
        card = page.locator("li", has=page.get_by_text(title, exact=True))
        return lambda: card.get_by_role("button", name=name, exact=True).click()

    def drag(title: str, onto: Locator) -> Callable[[], None]:
        return lambda: page.locator("li", has=page.get_by_text(title, exact=True)).drag_to(onto)

    def wait_ticks(text: str) -> None:
        page.get_by_text(text).wait_for()

    def rename() -> None:
        page.wait_for_timeout(100)  # the text is selected after the field has come
        page.keyboard.type("Reports by month and year")
        page.keyboard.press("Enter")

    def new_card(text: str) -> None:
        page.get_by_label("New card").fill(text)
        page.keyboard.press("Enter")

    step("open")
    step("drag a card to another column", drag("Report by month", column("Review").locator("h2")))
    step("drag a card before another", drag("Dark theme", column("In progress").locator("li").nth(1)))
    step("edit a title", of_card("Report by month", "Edit"))
    step("rename it", rename)
    step("one point more", of_card("Slow search", "+1"))
    step("delete a card", of_card("Export as CSV", "Delete"))
    step("undo", button("Undo"))
    step("start the prices", lambda: (button("Start")(), wait_ticks("Live, 1 ticks")), settle_ms=50)
    step("idle while prices run", lambda: wait_ticks("Live, 3 ticks"), settle_ms=50)
    step("sort by change", button("Sort by change"))
    step("prices run on", lambda: page.wait_for_timeout(900))
    step("pause", button("Pause"))
    step("idle")
    step("show the cards of Mira", button("Mira ("))
    step("drag one of them to Done", drag("Slow search", column("Done").locator("h2")))
    step("add a card to the backlog", button("Add card"))
    step("save it with too short a title", lambda: new_card("Tax"))
    step("correct the title", lambda: new_card("Tax on gifts"))
    step("show everyone", button("Everyone"))
    step("fold Review", lambda: column("Review").get_by_role("button", name="Fold").click())
    step("delete a card, prices start again", lambda: (of_card("Help texts", "Delete")(), button("Start")()))
    step("sort by code, unfold", lambda: (button("Sort by code")(), button("Unfold")()))
    step("dismiss the message", button("Dismiss"))
