"""File names as options, and the kind of a file by its head."""

from __future__ import annotations

import os

import click

from uidiff.errors import UIDiffError
from uidiff.model.files import first_bytes
from uidiff.text import quote

__all__ = ["FILE", "OUTPUT", "expect_other", "is_ours", "quoted_name"]

_HEAD = 200
"""Bytes at the start of a file, within which uidiff's own formats have their name."""


class _File(click.ParamType[str]):
    """A file name; the file need not exist."""

    name = "file"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name. BadParameter if no file can have it."""
        if "\0" in str(value):
            self.fail("a file name has no NUL in it", param, ctx)
        return str(value)


class _Output(_File):
    """The name of a file to write; an existing file is replaced."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, of a link that of its target. BadParameter for a folder, a device and other special files."""
        path = super().convert(value, param, ctx)
        if not path or (os.path.exists(path) and not os.path.isfile(path)):  # noqa: PTH110, PTH113  # pathlib is slow
            self.fail(f"{quote(path)} is no plain file: name another one", param, ctx)
        return os.path.realpath(path) if os.path.islink(path) else path  # noqa: PTH114  # as above


FILE = _File()
OUTPUT = _Output()


def expect_other(output: str, source: str) -> None:
    """UIDiffError if a command would overwrite the file that it reads."""
    if os.path.exists(output) and os.path.samefile(output, source):  # noqa: PTH110, PTH121  # as above
        raise UIDiffError(f"{quote(output)} is what is read: name another file to write")


def is_ours(path: str, kind: str = "") -> bool:
    """Whether a file has one of uidiff's formats; ``kind`` is "snapshot" or "recording", "" for any."""
    from pathlib import Path  # slow to import, and only error messages need it

    if not Path(path).is_file():  # opening a pipe would block
        return False
    with Path(path).open("rb") as file:
        return f'"format":"uidiff/{kind}'.encode() in first_bytes(file, _HEAD)


def quoted_name(path: str) -> str:
    """The last part of a path, quoted."""
    from pathlib import Path  # as above

    return quote(Path(path).name)
