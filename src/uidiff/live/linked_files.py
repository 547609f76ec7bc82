"""Reads the files that results of tools link to, inside the folders where tools may write them and nowhere else."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection
from pathlib import Path

__all__ = ["read_linked"]


def read_linked(path: str, folders: Collection[Path], most: int) -> str | None:
    """Return the text of a linked file; None if it is in none of the folders, no plain file, or too large.

    Args:
        path: as the link says it, absolute or relative to one of the folders.
        folders: where a file may be, once all links of the file system are followed.
        most: bytes of the file at most.

    Raises:
        OSError: it is gone, or cannot be read.
        UnicodeDecodeError: it is no UTF-8.
    """
    if "\0" in path:
        return None
    for folder in folders:
        root = folder.resolve()
        found = (root / path).resolve()
        if found.is_relative_to(root) and found.exists():
            return _read(found, most)
    return None


def _read(path: Path, most: int) -> str | None:
    # Without following a link that has taken its place since, and without waiting for a pipe.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return None
        data = file.read(most + 1)
    return None if len(data) > most else data.decode()
