"""Names of files as options, and what a file says that it is."""

from __future__ import annotations

import os

import click

from uidiff.errors import UIDiffError
from uidiff.model.files import first_bytes
from uidiff.text import quote

__all__ = ["FILE", "OUTPUT", "expect_other", "is_ours", "quoted_name"]

_HEAD = 200  # bytes in which a file of ours says what it is


class _File(click.ParamType[str]):
    """The name of a file, which need not be there."""

    name = "file"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name. BadParameter if no file can be called so."""
        if "\0" in str(value):
            self.fail("a file name has no NUL in it", param, ctx)
        return str(value)


class _Output(_File):
    """The name of a file that is to be written anew, whole: it takes the place of what has the name."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name; of a link that of what it leads to. BadParameter for what is no plain file: a folder, a device."""
        path = super().convert(value, param, ctx)
        if not path or (os.path.exists(path) and not os.path.isfile(path)):  # noqa: PTH110, PTH113  # pathlib is slow
            self.fail(f"{quote(path)} is no plain file: name another one", param, ctx)
        return os.path.realpath(path) if os.path.islink(path) else path  # noqa: PTH114  # as above


FILE = _File()
OUTPUT = _Output()


def expect_other(output: str, source: str) -> None:
    """UIDiffError if a command would write over what it reads."""
    if os.path.exists(output) and os.path.samefile(output, source):  # noqa: PTH110, PTH121  # as above
        raise UIDiffError(f"{quote(output)} is what is read: name another file to write")


def is_ours(path: str, kind: str = "") -> bool:
    """Whether a file says that it is uidiff's, of that kind if one is named: "snapshot", "recording"."""
    from pathlib import Path  # slow to import, and a command in which all is well has no use for it

    if not Path(path).is_file():  # a pipe would be waited for
        return False
    with Path(path).open("rb") as file:
        return f'"format":"uidiff/{kind}'.encode() in first_bytes(file, _HEAD)


def quoted_name(path: str) -> str:
    """The last part of a path, for a line."""
    from pathlib import Path  # as above

    return quote(Path(path).name)
