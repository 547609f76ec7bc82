"""The members of a zip that another tool wrote, read within limits: nothing is written to a disk.

A zip can name files outside of the folder it is unpacked to, hold a terabyte in a kilobyte, or list one member twice.
Here no name is a path: a member is only found by its name. What an archive claims is checked before anything is read,
and ``zipfile`` reads no more of a member than it claims.
"""

from __future__ import annotations

import re
import stat
import struct
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

import attrs

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.text import quote, shorten

__all__ = ["Members", "opened_zip", "shown_name"]

_MIB = 1 << 20
_MOST_MEMBERS = 1 << 20
_MOST_PACKED = 500
"""How many times smaller a member may be packed, from 1 MiB on: JSON is about 20, a bomb about 1000."""

_LONGEST_LINE = 16 * _MIB
"""Bytes of one line: lines of a trace are a few kilobytes, those with a page's DOM a few hundred."""

_ENCRYPTED = 0x1
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_@./-]{0,119}")
_DRIVE = re.compile(r"[A-Za-z]:")
_LONGEST_SHOWN = 80
_AGAIN = "copy it again, whole"
_REPACK = "pack it again with the names of the tool that wrote it"
_RAISE = "pass limits=Limits(max_file=…)"


def shown_name(name: str) -> str:
    """Return a member's name for an error: as it is, or quoted where a terminal could be driven by it."""
    return name if _PLAIN.fullmatch(name) else quote(shorten(name, _LONGEST_SHOWN))


@attrs.frozen
class Members:
    """The members of an open zip, by name, in its order."""

    _file: zipfile.ZipFile
    _infos: dict[str, zipfile.ZipInfo]
    _limits: Limits

    def names(self) -> tuple[str, ...]:
        """Return all names."""
        return tuple(self._infos)

    def expect_small(self, wanted: Callable[[str], bool]) -> None:
        """Check the sizes that the members with the wanted names claim.

        Raises:
            LimitExceeded: one, or all together, are larger than ``limits.max_file``, or one is packed like a bomb.
        """
        total, most = 0, self._limits.max_file
        for name, info in self._infos.items():
            if not wanted(name):
                continue
            total += info.file_size
            if info.file_size > most or total > most:
                size = "a member" if info.file_size > most else "members"
                raise LimitExceeded(f"{size} of more than {most} bytes", shown_name(name), _RAISE)
            if info.file_size > max(_MIB, _MOST_PACKED * info.compress_size):
                problem = f"packed to less than 1/{_MOST_PACKED} of its size, as a bomb is"
                raise LimitExceeded(problem, shown_name(name), "unpack it with another tool, and pack it again")

    def whole(self, name: str) -> bytes:
        """Return the bytes of a member; InvalidSnapshot where it is missing or damaged."""
        if name not in self._infos:
            raise InvalidSnapshot("a member that is named, and missing", shown_name(name), _AGAIN)
        with _readable(shown_name(name)), self._file.open(self._infos[name]) as member:
            return member.read()

    def lines(self, name: str) -> Iterator[Line | LimitExceeded]:
        """Yield the lines of a member, and the error of each that is longer than 16 MiB.

        Raises:
            InvalidSnapshot: the member is missing or damaged; the path says where.
        """
        with _readable(shown_name(name)), self._file.open(self._infos[name]) as member:
            number = 0
            while data := member.readline(_LONGEST_LINE):
                number += 1
                if data.endswith(b"\n"):
                    yield Line(number, data[:-1], ended=True)
                elif len(data) < _LONGEST_LINE:
                    yield Line(number, data, ended=False)
                else:
                    while (data := member.readline(_MIB)) and not data.endswith(b"\n"):
                        pass
                    problem = f"a line of more than {_LONGEST_LINE} bytes"
                    yield LimitExceeded(problem, f"{shown_name(name)}: line {number}", "record less in one event")


@contextmanager
def opened_zip(file: BinaryIO, limits: Limits) -> Iterator[Members]:
    """Yield the members of a zip.

    Raises:
        InvalidSnapshot: no zip, or one that is cut short; a name that is absolute, climbs out or stands twice; a link;
            a member that is encrypted or packed in another way than deflate.
    """
    with _readable("$"):
        archive = zipfile.ZipFile(file)
    with archive:
        infos: dict[str, zipfile.ZipInfo] = {}
        if len(archive.filelist) > _MOST_MEMBERS:
            raise LimitExceeded(f"more than {_MOST_MEMBERS} members", "$", "take what is not needed out of it")
        for info in archive.infolist():
            problem = _problem(info, twice=info.filename in infos)
            if problem:
                raise InvalidSnapshot(problem, shown_name(info.orig_filename), _REPACK)
            infos[info.filename] = info
        yield Members(archive, infos, limits)


def _problem(info: zipfile.ZipInfo, *, twice: bool) -> str:
    """Return what is wrong with a member, "" if nothing is."""
    name = info.orig_filename  # zipfile cuts a name at NUL, and turns the system's separators
    problems = {
        "a member without a plain name": not name or "\0" in name,
        "the name of a member is an absolute path": name.startswith("/") or "\\" in name or bool(_DRIVE.match(name)),
        "the name of a member climbs out of the archive": ".." in name.split("/"),
        "two members with one name": twice,
        "a member that is a link": stat.S_ISLNK(info.external_attr >> 16),
        "a member that is encrypted": bool(info.flag_bits & _ENCRYPTED),
        "a member that is not packed by deflate": info.compress_type not in _METHODS,
    }
    return next((problem for problem, is_so in problems.items() if is_so), "")


@contextmanager
def _readable(place: str) -> Iterator[None]:
    """Turn what ``zipfile`` raises about damaged data into InvalidSnapshot."""
    import zlib  # slow to import

    try:
        yield
    except zipfile.BadZipFile as error:
        cut = "not a zip" in str(error)
        problem = "no zip, or one that is cut short: its list of members is missing" if cut else "a damaged zip"
        raise InvalidSnapshot(problem, place, _AGAIN) from None
    except InvalidSnapshot:
        raise
    except (zlib.error, struct.error, EOFError, RuntimeError, ValueError, OverflowError) as error:
        raise InvalidSnapshot(f"a damaged zip ({type(error).__name__})", place, _AGAIN) from None
