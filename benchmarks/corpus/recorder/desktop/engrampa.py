"""An archive of papers: a flat table with the same types, sizes and dates in many rows."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.corpus.recorder.atspi import App
    from benchmarks.corpus.recorder.record_desktop import Steps

TOOLKIT = "gtk3"
PACKAGES = ["engrampa", "zip", "unzip"]
COMMAND = ["engrampa", "papers.zip"]

YEARS = (2023, 2024, 2025)
MONTHS = ("January", "February", "March")
PAPERS = {"invoice.txt": 40, "receipt.txt": 40, "report.html": 900}
TOP = "agenda.txt budget.csv contacts.csv index.html letter.txt logo.svg minutes.txt plan.html readme.txt todo.txt"


def prepare(home: Path) -> None:
    with zipfile.ZipFile(home / "papers.zip", "w") as archive:
        for year in YEARS:
            for month, name in enumerate(MONTHS, 1):
                for paper, size in PAPERS.items():
                    info = zipfile.ZipInfo(f"{year}/{name}/{paper}", (year, month, 28, 9, 30, 0))
                    archive.writestr(info, "x" * size)
        for place, name in enumerate(TOP.split()):
            info = zipfile.ZipInfo(name, (2025, 3, 1 + place // 4, 12, 0, 0))
            archive.writestr(info, "x" * (40 + place % 3 * 20))


def record(app: App, step: Steps) -> None:
    def sort(column: str) -> None:
        app.find("table column header", column).click()

    def choose(name: str) -> None:
        app.find("table cell", name).click()

    def enter(name: str) -> None:
        app.find("table cell", name).click(times=2)

    step("open", app.enlarge, settle=2)
    step("idle")
    step("sort by size", lambda: sort("Size"))
    step("sort by size the other way round", lambda: sort("Size"))
    step("sort by type", lambda: sort("Type"))
    step("sort by date", lambda: sort("Date Modified"))
    step("select a file", lambda: choose("minutes.txt"))
    step("select two more", lambda: app.keys("shift+Down", "shift+Down"))
    step("select all", lambda: app.keys("ctrl+a"))
    step("sort by name", lambda: sort("Name"))
    step("ask to rename a file", lambda: (choose("letter.txt"), app.keys("F2")), settle=1.5)
    step("type the new name", lambda: (app.keys("ctrl+a"), app.type("letter-2025.txt")))
    step("rename the file", lambda: app.keys("Return"), settle=3)
    step("ask to delete a file", lambda: (choose("todo.txt"), app.keys("Delete")), settle=1.5)
    step("delete the file", lambda: app.find("push button", "Delete", under="Delete").press(), settle=3)
    step("show the folder tree", lambda: app.keys("F9"), settle=1.5)
    step("enter 2024", lambda: enter("2024"), settle=1.5)
    step("enter February", lambda: enter("February"), settle=1.5)
    step("go back", lambda: app.keys("alt+Left"), settle=1.5)
    step("go home", lambda: app.keys("alt+Home"), settle=1.5)
