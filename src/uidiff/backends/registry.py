"""The registry of backends by name."""

from __future__ import annotations

import sys
from typing import cast

from uidiff.backends.protocol import AsyncBackend, Backend
from uidiff.plugins import Registry

__all__ = ["BACKENDS", "load_backend", "native_backend"]

BACKENDS = Registry(
    kind="backend",
    group="uidiff.backends",
    builtins={
        "atspi": "uidiff.backends.atspi:AtspiBackend",
        "ax": "uidiff.backends.ax:AxBackend",
        "recorded": "uidiff.backends.recorded:RecordedBackend",
        "scripted": "uidiff.backends.scripted:ScriptedBackend",
        "uia": "uidiff.backends.uia:UiaBackend",
        "web": "uidiff.backends.web:WebBackend",
    },
)
"""Backends by name; each entry is a class, or another callable without arguments, that makes one."""


def load_backend(name: str, *, asynchronous: bool = False) -> Backend | AsyncBackend:
    """Make a backend by its name; the caller closes it.

    Args:
        asynchronous: make the async twin (``asynchronous``) of a sync backend that has one.

    Raises:
        UnknownName: no backend has that name.
        PluginError: the plug-in is broken.
        MissingExtra: it needs a package that is not installed.
    """
    made = BACKENDS.make(name, "read")
    twin = getattr(made, "asynchronous", None)
    return cast("Backend | AsyncBackend", made if twin is None or not asynchronous else twin())


_NATIVE = {"darwin": "ax", "linux": "atspi", "win32": "uia"}


def native_backend(platform: str = sys.platform) -> str | None:
    """The name of the backend for the desktop of a ``sys.platform``; None if there is none."""
    return _NATIVE.get(platform)
