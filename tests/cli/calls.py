"""What the tests of the command line share: how a command ends, small pages, and the first line of a text."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from uidiff import Snapshot, diff, render

COMMAND = [sys.executable, "-m", "uidiff"]
posix = pytest.mark.skipif(os.name == "nt", reason="signals, pipes, terminals and shells are others there")

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


def trouble(ended: Ended) -> str:
    """The message of a command that ends with 2 and prints one line, to the standard error."""
    assert ended[:2] == (2, "")
    assert ended.err.startswith("uidiff: ")
    assert ended.err.removesuffix("\n").isprintable()
    return ended.err.removeprefix("uidiff: ")


@contextmanager
def running(
    *arguments: str, command: Sequence[str] = COMMAND, environment: Mapping[str, str] = os.environ
) -> Iterator[subprocess.Popen[bytes]]:
    """A command that runs on. Its coverage is not measured: a signal within that may leave it locked for ever."""
    known = {name: value for name, value in environment.items() if not name.startswith("COVERAGE_")}
    pipe = subprocess.PIPE
    with subprocess.Popen([*command, *arguments], stdout=pipe, stderr=pipe, env=known) as process:
        try:
            yield process
        finally:
            process.kill()
