"""The folder of a store: where it is by default, and checks that it and its files belong to this user alone.

The folder is checked at each use. As only its owner can change what is in it, and no other user can put another folder
in its place, a file that was checked is still that file when it is opened by its name.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from uidiff.errors import StoreError
from uidiff.model.files import is_left_over, left_over_name

__all__ = ["VARIABLE", "default_folder", "ensure_private_folder", "is_own_file", "remove"]

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


_PRIVATE = 0o700
_OTHERS = 0o077


def ensure_private_folder(path: Path) -> None:
    """Make the folder if it is missing, and check it.

    Raises:
        StoreError: it is a link, no folder, of another user, open to others, or where others could replace it.
        OSError: as the system raises it.
    """
    _expect_guarded(path)
    _make(path)
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        raise _refused(path, "is a link")
    if not stat.S_ISDIR(found.st_mode):
        raise _refused(path, "is no folder")
    if not hasattr(os, "getuid"):
        return
    if found.st_uid != os.getuid():
        raise _refused(path, "belongs to another user")
    if found.st_mode & _OTHERS:
        raise _refused(path, "is open to others", f"run chmod 700 on it, or set {VARIABLE} to another folder")


def is_own_file(found: os.stat_result) -> bool:
    """Whether this is a plain file (no link, pipe, device or folder) of the user who runs this."""
    return stat.S_ISREG(found.st_mode) and (not hasattr(os, "getuid") or found.st_uid == os.getuid())


def remove(path: Path) -> None:
    """Remove whatever has this name, and follow no link; a folder that is not empty is renamed. Raises OSError."""
    try:
        if stat.S_ISDIR(path.lstat().st_mode):
            _remove_folder(path)
        else:
            path.unlink()
    except FileNotFoundError:
        pass


def _remove_folder(path: Path) -> None:
    try:
        path.rmdir()
    except OSError:
        if not is_left_over(path.name):
            path.rename(path.with_name(left_over_name()))


def _expect_guarded(path: Path) -> None:
    """Raise StoreError if the folder is in one that everybody may change, so that others could replace it."""
    try:
        real = path.resolve()
    except (RuntimeError, ValueError) as error:  # a circle of links, a name that cannot be
        raise _refused(path, "cannot be a folder") from error
    if not hasattr(os, "getuid"):
        return
    for above in dict.fromkeys([*path.parents, *real.parents]):
        try:
            mode = above.stat().st_mode
        except FileNotFoundError:
            continue
        if mode & stat.S_IWOTH and (above == real.parent or not mode & stat.S_ISVTX):
            raise _refused(path, f"is in a folder that everybody may change, {_shown(above)}")


def _make(path: Path) -> None:
    """Make a folder and those above it for their owner alone, whatever the umask. One that exists stays as it is."""
    missing = []
    for folder in (path, *path.parents):
        if os.path.lexists(folder):
            break
        missing.append(folder)
    for folder in reversed(missing):
        with suppress(FileExistsError):  # another process was quicker
            folder.mkdir(_PRIVATE)
            folder.chmod(_PRIVATE)


def _refused(path: Path, problem: str, cure: str = f"set {VARIABLE} to a folder of your own") -> StoreError:
    return StoreError(f"baselines are not kept in {_shown(path)}: it {problem}; {cure}")


def _shown(path: Path) -> str:
    return ascii(str(path))
