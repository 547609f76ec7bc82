"""Minutes in a rich text editor: marks, headings, lists, tasks, a table that grows and shrinks, undo, preview."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page


def record(page: Page, step: Callable[..., None]) -> None:
    editor = page.locator("#editor")

    def button(name: str) -> Callable[[], None]:
        return lambda: page.get_by_role("button", name=name, exact=True).click()

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    def caret(text: str) -> None:
        editor.get_by_text(text, exact=True).click()
        press("End")

    def at(text: str, *names: str) -> Callable[[], None]:
        def act() -> None:
            caret(text)
            for name in names:
                button(name)()

        return act

    def type_after(text: str, *lines: str) -> Callable[[], None]:
        def act() -> None:
            caret(text)
            for line in lines:
                press("Enter")
                page.keyboard.type(line)

        return act

    def bold_word() -> None:
        editor.get_by_text("Oskar proposes").dblclick(position={"x": 15, "y": 10})
        button("Bold")()

    def task(text: str) -> Callable[[], None]:
        return lambda: editor.locator("li", has_text=text).get_by_role("checkbox").click()

    def move_line() -> None:
        caret("Encore")
        press("Shift+Home", "Control+x", "Backspace", "Backspace")
        caret("Byrd: Ave verum")
        press("Enter", "Control+v")

    def merge() -> None:
        editor.get_by_text("Posters", exact=True).click()
        page.keyboard.down("Shift")
        editor.get_by_text("Organist", exact=True).click()
        page.keyboard.up("Shift")

    step("open")
    step("add two lines to the programme", type_after("Stanford: The blue bird", "Holst: Ave Maria", "Interval"))
    step("make the first word of a paragraph bold", bold_word)
    step("check two tasks", lambda: (task("Print the posters")(), task("Ask the organist")()))
    step("add a row below the organist", at("Organist", "Add row"))
    step(
        "fill the new row",
        lambda: (press("ArrowDown"), page.keyboard.type("Flowers"), press("Tab"), page.keyboard.type("Wanda")),
    )
    step("add a column", at("Cost", "Add column"))
    step("undo", button("Undo"))
    step("redo", button("Redo"))
    step("delete the column State", at("State", "Delete column"))
    step("split the first paragraph", lambda: (
        editor.get_by_text("The programme is settled.").click(), press("Home"), press("Control+ArrowRight", "Enter"),
    ))  # fmt: skip
    step("turn the bullets into tasks", at("Picnic", "Task list"))
    step("turn Other business into a larger heading", at("Other business", "Heading 2"))
    step("preview", button("Preview"))
    step("idle")
    step("edit again", button("Edit"))
    step("move Encore to the second place", move_line)
    step("select cells", merge)
    step("merge them", button("Merge cells"))
    step("lift the quote", at("Next meeting: 8 April, parish hall.", "Quote"))
    step("insert a table below it", lambda: (press("Enter"), button("Insert table")()))
    step("fill its head", lambda: [(page.keyboard.type(word), press("Tab")) for word in ("Date", "Place", "Chair")])
    step("delete the row of music hire", at("Music hire", "Delete row"))
    step("select all and delete", lambda: press("Control+a", "Delete"))
    step("undo it", button("Undo"))
