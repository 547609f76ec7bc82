"""Snapshots that are saved beside the tests, to compare with: where they are, and what of a snapshot is kept."""

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
"""What may be called so on every file system, and lies in the folder."""


@attrs.frozen(kw_only=True)
class BaselineFiles:
    """The baselines of the tests of one file.

    Attributes:
        folder: where they are.
        root: what paths are shown from.
        update: whether those that are missing or differ are to be written.
        wrote: is told the path of each that was written, as it is shown.
    """

    folder: Path
    root: Path
    update: bool
    wrote: Callable[[str], object]

    def path(self, name: str) -> Path:
        """The file of a name. ValueError if it is no name."""
        if not isinstance(name, str):
            raise TypeError(f"a baseline's name is a text, got {type(name).__name__}")
        if not _NAME.fullmatch(name):
            cure = "take small letters, digits, - and _, such as 'basket-empty'; 100 characters at the most"
            raise ValueError(f"no name of a baseline: {ascii(name)[:80]}; {cure}")
        return self.folder / f"{name}.json"

    def shown(self, name: str) -> str:
        """The path of its file, as a person at the root says it."""
        path = self.path(name)
        return (path.relative_to(self.root) if path.is_relative_to(self.root) else path).as_posix()

    def load(self, name: str) -> Snapshot | None:
        """What was saved; None if nothing was, or if it cannot be read and is to be written anew.

        Raises:
            InvalidSnapshot: what was saved is no snapshot.
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
        """Write it, whole or not at all: several processes may do so at a time."""
        self.folder.mkdir(parents=True, exist_ok=True)
        save(snapshot, self.path(name))
        self.wrote(self.shown(name))


def without_run_details(snapshot: Snapshot) -> Snapshot:
    """The same without what is another one in each run: ids, process, window, document and time.

    Left in, an id of today would pair with whatever had it then, and another document would be a navigation.
    """
    nobody = (None,) * len(snapshot)
    return Snapshot(
        snapshot.columns._replace(id=nobody, id_stable=(False,) * len(snapshot)),
        attrs.evolve(snapshot.circumstances, pid=None, window=None, document=None, action=None, taken_at=None),
    )
