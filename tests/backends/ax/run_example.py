"""Runs an example over the fake: ``python tests/backends/ax/run_example.py examples/macos.py``."""

import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def main(example: str) -> None:
    from tests.backends.ax.fake_mac import App, Mac, Thing
    from tests.backends.ax.fake_modules import installed
    from tests.backends.ax.trees import menu_bar, window

    bar = menu_bar()
    area = Thing("AXTextArea", AXValue="", AXFocused=True, AXIdentifier="First Text View")
    kinds = {"AXCloseButton": "close button", "AXMinimizeButton": "minimize button"}
    title_bar = [Thing("AXButton", AXSubrole=kind, AXRoleDescription=said) for kind, said in kinds.items()]
    document = window("Untitled", Thing("AXScrollArea", area), *title_bar, Thing("AXStaticText", AXValue="Untitled"))
    with installed(Mac(App("TextEdit", document, bar, AXMenuBar=bar, AXMainWindow=document))):
        sys.argv = [example]
        runpy.run_path(example, run_name="__main__")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main(sys.argv[1])
