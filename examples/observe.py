"""A stream of what changes in a program, as JSON lines; it ends when the program does.

    python examples/observe.py
    python examples/observe.py | jq -c 'select(.type == "changed")'

The program is scripted: at each read it is one step further. Put a backend for your platform in its place.
"""

from __future__ import annotations

import os
import sys

import uidiff
from uidiff.backends.scripted import ScriptedUI


def main() -> None:
    try:
        with (
            uidiff.Session("scripted", download(), ignore=("bounds",)) as ui,
            ui.observe(interval=0.05) as stream,
        ):
            for record in stream:
                print(record.line(), flush=True)
    except BrokenPipeError:  # whoever reads has read enough: | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:  # the last record was printed all the same
        pass


def download() -> ScriptedUI:
    """A program that downloads a file, asks once, and ends."""
    bar = {"role": "progressbar", "name": "report.pdf", "value": "0 %"}
    buttons = [{"role": "button", "name": name} for name in ("Pause", "Cancel")]
    window = {"role": "window", "name": "Downloads", "children": [bar, *buttons]}
    question = {"role": "dialog", "name": "Replace report.pdf?", "children": [{"role": "button", "name": "Replace"}]}
    ui = ScriptedUI(window, app="Downloads", title="Downloads")
    steps = (
        lambda: None,  # the first read
        lambda: ui.find(role="progressbar").change(value="40 %"),
        lambda: ui.find(role="progressbar").change(value="100 %"),
        lambda: ui.add(question),
        lambda: ui.find(role="dialog").remove(),
        lambda: ui.tell(title="Downloads: done"),
        lambda: ui.find(name="Cancel").move(ui.roots[0], at=0),
        ui.close,
    )
    for step in steps:
        ui.then(step)
    return ui


if __name__ == "__main__":
    main()
