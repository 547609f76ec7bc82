"""What a user does at the help desk."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page


def record(page: Page, step: Callable[..., None]) -> None:
    def button(name: str, place: int = 0) -> Locator:
        return page.get_by_role("button", name=name, exact=True).nth(place)

    def card(number: int) -> Locator:
        return page.get_by_role("button", name=f"#{number}")

    def text(words: str) -> Callable[[], None]:
        return lambda: page.get_by_text(words).first.wait_for()

    def tab(name: str) -> Callable[[], None]:
        return page.locator(".bk-tab", has_text=name).click

    def then(do: Callable[[], object], *conditions: Callable[[], object]) -> Callable[[], None]:
        def act() -> None:
            do()
            for condition in conditions:
                condition()

        return act

    def calmly(action: str, do: Callable[[], object] | None = None) -> None:
        step(action, do, settle_ms=700)

    text("#209")()
    calmly("open")
    calmly("unfold ticket 203", card(203).click)
    calmly("set it to Fixed", then(lambda: button("Fixed", 1).click(), text("#203 is now Fixed")))
    calmly("unfold ticket 201", card(201).click)
    calmly(
        "give it to Ewa",
        then(lambda: page.get_by_label("Assigned to").first.select_option("Ewa"), text("#201 is now Open, Ewa")),
    )
    calmly("refresh the load", button("Refresh load").click)
    calmly("sort by person", page.get_by_role("radio", name="Person").check)
    calmly("hide what waits", button("Waiting").click)
    calmly("idle")
    calmly("sort by state", page.get_by_role("radio", name="State").check)
    calmly("show what waits", button("Waiting").click)
    calmly("sort by number", page.get_by_role("radio", name="Number").check)
    calmly("move ticket 203 up", button("Move up", 1).click)
    calmly("delete the first unfolded ticket", then(lambda: button("Delete", 0).click(), text("was deleted")))
    calmly("unfold ticket 202", card(202).click)
    calmly("hide the activity", then(button("Hide activity").click, button("Show activity").wait_for))
    calmly("tab New", then(tab("New"), text("Create ticket")))
    calmly("create a ticket without anything", then(button("Create ticket").click, text("Please fill in")))
    calmly(
        "type a title and a part of a name",
        lambda: (
            page.locator("input.bk-input:visible").first.fill("Screen flickers"),
            page.get_by_role("checkbox").last.check(),
            page.locator("input.bk-input:visible").nth(1).press_sequentially("di", delay=50),
        ),
    )
    calmly(
        "take Dilan, and create the ticket",
        then(
            lambda: (page.keyboard.press("ArrowDown"), page.keyboard.press("Enter"), page.keyboard.press("Tab")),
            lambda: page.wait_for_timeout(300),
            lambda: button("Create ticket").press("Enter"),
            text("was created"),
        ),
    )
    calmly("tab Help", then(tab("Help"), text("Passwords")))
    calmly("unfold Laptops", then(page.get_by_role("button", name="Laptops").click, text("17 inch")))
    calmly("unfold Printers", then(page.get_by_role("button", name="Printers").click, text("Look for a jam")))
    calmly("tab Chat", tab("Chat"))
    calmly("write about a printer", then(lambda: (page.locator(".bk-input:visible").last.fill("My printer is on fire"), page.keyboard.press("Enter")), text("Have you tried")))
    calmly("write once more", then(lambda: (page.locator(".bk-input:visible").last.fill("It burns well"), page.keyboard.press("Enter")), text("I noted")))
