"""A program that is an MCP server over scripted windows: what a test wants to happen in them, it does by their buttons.

Options: ``--http``; ``--shared``, one window for all clients; ``--noisy``, backends that print; ``--counting FILE``,
backends that write an x for each read.
"""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from uidiff import Limits, Redaction, Snapshot, Window
from uidiff.backends.scripted import ScriptedBackend, ScriptedTarget, ScriptedUI
from uidiff.mcp import build_server, run

NAMES = ("Ask", "Later", "Hang", "Break")


def window() -> ScriptedUI:
    buttons = [{"role": "button", "name": name, "actions": ["press"]} for name in NAMES]
    items = [{"role": "listitem", "name": f"Invoice {number}"} for number in range(1, 5)]
    ui = ScriptedUI(
        {
            "role": "window",
            "name": "Mail",
            "children": [{"role": "textbox", "name": "Search"}, {"role": "list", "children": items}, *buttons],
        },
        app="Mail",
        pid=7,
    )

    def later() -> None:
        threading.Timer(0.2, lambda: ui.add({"role": "status", "name": "Saved"})).start()

    def fail() -> None:
        raise RuntimeError("\x1b[31mno")

    does: tuple[Callable[[], object], ...] = (lambda: ui.add({"role": "dialog", "name": "Sure?"}), later, ui.hang, fail)
    for name, do in zip(NAMES, does, strict=True):
        ui.on(ui.find(name=name), "press", do)
    return ui


class CountingBackend(ScriptedBackend):
    def read(self, target: ScriptedTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        with Path(sys.argv[sys.argv.index("--counting") + 1]).open("a", encoding="utf-8") as reads:
            reads.write("x")
        return super().read(target, limits=limits, redact=redact, deadline=deadline)


class NoisyBackend(ScriptedBackend):
    def close(self) -> None:
        super().close()
        print("closed", file=sys.stderr, flush=True)  # noqa: T201

    def windows(self) -> tuple[Window, ...]:
        print("noise of a library")  # noqa: T201
        os.write(1, b"noise of a program\n")
        return super().windows()


if __name__ == "__main__":
    shared = window() if "--shared" in sys.argv else None
    kinds = {"--noisy": NoisyBackend, "--counting": CountingBackend}
    kind = next((kind for option, kind in kinds.items() if option in sys.argv), ScriptedBackend)
    server = build_server(lambda: kind(shared or window()))
    run(server, http="--http" in sys.argv, port=0)
