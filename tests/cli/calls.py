"""What the tests of the command line share: how a command ends, small pages, and the first line of a text."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from uidiff import Snapshot, diff, render

CORPUS = Path(__file__).parents[2] / "benchmarks" / "corpus"


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Ended]


def page(*names: str, **circumstances: str) -> Snapshot:
    items = [
        {"parent": 0, "role": "listitem", "name": name, "id": name[:1], "bounds": [0, 20 * place, 100, 20]}
        for place, name in enumerate(names)
    ]
    return Snapshot.from_dicts([{"role": "list", "id": "list"}, *items], **circumstances)  # type: ignore[arg-type]


def head(before: Snapshot, after: Snapshot, *, matcher: str = "id", ignore: Sequence[str] = ("bounds",)) -> str:
    """The line that says what happened. How it is put is the summary's business, and tested there."""
    first, _, _ = render(diff(before, after, matcher=matcher, ignore=ignore)).partition("\n")
    assert first.startswith("# diff: ")
    return first


def lines(*said: str) -> str:
    """What is printed: each line with its end."""
    return "".join(f"{line}\n" for line in said)
