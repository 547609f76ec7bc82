"""Baselines in files: for a command line, where each command is a process of its own.

A state is a file, named by the hash of its window's key and its number. It is written beside, synchronised, and linked
to its name, which nothing may have yet: so whatever was told to be kept is whole, and nobody writes over it. A process
that is killed leaves a temporary file at the most, which the next one sweeps away when it is an hour old.

A touch makes an empty marker, named by its moment, and then removes the drafts of states that others are about to save.
Who saves makes a draft, and then looks for markers that are as late, before it gets its name. So whichever comes second
is told, and no state is ever behind a moment that was told.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from uidiff.errors import CorruptSnapshot, SnapshotExpired, StoreError
from uidiff.live.default_folder import VARIABLE, default_folder
from uidiff.live.private_folder import Entry, PrivateFolder, opened
from uidiff.live.state_codec import LONGEST_HEADER, NewerVersion, decode_header, decode_state, encode_state
from uidiff.live.store import (
    BASELINES,
    EMPTY,
    Kept,
    State,
    checked_moment,
    checked_ttl,
    conflict,
    gone,
    hash_of_key,
    that_stay,
    with_told,
)
from uidiff.live.store_listing import Listing, WindowFiles, draft_name, files_of_window, listed, marker_name, state_name
from uidiff.model.limits import Limits

__all__ = ["FileStore"]

_LEFT_OVER = 3600.0
"""Seconds after which a temporary file, a draft or a marker of no state is no longer that of somebody at work."""


class FileStore:
    """Keeps the states of windows in a private folder. Processes and threads may share one.

    Args:
        folder: where; by default what the environment variable UIDIFF_STORE says, else the user's own folder for such
            things. It is made if it is not there, and refused (StoreError) if others could look into it or change it.
        ttl: seconds after its last use at which a window has expired; None: never. The first to read removes it.
        limits: how large a state may be.
        clock: what time it is, in Unix seconds.

    Attributes:
        folder: where it is.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str] | None = None,
        *,
        ttl: float | None = 60.0,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.folder = (default_folder() if folder is None else Path(folder)).absolute()
        self._ttl = checked_ttl(ttl)
        self._limits = limits or Limits()
        self._clock = clock

    def kept(self, key: str) -> tuple[Kept, ...]:
        """What there is of a window, oldest first.

        Raises:
            SnapshotExpired: there was something, and its time is over. It is removed.
            CorruptSnapshot: something of it cannot be read, and is removed; the rest is there when asked again.
            StoreError: the folder is not private, or the system does not let us.
        """
        window = hash_of_key(key)
        with self._opened() as folder:
            files = self._swept(folder, window)
            found: list[Kept] = []
            damage: CorruptSnapshot | None = None
            for seq, entry in files.states.items():
                try:
                    found.append(self._header(folder, entry, window, seq))
                except FileNotFoundError:  # another process had no more need of it
                    continue
                except CorruptSnapshot as error:
                    folder.remove(entry)
                    damage = error
            with suppress(OSError):  # what was read was read
                self._use(folder, files)
            if damage is not None:
                raise damage
            return with_told(that_stay(found), files.told)

    def load(self, key: str, seq: int) -> State:
        """A state of a window.

        Raises:
            SnapshotExpired: it is not there (any more).
            CorruptSnapshot: it cannot be read. It is removed.
            NewerVersion: a newer uidiff wrote it. It is left as it is; what is saved comes behind it.
            StoreError: as :meth:`kept`.
        """
        window = hash_of_key(key)
        with self._opened() as folder:
            files = self._swept(folder, window)
            if seq not in files.states:
                raise gone()
            entry = files.states[seq]
            try:
                state = self._state(folder, entry, window, seq)
            except FileNotFoundError:  # another process had no more need of it
                raise gone() from None
            except CorruptSnapshot:
                folder.remove(entry)
                raise
            with suppress(OSError):  # what was read was read
                self._use(folder, files)
            return state

    def save(self, key: str, state: State, *, after: int) -> int:
        """Keep a state behind the one of the number ``after``; its own number. When it returns, the state is safe.

        Raises:
            StoreConflict: ``after`` is not the last one (any more), or was touched at the state's moment or later.
            StoreError: it is larger than ``limits``; or as :meth:`kept`. Nothing of it is there then.
        """
        window, seq = hash_of_key(key), after + 1
        data = encode_state(state, key=window, seq=seq)
        if len(data) > self._limits.max_file:
            problem = f"the state of a window takes {len(data)} bytes, which is more than is read again"
            raise StoreError(f"{problem}: pass limits=Limits(max_file=…)")
        with self._opened() as folder:
            _expect_last(files_of_window(folder, window), after)
            self._add(folder, window, data, after=after, ts=state.ts)
            name = state_name(window, seq)
            try:
                folder.sync()
                files = files_of_window(folder, window)
                _expect_in_row(files, seq)
            except BaseException:
                with suppress(OSError):
                    folder.discard(name)
                raise
            with suppress(OSError):  # it is kept, whatever becomes of the others
                self._prune(folder, window, files)
                _remove_markers(folder, files, below=state.ts)
                self._use(folder, files)
            return seq

    def touch(self, key: str, ts: int, *, after: int) -> None:
        """The window was as its newest baseline says at the moment ``ts``; what is kept of it is as if it were new.

        When it returns, the moment is safe.

        Raises:
            StoreConflict: ``after`` is not the last one (any more).
            StoreError: as :meth:`kept`.
            ValueError: ``ts`` is no moment.
        """
        window, name = hash_of_key(key), marker_name(hash_of_key(key), checked_moment(ts))
        with self._opened() as folder:
            before = listed(folder, lambda found: found.startswith(window))
            files = before.windows.get(window, WindowFiles())
            _expect_last(files, after)
            if not files.states:
                return
            self._use(folder, files)
            for entry in before.strays:
                if entry.name == name:
                    folder.remove(entry)
            if files.told < ts:
                folder.mark(name, now=self._clock())
            _remove_drafts(folder, files_of_window(folder, window))
            folder.sync()
            files = files_of_window(folder, window)
            _expect_last(files, after)
            if files.told < ts:
                raise conflict()  # what has the name came in between, and is no marker
            _remove_markers(folder, files, below=ts)

    def forget(self, key: str, *, before: int) -> None:
        """Remove what has a lower number. StoreError: as :meth:`kept`."""
        with self._opened() as folder:
            files = files_of_window(folder, hash_of_key(key))
            gone = [entry for seq, entry in files.states.items() if seq < before]
            if len(gone) == len(files.states):
                gone.extend(files.others)
            for entry in gone:
                with suppress(FileNotFoundError):
                    folder.discard(entry.name)

    def close(self) -> None:
        """Nothing is to be let go of: what is kept is for other processes. It may be called again."""

    # ----------------------------------------------------------------- insides

    @contextmanager
    def _opened(self) -> Iterator[PrivateFolder]:
        """The folder; what the system refuses is a StoreError with the system's own inside."""
        try:
            with opened(self.folder) as folder:
                yield folder
        except StoreError:
            raise
        except OSError as error:
            problem = f"{error.strerror or type(error).__name__}, with baselines in {str(self.folder)!a}"
            raise StoreError(error.errno, f"{problem}; make room or set {VARIABLE} to another folder") from error

    def _swept(self, folder: PrivateFolder, window: str) -> WindowFiles:
        """What there is of a window; what has expired is removed, of all windows."""
        now = self._clock()
        listing = listed(folder)
        useless = self._left_over(listing, now)
        own = listing.windows.pop(window, WindowFiles())
        for files in listing.windows.values():
            if self._is_over(files, now):
                useless.extend((*files.states.values(), *files.others))
        own_is_over = self._is_over(own, now)
        if own_is_over and not own.states:
            useless.extend(own.others)
        for entry in useless:
            with suppress(OSError):  # another read may do it
                folder.remove(entry)
        if own_is_over and own.states:
            for entry in (*own.states.values(), *own.others):
                folder.remove(entry)
            problem = f"what was kept of the window is older than {self._ttl} seconds"
            raise SnapshotExpired(f"{problem}: read it anew, or keep it longer (ttl=)")
        return own

    def _left_over(self, listing: Listing, now: float) -> list[Entry]:
        """What nobody is at work on any more, and what is none of ours."""
        drafts = [entry for files in listing.windows.values() for entry in files.drafts]
        old = [entry for entry in (*listing.temporary, *drafts) if abs(now - entry.mtime) > _LEFT_OVER]
        return [*old, *listing.strays]

    def _is_over(self, files: WindowFiles, now: float) -> bool:
        """Whether its last use is too long ago, or was when the clock told a time that is yet to come."""
        longest = self._ttl if files.states else _LEFT_OVER
        return longest is not None and abs(now - files.used) > longest

    def _header(self, folder: PrivateFolder, entry: Entry, window: str, seq: int) -> Kept:
        with folder.reading(entry, self._limits.max_file) as file:
            line = file.readline(LONGEST_HEADER)
        try:
            return decode_header(line, key=window, seq=seq)
        except NewerVersion:  # what it is, only loading it tells
            return Kept(seq=seq, ts=round(entry.mtime * 1000), baseline=True, id="")

    def _state(self, folder: PrivateFolder, entry: Entry, window: str, seq: int) -> State:
        with folder.reading(entry, self._limits.max_file) as file:
            data = file.read(self._limits.max_file)
        return decode_state(data, key=window, seq=seq, limits=self._limits)

    def _add(self, folder: PrivateFolder, window: str, data: bytes, *, after: int, ts: int) -> None:
        """Give a state its name, unless it is taken, or somebody has touched what is before it."""
        draft = draft_name(window)
        folder.add(draft, data, now=self._clock())
        try:
            _expect_untold(files_of_window(folder, window), after, ts)
            folder.claim(draft, state_name(window, after + 1))
        except (FileExistsError, FileNotFoundError):
            raise conflict() from None
        finally:
            with suppress(OSError):  # it is not there where it was prevented, or renamed
                folder.discard(draft)

    def _use(self, folder: PrivateFolder, files: WindowFiles) -> None:
        now = self._clock()
        for entry in files.states.values():
            folder.use(entry, now=now)

    def _prune(self, folder: PrivateFolder, window: str, files: WindowFiles) -> None:
        """Remove what is too old. What cannot be read is left to whoever reads it next, and says so."""
        found = []
        for seq, entry in files.states.items():
            with suppress(OSError):
                found.append(self._header(folder, entry, window, seq))
        staying = {one.seq for one in that_stay(found)}
        for one in found:
            if one.seq not in staying:
                with suppress(FileNotFoundError):  # another process did it
                    folder.discard(files.states[one.seq].name)


def _remove_markers(folder: PrivateFolder, files: WindowFiles, *, below: int) -> None:
    """Remove the markers of earlier moments, in whose place there is a later one, or a later state."""
    for ts, entry in files.markers.items():
        if ts < below and entry is not None:
            with suppress(OSError):  # it says nothing that is not known
                folder.discard(entry.name)


def _remove_drafts(folder: PrivateFolder, files: WindowFiles) -> None:
    """Remove the drafts of states; whoever is about to save one is told."""
    for entry in files.drafts:
        with suppress(FileNotFoundError):  # it has its name, or was given up
            folder.discard(entry.name)


def _expect_last(files: WindowFiles, after: int) -> None:
    """Raise StoreConflict if there is another last state."""
    if files.last != after:
        raise conflict()


def _expect_untold(files: WindowFiles, after: int, ts: int) -> None:
    """Raise StoreConflict if readers were told that at a moment, or at a later one, nothing had changed."""
    if after != EMPTY and files.told >= ts:
        raise conflict()


def _expect_in_row(files: WindowFiles, seq: int) -> None:
    """Raise StoreConflict if the state just added is in a row with no other, or behind all that are kept.

    While it was written, others may have gone on so far that its number was free again, or have begun anew. Others who
    have gone on from this very one are no conflict: what they have kept may rest on it.
    """
    later = [other for other in files.states if other > seq]
    neighbour = seq + 1 if later else seq - 1
    if len(later) >= BASELINES or (neighbour != EMPTY and neighbour not in files.states):
        raise conflict()
