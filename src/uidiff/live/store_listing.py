"""What a folder of a store has of each window: states, drafts of states, and markers of moments, told by their names.

    <hash of the window's key>-<number of the state>.json
    <hash of the window's key>-<16 random digits>.draft
    <hash of the window's key>-<moment>.told

A draft is a state that is about to get its name; who removes it before has prevented it.
A marker says up to which moment readers were told that nothing had changed. It is an empty file whose name is all there
is to it, so it cannot be torn. Who has made one never takes it back: only a higher one, or a later state, takes its
place, and only after whoever brings it has made sure that it counts.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

import attrs

from uidiff.live.private_folder import Entry, PrivateFolder
from uidiff.live.store import EMPTY
from uidiff.model.files import is_left_over

__all__ = ["Listing", "WindowFiles", "draft_name", "files_of_window", "listed", "marker_name", "state_name"]

_STATE = re.compile(r"([0-9a-f]{32})-(?!0{12}\.)([0-9]{12}|[1-9][0-9]{12,17})\.json")
_DRAFT = re.compile(r"([0-9a-f]{32})-([0-9a-f]{16})\.draft")
_MARKER = re.compile(r"([0-9a-f]{32})-(0[0-9]{14})\.told")
"""15 digits, of which the first is 0 up to the year 5138, behind which no moment is."""


@attrs.define
class WindowFiles:
    """What there is of one window.

    Attributes:
        states: the files of its states by their numbers, in their order.
        drafts: of its states.
        markers: its markers by their moments; None for one that went while it was looked at.
    """

    states: dict[int, Entry] = attrs.field(factory=dict)
    drafts: list[Entry] = attrs.field(factory=list)
    markers: dict[int, Entry | None] = attrs.field(factory=dict)

    @property
    def last(self) -> int:
        """The number of the last state."""
        return max(self.states, default=EMPTY)

    @property
    def told(self) -> int:
        """The latest moment of a marker, 0 without any. One that went as it was looked at has been there."""
        return max(self.markers, default=0)

    @property
    def used(self) -> float:
        """When its states, or else what there is without any, were last used, in Unix seconds."""
        entries = list(self.states.values()) or self.others
        return max((entry.mtime for entry in entries), default=0.0)

    @property
    def others(self) -> list[Entry]:
        """What there is besides its states."""
        return [*self.drafts, *(entry for entry in self.markers.values() if entry is not None)]


@attrs.define
class Listing:
    """What there is in a folder.

    Attributes:
        windows: by the hashes of their keys.
        temporary: files that somebody is writing, or was killed over.
        strays: what has the name of a draft or a marker and is none: a link, a folder, somebody else's.
    """

    windows: dict[str, WindowFiles] = attrs.field(factory=dict)
    temporary: list[Entry] = attrs.field(factory=list)
    strays: list[Entry] = attrs.field(factory=list)


def listed(folder: PrivateFolder, wanted: Callable[[str], bool] = lambda _: True) -> Listing:
    """What there is of the names that are wanted. Files of others are never looked at."""
    listing = Listing()
    for name in folder.names(wanted):
        found = _STATE.fullmatch(name) or _DRAFT.fullmatch(name) or _MARKER.fullmatch(name)
        if found is None:
            if is_left_over(name) and (entry := folder.entry(name)) is not None:
                listing.temporary.append(entry)
            continue
        _put(listing, found, folder.entry(name))
    for files in listing.windows.values():
        files.states = dict(sorted(files.states.items()))
    return listing


def _put(listing: Listing, found: re.Match[str], entry: Entry | None) -> None:
    """Put one of our names where it belongs; ``entry``: what has it, None where that has gone."""
    files = listing.windows.get(found[1], WindowFiles())
    if entry is not None and found.re is not _STATE and not entry.is_own_file:
        listing.strays.append(entry)
        return
    if found.re is _MARKER:
        files.markers[int(found[2])] = entry
    elif entry is None:
        return
    elif found.re is _STATE:
        files.states[int(found[2])] = entry
    else:
        files.drafts.append(entry)
    listing.windows[found[1]] = files


def files_of_window(folder: PrivateFolder, window: str) -> WindowFiles:
    """What there is of one window, by the hash of its key."""
    return listed(folder, lambda name: name.startswith(window)).windows.get(window, WindowFiles())


def state_name(window: str, seq: int) -> str:
    """The name of the file of a state."""
    return f"{window}-{seq:012}.json"


def draft_name(window: str) -> str:
    """The name of a draft, which nothing has yet."""
    return f"{window}-{secrets.token_hex(8)}.draft"


def marker_name(window: str, ts: int) -> str:
    """The name of a marker."""
    return f"{window}-{ts:015}.told"
