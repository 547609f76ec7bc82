"""The backend "ax": windows of macOS, read by the accessibility API; pip install 'uidiff[macos]'.

It needs only ``pyobjc-framework-ApplicationServices``. Elements of atomacos, and any object with an AXUIElement in
``.ref``, are targets too; atomacos itself is not imported.
"""

from uidiff.backends.ax.backend import AxBackend
from uidiff.backends.ax.handles import AxHandle

__all__ = ["AxBackend", "AxHandle"]
