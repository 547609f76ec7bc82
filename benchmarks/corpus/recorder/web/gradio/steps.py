"""What a user does with the cars."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page


def record(page: Page, step: Callable[..., None]) -> None:
    def button(name: str) -> Locator:
        return page.get_by_role("button", name=name).locator("visible=true").first

    def text(words: str) -> Callable[[], None]:
        return lambda: page.get_by_text(words).locator("visible=true").first.wait_for()

    def then(do: Callable[[], object], *conditions: Callable[[], object]) -> Callable[[], None]:
        def act() -> None:
            do()
            for condition in conditions:
                condition()

        return act

    def found(do: Callable[[], object]) -> Callable[[], None]:
        def act() -> None:
            count = page.get_by_role("heading", name="cars found")
            before = count.text_content()
            do()
            page.get_by_role("heading", name="cars found").filter(has_not_text=before).wait_for()

        return act

    def tab(name: str) -> Callable[[], None]:
        return page.get_by_role("tab", name=name).click

    def type_number(name: str, number: str) -> None:
        page.get_by_label(f"number input for {name}").fill(number)
        page.keyboard.press("Enter")

    text("324 cars found")()
    page.get_by_role("gridcell").first.wait_for()
    step("open", settle_ms=800)
    step("show Europe too", then(page.get_by_label("Europe").check, text("392 cars found")), settle_ms=600)
    header = page.get_by_role("columnheader", name="Horsepower")
    step("open the menu of a column", lambda: (header.hover(), header.get_by_role("button").click()), settle_ms=500)
    step("sort by horsepower, the lowest first", page.get_by_text("Sort ascending").click, settle_ms=700)
    step(
        "at most 6 cylinders",
        found(lambda: type_number("Cylinders at most", "6")),
        settle_ms=600,
    )
    step("unfold more filters", then(button("More filters").click, text("Name contains")), settle_ms=600)
    step(
        "name contains toyota",
        found(lambda: page.get_by_label("Name contains").fill("toyota")),
        settle_ms=800,
    )
    step("idle")
    step("reset the filters", then(button("Reset filters").click, text("392 cars found")), settle_ms=1000)
    cell = page.get_by_role("gridcell", name="buick skylark 320").first
    step(
        "rename a car in the table",
        lambda: (cell.dblclick(), page.keyboard.press("Control+A"), page.keyboard.type("buick electra"), page.keyboard.press("Enter")),
        settle_ms=600,
    )
    step("tab Estimate", then(tab("Estimate"), text("Weight in lbs")), settle_ms=500)
    step("estimate", then(button("Estimate").click, text("Estimated")), settle_ms=600)
    step(
        "a car of 900 lbs is refused",
        then(
            lambda: (page.get_by_label("Weight in lbs").fill("900"), button("Estimate").click()),
            text("No car weighs less"),
        ),
        settle_ms=600,
    )
    step(
        "year 1982 and 3000 lbs",
        then(
            lambda: (page.get_by_label("1982").check(), page.get_by_label("Weight in lbs").fill("3000"), button("Estimate").click()),
            lambda: page.get_by_text("Estimated").nth(1).wait_for(),
        ),
        settle_ms=600,
    )
    step("tab Garage", then(tab("Garage"), text("0 cars in the garage")), settle_ms=500)
    car = page.get_by_label("Car", exact=True)
    step("open the list of cars", lambda: car.click(), settle_ms=500)
    step("choose the second and add it", then(lambda: (page.get_by_role("option").nth(1).click(), button("Add to garage").press("Enter")), text("1 cars in")), settle_ms=700)

    def add(name: str, count: int) -> None:
        car.fill(name)
        page.get_by_role("option", name=name).first.click()
        button("Add to garage").press("Enter")
        text(f"{count} cars in the garage")()

    step("add two more", lambda: (add("amc gremlin", 2), add("amc hornet", 3)), settle_ms=700)
    step("mark one as sold", page.get_by_label("Sold").nth(1).check, settle_ms=500)
    step("remove the first", then(button("Remove").click, text("2 cars in the garage")), settle_ms=700)
    step("tab Ask", then(tab("Ask"), text("Question")), settle_ms=500)
    step("ask an example", then(button("Which car is light?").click, lambda: page.wait_for_timeout(400), button("Send").click, text("The lightest car")), settle_ms=800)
    question = page.get_by_label("Question")
    step("ask about the origin", then(lambda: (question.fill("What is their origin?"), question.press("Enter")), text("The cars come from")), settle_ms=800)
    step("ask about prices", then(lambda: (question.fill("And the price?"), question.press("Enter")), text("I only know")), settle_ms=800)
    step("clear the chat", then(page.get_by_role("button", name="Clear", exact=True).last.click), settle_ms=800)
