"""``uidiff import FILE -o OUT``: convert the file of another tool to a snapshot or a recording."""

from __future__ import annotations

from itertools import chain, islice

import click

from uidiff.cli.files import FILE, OUTPUT, expect_other, is_ours, quoted_name
from uidiff.cli.printing import Progress, print_note, print_text
from uidiff.errors import InvalidSnapshot, UIDiffError
from uidiff.importers.registry import import_recording
from uidiff.model.codec import dumps, save
from uidiff.recordings.writer import write_recording
from uidiff.text import counted, quote

__all__ = ["import_"]

_RECORDINGS = (".jsonl", ".jsonl.gz")


@click.command("import", short_help="What another tool wrote, as a file of uidiff's.")
@click.argument("file", type=FILE)
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    type=OUTPUT,
    help="A recording if it ends in .jsonl or .jsonl.gz, else a snapshot. Default: a snapshot, to the standard output.",
)
@click.option(
    "--format",
    "format_",
    metavar="NAME",
    help="Such as aria, android, browsergym, chrome, playwright-trace, xcuitest. Default: it is found out.",
)
def import_(*, file: str, output: str | None, format_: str | None) -> None:
    """What another tool wrote, as a snapshot or a recording of uidiff's.

    Known are accessibility trees of Chromium (chrome), Playwright's aria snapshots and traces (aria, playwright-trace),
    observations and steps of BrowserGym (browsergym), page sources of Android and of Apple (android, xcuitest), answers
    of read (read), and more; an unknown name is answered by all of them.

    \b
    examples:
      uidiff import page.aria.yml -o before.json
      uidiff import window_dump.xml | uidiff diff before.json /dev/stdin
      uidiff import trace.zip -o shop.jsonl.gz
    """  # noqa: D301
    try:
        _convert(file, output, format_)
    except InvalidSnapshot as error:
        if is_ours(file):
            problem = "is uidiff's own already: diff takes a snapshot, replay and report a recording"
            raise UIDiffError(f"{quoted_name(file)} {problem}") from None
        raise error.inside(quoted_name(file)) from None


def _convert(file: str, output: str | None, format_: str | None) -> None:
    if output is not None:
        expect_other(output, file)
    snapshots = import_recording(file, format=format_)
    if output is not None and output.endswith(_RECORDINGS):
        with Progress(snapshots, "snapshots") as found:
            write_recording(output, found)
        print_note(f"{counted(found.count, 'snapshot')} in {quote(output)}")
        return
    trees = list(islice(snapshots, 2))
    if len(trees) != 1:
        count = sum(1 for _ in chain(trees, snapshots))
        cure = "write a recording: -o NAME.jsonl.gz" if count else "it is empty: export it again"
        raise UIDiffError(f"{quoted_name(file)}: {counted(count, 'tree')}, and a snapshot is one: {cure}")
    if output is None:
        print_text(dumps(trees[0]).rstrip("\n"))
    else:
        save(trees[0], output)
        print_note(f"{counted(len(trees[0]), 'element')} in {quote(output)}")
