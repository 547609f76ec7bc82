"""A program for commands to read, each in a process of its own: a file of windows, and a backend that is a plug-in."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from uidiff.model.files import replacing

BACKEND = '''
import json
from pathlib import Path

import uidiff
from uidiff.backends.protocol import Availability

FILE = Path(__file__).with_name("windows.json")


def window_of(window):
    known = {name: window[name] for name in ("app", "pid", "title", "url") if name in window}
    return uidiff.Window(**known, id=window["id"])


class ShownBackend:
    """Windows as a file has them."""

    __api__ = 1
    name = "shown"

    def available(self):
        return Availability(ok=True)

    def windows(self):
        return [window_of(window) for window in json.loads(FILE.read_text())]

    def read(self, target, *, limits, redact, deadline):
        if isinstance(target, str):
            target = uidiff.Window(app=target)
        fitting = [window for window in json.loads(FILE.read_text()) if target.fits(window_of(window))]
        if len(fitting) != 1:
            raise uidiff.errors.WindowNotFound(f"{len(fitting)} windows fit: say more of it, or less")
        window = fitting[0]
        if "fails" in window:
            raise uidiff.errors.BackendError(window["fails"])
        known = {name: window[name] for name in ("app", "pid", "title", "url") if name in window}
        return uidiff.Snapshot.from_dicts(window["nodes"], window=window["id"], limits=limits, redact=redact, **known)

    def handle(self, element):
        raise uidiff.errors.BackendError("there is none")

    def close(self):
        pass
'''


class Shown:
    """What is on the screen, and the commands that read it.

    Args:
        folder: an empty folder, for the plug-in, the windows and the store.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.windows: list[dict[str, Any]] = []
        info = folder / "shown-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shown\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[uidiff.backends]\nshown = shown_backend:ShownBackend\n")
        (folder / "shown_backend.py").write_text(BACKEND)

    def show(self, *nodes: Mapping[str, Any], **known: object) -> None:
        """A window that is open now, in place of the one with the same id ("w" by default)."""
        window = {"id": "w", "app": "Mail", **known, "nodes": list(nodes)}
        self.windows = [*(one for one in self.windows if one["id"] != window["id"]), window]
        with replacing(self.folder / "windows.json") as file:  # a command that reads it now finds all of it
            file.write(json.dumps(self.windows).encode())

    @property
    def environment(self) -> dict[str, str]:
        """That of a command."""
        path = os.pathsep.join(filter(None, (str(self.folder), os.environ.get("PYTHONPATH"))))
        return {**os.environ, "PYTHONPATH": path, "UIDIFF_STORE": str(self.folder / "store")}

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command in a process of its own."""
        return subprocess.run(
            [sys.executable, "-m", "uidiff", *arguments, *(("--backend", "shown") if arguments else ())],
            capture_output=True,
            env=self.environment,
            encoding="utf-8",
            timeout=600,
            check=False,
        )

    def said(self, *arguments: str) -> str:
        """What a command that succeeds, and has nothing to note, prints."""
        done = self.run(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout
