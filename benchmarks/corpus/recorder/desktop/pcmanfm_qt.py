"""Files as icons and as a table in Qt 5, with a tree of folders beside them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.corpus.recorder.atspi import App
    from benchmarks.corpus.recorder.record_desktop import Steps

TOOLKIT = "qt5"
PACKAGES = ["pcmanfm-qt"]
COMMAND = ["pcmanfm-qt", "Recipes"]

COURSES = "Bread Cakes Fish Pasta Salads Soups"
RECIPES = (
    "apple-pie.txt beef-stew.txt carrot-cake.txt cheese-bread.txt dal.txt fish-soup.txt focaccia.txt gazpacho.txt "
    "goulash.txt lasagne.txt lemon-tart.csv minestrone.csv paella.csv pesto.html ramen.html ratatouille.html"
)
TIME = 1_740_000_000


def prepare(home: Path) -> None:
    recipes = home / "Recipes"
    for course in COURSES.split():
        (recipes / course).mkdir(parents=True)
        (recipes / course / "notes.txt").write_text(course)
    for place, name in enumerate(RECIPES.split()):
        (recipes / name).write_text("x" * (100 + place % 4 * 1000))
    for path in recipes.rglob("*"):
        os.utime(path, (TIME, TIME + len(path.name) * 100_000))


def record(app: App, step: Steps) -> None:
    recipes = Path.home() / "Recipes"

    def item(name: str) -> None:
        app.find("list item", name).click()

    def view(kind: str) -> None:
        app.find("menu item", "View").click()
        app.find("menu item", "View", nth=1).click()
        app.find("menu item", kind).click()

    step("open", app.enlarge, settle=3)
    step("idle")
    step("select a file", lambda: item("dal.txt"))
    step("select two more", lambda: app.keys("shift+Right", "shift+Right"))
    step("select all", lambda: app.keys("ctrl+a"))
    step("show the filter", lambda: app.keys("ctrl+i"))
    step("filter by soup", lambda: app.type("soup"), settle=1.5)
    step("end the filter", lambda: app.keys("Escape"), settle=1.5)
    step("ask to rename a file", lambda: (item("carrot-cake.txt"), app.keys("F2")), settle=1.5)
    step("rename it", lambda: (app.keys("ctrl+a"), app.type("carrot-pie.txt"), app.keys("Return")), settle=2)
    step("ask for a new folder", lambda: app.keys("ctrl+shift+n"), settle=1.5)
    step("make the folder", lambda: (app.keys("ctrl+a"), app.type("Drinks"), app.keys("Return")), settle=2)
    step("files come from elsewhere", lambda: [(recipes / f"tea-{n}.txt").write_text("x") for n in "123"], settle=3)
    step("show a detailed list", lambda: view("Detailed List"), settle=1.5)
    step("sort by size", lambda: app.find("column header", "Size").click(), settle=1.5)
    step("sort by size the other way round", lambda: app.find("column header", "Size").click(), settle=1.5)
    step("show icons", lambda: view("Icon View"), settle=1.5)
    step("new tab", lambda: app.keys("ctrl+t"), settle=2)
    step("close the tab", lambda: app.keys("ctrl+w"), settle=2)
    step("menu of a file", lambda: app.find("list item", "dal.txt").click(button=3), settle=1.5)
    step("close the menu", lambda: app.keys("Escape"))
    step("delete a file from elsewhere", lambda: (recipes / "dal.txt").unlink(), settle=3)
    step("go to the parent folder", lambda: app.keys("alt+Up"), settle=2)
