"""The backend "uia": windows of Windows programs, read by UI Automation; pip install 'uidiff[windows]'.

    with uidiff.Session("uia", "notepad") as ui:
        print(ui.describe().text)

A target is the name of a program, a process id, a ``uidiff.Window`` or a ``uiautomation.Control``. ``reading`` calls
other programs, ``rows`` makes rows of what they say, ``desktop`` and ``targets`` know the windows, and ``client`` is
the interface to the package ``uiautomation``.
"""

from uidiff.backends.uia.backend import PATIENCE, UiaBackend, UiaHandle, UiaTarget

__all__ = ["PATIENCE", "UiaBackend", "UiaHandle", "UiaTarget"]
