"""The backend of recordings: each read gives the next step."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import ClassVar, NoReturn, TypeAlias

import attrs

from uidiff.backends.bounded_walk import read_tree
from uidiff.backends.deadlines import expect_time
from uidiff.backends.protocol import Availability
from uidiff.errors import AppGone, BackendError, InvalidSnapshot, WindowNotFound
from uidiff.model.columns import Row
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window
from uidiff.recordings.reader import Recording, RecordingStep, read_recording
from uidiff.text import quote, shorten

__all__ = ["RecordedBackend"]

RecordedTarget: TypeAlias = str | os.PathLike[str] | Recording | Sequence[Snapshot] | Window
"""What it reads: a recording by its path, an open recording, snapshots, or a window of a recording read before."""

_KINDS = "give the path of a recording, a uidiff.Recording, a list of snapshots or a uidiff.Window"
_LONGEST_ERROR = 200


@attrs.define(eq=False)
class _OpenTarget:
    """A target that was read before.

    Attributes:
        target: the normalised path, or the object itself.
        name: ``id`` of its window.
        key: the key of the window for snapshots without one; None if the target is no file.
        steps: the steps not played yet.
        window: what the last snapshot said.
    """

    target: object
    name: str
    key: str | None
    steps: Iterator[RecordingStep]
    window: Window


class RecordedBackend:
    """Plays recordings, and keeps the position in each target until it is closed.

    A snapshot comes as it was recorded, ``taken_at`` included. A snapshot of a file without a ``window`` gets the key
    of the file; one of a list stays without. A recorded error is raised as BackendError, the end of a recording as
    AppGone.
    """

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "recorded"

    def __init__(self) -> None:
        self._opened: list[_OpenTarget] = []
        self._closed = False

    def available(self) -> Availability:
        """Always available."""
        return Availability(ok=True)

    def windows(self) -> tuple[Window, ...]:
        """List the recordings that were opened, each as its last snapshot said; ``id`` is the name of each."""
        self._expect_open()
        return tuple(opened.window for opened in self._opened)

    def read(self, target: RecordedTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """Read the snapshot of the next step.

        Raises:
            WindowNotFound: there is no such file, or no recording that was opened fits the window.
            BackendError: the next step is a recorded error, or a damaged line, which the message names.
            AppGone: the recording has ended.
            ReadTimeout: the deadline is over; nothing was played.
        """
        self._expect_open()
        expect_time(deadline)
        opened = self._open(target)
        snapshot = _next_snapshot(opened, redact)
        circumstances = snapshot.circumstances
        if circumstances.window is None:
            circumstances = attrs.evolve(circumstances, window=opened.key)
        opened.window = Window(
            app=circumstances.app or None,
            pid=circumstances.pid,
            title=circumstances.title or None,
            url=circumstances.url or None,
            id=opened.name,
        )
        if len(snapshot) <= limits.max_elements and max(snapshot.columns.depth, default=0) < limits.max_depth:
            return attrs.evolve(snapshot, circumstances=circumstances).finished(limits=limits, redact=redact)
        rows = read_tree(snapshot.roots, row=_row, children=lambda element: element.children, limits=limits)
        return Snapshot.from_rows(rows, circumstances=circumstances, limits=limits, redact=redact)

    def handle(self, element: Element) -> NoReturn:
        """Always raise BackendError: a recording has no live objects."""
        self._expect_open()
        raise BackendError(f"element {element.index} was recorded: no live object is behind it, ask a live backend")

    def close(self) -> None:
        """Forget all recordings."""
        self._closed = True
        self._opened.clear()

    # ----------------------------------------------------------------- insides

    def _expect_open(self) -> None:
        if self._closed:
            raise BackendError("this backend is closed: make another RecordedBackend")

    def _open(self, target: RecordedTarget) -> _OpenTarget:
        if isinstance(target, Window):
            return self._fitting(target)
        known: object = target
        if isinstance(target, str | os.PathLike):
            known = Path(os.path.normpath(Path(target).absolute()))
        for opened in self._opened:
            if opened.target is known or (isinstance(known, Path) and opened.target == known):
                return opened
        session, key, steps = _steps(target)
        taken = [opened.name for opened in self._opened]
        names = (session, *(f"{session} ({number})" for number in range(2, len(taken) + 2)))
        name = next(name for name in names if name not in taken)
        self._opened.append(_OpenTarget(known, name, key, steps, Window(id=name)))
        return self._opened[-1]

    def _fitting(self, window: Window) -> _OpenTarget:
        fitting = [opened for opened in self._opened if window.fits(opened.window)]
        if len(fitting) != 1:
            problem = f"{len(fitting)} of {len(self._opened)} recordings that were opened fit the window"
            raise WindowNotFound(f"{problem}: open a recording by its path first, and name it by its id")
        return fitting[0]


def _steps(target: object) -> tuple[str, str | None, Iterator[RecordingStep]]:
    """The session of a target, its key (None for snapshots), and its steps."""
    if isinstance(target, str | os.PathLike):
        target = _recording(target)
    if isinstance(target, Recording):
        session = target.session or "recording"
        return session, f"{session} {_digest(target.path)}", target.steps()
    if isinstance(target, Sequence) and not isinstance(target, bytes):
        return "snapshots", None, (RecordingStep(seq, snapshot, None) for seq, snapshot in enumerate(target))
    raise TypeError(f"no recording, but {type(target).__name__}: {_KINDS}")


def _digest(path: Path) -> str:
    """16 hex digits that identify the path of a file without revealing it."""
    whole = os.path.normpath(path.absolute())
    return blake2b(os.fsencode(whole), digest_size=8).hexdigest()


def _recording(path: str | os.PathLike[str]) -> Recording:
    try:
        return read_recording(path)
    except FileNotFoundError:
        raise WindowNotFound(f"there is no recording at {os.fspath(path)!a}: {_KINDS}") from None
    except (InvalidSnapshot, OSError, ValueError) as error:
        raise _unreadable(error) from error


def _unreadable(error: Exception) -> BackendError:
    """The error of an unreadable recording; it quotes messages of uidiff, and of other errors only their type."""
    said = str(error) if isinstance(error, InvalidSnapshot) else type(error).__name__
    return BackendError(f"the recording cannot be read: {said}")


def _next_snapshot(opened: _OpenTarget, redact: Redaction) -> Snapshot:
    try:
        step = next(opened.steps, None)
    except (InvalidSnapshot, OSError) as error:
        raise _unreadable(error) from error
    if step is None:
        raise AppGone("the recording has ended: open it again with another backend to see it again")
    if step.error is not None:
        said = quote(shorten(redact.mask(step.error.error), _LONGEST_ERROR))
        raise BackendError(f"step {step.seq} of the recording is a read that failed: {said}")
    if not isinstance(step.snapshot, Snapshot):
        raise TypeError(f"item {step.seq} is no snapshot, but {type(step.snapshot).__name__}: {_KINDS}")
    return step.snapshot


def _row(element: Element, depth: int) -> Row:
    return Row(depth, **{name: getattr(element, name) for name in Row._fields[1:]})
