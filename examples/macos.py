"""What is in the window of a program on macOS, and what typing into it changes.

    pip install 'uidiff[macos]'
    python examples/macos.py TextEdit

The program has to be running, and the terminal allowed in System Settings > Privacy & Security > Accessibility. Of
several windows the one in front is meant. Without a name it is TextEdit.
"""

from __future__ import annotations

import sys
from contextlib import closing

import uidiff
from uidiff.backends.ax import AxBackend, AxHandle


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else "TextEdit"
    with closing(AxBackend()) as backend:
        if not (said := backend.available()):
            sys.exit(f"{said.reason}: {said.cure}")
        for window in backend.windows():
            print(f"window of {window.app}, process {window.pid}")
        with uidiff.Session(backend, program) as ui:
            report = ui.describe()
            print(report.text)
            field = next((element for element in report.snapshot if "type" in element.actions), None)
            if field is None:
                sys.exit("there is nothing to type into")
            ref = report.refs.numbers[field.index]
            print(ui.act("type", ref, "Buy milk").text)
            handle = ui.handle(ref)
            if isinstance(handle, AxHandle):
                print(f"e{ref} is an {type(handle.ref).__name__} of PyObjC")


if __name__ == "__main__":
    main()
