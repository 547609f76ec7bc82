"""A folder that nobody but its owner can look into, change or put in another's place: checked at each use.

Where the platform can, the folder is opened once for each use, what was opened is checked, and everything is done
relative to it: whatever takes its name in between is not touched. Elsewhere (Windows) its name is used.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from uidiff.errors import CorruptSnapshot, StoreError
from uidiff.live.default_folder import VARIABLE
from uidiff.model.files import is_left_over, left_over_name, written_beside

__all__ = ["Entry", "PrivateFolder", "opened"]

_PRIVATE = 0o700
_PRIVATE_FILE = 0o600
_OTHERS = 0o077
_NO_LINKS = frozenset(
    {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EINVAL},
)
"""What file systems say that have no hard links; EINVAL is Windows's word for it."""
_NO_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS})
"""What file systems say that cannot synchronise a folder."""
_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_FILE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class Entry(NamedTuple):
    """A name in a folder, and what stood there when it was looked at."""

    name: str
    found: os.stat_result

    @property
    def mtime(self) -> float:
        """When it was last used, in Unix seconds."""
        return self.found.st_mtime

    @property
    def is_own_file(self) -> bool:
        """Whether it is a file, of whoever runs this."""
        return _is_own_file(self.found)

    def same(self, other: os.stat_result) -> bool:
        """Whether that is still what was found, as it was found."""
        return _identity(self.found) == _identity(other)


def _identity(found: os.stat_result) -> tuple[int, ...]:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


@contextmanager
def opened(path: Path) -> Iterator[PrivateFolder]:
    """The folder, ready for use, made if it is not there yet.

    Raises:
        StoreError: it is not private: a link, not a folder, somebody else's, open to others, or where others could put
            another one in its place.
        OSError: as the system raises it.
    """
    _expect_guarded(path)
    _make(path)
    if os.open not in os.supports_dir_fd:
        _expect_private(path, path.lstat())
        yield PrivateFolder(path)
        return
    try:
        descriptor = os.open(path, os.O_RDONLY | _FOLDER)
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.ENOTDIR, errno.EMLINK}:  # a link, in the words of several systems
            _expect_private(path, path.lstat())
        raise
    try:
        _expect_private(path, os.fstat(descriptor))
        yield PrivateFolder(path, descriptor)
    finally:
        with suppress(OSError):  # nothing was written to it
            os.close(descriptor)


class PrivateFolder:
    """A folder that was checked, and what a store does in it. Names are those of entries, never paths.

    Every method raises OSError as the system does.
    """

    def __init__(self, path: Path, descriptor: int | None = None) -> None:
        self._path = path
        self._descriptor = descriptor

    def names(self, wanted: Callable[[str], bool]) -> list[str]:
        """The names there are, of those that are wanted, in order."""
        names = os.listdir(self._path if self._descriptor is None else self._descriptor)  # noqa: PTH208
        return sorted(filter(wanted, names))

    def entry(self, name: str) -> Entry | None:
        """What has this name; None where it has gone."""
        try:
            return Entry(name, self._stat(name))
        except FileNotFoundError:
            return None

    @contextmanager
    def reading(self, entry: Entry, max_bytes: int) -> Iterator[BinaryIO]:
        """The file of an entry, open for reading. Nothing else is opened: no link is followed, no pipe waited for.

        Raises:
            CorruptSnapshot: it is not a file, somebody else's, or larger than ``max_bytes``.
            FileNotFoundError: it has gone.
        """
        _expect_own_file(entry.found, max_bytes)
        with open(self._at(entry.name), "rb", opener=self._opener) as file:
            _expect_own_file(os.fstat(file.fileno()), max_bytes)
            yield file

    def add(self, name: str, data: bytes, *, now: float) -> None:
        """A new file, as if last used ``now``: whole, or not there. The name is one that nothing has."""

        def publish(beside: str) -> None:
            self._set_time(beside, now)
            os.rename(beside, self._at(name), src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)

        with written_beside(self._at(name), publish, folder=self._descriptor, private=True) as file:
            file.write(data)

    def claim(self, name: str, wanted: str) -> None:
        """Give a file another name, by a link, so that of two who try it at once one gets it; the first name may stay.

        Raises:
            FileExistsError: the name that is wanted is taken.
            FileNotFoundError: the file has gone.
        """
        source, at = self._at(name), self._at(wanted)
        try:
            os.link(source, at, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            with suppress(FileNotFoundError):
                os.stat(at, dir_fd=self._descriptor, follow_symlinks=False)
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), at) from None
            os.rename(source, at, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)

    def mark(self, name: str, *, now: float) -> None:
        """An empty file of this name, as if made ``now``. What has the name already stays, and is not followed."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FILE
        try:
            descriptor = os.open(self._at(name), flags, _PRIVATE_FILE, dir_fd=self._descriptor)
        except FileExistsError:
            return
        try:
            if hasattr(os, "fchmod"):
                os.fchmod(descriptor, _PRIVATE_FILE)  # whatever the umask
        finally:
            os.close(descriptor)
        with suppress(FileNotFoundError):  # a higher one has taken its place
            self._set_time(self._at(name), now)

    def sync(self) -> None:
        """See to it that the names are on the disk as well, where a system can do that."""
        if self._descriptor is None:
            return
        try:
            os.fsync(self._descriptor)
        except OSError as error:
            if error.errno not in _NO_SYNC:
                raise

    def use(self, entry: Entry, *, now: float) -> None:
        """Note that an entry was used ``now``. One that has gone is left so."""
        with suppress(FileNotFoundError):
            self._set_time(self._at(entry.name), now)

    def remove(self, entry: Entry) -> None:
        """Take an entry away, if it is still what was found; a folder with something in it gets another name.

        It is no error if it has gone already.
        """
        with suppress(FileNotFoundError):
            if not entry.same(self._stat(entry.name)):
                return
            if stat.S_ISDIR(entry.found.st_mode):
                self._remove_folder(entry.name)
            else:
                self.discard(entry.name)

    def discard(self, name: str) -> None:
        """Take away whatever has this name."""
        os.unlink(self._at(name), dir_fd=self._descriptor)

    # ----------------------------------------------------------------- insides

    def _at(self, name: str) -> str:
        return name if self._descriptor is not None else str(self._path / name)

    def _stat(self, name: str) -> os.stat_result:
        return os.stat(self._at(name), dir_fd=self._descriptor, follow_symlinks=False)

    def _opener(self, at: str, flags: int) -> int:
        return os.open(at, flags | _FILE, dir_fd=self._descriptor)

    def _set_time(self, at: str, now: float) -> None:
        times = (round(now * 1e9),) * 2
        follow = os.utime not in os.supports_follow_symlinks  # where it cannot be helped
        os.utime(at, ns=times, dir_fd=self._descriptor, follow_symlinks=follow)

    def _remove_folder(self, name: str) -> None:
        try:
            os.rmdir(self._at(name), dir_fd=self._descriptor)
        except OSError:
            if not is_left_over(name):
                aside = self._at(left_over_name())
                os.rename(self._at(name), aside, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)


# ------------------------------------------------------------------- checks


def _expect_guarded(path: Path) -> None:
    """Raise StoreError where others could put another folder in its place: in a folder that everybody may change."""
    try:
        real = path.resolve()
    except (RuntimeError, ValueError) as error:  # links in a circle, a name that cannot be
        raise _refused(path, "cannot be a folder") from error
    if not hasattr(os, "getuid"):
        return
    for above in dict.fromkeys([*path.parents, *real.parents]):
        try:
            mode = above.stat().st_mode
        except FileNotFoundError:
            continue
        if mode & stat.S_IWOTH and (above == real.parent or not mode & stat.S_ISVTX):
            raise _refused(path, f"is in a folder that everybody may change, {_shown(above)}")


def _make(path: Path) -> None:
    """Make a folder, and those above it, for its owner alone, whatever the umask; one that is there stays as it is."""
    missing = []
    for folder in (path, *path.parents):
        if os.path.lexists(folder):
            break
        missing.append(folder)
    for folder in reversed(missing):
        with suppress(FileExistsError):  # another process was quicker
            folder.mkdir(_PRIVATE)
            folder.chmod(_PRIVATE)


def _expect_private(path: Path, found: os.stat_result) -> None:
    if stat.S_ISLNK(found.st_mode):
        raise _refused(path, "is a link")
    if not stat.S_ISDIR(found.st_mode):
        raise _refused(path, "is no folder")
    if not hasattr(os, "getuid"):
        return
    if found.st_uid != os.getuid():
        raise _refused(path, "belongs to another user")
    if found.st_mode & _OTHERS:
        raise _refused(path, "is open to others", f"run chmod 700 on it, or set {VARIABLE} to another folder")


def _refused(path: Path, problem: str, cure: str = f"set {VARIABLE} to a folder of your own") -> StoreError:
    return StoreError(f"baselines are not kept in {_shown(path)}: it {problem}; {cure}")


def _shown(path: Path) -> str:
    return ascii(str(path))


def _is_own_file(found: os.stat_result) -> bool:
    return stat.S_ISREG(found.st_mode) and (not hasattr(os, "getuid") or found.st_uid == os.getuid())


def _expect_own_file(found: os.stat_result, max_bytes: int) -> None:
    if not _is_own_file(found):
        raise CorruptSnapshot("a file of the store is no file of yours; it is removed, read the window anew")
    if found.st_size > max_bytes:
        problem = f"a file of the store has more than {max_bytes} bytes"
        raise CorruptSnapshot(f"{problem}; it is removed, read the window anew, or pass limits=Limits(max_file=…)")
