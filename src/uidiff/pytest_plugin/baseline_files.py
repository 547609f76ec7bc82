"""Baselines of tests: snapshots in files beside the tests, without what differs from run to run."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import attrs

from uidiff.errors import InvalidSnapshot
from uidiff.model.codec import load, save
from uidiff.model.snapshot import Snapshot

__all__ = ["BaselineFiles", "without_run_details"]

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,99}")
"""Names that every file system takes, and that stay in the folder."""


@attrs.frozen(kw_only=True)
class BaselineFiles:
    """The baselines of the tests of one file.

    Attributes:
        folder: the folder of the files.
        root: the folder that shown paths are relative to.
        update: whether to write baselines that are missing or differ.
        wrote: called with the shown path of each baseline that was written.
    """

    folder: Path
    root: Path
    update: bool
    wrote: Callable[[str], object]

    def path(self, name: str) -> Path:
        """The file of a baseline. ValueError if the name cannot be."""
        if not isinstance(name, str):
            raise TypeError(f"a baseline's name is a text, got {type(name).__name__}")
        if not _NAME.fullmatch(name):
            cure = "take small letters, digits, - and _, such as 'basket-empty'; 100 characters at the most"
            raise ValueError(f"no name of a baseline: {ascii(name)[:80]}; {cure}")
        return self.folder / f"{name}.json"

    def shown(self, name: str) -> str:
        """The path of the file, relative to the root where it is below it."""
        path = self.path(name)
        return (path.relative_to(self.root) if path.is_relative_to(self.root) else path).as_posix()

    def load(self, name: str) -> Snapshot | None:
        """The saved snapshot; None if there is none, or if it is damaged and ``update`` is set.

        Raises:
            InvalidSnapshot: the file is damaged.
        """
        try:
            return load(self.path(name))
        except FileNotFoundError:
            return None
        except InvalidSnapshot as error:
            if self.update:
                return None
            raise error.inside(self.shown(name)) from None

    def save(self, name: str, snapshot: Snapshot) -> None:
        """Write a baseline, atomically: several processes may do so at a time."""
        self.folder.mkdir(parents=True, exist_ok=True)
        save(snapshot, self.path(name))
        self.wrote(self.shown(name))


def without_run_details(snapshot: Snapshot) -> Snapshot:
    """The snapshot without ids, process, window, document and time, which differ in each run.

    An id would pair elements that have the same id by chance, and another document would be a navigation.
    """
    no_ids = (None,) * len(snapshot)
    return Snapshot(
        snapshot.columns._replace(id=no_ids, id_stable=(False,) * len(snapshot)),
        attrs.evolve(snapshot.circumstances, pid=None, window=None, document=None, action=None, taken_at=None),
    )
