"""The backends by name."""

from __future__ import annotations

from typing import cast

from uidiff.backends.protocol import AsyncBackend, Backend
from uidiff.plugins import Registry

__all__ = ["BACKENDS", "load_backend"]

BACKENDS = Registry(
    kind="backend",
    group="uidiff.backends",
    builtins={
        "recorded": "uidiff.backends.recorded:RecordedBackend",
        "scripted": "uidiff.backends.scripted:ScriptedBackend",
    },
)
"""Backends by name: each is a class, or another callable without arguments, that makes one."""


def load_backend(name: str) -> Backend | AsyncBackend:
    """A new backend of that name; whoever asked for it closes it.

    Raises:
        UnknownName: no backend has that name.
        PluginError: the plug-in is broken.
        MissingExtra: it needs a package that is not installed.
    """
    return cast("Backend | AsyncBackend", BACKENDS.make(name, "read"))
