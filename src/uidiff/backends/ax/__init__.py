"""Windows of macOS, read by the accessibility API: one call to the application for each element.

It needs ``pyobjc-framework-ApplicationServices`` (``pip install 'uidiff[macos]'``) and nothing else. Elements of
atomacos, and whatever else has its AXUIElement in ``.ref``, are targets too; atomacos itself is never imported.
"""

from uidiff.backends.ax.backend import AxBackend
from uidiff.backends.ax.handles import AxHandle

__all__ = ["AxBackend", "AxHandle"]
