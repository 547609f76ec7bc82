"""The two MCP servers from npm: how each is started, and what its tools are called.

package.json names their versions. They are installed beside it, into ``node_modules``, at the first use.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import attrs

__all__ = ["DEVTOOLS", "PLAYWRIGHT", "Call", "MissingServers", "Server", "installed"]

HERE = Path(__file__).parent
PACKAGES = HERE / "node_modules"
NODE = (20, 19)
"""The least version of Node.js that both of them run on (their ``engines``)."""

Call: TypeAlias = tuple[str, dict[str, Any]]
"""A tool and its arguments."""


class MissingServers(Exception):
    """They cannot be installed or started here; the text says what is missing."""


@attrs.frozen
class Server:
    """One of the servers.

    Attributes:
        name: as npm has it.
        script: what Node.js runs, in ``node_modules``.
        options: of every start; Chromium's path is added behind ``executable``.
        verbs: the tool of each verb, and what its arguments are called: of the element's ref and of the value.
        always: arguments that every call has.
        acting: and those of calls that act on a page, so that they answer with the tree.
        open_reads: whether opening an address answers with the tree, too.
    """

    name: str
    script: str
    executable: str
    options: tuple[str, ...]
    verbs: Mapping[str, tuple[str, str | None, str | None]]
    always: Mapping[str, Any] = attrs.field(factory=dict)
    acting: Mapping[str, Any] = attrs.field(factory=dict)
    open_reads: bool = True

    def command(self, *more: str) -> list[str]:
        """The command that starts it, with a Chromium of its own without a window."""
        node, chromium = shutil.which("node"), shutil.which("chromium")
        if node is None or chromium is None:
            raise MissingServers("Node.js and Chromium are needed (Debian, Ubuntu: the packages nodejs and chromium)")
        return [node, str(PACKAGES / self.script), *self.options, self.executable, chromium, *more]

    def call(self, verb: str, ref: str | None = None, value: str | None = None) -> Call:
        """The call of a verb: "open", "read", "press", "type", "select", "key", "evaluate"."""
        tool, ref_name, value_name = self.verbs[verb]
        arguments = dict(self.always)
        if ref_name is not None:
            arguments[ref_name] = ref
        if value_name is not None:
            arguments[value_name] = [value] if value_name == "values" else value
        return tool, arguments if verb in ("open", "read", "evaluate") else {**arguments, **self.acting}


PLAYWRIGHT = Server(
    "@playwright/mcp",
    "@playwright/mcp/cli.js",
    "--executable-path",
    ("--headless", "--no-sandbox", "--isolated"),
    {
        "open": ("browser_navigate", None, "url"),
        "read": ("browser_snapshot", None, None),
        "press": ("browser_click", "target", None),
        "type": ("browser_type", "target", "text"),
        "select": ("browser_select_option", "target", "values"),
        "key": ("browser_press_key", None, "key"),
        "evaluate": ("browser_evaluate", None, "function"),
    },
)

DEVTOOLS = Server(
    "chrome-devtools-mcp",
    "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js",
    "--executablePath",
    ("--headless", "--isolated", "--chromeArg=--no-sandbox", "--no-usage-statistics", "--no-performance-crux"),
    {
        "open": ("navigate_page", None, "url"),
        "read": ("take_snapshot", None, None),
        "press": ("click", "uid", None),
        "type": ("fill", "uid", "value"),
        "select": ("fill", "uid", "value"),
        "key": ("press_key", None, "key"),
        "evaluate": ("evaluate_script", None, "function"),
    },
    always={"pageId": 1},
    acting={"includeSnapshot": True},
    open_reads=False,
)


def installed() -> Path:
    """The folder of the packages; they are installed if they are not, by one process at a time.

    Raises:
        MissingServers: no Node.js of that age, no npm, or npm cannot install them.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise MissingServers("Node.js with npm is missing (Debian, Ubuntu: the packages nodejs and npm)")
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    version = tuple(int(part) for part in said.strip().removeprefix("v").split(".")[:2] if part.isdigit())
    if version < NODE:
        raise MissingServers(f"Node.js {'.'.join(map(str, NODE))} or later is needed: update the package nodejs")
    lock, stamp = HERE / "package-lock.json", PACKAGES / ".installed"
    with lock.open("rb") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not stamp.exists() or stamp.read_bytes() != lock.read_bytes():
            command = [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
            done = subprocess.run(command, cwd=HERE, check=False, capture_output=True, text=True)  # noqa: S603
            if done.returncode:
                raise MissingServers(f"npm ci failed in {HERE.name}: {done.stderr.strip()[-500:]}")
            stamp.write_bytes(lock.read_bytes())
    return PACKAGES
