"""The command line ``uidiff``: a first one, over snapshots and recordings in files, and what writes recordings."""

from __future__ import annotations

from uidiff.cli.commands import main

__all__ = ["main"]
