"""The module of PyObjC that is used, and the permission that it needs."""

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
    """Import the module ``ApplicationServices``; it also has the names of HIServices, Quartz, AppKit, CoreFoundation.

    Raises:
        MissingExtra: the module is not installed.
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


def availability(system: Any) -> Availability:  # noqa: ANN401  # a module; None: import it
    """Say whether windows can be read here."""
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
    except Exception as error:  # noqa: BLE001  # a broken installation may raise anything; this must not
        reason = f"the package {PACKAGE} is broken ({type(error).__name__})"
        return Availability(ok=False, reason=reason, cure=f"pip install --force-reinstall 'uidiff[{EXTRA}]'")
    return Availability(ok=True)
