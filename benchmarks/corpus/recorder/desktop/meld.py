"""Two trees of folders side by side, with the same file names in each folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.corpus.recorder.atspi import App, Element
    from benchmarks.corpus.recorder.record_desktop import Steps

TOOLKIT = "gtk3"
PACKAGES = ["meld"]
COMMAND = ["meld", "before", "after"]

COUNTRIES = "Austria Belgium Croatia Denmark Estonia Finland Greece Hungary Ireland Latvia Norway Poland".split()
FILES = {"README.md": "How to add a country\n", "prices.csv": "item,price\nbread,2\nmilk,1\n", "notes.txt": "todo\n"}
TIME = 1_740_000_000


def prepare(home: Path) -> None:
    """Two trees of countries: files of the same names everywhere, a few changed, new or gone."""
    for place, country in enumerate(COUNTRIES):
        for side in ("before", "after"):
            folder = home / side / "countries" / country
            folder.mkdir(parents=True)
            for name, text in FILES.items():
                changed = side == "after" and name == "prices.csv" and place % 3 == 0
                (folder / name).write_text(f"# {country}\n" + text + ("butter,3\n" if changed else ""))
    (home / "after/countries/Greece/islands.txt").write_text("Crete\nRhodes\n")
    (home / "before/countries/Poland/old.txt").write_text("old\n")
    (home / "after/summary.txt").write_text("12 countries\n")
    for place, path in enumerate(sorted(home.glob("*/**/*"))):
        os.utime(path, (TIME, TIME + place % 7 * 100_000))


def record(app: App, step: Steps) -> None:
    def cell(name: str, side: int = 0) -> Element:
        return app.find("table cell", name, nth=side)

    def switch(kind: str) -> None:
        app.find("toggle button", "File Filters").press()
        app.find("check box", kind).press()

    step("open", app.enlarge, settle=3)
    step("idle")
    step("select a folder", lambda: cell("Austria").click())
    step("close it", lambda: cell("Austria").click(times=2), settle=1.5)
    step("select Poland", lambda: cell("Poland").click())
    step("close Poland", lambda: cell("Poland").click(times=2), settle=1.5)
    step("go to the next change", lambda: app.keys("alt+Down"))
    step("go to the previous change", lambda: app.keys("alt+Up"))
    step("open the filters", lambda: app.find("toggle button", "File Filters").press())
    step("close them", lambda: app.keys("Escape"))
    step("hide the files that are the same", lambda: switch("Same"), settle=2)
    step("hide the new files too", lambda: switch("New"), settle=2)
    step("show the new files again", lambda: switch("New"), settle=2)
    step("show all files again", lambda: switch("Same"), settle=2)
    step("select Denmark", lambda: cell("Denmark").click())
    step("menu of Denmark", lambda: cell("Denmark").click(button=3))
    step("close the menu", lambda: app.keys("Escape"))
    step("open Poland again", lambda: cell("Poland").click(times=2), settle=1.5)
    step("compare the prices of a country", lambda: cell("prices.csv").click(times=2), settle=3)
    step("edit the left file", lambda: (app.keys("ctrl+End"), app.type("butter,3")), settle=2)
    step("go back to the folders", lambda: app.keys("ctrl+Prior"), settle=1.5)
    step("select the islands", lambda: cell("islands.txt").click())
    step("copy it to the left", lambda: app.keys("alt+Left"), settle=2)
    step("read both trees again", lambda: app.keys("ctrl+r"), settle=3)
