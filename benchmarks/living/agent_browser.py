"""agent-browser (https://agent-browser.dev, Apache-2.0) as a driver: its command line over the same Chromium.

The version stands in package.json. A home folder of its own keeps its daemon apart from any other, and
:func:`agent_browser` ends it, with its browser. It is used as its guide says: ``snapshot`` for the whole tree,
``snapshot --delta`` for what changed, a snapshot after each action, ``dialog`` for JavaScript dialogs.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.living.drivers import Names, Outcome, timed
from benchmarks.living.site import PACKAGES, built

__all__ = ["AgentBrowser", "agent_browser"]

PROGRAM = PACKAGES / ".bin" / "agent-browser"
LONGEST = 90.0
"""Seconds for one command; its own limit for an action is 25."""

_LINE = re.compile(r'^\s*- (?P<role>\S+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?.*?\[(?:[^\]]*, )?ref=(?P<ref>e\d+)')
_VERBS = {"press": "click", "type": "fill", "select": "select", "focus": "focus", "hover": "hover", "upload": "upload"}
_BUTTONS = {"OK": "accept", "Leave": "accept", "Cancel": "dismiss", "Stay": "dismiss"}


class Failed(Exception):
    """A command that failed, with what it printed."""


class AgentBrowser:
    """One session of agent-browser."""

    name = "agent-browser"

    def __init__(self, home: Path, session: str = "living") -> None:
        chromium = shutil.which("chromium") or ""
        self._env = {
            **{name: value for name, value in os.environ.items() if not name.startswith("AGENT_BROWSER_")},
            "HOME": str(home),
            "AGENT_BROWSER_EXECUTABLE_PATH": chromium,
            "AGENT_BROWSER_SESSION": session,
        }
        self._names: Names = {}
        self._typed = ""  # into the dialog of a prompt

    def open(self, address: str) -> None:
        if self._dialog():
            self._run("dialog", "dismiss")
        self._run("open", address)
        self._run("set", "viewport", "900", "700")

    def script(self, code: str) -> Any:  # noqa: ANN401  # a JSON value
        return json.loads(self._run("--json", "eval", code))["data"].get("result")

    def read(self) -> str:
        try:
            text = self._run("snapshot")
        except Failed as error:  # a dialog is open: it says which
            if not self._dialog():
                raise
            text = str(error)
        counts: Counter[tuple[str, str]] = Counter()
        self._names = {}
        for line in text.splitlines():
            if found := _LINE.match(line):
                what = (found["role"].lower(), json.loads(f'"{found["name"] or ""}"'))
                self._names[*what, counts[what]] = found["ref"]
                counts[what] += 1
        return text + self._dialog()

    def changes(self) -> str:
        return self._run("snapshot", "--delta") + self._dialog()

    def names(self) -> Names:
        return self._names

    def ref(self, role: str, name: str, nth: int = 0) -> str:
        if (name in _BUTTONS or not name) and self._dialog():
            return f"dialog {_BUTTONS.get(name, 'text')}"
        if (role, name, nth) not in self._names:
            raise LookupError(f"no ref of a {role} {name!a} in what was read")
        return self._names[role, name, nth]

    def act(self, action: str, ref: str | None = None, value: str | None = None) -> Outcome:
        return timed(lambda: self._acted(action, ref, value), (Failed,))

    def after(self) -> str:
        with suppress(Failed):
            return self.read()
        return ""

    def close(self) -> None:
        with suppress(Failed):
            self._run("close")

    def _acted(self, action: str, ref: str | None, value: str | None) -> str:
        if ref is not None and ref.startswith("dialog "):
            return self._answered(ref.removeprefix("dialog "), value)
        at, given = f"@{ref}", [] if value is None else [value]
        if action == "key":
            self._run("focus", at)
        commands = {
            "back": ["back"],
            "goto": ["open", *given],
            "key": ["press", *given],
            "scroll": ["scroll", *given, "--selector", at] if given else ["scrollintoview", at],
        }
        return self._run(*commands.get(action, [_VERBS.get(action, action), at, *given]))

    def _answered(self, how: str, value: str | None) -> str:
        if how == "text":
            self._typed = value or ""
            return "kept for the answer"
        return self._run("dialog", how, *([self._typed] if how == "accept" and self._typed else []))

    def _dialog(self) -> str:
        """What it says of an open dialog; nothing if there is none."""
        said = self._run("dialog", "status")
        return "" if said.startswith("✓ No dialog") else f"\n{said}"

    def _run(self, *command: str) -> str:
        try:
            done = subprocess.run(  # noqa: S603  # a program that package.json names
                [str(PROGRAM), *command], env=self._env, check=False, capture_output=True, text=True, timeout=LONGEST
            )
        except subprocess.TimeoutExpired as error:
            raise Failed(f"{command[0]} took more than {LONGEST:g} s") from error
        if done.returncode:
            raise Failed((done.stdout + done.stderr).strip())
        return done.stdout.rstrip("\n")


@contextmanager
def agent_browser() -> Iterator[AgentBrowser]:
    """Start it when it is first used, and end its daemon and its browser."""
    built()
    with tempfile.TemporaryDirectory(prefix="uidiff-peer-", ignore_cleanup_errors=True) as folder:
        driver = AgentBrowser(Path(folder))
        try:
            yield driver
        finally:
            daemons = [int(file.read_text()) for file in Path(folder, ".agent-browser").glob("*.pid")]
            driver.close()
            for daemon in daemons:
                _end(daemon)


def _end(process: int) -> None:
    """End a daemon that has not ended by itself."""
    for _ in range(50):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGTERM)
