"""``uidiff stats PATH…``: what actions did in recorded sessions, which screens there are, what it costs in tokens."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from uidiff.cli.files import FILE
from uidiff.cli.options import ignore_option, ignored, matcher_option
from uidiff.cli.printing import Progress, print_note, print_text
from uidiff.errors import UIDiffError
from uidiff.model.files import replacing
from uidiff.text import counted, one_line, quote, shorten

if TYPE_CHECKING:
    from uidiff.arrow.tables.overview import Overview

__all__ = ["stats"]

_ROWS = 10
_ERROR = 160
"""Characters of an error in a message."""


@click.command(short_help="What actions did in sessions, the screens, the tokens.")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=FILE)
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(min=1),
    help=f"The most rows of a table. Default: {_ROWS}, with --json all.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object with all tables.")
@click.option("--out", metavar="FOLDER", type=FILE, help="Write the tables there too, as Parquet.")
@matcher_option
@ignore_option
def stats(
    *,
    paths: tuple[str, ...],
    limit: int | None,
    as_json: bool,
    out: str | None,
    matcher: str,
    ignore: tuple[str, ...],
) -> None:
    """What actions did in recorded sessions, which screens there are and how they follow, and what it costs in tokens.

    Each PATH is a file or a folder of recordings, or of Parquet with snapshots. What is damaged is counted and named,
    and the rest goes on; where nothing can be read the exit code is 2. Where elements stand does not count. It needs
    the extra arrow.

    \b
    examples:
      uidiff stats recordings/
      uidiff stats monday/ tuesday/ --limit 30 --ignore value
      uidiff stats recordings/ --json | jq '.effects[] | select(.no_op_rate > 0.5)'
      uidiff stats recordings/ --out tables/
    """  # noqa: D301
    from uidiff.arrow.tables.overview import overview
    from uidiff.arrow.tables.session_files import session_files
    from uidiff.arrow.tables.sessions import READERS
    from uidiff.cli.stats_text import stats_text

    with _notes_of("uidiff.arrow"):
        files = session_files(paths, READERS)
    if out is not None:
        _expect_elsewhere(out, paths)
    with Progress(files, "files") as reads:
        found = overview(reads, matcher=matcher, ignore=ignored(ignore, bounds=False))
    if not found.snapshots:
        raise UIDiffError(_nothing(found))
    if out is not None:
        _write(found, out)
    if as_json:
        print_text(json.dumps(_values(found, limit)))
    else:
        print_text(stats_text(found, _ROWS if limit is None else limit))


def _nothing(found: Overview) -> str:
    cure = "give recordings, Parquet files of snapshots, or folders of these"
    if not found.problems:
        return f"no snapshot and no error in any file: {cure}"
    first = found.problems[0]
    said = f"{quote(first.session or '')}: {quote(shorten(first.error, _ERROR))}"
    return f"no snapshot in {counted(found.errors, 'row')}; {said}: {cure}"


def _values(found: Overview, limit: int | None) -> dict[str, object]:
    """Return all of it as JSON has it."""
    problems = [{"session": one.session, "seq": one.seq, "error": one.error} for one in found.problems]
    screens = [{"screen": one.screen, "label": one.label, "visits": one.visits} for one in found.screens[:limit]]
    return {
        "sessions": found.sessions,
        "snapshots": found.snapshots,
        "errors": found.errors,
        "first_errors": problems,
        "effects": found.effect_rates.slice(0, limit).to_pylist(),
        "screens": screens,
        "ways": found.screen_graph.slice(0, limit).to_pylist(),
        "tokens": found.token_totals.slice(0, limit).to_pylist(),
    }


# ------------------------------------------------------------------------- files


def _expect_elsewhere(out: str, paths: tuple[str, ...]) -> None:
    """UIDiffError if the tables would be among the files that are read, or the folder is a file."""
    folder = os.path.realpath(out)
    if os.path.exists(folder) and not os.path.isdir(folder):  # noqa: PTH110, PTH112  # pathlib is slow to import
        raise UIDiffError(f"{quote(out)} is no folder: name another one")
    for path in map(os.path.realpath, paths):
        if os.path.isdir(path) and os.path.commonpath([path, folder]) == path:  # noqa: PTH112
            raise UIDiffError(f"{quote(out)} is in a folder that is read: name another one")


def _write(found: Overview, out: str) -> None:
    import pyarrow.parquet as pq

    tables = {name: getattr(found, name) for name in ("effect_rates", "screen_graph", "token_totals")}
    os.makedirs(out, exist_ok=True)  # noqa: PTH103  # as above
    for name, table in tables.items():
        with replacing(os.path.join(out, f"{name}.parquet")) as file:  # noqa: PTH118
            pq.write_table(table, file, compression="zstd")
    print_note(f"{counted(len(tables), 'table')} in {quote(out)}")


@contextmanager
def _notes_of(name: str) -> Iterator[None]:
    """Print what a log warns of as notes."""
    log, handler = logging.getLogger(name), logging.Handler(logging.WARNING)
    handler.emit = lambda record: print_note(one_line(record.getMessage()))  # type: ignore[method-assign]
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)
