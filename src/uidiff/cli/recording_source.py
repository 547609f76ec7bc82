"""The recordings that commands read: uidiff's own, those of other tools, and the demo."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import click

from uidiff.cli.files import FILE, is_ours, quoted_name
from uidiff.cli.options import as_value
from uidiff.errors import InvalidSnapshot, UIDiffError
from uidiff.model.snapshot import Snapshot
from uidiff.recordings.lines import RecordedError
from uidiff.recordings.reader import read_recording
from uidiff.text import quote

__all__ = ["RecordingSource", "recording_options"]


@attrs.define(kw_only=True)
class RecordingSource:
    """The recording that a command reads.

    Attributes:
        recording: the path, if one was given.
        demo: whether it is the recording that ships with uidiff.
        skip_damaged: whether damaged lines are left out.
        notes: remarks about the recording, complete when it has been read.
    """

    recording: str | None
    demo: bool
    skip_damaged: bool
    notes: list[str] = attrs.field(factory=list, init=False)

    @property
    def path(self) -> str:
        """The file. UsageError unless it is given, or the demo, and not both."""
        if (self.recording is None) is not self.demo:
            raise click.UsageError("give a RECORDING, or --demo")
        if self.recording is not None:
            return self.recording
        from uidiff.recordings.demo import demo_path

        return str(demo_path())

    def __iter__(self) -> Iterator[Snapshot]:
        """Its snapshots; failed reads become notes. Raises as :meth:`reads`."""
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
            recording = read_recording(self.path, on_error="skip" if self.skip_damaged else "raise")
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
            if is_ours(self.path, "snapshot"):
                own = InvalidSnapshot("a snapshot, no recording", "$", "compare two of them with uidiff diff")
            raise own.inside(quoted_name(self.path)) from None
        if self.skip_damaged:
            raise UIDiffError("--skip-damaged is for uidiff's own recordings; leave it out") from None
        yield from foreign


recording_options = as_value(
    "source",
    RecordingSource,
    click.argument("recording", type=FILE, required=False),
    click.option("--demo", is_flag=True, help="The recording that ships with uidiff."),
    click.option("--skip-damaged", is_flag=True, help="Leave out damaged lines, and say how many."),
)
