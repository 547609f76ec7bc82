"""Names of files as options, and what a file says that it is."""

from __future__ import annotations

import click

from uidiff.text import quote

__all__ = ["FILE", "is_ours", "quoted_name"]

_HEAD = 200  # bytes in which a file of ours says what it is


class _File(click.ParamType[str]):
    """The name of a file, which need not be there."""

    name = "file"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name. BadParameter if no file can be called so."""
        if "\0" in str(value):
            self.fail("a file name has no NUL in it", param, ctx)
        return str(value)


FILE = _File()


def is_ours(path: str, kind: str = "") -> bool:
    """Whether a file says that it is uidiff's, of that kind if one is named: "snapshot", "recording"."""
    from pathlib import Path  # slow to import, and a command in which all is well has no use for it

    if not Path(path).is_file():  # a pipe would be waited for
        return False
    with Path(path).open("rb") as file:
        return f'"format":"uidiff/{kind}'.encode() in file.read(_HEAD)


def quoted_name(path: str) -> str:
    """The last part of a path, for a line."""
    from pathlib import Path  # as above

    return quote(Path(path).name)
