"""Where baselines are kept if nobody says where: in the folder of the user who runs it, for what may be lost."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

from uidiff.errors import StoreError

__all__ = ["VARIABLE", "default_folder"]

VARIABLE = "UIDIFF_STORE"
"""The environment variable that names another folder."""


def default_folder(*, environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    r"""UIDIFF_STORE if it is set, else the user's runtime or cache folder, as it is the custom of the platform.

    Linux and others: ``$XDG_RUNTIME_DIR/uidiff`` if that is a private folder, else ``$XDG_CACHE_HOME/uidiff``, else
    ``~/.cache/uidiff``. macOS: ``~/Library/Caches/uidiff``. Windows: ``%LOCALAPPDATA%\uidiff\Cache``.

    Raises:
        StoreError: nobody knows where the user's home is.
    """
    environment = os.environ if environment is None else environment
    if named := environment.get(VARIABLE):
        return Path(named)
    if platform == "win32":
        local = _absolute(environment.get("LOCALAPPDATA"))
        return (local or _home() / "AppData" / "Local") / "uidiff" / "Cache"
    if platform == "darwin":
        return _home() / "Library" / "Caches" / "uidiff"
    runtime = _absolute(environment.get("XDG_RUNTIME_DIR"))
    if runtime is not None and _is_private(runtime):
        return runtime / "uidiff"
    return (_absolute(environment.get("XDG_CACHE_HOME")) or _home() / ".cache") / "uidiff"


def _absolute(named: str | None) -> Path | None:
    """The folder, if there is a name of one and it says where from: others are to be ignored (XDG, basedir)."""
    return Path(named) if named and Path(named).is_absolute() else None


def _is_private(folder: Path) -> bool:
    try:
        found = folder.lstat()
    except (OSError, ValueError):
        return False
    own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return stat.S_ISDIR(found.st_mode) and own and not found.st_mode & 0o077


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:
        problem = f"there is no home folder to keep baselines in: set {VARIABLE} to a folder of your own"
        raise StoreError(problem) from error
