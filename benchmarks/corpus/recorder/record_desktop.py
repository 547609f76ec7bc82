"""Record a program of the desktop on a stage of its own (stage.sh); desktop/README.md tells how one is described."""

from __future__ import annotations

import gzip
import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DESKTOP = HERE / "desktop"
REPOSITORY = HERE.parents[2]
STAGE_PACKAGES = ("xvfb", "openbox", "dbus", "at-spi2-core", "xdotool", "python3-gi")
LONGEST_START = 40.0
LOG = Path("/tmp/program.log")


def record_program(name: str, folder: Path) -> Path:
    """Install what the program needs, and record it on a stage. The folder lies in the repository."""
    output = folder / f"{name}.jsonl.gz"
    install([*STAGE_PACKAGES, *importlib.import_module(f"{__package__}.desktop.{name}").PACKAGES])
    stage = ["bash", str(HERE / "stage.sh"), str(REPOSITORY), f"{__package__}.record_desktop"]
    subprocess.run([*stage, name, str("/mnt" / output.resolve().relative_to(REPOSITORY))], check=True)
    return output


def install(packages: list[str]) -> None:
    known = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${Status}\n", *packages],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    missing = [p for p in packages if f"{p} install ok installed" not in known.splitlines()]
    if missing:
        subprocess.run(
            ["apt-get", "install", "-y", "--no-install-recommends", *missing],
            check=True,
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        )


def on_stage(name: str, output: Path) -> None:
    """Run on the stage: start display, window manager and program, and record."""
    from .atspi import SCREEN, WINDOW, App, Bus  # only Debian's Python has PyGObject

    program = importlib.import_module(f"{__package__}.desktop.{name}")
    start_display()
    subprocess.Popen(["openbox"])
    bus = Bus()
    if hasattr(program, "prepare"):
        program.prepare(Path.home())
    with LOG.open("w") as log:
        subprocess.Popen(program.COMMAND, stdout=log, stderr=log)
    try:
        owner = wait_for(bus.programs)[0]
        app = App(bus, owner, WINDOW if program.TOOLKIT.startswith(("gtk", "vcl")) else SCREEN)
        wait_for(lambda: app.read()[2:])
        steps = Steps(app, name, program.TOOLKIT)
        program.record(app, steps)
    except BaseException:
        sys.stderr.write(LOG.read_text()[-3000:])
        raise
    with gzip.open(output, "wt", encoding="utf-8") as lines:
        for snapshot in steps.snapshots:
            line = json.dumps(snapshot, ensure_ascii=False, separators=(",", ":"))
            for old, new in getattr(program, "NEUTRAL", {}).items():
                line = line.replace(f'"{old}"', f'"{new}"')
            lines.write(line + "\n")


def start_display() -> None:
    subprocess.Popen(["Xvfb", os.environ["DISPLAY"], "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-ac"])
    wait_for(lambda: list(Path("/tmp/.X11-unix").iterdir()))


def wait_for(get: Callable[[], list[Any]]) -> list[Any]:
    end = time.monotonic() + LONGEST_START
    while time.monotonic() < end:
        if found := get():
            return found
        time.sleep(0.3)
    raise TimeoutError


class Steps:
    """Takes the snapshots of a program."""

    def __init__(self, app: Any, name: str, toolkit: str) -> None:
        self._app, self._name, self._toolkit = app, name, toolkit
        self._started = time.monotonic()
        self.snapshots: list[dict[str, Any]] = []

    def __call__(self, action: str, do: Callable[[], object] | None = None, *, settle: float = 0.7) -> None:
        """Act (or just wait), let the program settle, and record a snapshot."""
        if do is not None:
            do()
        time.sleep(settle)
        seconds = round(time.monotonic() - self._started, 3)
        nodes = self._app.read_twice()
        snapshot = {
            "app": self._name,
            "toolkit": self._toolkit,
            "step": len(self.snapshots),
            "action": action,
            "ts": seconds,
            "doc": 0,
            "title": self._app.title(nodes),
            "url": None,
            "nodes": nodes,
        }
        self.snapshots.append(snapshot)


if __name__ == "__main__":
    on_stage(sys.argv[1], Path(sys.argv[2]))
