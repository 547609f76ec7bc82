"""What the tests of the ``agent`` text share."""

from collections.abc import Iterable
from textwrap import dedent

from tests.outline import outline
from uidiff import diff, render


def tree(text: str) -> list[str]:
    """The lines of a whole tree, without the head."""
    return render(outline(text)).split("\n")[1:]


def changes(before: str, after: str, *, ignore: Iterable[str] = (), bounds: bool = False) -> list[str]:
    """The lines of a diff, without the head."""
    delta = diff(outline(before), outline(after), ignore=ignore)
    return render(delta, bounds=bounds).split("\n")[1:]


def expected(text: str) -> list[str]:
    """Lines as they are written in a test."""
    return dedent(text).strip("\n").split("\n")
