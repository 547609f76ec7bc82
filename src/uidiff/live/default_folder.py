"""The folder of a store that was given none: the user's own, for what may be lost."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from uidiff.errors import StoreError

__all__ = ["VARIABLE", "default_folder"]

VARIABLE = "UIDIFF_STORE"
"""The environment variable that names another folder."""


def default_folder() -> Path:
    r"""UIDIFF_STORE if it is set, else the user's runtime or cache folder, as is the custom of the platform.

    Linux and others: ``$XDG_RUNTIME_DIR/uidiff`` if that is a private folder. Elsewhere, and without it: the cache
    folder of platformdirs (``~/.cache/uidiff``, ``~/Library/Caches/uidiff``, ``%LOCALAPPDATA%\uidiff\Cache``).

    Raises:
        StoreError: the user's home is not known.
    """
    if named := os.environ.get(VARIABLE):
        return Path(named)
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or ".")
    if sys.platform not in {"win32", "darwin"} and runtime.is_absolute() and _is_private(runtime):
        return runtime / "uidiff"
    from platformdirs import user_cache_path  # only here, as most sessions keep their baselines in memory

    folder = user_cache_path("uidiff", appauthor=False)
    if not folder.is_absolute():
        raise StoreError(f"there is no home folder to keep baselines in: set {VARIABLE} to a folder of your own")
    return folder


def _is_private(folder: Path) -> bool:
    try:
        found = folder.lstat()
    except (OSError, ValueError):
        return False
    own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return stat.S_ISDIR(found.st_mode) and own and not found.st_mode & 0o077
