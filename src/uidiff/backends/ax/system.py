"""The part of macOS that is called: one module of PyObjC, and what has to be allowed first."""

from __future__ import annotations

import sys
from typing import Any

from uidiff.backends.protocol import Availability
from uidiff.errors import MissingExtra, PermissionNeeded

__all__ = ["EXTRA", "PACKAGE", "availability", "expect_trust", "load_system"]

EXTRA = "macos"
PACKAGE = "pyobjc-framework-ApplicationServices"

_ALLOW = "allow the program that runs Python in System Settings > Privacy & Security > Accessibility, and start it anew"


def load_system() -> Any:  # noqa: ANN401  # a module that is there on macOS only
    """The module ``ApplicationServices``; it has the names of HIServices, Quartz, AppKit and CoreFoundation too.

    Raises:
        MissingExtra: it is not installed.
    """
    try:
        import ApplicationServices
    except ImportError:
        raise MissingExtra(EXTRA, PACKAGE) from None
    return ApplicationServices


def expect_trust(system: Any) -> None:  # noqa: ANN401  # a module
    """Raise PermissionNeeded if the user has not allowed this process to read other programs."""
    if not system.AXIsProcessTrusted():
        raise PermissionNeeded(f"macOS does not allow this process to read other programs: {_ALLOW}")


def availability(system: Any) -> Availability:  # noqa: ANN401  # a module, or None: it is to be imported
    """Whether windows can be read here."""
    try:
        expect_trust(load_system() if system is None else system)
    except MissingExtra as error:
        here: str = sys.platform
        if here != "darwin":
            reason = f"this is {here}, and the backend reads the windows of macOS"
            return Availability(ok=False, reason=reason, cure=f"on macOS: pip install 'uidiff[{error.extra}]'")
        reason = f"the package {PACKAGE} is not installed"
        return Availability(ok=False, reason=reason, cure=f"pip install 'uidiff[{error.extra}]'")
    except PermissionNeeded:
        reason = "macOS does not allow this process to read other programs"
        return Availability(ok=False, reason=reason, cure=_ALLOW)
    except Exception as error:  # noqa: BLE001  # a broken installation may raise anything, and this never does
        reason = f"the package {PACKAGE} is broken ({type(error).__name__})"
        return Availability(ok=False, reason=reason, cure=f"pip install --force-reinstall 'uidiff[{EXTRA}]'")
    return Availability(ok=True)
