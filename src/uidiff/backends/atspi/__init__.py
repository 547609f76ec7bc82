"""The backend "atspi": the windows of Linux desktops, by AT-SPI over D-Bus; pip install 'uidiff[linux]'."""

from __future__ import annotations

from uidiff.backends.atspi.backend import AtspiBackend
from uidiff.backends.atspi.choosing import AtspiTarget
from uidiff.backends.atspi.handles import AtspiHandle

__all__ = ["AtspiBackend", "AtspiHandle", "AtspiTarget"]
