"""A workbook in GTK 3: its sheet says nothing, its dialogs, menus and tabs do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.corpus.recorder.atspi import App, Element
    from benchmarks.corpus.recorder.record_desktop import Steps

TOOLKIT = "gtk3"
PACKAGES = ["gnumeric"]
COMMAND = ["gnumeric", "prices.csv"]


def prepare(home: Path) -> None:
    names = "Apples Pears Plums Cherries Grapes Melons Figs Dates Lemons Limes".split()
    shops = "Market Corner Station".split()
    rows = [f"{name},{shops[k % 3]},{1 + k % 4}.50,{(k * 7) % 12}" for k, name in enumerate(names)]
    (home / "prices.csv").write_text("\n".join(["Fruit,Shop,Price,Stock", *rows]))


def record(app: App, step: Steps) -> None:
    def menu(*names: str) -> None:
        for name in names[:-1]:
            app.find("menu", name).click()
        app.find("menu item", names[-1]).click()

    def cell(name: str) -> Element:
        return app.find("table cell", name)

    def press(name: str) -> None:
        app.find("push button", name).press()

    def go_to_the_end() -> None:
        app.keys("ctrl+End", "Down")
        app.type("=sum(D2:D11)")

    def search() -> None:
        app.find("text", "", under="Function Selector").click()
        app.type("average")

    def hide_a_tool_bar() -> None:
        app.find("menu", "View").click()
        app.find("menu", "Toolbars").click()
        app.find("check menu item", "Format Toolbar").click()

    step("open", app.enlarge, settle=3)
    step("idle")
    step("type a sum", go_to_the_end, settle=1.5)
    step("enter it", lambda: app.keys("Return"), settle=1.5)
    step("make it bold", lambda: app.keys("Up", "ctrl+b"), settle=1.5)
    step("append a sheet", lambda: menu("Edit", "Sheet", "Append"), settle=2)
    step("duplicate a sheet", lambda: menu("Edit", "Sheet", "Duplicate"), settle=2)
    step("manage the sheets", lambda: menu("Edit", "Sheet", "Manage Sheets..."), settle=2)
    step("choose one", lambda: cell("Sheet1").click(), settle=1.5)
    step("move it up", lambda: press("Up"), settle=1.5)
    step("duplicate it", lambda: press("Duplicate"), settle=1.5)
    step(
        "show more of the sheets",
        lambda: app.find("check box", "Show advanced sheet properties").click(dx=0.02),
        settle=1.5,
    )
    step("undo the last", lambda: press("Undo"), settle=1.5)
    step("close the sheets", lambda: press("Close"), settle=2)
    step("go to the first sheet", lambda: app.keys("ctrl+Prior", "ctrl+Prior", "ctrl+Prior"), settle=1.5)
    step("ask to sort", lambda: (app.keys("ctrl+Home", "ctrl+shift+End"), menu("Data", "Sort...")), settle=2)
    step("take a field out", lambda: (cell("Price").click(), press("Remove")), settle=1.5)
    step("sort", lambda: press("OK"), settle=2)
    step("undo", lambda: app.keys("ctrl+z"), settle=1.5)
    step("ask for a format", lambda: app.keys("ctrl+1"), settle=2)
    step("choose dates", lambda: cell("Date").click(), settle=1.5)
    step("choose fonts", lambda: app.find("page tab", "Font").click(), settle=1.5)
    step("close the format", lambda: press("Cancel"), settle=1.5)
    step("ask for a function", lambda: menu("Insert", "Function..."), settle=2)
    step("search for one", search, settle=3)
    step("close the functions", lambda: press("Cancel"), settle=1.5)
    step("hide a tool bar", hide_a_tool_bar, settle=2)
