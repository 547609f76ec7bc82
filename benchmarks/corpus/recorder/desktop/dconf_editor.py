"""Settings as rows with a value each, many of them the same word."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.corpus.recorder.atspi import App
    from benchmarks.corpus.recorder.record_desktop import Steps

TOOLKIT = "gtk3"
PACKAGES = ["dconf-editor", "gsettings-desktop-schemas"]
COMMAND = ["dconf-editor"]


def record(app: App, step: Steps) -> None:
    def choose(name: str) -> None:
        app.find("label", name).click()

    def go_to(path: str) -> None:
        app.keys("ctrl+l", "ctrl+a")
        app.type(path)
        app.keys("Return")

    step("open", settle=3)
    step("take the warning", lambda: (app.find("push button", "I’ll be careful.").press(), app.enlarge()), settle=2)
    step("idle")
    step("enter org", lambda: choose("org"), settle=1.5)
    step("enter gnome", lambda: choose("gnome"), settle=1.5)
    step("go to the settings of the interface", lambda: go_to("/org/gnome/desktop/interface/"), settle=2)
    step("choose a setting", lambda: choose("clock-show-date"), settle=1.5)
    step("go back", lambda: app.keys("alt+Up"), settle=1.5)
    step("menu of a setting", lambda: app.find("label", "clock-show-seconds").click(button=3), settle=1.5)
    step("close the menu", lambda: app.keys("Escape"))
    step("go to the settings of the sound", lambda: go_to("/org/gnome/desktop/sound/"), settle=2)
    step("choose one of them", lambda: choose("event-sounds"), settle=1.5)
    step("go back to the sound", lambda: app.keys("alt+Up"), settle=1.5)
    step("open the search", lambda: app.keys("ctrl+f"), settle=1.5)
    step("search for fonts", lambda: app.type("font"), settle=2)
    step("end the search", lambda: app.keys("Escape"), settle=1.5)
    step("go to the settings of the mouse", lambda: go_to("/org/gnome/desktop/peripherals/mouse/"), settle=2)
    step("open the bookmarks", lambda: app.keys("ctrl+b"), settle=1.5)
    step("go to the folder above", lambda: app.keys("alt+Up"), settle=1.5)
