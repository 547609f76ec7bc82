"""A form under design in Qt 6: docks around it, each with Close and Float, and fields that are added, renamed, laid out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.corpus.recorder.atspi import App, Element
    from benchmarks.corpus.recorder.record_desktop import Steps

TOOLKIT = "qt6"
PACKAGES = ["designer-qt6"]
COMMAND = ["/usr/lib/qt6/bin/designer", "order.ui"]
NEUTRAL = {COMMAND[0]: "designer"}

FIELDS = {"Customer": "QLineEdit", "Street": "QLineEdit", "City": "QLineEdit", "Country": "QComboBox"}
FIELDS |= {"Ordered": "QDateEdit", "Shipped": "QDateEdit", "Price": "QDoubleSpinBox", "Tax": "QDoubleSpinBox"}
BUTTONS = "Save Cancel Delete Help"


def prepare(home: Path) -> None:
    def widget(kind: str, name: str, x: int, y: int, text: str = "") -> str:
        shown = f'<property name="text"><string>{text}</string></property>' if text else ""
        box = f"<x>{x}</x><y>{y}</y><width>90</width><height>24</height>"
        place = f'<property name="geometry"><rect>{box}</rect></property>'
        return f'<widget class="{kind}" name="{name}">{place}{shown}</widget>'

    parts = []
    for row, (name, kind) in enumerate(FIELDS.items()):
        parts.append(widget("QLabel", f"{name.lower()}Label", 20, 20 + 34 * row, name))
        parts.append(widget(kind, f"{name.lower()}Field", 130, 20 + 34 * row))
    for place, name in enumerate(BUTTONS.split()):
        parts.append(widget("QPushButton", f"{name.lower()}Button", 20 + 100 * place, 310, name))
    box = "<x>0</x><y>0</y><width>440</width><height>360</height>"
    title = '<property name="windowTitle"><string>Order</string></property>'
    form = f'<property name="geometry"><rect>{box}</rect></property>{title}{"".join(parts)}'
    (home / "order.ui").write_text(
        '<?xml version="1.0" encoding="UTF-8"?><ui version="4.0"><class>Order</class>'
        f'<widget class="QWidget" name="Order">{form}</widget></ui>'
    )


def record(app: App, step: Steps) -> None:
    def label(name: str) -> Element:
        return app.find("label", name)

    def press(name: str, nth: int = 0) -> None:
        app.find("push button", name, nth=nth).click()

    def menu(*names: str) -> None:
        for name in names:
            app.find("menu item", name).click()

    def add_a_button() -> None:
        from benchmarks.corpus.recorder.atspi import xdotool  # only Debian's Python has PyGObject

        group = app.find("tree item", "Buttons").box()
        xdotool("mousemove", group[0] + 60, group[1] + group[3] + 12, "mousedown", 1)
        x, y, width, height = label("Ordered").box()
        for part in range(11):
            xdotool("mousemove", x + 250 + part, y + height // 2)
            time.sleep(0.05)
        xdotool("mouseup", 1)

    def rename_a_label() -> None:
        label("Customer").click(times=2)
        app.keys("ctrl+a")
        app.type("Client")
        app.keys("Return")

    def choose_three() -> None:
        label("City").click()
        label("Country").click(key="ctrl")
        label("Tax").click(key="ctrl")

    def rename_a_button() -> None:
        app.find("tree item", "cancelButton", nth=1).click(times=2)
        app.keys("ctrl+a")
        app.type("backButton")
        app.keys("Return")

    def lay_out() -> None:
        app.find("frame", "Order - order.ui").click(dx=0.9, dy=0.6)
        app.keys("ctrl+5")

    step("open", app.enlarge, settle=4)
    step("idle")
    step("search the widgets", lambda: (app.find("text", "", nth=1).click(), app.type("push")), settle=1.5)
    step("drag a button onto the form", add_a_button, settle=1.5)
    step("undo", lambda: app.keys("ctrl+z"), settle=1.5)
    step("redo", lambda: app.keys("ctrl+shift+z"), settle=1.5)
    step("rename a label", rename_a_label, settle=1.5)
    step("choose three labels", choose_three, settle=1.5)
    step("delete them", lambda: app.keys("Delete"), settle=1.5)
    step("choose a button", lambda: press("Cancel"), settle=1.5)
    step("rename its object", rename_a_button, settle=1.5)
    step("lay out in a grid", lay_out, settle=2)
    step("undo the layout", lambda: app.keys("ctrl+z"), settle=2)
    step("edit the tab order", lambda: app.find("check box", "Edit Tab Order").click(), settle=1.5)
    step("edit the widgets", lambda: app.find("check box", "Edit Widgets").click(), settle=1.5)
    step("show the actions", lambda: app.find("page tab", "Action Editor").click(), settle=1.5)
    step("ask for a new action", lambda: press("New"), settle=1.5)
    step("fill it in", lambda: app.type("Print"), settle=1.5)
    step("add it", lambda: app.keys("Return"), settle=1.5)
    step("close the resources", lambda: menu("View", "Resource Browser"), settle=1.5)
    step("show a preview", lambda: app.keys("ctrl+r"), settle=2)
    step("close the preview", lambda: app.keys("alt+F4"), settle=2)
    step("ask for a new form", lambda: app.keys("ctrl+n"), settle=2)
    step("make it", lambda: press("Create"), settle=2)
    step("search the properties", lambda: (app.find("text", "", nth=2).click(), app.type("size")), settle=1.5)
