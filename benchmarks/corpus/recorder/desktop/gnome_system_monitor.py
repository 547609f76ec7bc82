"""A table of processes that changes by itself: sorted, searched, with processes that come and go."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.corpus.recorder.atspi import App
    from benchmarks.corpus.recorder.record_desktop import Steps

TOOLKIT = "gtk3"
PACKAGES = ["gnome-system-monitor"]
COMMAND = ["gnome-system-monitor", "--show-processes-tab"]
NEUTRAL = {"/dev/vda": "/dev/sda1", "/mnt": "/data"}

WORK = "exec {nothing}<> <(:); while :; do read -t 0.0$1 -u $nothing; done"


def start(home: Path, *names: str) -> list[subprocess.Popen[bytes]]:
    """Processes of these names, each more or less busy."""
    started = []
    for place, name in enumerate(names):
        if not (program := home / name).exists():
            shutil.copy("/bin/bash", program)
        started.append(subprocess.Popen([program, "-c", WORK, name, str(place % 4 + 2)]))
    return started


def prepare(home: Path) -> None:
    start(home, "backup", "indexer", "indexer", "mailer", "web-worker", "web-worker", "web-worker", "scheduler")


def record(app: App, step: Steps) -> None:
    def sort(column: str) -> None:
        app.find("table column header", column).press()

    more = []
    step("open", settle=4)
    step("idle", settle=4)
    step("sort by % CPU", lambda: sort("% CPU"), settle=2)
    step("sort by % CPU the other way round", lambda: sort("% CPU"), settle=2)
    step("idle: the usage changes", settle=4)
    step("three web-workers start", lambda: more.extend(start(Path.home(), *["web-worker"] * 3)), settle=4)
    step("select a process", lambda: app.find("table cell", "mailer").click())
    step("idle: the usage changes again", settle=4)
    step("sort by name", lambda: sort("Process Name"), settle=2)
    step("two web-workers end", lambda: [process.kill() for process in more[:2]], settle=4)
    step("open the search", lambda: app.keys("ctrl+f"))
    step("search for web", lambda: app.type("web"), settle=2)
    step("close the search", lambda: app.keys("Escape"), settle=2)
    step("select the scheduler", lambda: app.find("table cell", "scheduler").click(), settle=2)
    step("menu of a process", lambda: app.keys("shift+F10"))
    step("its properties", lambda: app.find("menu item", "Properties").press(), settle=2)
    step("close the properties", lambda: app.keys("Escape"), settle=2)
    step("show the file systems", lambda: app.find("radio button", "File Systems").press(), settle=2)
    step("show the resources", lambda: app.find("radio button", "Resources").press(), settle=2)
    step("show the processes", lambda: app.find("radio button", "Processes").press(), settle=2)
    step("sort by memory", lambda: sort("Memory"), settle=2)
    step("sort by memory the other way round", lambda: sort("Memory"), settle=2)
