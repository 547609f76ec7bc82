"""Output to the terminal or a pipe: plain text, with colours on a terminal only."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence, Sized
from contextlib import suppress
from typing import TYPE_CHECKING, Self, TextIO, TypeVar

from uidiff.errors import MissingExtra

if TYPE_CHECKING:
    import rich.console
    import rich.progress

__all__ = ["Progress", "print_error", "print_note", "print_table", "print_text", "stop_writing", "table_lines"]

_T = TypeVar("_T")

_STYLES = {"+": "green", "-": "red", "~": "yellow", ">": "blue", "#": "bold", "D": "bold", "s": "bold"}
"""By the first character of a line: added, removed, changed, moved; the heads of agent, compact and replay."""

_WIDE = 100_000
"""The width that rich gets: it breaks no line, the terminal does."""


def print_text(text: str) -> None:
    """Print an answer, flushed at once for the reader of a pipe; on a terminal each line in its colour."""
    if sys.stdout.isatty():
        console = _console(sys.stdout, width=_WIDE)
        from rich.text import Text

        for line in text.split("\n"):
            console.print(Text(line, style=_STYLES.get(line[:1], "")), soft_wrap=True)
    else:
        print(text, flush=True)


def print_note(text: str) -> None:
    """Print a line to the standard error, beside the answer."""
    print_error(f"uidiff: {text}")


def print_error(text: str) -> None:
    """Print to the standard error; if that fails, the command goes on without it, to the same exit code."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        stop_writing(sys.stderr)


def stop_writing(stream: TextIO) -> None:
    """Redirect a stream that cannot be written to the null device, so that the flush at the exit does not fail."""
    with suppress(OSError):  # the stream has no file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows of quoted texts: a table on a terminal, else columns separated by tabs."""
    if not sys.stdout.isatty():
        for row in rows:
            print("\t".join(row))
        return
    from rich.table import Table
    from rich.text import Text

    shown = Table(*columns, box=None, header_style="bold", pad_edge=False)
    for row in rows:
        shown.add_row(*map(Text, row))
    _console(sys.stdout, width=_WIDE).print(shown)


def table_lines(columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: Collection[str] = ()) -> list[str]:
    """Return the lines of a table of quoted texts, below the names of its columns; ``right``: columns of numbers."""
    from io import StringIO

    console = _console(StringIO(), width=_WIDE)
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in columns:
        shown.add_column(Text(name), justify="right" if name in right else "left", no_wrap=True)
    for row in rows:
        shown.add_row(*map(Text, row))
    with console.capture() as captured:
        console.print(shown)
    return [line.rstrip() for line in captured.get().splitlines()]


class Progress(Iterator[_T]):
    """Counts items as they are taken, with a progress bar on the standard error if that is a terminal.

    The bar says how much is left where the number of the items is known.

    Attributes:
        count: the number of items taken so far.
    """

    def __init__(self, items: Iterable[_T], label: str) -> None:
        self.count = 0
        self._items = iter(items)
        total = len(items) if isinstance(items, Sized) else None
        self._bar = _started_bar(label, total) if sys.stderr.isatty() else None

    def __next__(self) -> _T:
        item = next(self._items)
        self.count += 1
        if self._bar is not None:
            self._bar.advance(self._bar.task_ids[0])
        return item

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def _started_bar(label: str, total: int | None) -> rich.progress.Progress:
    """A progress bar, which is erased when it stops."""
    console = _console(sys.stderr)
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}"), TimeElapsedColumn())
    bar = Progress(*columns, console=console, transient=True)
    bar.add_task(label, total=total)
    bar.start()
    return bar


def _console(stream: TextIO, *, width: int | None = None) -> rich.console.Console:
    try:
        from rich.console import Console
    except ImportError as error:
        raise MissingExtra("cli", "rich") from error
    return Console(file=stream, width=width, height=width, highlight=False, markup=False, emoji=False)
