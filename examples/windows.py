"""What is in the window of a Windows program, and what typing into it changes.

    pip install 'uidiff[windows]'
    python examples/windows.py notepad

The program has to be running; of several windows the one in front is meant. Without a name it is notepad.
"""

from __future__ import annotations

import sys
from contextlib import closing

import uidiff
from uidiff.backends.uia import UiaBackend, UiaHandle


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else "notepad"
    with closing(UiaBackend()) as backend:
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
            if isinstance(handle, UiaHandle):
                print(f"e{ref} is a {handle.control.ControlTypeName} of uiautomation")


if __name__ == "__main__":
    main()
