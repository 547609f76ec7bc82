"""The administration of people: sorted, filtered, renamed, changed in bulk, removed and restored, with live values."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page


def record(page: Page, step: Callable[..., None]) -> None:
    def button(name: str) -> Callable[[], None]:
        return page.get_by_role("button", name=name).first.click

    def row(name: str) -> Locator:
        return page.locator("tbody tr", has_text=name)

    def menu(name: str) -> None:
        row(name).get_by_role("button", name="More").click()

    def item(name: str) -> None:
        page.get_by_role("menuitem", name=name).click()

    def choose(trigger: Locator, option: str) -> None:
        trigger.click()
        page.get_by_role("option", name=option, exact=True).click()

    def tab(name: str) -> Callable[[], None]:
        return page.get_by_role("tab", name=name).click

    def pick(*names: str) -> None:
        for name in names:
            row(name).get_by_role("checkbox").click()

    step("open")
    step("sort by state", button("State"))
    step("select three people", lambda: pick("Bilal", "Nils Berg", "Tove"))
    step("make them planners", button("Make Planner"))
    step("undo", button("Undo"))
    step("open the menu of a row", lambda: menu("Greta"))
    step("rename in place", lambda: item("Rename"))
    step("enter the name, sort by name", lambda: (rename(page), button("Name")()))
    step(
        "go live", lambda: (button("Go live")(), page.get_by_role("button", name="Pause (2)").wait_for()), settle_ms=50
    )
    step("sort by last seen while live", button("Last seen"))
    step("nothing done while live", lambda: page.wait_for_timeout(700))
    step("pause", button("Pause"))
    step("idle")
    step("only Transport", lambda: choose(page.get_by_role("combobox", name="Team"), "Transport"))
    step("another role in the second row", lambda: choose(page.get_by_role("combobox", name="Role").nth(1), "Owner"))
    step(
        "all teams, compact",
        lambda: (choose(page.get_by_role("combobox", name="Team"), "All teams"), page.get_by_role("switch").click()),
    )
    step("ask to remove a person", lambda: (menu("Ines"), item("Remove…")))
    step("remove", lambda: page.get_by_role("alertdialog").get_by_role("button", name="Remove").click())
    step("open the invitation", button("Invite"))
    step(
        "send it to no mail address",
        lambda: (page.get_by_label("Full name").fill("Jonas Berg"), send(page, "jonas.berg")),
    )
    step("correct it", lambda: send(page, "jonas.berg@holm.example"))
    step("show the policies, change some", lambda: (tab("Policies")(), policies(page)))
    step("change the organisation", lambda: (tab("Organisation")(), seats(page)))
    step("back to the people, search", lambda: (tab("People")(), page.get_by_label("Search people").fill("berg")))


def rename(page: Page) -> None:
    page.get_by_label("Name", exact=True).fill("Zora Holm")
    page.keyboard.press("Enter")


def send(page: Page, mail: str) -> None:
    page.get_by_label("Mail").fill(mail)
    page.keyboard.press("Enter")


def policies(page: Page) -> None:
    page.get_by_role("button", name="Exports").click()
    page.get_by_label("Allow PDF").click()
    page.get_by_role("button", name="Passwords").click()


def seats(page: Page) -> None:
    page.get_by_role("slider").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_role("radio").nth(1).click()
    page.get_by_role("button", name="Save").click()
