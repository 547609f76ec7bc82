"""Windows: UI Automation through the package ``uiautomation`` (``pip install 'uidiff[windows]'``).

    with uidiff.Session("uia", "notepad") as ui:
        print(ui.describe().text)

A target is the name of a program, a process id, a ``uidiff.Window`` or a ``uiautomation.Control``. How it reads:
``fetching`` (the calls to other programs), ``rows`` (what becomes of what they say), ``desktop`` and ``belonging``
(which windows there are), ``client`` (what is used of the package).
"""

from uidiff.backends.uia.backend import PATIENCE, UiaBackend, UiaHandle, UiaTarget

__all__ = ["PATIENCE", "UiaBackend", "UiaHandle", "UiaTarget"]
