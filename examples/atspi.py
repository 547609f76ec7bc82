"""An agent on a real Linux desktop: look at a calculator, press its buttons, and read no more than what changed.

    python examples/atspi.py             # starts galculator (apt install galculator at-spi2-core)
    python examples/atspi.py mousepad    # or describes a program that runs already

It needs a desktop session, or a private one, and uidiff[linux].
"""

from __future__ import annotations

import subprocess
import sys
import time

import uidiff

PATIENCE = 20.0


def main() -> None:
    if len(sys.argv) > 1:
        with uidiff.Session("atspi", sys.argv[1]) as ui:
            print(ui.describe())
        return
    program = subprocess.Popen(["galculator"], stderr=subprocess.DEVNULL)  # noqa: S607  # wherever it is installed
    try:
        with uidiff.Session("atspi", program.pid) as ui:
            calculate(ui, "7*6=")
    finally:
        program.terminate()
        program.wait()


def calculate(ui: uidiff.Session, keys: str) -> None:
    report = shown(ui)
    print(report, end="\n\n")
    for key in keys:
        (button,) = report.snapshot.find(role="button", name=key)
        ref = f"e{report.refs.numbers[button.index]}"
        report = ui.act(button.actions[0], ref)
        print(f">>> {button.actions[0]} {ref}  # {key}\n{report}\n")


def shown(ui: uidiff.Session) -> uidiff.Report:
    """The window, as soon as it is there and nothing moves any more."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            ui.settle(timeout=PATIENCE)
            return ui.describe()
        except (uidiff.errors.WindowNotFound, uidiff.errors.ReadTimeout):  # it has only just been started
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


if __name__ == "__main__":
    main()
