"""Markers in the folder of a store: where they are, and what is in their place that is none."""

import os
import stat
from pathlib import Path

from tests.live.store_contract import state
from uidiff.live.file_store import FileStore

GIVEN = [state(1), state(2)]


def markers(store: FileStore) -> list[int]:
    """The moments of all markers in the folder."""
    return sorted(int(path.stem[33:]) for path in store.folder.glob("*.told"))


def marker(store: FileStore, ts: int) -> Path:
    """Where the marker of a moment is, of the only window."""
    (window,) = {path.name[:32] for path in store.folder.iterdir() if not path.name.startswith(".")}
    return store.folder / f"{window}-{ts:015}.told"


def link(path: Path) -> None:
    path.symlink_to(path.parent.parent / "victim")


def link_nowhere(path: Path) -> None:
    path.symlink_to(path.parent.parent / "nowhere")


def folder(path: Path) -> None:
    path.mkdir()


def full_folder(path: Path) -> None:
    (path / "inside").mkdir(parents=True)


def fifo(path: Path) -> None:
    os.mkfifo(path, 0o600)


NO_FILES = [link, link_nowhere, folder, full_folder, fifo]
"""What makes something at a path that is no file."""


def make_victim(place: Path) -> Path:
    """The file that the links of NO_FILES lead to, from a folder beside it."""
    path = place / "victim"
    path.write_text("precious")
    path.chmod(0o644)
    os.utime(path, (1, 1))
    return path


def assert_untouched(victim: Path) -> None:
    """That nobody has followed a link to it."""
    found = victim.stat()
    assert (victim.read_text(), stat.S_IMODE(found.st_mode), found.st_mtime) == ("precious", 0o644, 1.0)
    assert not (victim.parent / "nowhere").exists()
