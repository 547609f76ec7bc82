"""Files in GTK 4's list: sorting, renaming, new folders, search."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.corpus.recorder.atspi import App
    from benchmarks.corpus.recorder.record_desktop import Steps

TOOLKIT = "gtk4"
PACKAGES = ["nautilus"]
COMMAND = ["nautilus", "--new-window", "/home/user/Documents"]

FOLDERS = "Contracts Invoices Letters Photos"
FILES = "agenda.txt budget.csv contacts.csv index.html letter.txt minutes.txt plan.html readme.txt todo.txt"
TIME = 1_740_000_000


def prepare(home: Path) -> None:
    for folder in FOLDERS.split():
        for name in FILES.split()[:4]:
            (home / "Documents" / folder).mkdir(parents=True, exist_ok=True)
            (home / "Documents" / folder / name).write_text(name)
    for place, name in enumerate(FILES.split()):
        file = home / "Documents" / name
        file.write_text("x" * (100 + place % 3 * 1000))
    for path in (home / "Documents").rglob("*"):
        os.utime(path, (TIME, TIME + len(path.name) * 100_000))


def record(app: App, step: Steps) -> None:
    documents = Path.home() / "Documents"
    step("open", settle=3)
    step("idle")
    step("show a list", lambda: app.keys("ctrl+1"), settle=1.5)
    step("select the first", lambda: app.keys("Down"))
    step("select the next two", lambda: app.keys("shift+Down", "shift+Down"))
    step("select all", lambda: app.keys("ctrl+a"))
    step("show icons", lambda: app.keys("ctrl+2"), settle=1.5)
    step("ask for a new folder", lambda: app.keys("ctrl+shift+n"), settle=1.5)
    step("type its name", lambda: app.type("Receipts"))
    step("make the folder", lambda: app.keys("Return"), settle=2)
    step("rename it in place", lambda: app.keys("F2"), settle=1.5)
    step("type another name", lambda: (app.keys("ctrl+a"), app.type("Bills")))
    step("take the name", lambda: app.keys("Return"), settle=2)
    step("two files come from elsewhere", lambda: [(documents / f"scan-{n}.txt").write_text("x") for n in "12"], settle=3)
    step("move the selected to the trash", lambda: app.keys("Delete"), settle=2)
    step("undo", lambda: app.keys("ctrl+z"), settle=2)
    step("search", lambda: (app.keys("ctrl+f"), app.type("index")), settle=3)
    step("end the search", lambda: app.keys("Escape"), settle=2)
    step("new tab", lambda: app.keys("ctrl+t"), settle=2)
    step("close the tab", lambda: app.keys("ctrl+w"), settle=2)
    step("show hidden files", lambda: app.keys("ctrl+h"), settle=2)
    step("go to the parent folder", lambda: app.keys("alt+Up"), settle=2)
