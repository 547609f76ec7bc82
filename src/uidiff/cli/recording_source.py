"""Recordings as the commands take them: uidiff's own, of a known format, or the one that ships with uidiff."""

from __future__ import annotations

from collections.abc import Iterator

import click

from uidiff.cli.files import FILE, is_ours, quoted_name
from uidiff.cli.options import as_options
from uidiff.errors import InvalidSnapshot, UIDiffError
from uidiff.model.snapshot import Snapshot
from uidiff.recordings.lines import RecordedError
from uidiff.recordings.reader import read_recording
from uidiff.text import quote

__all__ = ["RecordingSource", "recording_options"]

recording_options = as_options(
    click.argument("recording", type=FILE, required=False),
    click.option("--demo", is_flag=True, help="The recording that ships with uidiff."),
    click.option("--skip-damaged", is_flag=True, help="Leave out damaged lines, and say how many."),
)


class RecordingSource:
    """The recording that a command is about.

    Args:
        recording: its path, if one was given.
        demo: whether it is the one that ships.
        skip_damaged: whether damaged lines are left out.

    Attributes:
        path: where it is.
        notes: what is to be said of it when it has been read.
    """

    def __init__(self, recording: str | None, *, demo: bool, skip_damaged: bool) -> None:
        if (recording is None) is not demo:
            raise click.UsageError("give a RECORDING, or --demo")
        if recording is None:
            from uidiff.recordings.demo import demo_path

            recording = str(demo_path())
        self.path = recording
        self.notes: list[str] = []
        self._skip_damaged = skip_damaged

    def __iter__(self) -> Iterator[Snapshot]:
        """Its snapshots; reads that failed are noted. Raises as :meth:`reads`."""
        for read in self.reads():
            if isinstance(read, Snapshot):
                yield read
            else:
                self.notes.append(f"the read {read.seq} had failed: {quote(read.error)}")

    def reads(self) -> Iterator[Snapshot | RecordedError]:
        """Its snapshots, and the reads that failed among them.

        Raises:
            InvalidSnapshot: it is no recording, or damaged.
            OSError: as the system raises it.
        """
        try:
            recording = read_recording(self.path, on_error="skip" if self._skip_damaged else "raise")
        except InvalidSnapshot as own:
            yield from self._foreign(own)
            return
        for step in recording.steps():
            found = step.error if step.snapshot is None else step.snapshot
            if found is not None:
                yield found
        if recording.skipped:
            self.notes.append(f"{recording.skipped} damaged lines left out")
        if recording.unfinished:
            self.notes.append("the recording ends in the middle of a line")

    def _foreign(self, own: InvalidSnapshot) -> Iterator[Snapshot]:
        from uidiff.importers.registry import import_recording

        try:
            foreign = import_recording(self.path)
        except InvalidSnapshot:
            raise self._no_recording(own) from None
        if self._skip_damaged:
            raise UIDiffError("--skip-damaged is for uidiff's own recordings; leave it out") from None
        yield from foreign

    def _no_recording(self, own: InvalidSnapshot) -> InvalidSnapshot:
        """What to say of a file that is no recording of any format."""
        if is_ours(self.path, "snapshot"):
            own = InvalidSnapshot("a snapshot, no recording", "$", "compare two of them with uidiff diff")
        return own.inside(quoted_name(self.path))
