"""The DOM snapshots of a trace, read twice: which are there and what refers to what, then those that are asked for.

Only what later snapshots refer to is kept of the nodes, and no snapshot is expanded but the one that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple, TypeAlias

import attrs

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.playwright_dom import CURE, Frame, references
from uidiff.importers.playwright_dom_page import DomTree, Shot
from uidiff.importers.zip_members import Members
from uidiff.model import jsontext
from uidiff.model.limits import Limits

__all__ = ["DomIndex", "DomTrees", "Moment", "moment_of"]

_IS_SNAPSHOT = re.compile(rb'\s*\{\s*"type"\s*:\s*"frame-snapshot"')
_FRAME_ID = re.compile(rb'"frameId"\s*:\s*"([A-Za-z0-9_@.-]{1,120})"')
_HEAD = 4_096
"""Bytes of a line in which the id of its frame is looked for: it stands before the nodes."""

_PHASES = {"before": "before", "input": "action", "action": "action", "after": "after"}


class Moment(NamedTuple):
    """When a snapshot was made, of all frames of a page: within the member of its context, by a call and a phase."""

    member: str
    page: str
    call: str
    phase: str


def moment_of(member: str, snapshot: Mapping[str, Any]) -> Moment | None:
    """Return the moment of a snapshot; None where it does not say it.

    The phase is a name of its own from version 9 of the format on; before, it begins the name: ``after@call@8``.
    """
    phase, name = snapshot.get("phase"), snapshot.get("snapshotName")
    if type(phase) is not str and type(name) is str:
        phase = name.partition("@")[0]
    page, call = snapshot.get("pageId"), snapshot.get("callId")
    if type(page) is not str or type(call) is not str or type(phase) is not str or phase not in _PHASES:
        return None
    return Moment(member, page, call, _PHASES[phase])


class _Place(NamedTuple):
    """Which snapshot of its frame a line has, and since which one there are references to them."""

    frame: str
    ordinal: int
    since: int


@attrs.define
class _Known:
    """What is known of a frame: how many snapshots it has, and what refers to them."""

    length: int = 0
    since: int = 0
    last: dict[int, dict[int, int]] = attrs.field(factory=dict)


_Lines: TypeAlias = dict[int, _Place]


@attrs.define
class DomIndex:
    """What the events of a trace say of its DOM snapshots: where they are, and which nodes others refer to.

    ``errors`` are those of snapshots that are nested too deep: they matter only where the others are read.
    """

    lines: dict[str, _Lines] = attrs.field(factory=dict)
    frames: dict[str, dict[str, _Known]] = attrs.field(factory=dict)
    ends: dict[Moment, int] = attrs.field(factory=dict)
    versions: dict[str, int] = attrs.field(factory=dict)
    errors: list[InvalidSnapshot] = attrs.field(factory=list)

    def note(self, member: str, number: int, snapshot: Mapping[str, Any]) -> None:
        """Note the snapshot in a line; InvalidSnapshot where it does not say of which frame."""
        id_ = snapshot.get("frameId")
        if type(id_) is not str:
            self.miss(member, None)
            raise InvalidSnapshot(f"expected a text, got {type(id_).__name__}", "$.snapshot.frameId", CURE)
        known = self.frames.setdefault(member, {}).setdefault(id_, _Known())
        place = _Place(id_, known.length, known.since)
        known.length += 1
        self.lines.setdefault(member, {})[number] = place
        for ago, node in references(snapshot.get("html")):
            if 0 < ago <= place.ordinal:
                known.last.setdefault(place.ordinal - ago, {})[node] = place.ordinal
        moment = moment_of(member, snapshot)
        if moment is not None:
            self.ends[moment] = number

    def miss(self, member: str, line: bytes | None) -> bool:
        """Note a line that cannot be read, and return whether it is a snapshot, which has its place in its frame.

        None is a line of which nothing is known.
        """
        if line is not None and not _IS_SNAPSHOT.match(line):
            return False
        frames = self.frames.setdefault(member, {})
        found = _FRAME_ID.search(line[:_HEAD]) if line else None
        if found is not None:
            frames.setdefault(found[1].decode(), _Known()).length += 1
        else:
            for known in frames.values():  # any may have one more
                known.since = known.length
        return line is not None

    def forget(self) -> None:
        """Forget all: the snapshots are not asked for."""
        self.lines.clear()
        self.frames.clear()
        self.ends.clear()


class _Open(NamedTuple):
    """A snapshot of a page while those of its frames are read."""

    number: int
    frames: dict[str, Shot]
    main: Shot | InvalidSnapshot | None


class DomTrees:
    """The snapshots that are wanted, by the member and the line of that of the main frame.

    Args:
        members: the archive.
        index: what its events say.
        limits: how large one may be.
        wanted: the lines that are asked for, by member.
    """

    def __init__(
        self, members: Members, index: DomIndex, limits: Limits, wanted: Mapping[str, Collection[int]]
    ) -> None:
        self._members, self._index, self._limits = members, index, limits
        self._wanted = wanted
        self._ids = count(1)
        self._ready: dict[tuple[str, int], DomTree | InvalidSnapshot] = {}
        self._reading: dict[str, Iterator[None]] = {}

    def tree(self, member: str, number: int) -> DomTree:
        """Return a snapshot that is wanted; it is kept until it is dropped.

        Raises:
            InvalidSnapshot: it does not fit; the path says where, but for the line.
        """
        reading = self._reading.get(member)
        if reading is None:
            reading = self._reading[member] = self._read(member)
        while (member, number) not in self._ready:
            if next(reading, reading) is reading:
                raise InvalidSnapshot("a snapshot that is not there any more", "$", CURE)
        found = self._ready[member, number]
        if isinstance(found, InvalidSnapshot):
            raise found
        return found

    def drop(self, member: str, number: int) -> None:
        """Forget a snapshot that is not asked for again."""
        self._ready.pop((member, number), None)

    def _read(self, member: str) -> Iterator[None]:
        """Read the lines of a member; yield whenever snapshots of pages are ready."""
        lines, version = self._index.lines.get(member, {}), self._index.versions.get(member, 0)
        frames = {
            id_: Frame(known.last, self._ids, version, self._limits.max_elements)
            for id_, known in self._index.frames.get(member, {}).items()
        }
        wanted, latest = self._wanted.get(member, ()), dict[str, dict[str, Shot]]()
        opened: dict[Moment, _Open] = {}
        for line in self._members.lines(member):
            if isinstance(line, LimitExceeded) or line.number not in lines:
                continue
            place = lines[line.number]
            event = jsontext.parse(jsontext.decode(line.data), max_nesting=self._limits.max_nesting)
            snapshot = event["snapshot"]
            shot = _shot(snapshot, frames[place.frame], place)
            moment = moment_of(member, snapshot)
            page = latest.setdefault(moment.page if moment else "", {})
            if isinstance(shot, Shot):
                page[place.frame] = shot
            else:
                page.pop(place.frame, None)
            if moment is None:
                continue
            if line.number in wanted:
                known = opened.pop(moment, None)
                opened[moment] = _Open(line.number, {} if known is None else known.frames, shot)
            elif isinstance(shot, Shot):
                opened.setdefault(moment, _Open(0, {}, None)).frames[place.frame] = shot
            done = opened.pop(moment, None) if self._index.ends[moment] == line.number else None
            if done is not None and done.main is not None:
                main = done.main
                found = DomTree(main, {**page, **done.frames}) if isinstance(main, Shot) else main
                self._ready[member, done.number] = found
                yield


def _shot(snapshot: Mapping[str, Any], frame: Frame, place: _Place) -> Shot | InvalidSnapshot:
    """Return the snapshot of a frame, or why there is none."""
    url = snapshot.get("frameUrl")
    try:
        top = frame.decoded(snapshot.get("html"), place.ordinal, since=place.since)
    except InvalidSnapshot as error:
        return error
    return Shot(top, url if type(url) is str else "", frame.document)
