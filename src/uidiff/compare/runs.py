"""The runs that are compared: recordings and trees in a file, or in the files of a folder, as one sequence of steps."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import attrs

from uidiff.errors import InvalidSnapshot
from uidiff.importers.registry import import_recording
from uidiff.model.codec import load
from uidiff.model.files import first_bytes
from uidiff.model.snapshot import Snapshot
from uidiff.recordings.reader import read_recording
from uidiff.text import counted, quote, shorten

__all__ = ["Run", "RunStep", "StepPlace", "open_run"]

_HEAD = 200
"""Bytes at the start of a file, within which uidiff's own formats have their name."""

_TREES = frozenset({".gz", ".json", ".jsonl", ".txt", ".xml", ".yaml", ".yml", ".zip"})
"""Endings of files that may hold a tree; of a folder the others are left out, such as screenshots."""

_DIGITS = re.compile("([0-9]+)")

_LABEL = 60
"""The most characters of an action in the words for its step."""


class StepPlace(NamedTuple):
    """Where a step is: its number in its file, from 0 on, the action before it, and the file's name in a folder."""

    number: int
    action: str | None = None
    file: str = ""

    def __str__(self) -> str:
        named = f"{quote(self.file)} " if self.file else ""
        return f"{named}step {self.number}" + (f" {quote(shorten(self.action, _LABEL))}" if self.action else "")


class RunStep(NamedTuple):
    """A step of a run."""

    place: StepPlace
    snapshot: Snapshot


@attrs.frozen
class _File:
    path: Path
    name: str
    skip_damaged: bool

    def snapshots(self, notes: dict[str, None]) -> Iterator[Snapshot]:
        """Its snapshots; InvalidSnapshot with the file's name. Failed reads and skipped lines become notes."""
        place = quote(self.name or self.path.name)
        try:
            if self._is_ours("recording"):
                recording = read_recording(self.path, on_error="skip" if self.skip_damaged else "raise")
                yield from recording
                for count, what in ((len(recording.errors), "failed read"), (recording.skipped, "damaged line")):
                    if count:
                        notes[f"{place}: {counted(count, what)} left out"] = None
                if recording.unfinished:
                    notes[f"{place}: ends in the middle of a line"] = None
            elif self._is_ours("snapshot"):
                yield load(self.path)
            else:
                yield from self._imported()
        except InvalidSnapshot as error:
            raise error.inside(place) from None

    def _imported(self) -> Iterator[Snapshot]:
        if self.path.is_file() and not self.path.stat().st_size:
            raise InvalidSnapshot("the file is empty", "$", "write it again")
        try:
            return import_recording(self.path)
        except InvalidSnapshot as error:
            cure = "leave it out, or convert it: uidiff import FILE --format NAME"
            raise InvalidSnapshot(error.problem, error.path, cure) from None

    def _is_ours(self, kind: str) -> bool:
        if not self.path.is_file():  # opening a pipe would block
            return False
        with self.path.open("rb") as file:
            return f'"format":"uidiff/{kind}'.encode() in first_bytes(file, _HEAD).replace(b" ", b"")


class Run:
    """A run of a program. Each iteration reads its steps from the start.

    Attributes:
        name: its file or folder, quoted, "" of snapshots.
    """

    def __init__(
        self,
        files: Iterable[_File] = (),
        snapshots: Iterable[Snapshot] = (),
        *,
        name: str = "",
        notes: Iterable[str] = (),
    ) -> None:
        self.name = name
        self._files = tuple(files)
        self._snapshots = tuple(snapshots)
        self._notes = dict.fromkeys(notes)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out so far."""
        return tuple(self._notes)

    def __iter__(self) -> Iterator[RunStep]:
        for number, snapshot in enumerate(self._snapshots):
            yield RunStep(StepPlace(number, snapshot.action), snapshot)
        for file in self._files:
            for number, snapshot in enumerate(file.snapshots(self._notes)):
                yield RunStep(StepPlace(number, snapshot.action, file.name), snapshot)

    def __repr__(self) -> str:
        return f"<Run {self.name or 'of snapshots'}>"


def open_run(path: str | os.PathLike[str], *, skip_damaged: bool = False) -> Run:
    """The run in a file or a folder.

    Args:
        path: a recording, a snapshot, or a file of any format that ``uidiff.import_recording`` knows; or a folder of
            such files, which may have folders, in the order of their names, ``step_2`` before ``step_10``. Hidden
            files, and those with an ending that no tree has, are left out.
        skip_damaged: leave out damaged lines of recordings; ``notes`` says how many.

    Raises:
        InvalidSnapshot: a folder without such a file; while iterating, what cannot be read, with the file's name.
        OSError: as ``open`` raises it.
    """
    given = Path(path)
    name = quote(given.name)
    if not given.is_dir():
        given.stat()  # FileNotFoundError
        return Run([_File(given, "", skip_damaged)], name=name)
    found = sorted((file.relative_to(given) for file in given.rglob("*") if file.is_file()), key=_by_numbers)
    shown = [file for file in found if not any(part.startswith(".") for part in file.parts)]
    trees = [file for file in shown if file.suffix.lower() in _TREES]
    if not trees:
        cure = f"give recordings, snapshots or trees, in files that end in {', '.join(sorted(_TREES))}"
        raise InvalidSnapshot("a folder without a tree", name, cure)
    left = len(shown) - len(trees)
    notes = [f"{name}: {counted(left, 'file')} of other kinds left out"] if left else []
    return Run((_File(given / file, file.as_posix(), skip_damaged) for file in trees), name=name, notes=notes)


def _by_numbers(file: Path) -> list[list[str | int]]:
    return [
        [int(piece) if place % 2 else piece for place, piece in enumerate(_DIGITS.split(part))] for part in file.parts
    ]
