"""The backend "atspi": windows of Linux desktops, read by AT-SPI over D-Bus; pip install 'uidiff[linux]'."""

from __future__ import annotations

from uidiff.backends.atspi.backend import AtspiBackend
from uidiff.backends.atspi.handles import AtspiHandle
from uidiff.backends.atspi.targets import AtspiTarget

__all__ = ["AtspiBackend", "AtspiHandle", "AtspiTarget"]
