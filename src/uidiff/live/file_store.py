"""Histories in a database in a private folder: for a command line, where each command is a process of its own.

The database is the standard library's sqlite3 with a rollback journal: a history that was saved is whole and stays,
also when a process is killed. States are written through to the disk (``synchronous=FULL``). Where only the time of the
last answer moves, the journal still takes back what a killed process wrote by half, but the disk is not waited for: a
power cut may take that time. Should it tear the page, the histories on it are damaged: their digests show it, and the
next answer is a full tree. Each use opens the database, so threads and forks may share a store.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from uidiff.errors import CorruptSnapshot, StoreError
from uidiff.live.private_folder import VARIABLE, default_folder, ensure_private_folder, is_own_file, remove
from uidiff.live.state_codec import corrupt, decode_history, decode_state, digest, encode_history, encode_state
from uidiff.live.store import NewerStore, State, WindowHistory, checked_ttl, conflict, expired, hash_of_key, new_id
from uidiff.model.files import is_left_over, written_beside
from uidiff.model.limits import Limits

__all__ = ["FileStore"]

_NAME = "baselines.sqlite3"
_SIDE_FILES = tuple(f"{_NAME}-{suffix}" for suffix in ("journal", "wal", "shm"))
_SCHEMA_VERSION = 2
_READ_VERSIONS = (1, 2)
"""1: without a baseline for each question."""

_HIGHEST_VERSION = 999
"""Above it a version is damage."""

_SCHEMA = f"""
PRAGMA journal_mode = MEMORY;
PRAGMA auto_vacuum = FULL;
CREATE TABLE windows (window TEXT PRIMARY KEY, version TEXT, used REAL, history BLOB, digest BLOB);
CREATE TABLE states (window TEXT, id TEXT, state BLOB, digest BLOB, PRIMARY KEY (window, id));
PRAGMA user_version = {_SCHEMA_VERSION};
"""
_SAVE_HISTORY = """
INSERT INTO windows VALUES (?, ?, ?, ?, ?) ON CONFLICT (window) DO UPDATE
SET version = excluded.version, used = excluded.used, history = excluded.history, digest = excluded.digest
"""
"""Overwrites the row where it is: the index keeps its page."""

_SETTINGS = """
PRAGMA synchronous = FULL;
PRAGMA secure_delete = ON;
PRAGMA trusted_schema = OFF;
PRAGMA cell_size_check = ON;
"""
"""``secure_delete`` and ``auto_vacuum``: of what has expired nothing stays in the file."""

_TIMES_ONLY = "PRAGMA synchronous = OFF"
"""For a transaction that overwrites the times in one row; otherwise it waits for four syncs of the disk."""

_OLD_FILES = re.compile(r"[0-9a-f]{32}-([0-9]{12,18}\.json|[0-9a-f]{16}\.draft|[0-9]{15}\.told)")
"""The files of the store before this one."""

_PRIVATE_FILE = 0o600
_OTHERS = 0o077

_LEFT_OVER = 3600.0
"""Seconds after which a temporary file is that of a process that was killed."""

_SLIDES = 16
"""A read is noted as a use when the last one is longer ago than this part of ``ttl``: not each poll is to write."""

_SLIDE = 1.0
"""The same in seconds, without ``ttl``."""

_PATIENCE = 10.0
"""Seconds to wait for another process that is writing."""

_TROUBLE = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_TOOBIG,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_AUTH,
        sqlite3.SQLITE_NOLFS,
    }
)
"""What sqlite says of the system; everything else that it says of a query that is always the same means damage."""


class FileStore:
    """Keeps the histories of windows in a private folder. Processes and threads may share one.

    Args:
        folder: where; by default what the environment variable UIDIFF_STORE says, else the user's own folder for such
            things. It is made if it is missing, and refused (StoreError) if others could look into it or change it.
        ttl: seconds after its last use at which a window expires; None: never. The next read removes it. A read within
            a sixteenth of it after the last use is not noted as another one.
        limits: the largest state that is kept.
        clock: returns the time in Unix seconds.

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

    def load(self, key: str) -> tuple[WindowHistory, str] | None:
        """Return what is kept of a window, and its version; None if nothing is. What has expired is removed.

        Raises:
            SnapshotExpired: it has expired. It has been removed.
            CorruptSnapshot: it is damaged, or the whole database is.
            NewerStore: a newer uidiff wrote the database.
            StoreError: the folder is not private, or the system refuses.
        """
        window, now = hash_of_key(key), self._clock()
        with self._opened() as database:
            row = database.execute("SELECT version, used, history, digest FROM windows WHERE window = ?", (window,))
            version, used, data, check = row.fetchone() or (None, now, b"", None)
            is_over = version is not None and self._is_over(used, now)
            try:
                self._sweep(database, window, now)
            except sqlite3.Error as error:
                if is_over or not _is_trouble(error):
                    raise
        if version is None:
            return None
        if is_over:
            raise expired(f"is older than {self._ttl} seconds: read it again, or keep it longer (ttl=)")
        if type(version) is not str or type(data) is not bytes or digest(data, window, version) != check:
            raise corrupt("its history is not what was written")
        return decode_history(data, partial(self._state, window, version)), version

    def save(self, key: str, history: WindowHistory, expected_version: str | None) -> str:
        """Replace what is kept of a window, and return the new version. A kill after that does not undo it.

        Raises:
            StoreConflict: another version is kept. Nothing has changed.
            StoreError: a state is larger than ``limits``; or as :meth:`load`. Nothing has changed.
        """
        window, version = hash_of_key(key), new_id()
        with self._opened(create=True) as database:
            known = {id_ for (id_,) in database.execute("SELECT id FROM states WHERE window = ?", (window,))}
            added = []
            for entry in history.entries:
                if entry.loaded and entry.id not in known:
                    data = self._encoded(entry.state())
                    added.append((window, entry.id, data, digest(data, window, entry.id)))
            gone = known.difference(entry.id for entry in history.entries)
            if not (added or gone):
                database.execute(_TIMES_ONLY)
            with _writing(database):
                found = database.execute("SELECT version FROM windows WHERE window = ?", (window,)).fetchone()
                if (None if found is None else found[0]) != expected_version:
                    raise conflict()
                if database.execute("PRAGMA user_version").fetchone() != (_SCHEMA_VERSION,):
                    database.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")  # an older uidiff shall not read it
                database.executemany("INSERT OR REPLACE INTO states VALUES (?, ?, ?, ?)", added)
                database.executemany("DELETE FROM states WHERE window = ? AND id = ?", [(window, id_) for id_ in gone])
                data = encode_history(history)
                row = (window, version, self._clock(), data, digest(data, window, version))
                database.execute(_SAVE_HISTORY, row)
        return version

    def forget(self, key: str) -> None:
        """Remove what is kept of a window; a database that is damaged as a whole is removed. StoreError: as load."""
        window = hash_of_key(key)
        try:
            with self._opened() as database, _writing(database):
                _delete(database, window)
        except CorruptSnapshot:
            with self._translated():
                for name in (*_SIDE_FILES, _NAME):  # the journal first: it must never be applied to another database
                    remove(self.folder / name)

    def close(self) -> None:
        """Nothing is open between two uses. It may be called again."""

    # ----------------------------------------------------------------- reading

    def _state(self, window: str, version: str, id_: str, ts: int) -> State:
        """Load one state of the history of a version."""
        query = "SELECT CASE WHEN length(state) <= ? THEN state END, digest FROM states WHERE window = ? AND id = ?"
        given = self._limits.max_file, window, id_
        with self._opened() as database:
            row = database.execute(query, given).fetchone()
            kept = database.execute("SELECT version FROM windows WHERE window = ?", (window,)).fetchone()
        if row is None and kept == (version,):
            raise corrupt("a state is missing")
        if row is None:
            raise expired("has been removed by another process: read it again")
        data, check = row
        if data is None:
            problem = f"a state has more than {self._limits.max_file} bytes"
            raise corrupt(f"{problem} (pass limits=Limits(max_file=…))")
        if type(data) is not bytes or digest(data, window, id_) != check:
            raise corrupt("a state is not what was written")
        return decode_state(data, id_, ts, limits=self._limits)

    def _encoded(self, state: State) -> bytes:
        data = encode_state(state)
        if len(data) > self._limits.max_file:
            problem = f"the state of a window takes {len(data)} bytes, which is more than is read again"
            raise StoreError(f"{problem}: pass limits=Limits(max_file=…)")
        return data

    # ------------------------------------------------------------------ expiry

    def _is_over(self, used: object, now: float) -> bool:
        """Whether the last use was too long ago, or in a time that is yet to come, as the clock was set back since."""
        return self._ttl is not None and not (isinstance(used, float) and abs(now - used) <= self._ttl)

    def _sweep(self, database: sqlite3.Connection, window: str, now: float) -> None:
        """Remove the windows that have expired, and files that are of no use. The window counts as used now."""
        rows = database.execute("SELECT window, used FROM windows").fetchall()
        over = [other for other, used in rows if self._is_over(used, now)]
        slide = _SLIDE if self._ttl is None else self._ttl / _SLIDES
        used = dict(rows).get(window, now)
        if over or not abs(now - used) <= slide:
            if not over:
                database.execute(_TIMES_ONLY)
            with _writing(database):
                for other in over:
                    _delete(database, other)
                database.execute("UPDATE windows SET used = ? WHERE window = ?", (now, window))
        for path in self.folder.iterdir():
            with suppress(OSError):  # another read may remove it
                found = path.lstat()
                old = is_left_over(path.name) and abs(now - found.st_mtime) > _LEFT_OVER
                if is_own_file(found) and (old or _OLD_FILES.fullmatch(path.name)):
                    path.unlink()

    # ---------------------------------------------------------------- database

    @contextmanager
    def _opened(self, *, create: bool = False) -> Iterator[sqlite3.Connection]:
        """Open the database, checked; an empty one in memory where there is none and it is not to be created."""
        with self._translated():
            ensure_private_folder(self.folder)
            path = self.folder / _NAME
            found = self._checked_file(path)
            if found is None and create:
                self._create(path)
            elif found is not None and found.st_size == 0:  # it is created with its tables in it
                raise corrupt("the database is empty")
            place = ":memory:" if found is None and not create else f"{path.as_uri()}?mode=rw"
            with closing(sqlite3.connect(place, uri=True, timeout=_PATIENCE, isolation_level=None)) as database:
                if place == ":memory:":
                    database.executescript(_SCHEMA)
                self._prepare(database)
                yield database

    def _checked_file(self, path: Path) -> os.stat_result | None:
        """What stands at the name of the database, None if nothing. What is no file of ours is never opened.

        Raises:
            CorruptSnapshot: it is no file of ours.
        """
        for name in _SIDE_FILES:
            beside = path.with_name(name)
            if (found := _found_at(beside)) is not None and not is_own_file(found):
                remove(beside)
        found = _found_at(path)
        if found is not None and not is_own_file(found):
            raise corrupt("the database is no file of yours")
        if found is not None and found.st_mode & _OTHERS:
            path.chmod(_PRIVATE_FILE)  # files beside it are made with the same mode
        return found

    def _create(self, path: Path) -> None:
        """Make the database under another name, for its owner alone, and give it its name when it is whole."""

        def publish(beside: str) -> None:
            try:
                os.link(beside, path)
            except FileExistsError:  # another process was quicker
                pass
            except OSError:  # a file system without hard links
                if not path.exists():
                    Path(beside).rename(path)

        with written_beside(path, publish, private=True) as file, closing(sqlite3.connect(file.name)) as database:
            database.executescript(_SCHEMA)

    def _prepare(self, database: sqlite3.Connection) -> None:
        """Set the options of a connection, and check that this uidiff made the database."""
        database.executescript(_SETTINGS)
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if _SCHEMA_VERSION < version <= _HIGHEST_VERSION:
            raise NewerStore(
                f"the store is of version {version}, which a newer uidiff wrote; upgrade uidiff, "
                f"or set {VARIABLE} to a folder of its own"
            )
        if version not in _READ_VERSIONS:
            raise corrupt("the database is not of uidiff")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn errors of the system into StoreError, and damage that sqlite reports into CorruptSnapshot."""
        try:
            yield
        except StoreError:
            raise
        except UnicodeDecodeError as error:  # of a message in which sqlite quotes the database
            raise corrupt("the database cannot be read") from error
        except sqlite3.Error as error:
            if not _is_trouble(error):
                raise corrupt("the database cannot be read") from error
            raise self._failed(str(error)) from error
        except OSError as error:
            raise self._failed(error.strerror or type(error).__name__) from error

    def _failed(self, problem: str) -> StoreError:
        place = f"with baselines in {str(self.folder)!a}"
        return StoreError(f"{problem}, {place}; make room or set {VARIABLE} to another folder")


def _found_at(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except FileNotFoundError:
        return None


def _is_trouble(error: sqlite3.Error) -> bool:
    """Whether the system has failed, not the database."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _TROUBLE or isinstance(error, sqlite3.DataError)


@contextmanager
def _writing(database: sqlite3.Connection) -> Iterator[None]:
    """A transaction, which nothing else can write in."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):  # an error of the disk has rolled it back already
            database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def _delete(database: sqlite3.Connection, window: Any) -> None:  # noqa: ANN401  # a damaged row may have anything
    database.execute("DELETE FROM windows WHERE window IS ?", (window,))
    database.execute("DELETE FROM states WHERE window IS ?", (window,))
