"""A translation in Qt 6: the same words in several dialogs, guesses that come and go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from benchmarks.corpus.recorder.atspi import App
    from benchmarks.corpus.recorder.record_desktop import Steps

TOOLKIT = "qt6"
PACKAGES = ["linguist-qt6"]
COMMAND = ["/usr/lib/qt6/bin/linguist", "shop_de.ts"]

CONTEXTS = {
    "MainWindow": ["&File", "&Open", "&Save", "&Close", "Quit", "Help"],
    "OrderDialog": ["Order", "Customer", "&Save", "Cancel", "Help", "Delete"],
    "InvoiceDialog": ["Invoice", "Customer", "&Save", "Cancel", "Help", "Delete", "Print"],
}
GERMAN = {"&Open": "Öffnen", "&Save": "&Speichern", "Cancel": "Abbrechen", "Customer": "Kunde", "Quit": "Beenden"}


def message(text: str) -> str:
    german = GERMAN.get(text)
    kind = "" if german else ' type="unfinished"'
    return f"<message><source>{escape(text)}</source><translation{kind}>{escape(german or '')}</translation></message>"


def prepare(home: Path) -> None:
    contexts = "".join(
        f"<context><name>{name}</name>{''.join(map(message, texts))}</context>" for name, texts in CONTEXTS.items()
    )
    head = (
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TS><TS version="2.1" language="de_DE" sourcelanguage="en_GB">'
    )
    (home / "shop_de.ts").write_text(f"{head}{contexts}</TS>")


def record(app: App, step: Steps) -> None:
    def item(name: str) -> None:
        app.find("tree item", name).click()

    def press(name: str, place: int = 0) -> None:
        app.find("push button", name, nth=place).click()

    step("open", app.enlarge, settle=3)
    step("idle")
    step("choose a text", lambda: item("&Close"))
    step("next unfinished text", lambda: press("Next Unfinished"))
    step("translate it", lambda: app.type("Hilfe"))
    step("mark it as done and go on", lambda: app.keys("ctrl+Return"), settle=1.5)
    step("choose another dialog", lambda: item("OrderDialog"), settle=1.5)
    step("choose a text there", lambda: item("Customer"))
    step("choose the next", lambda: app.keys("Down"))
    step("next unfinished text of it", lambda: press("Next Unfinished"))
    step("take the first guess", lambda: app.keys("ctrl+1"))
    step("and the next", lambda: press("Next Unfinished"))
    step("translate that", lambda: app.type("Entfernen"))
    step("undo", lambda: app.keys("ctrl+z"))
    step("the one before", lambda: press("Prev Unfinished"))
    step("choose the third dialog", lambda: item("InvoiceDialog"), settle=1.5)
    step("sort the dialogs by name", lambda: app.find("column header", "Context").click(), settle=1.5)
    step("open the search", lambda: app.keys("ctrl+f"), settle=1.5)
    step("search for a word", lambda: (app.type("Cancel"), app.keys("Return")), settle=1.5)
    step("open the search again and close it", lambda: (app.keys("ctrl+f"), app.keys("Escape")), settle=1.5)
    step("close the warnings", lambda: press("Close", -1), settle=1.5)
    step("menu of translations", lambda: app.find("menu item", "Translation").click())
    step("close the menu", lambda: app.keys("Escape"))
