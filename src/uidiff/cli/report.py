"""``uidiff report RECORDING -o out.html``: write a recording as an HTML page."""

from __future__ import annotations

from pathlib import PurePath

import click

from uidiff.cli.files import OUTPUT, expect_other
from uidiff.cli.options import ignore_option, matcher_option
from uidiff.cli.printing import Progress, print_note
from uidiff.cli.recording_source import RecordingSource, recording_options
from uidiff.formats.html.page import write_html
from uidiff.text import counted, quote

__all__ = ["report"]


@click.command(short_help="A recording as one HTML page.")
@recording_options
@click.option("-o", "--output", metavar="FILE", required=True, type=OUTPUT, help="The page to write.")
@click.option("--title", metavar="TEXT", help="What the page is called. Default: the recording's name.")
@matcher_option
@ignore_option
def report(*, source: RecordingSource, output: str, title: str | None, matcher: str, ignore: tuple[str, ...]) -> None:
    """A recording as one HTML page: each step with what it means, the trees before and after, and a wireframe.

    The page needs nothing but itself: no network, no server.

    \b
    examples:
      uidiff report --demo -o demo.html
      uidiff report session.jsonl.gz -o session.html --title "Checkout, Monday"
    """  # noqa: D301
    expect_other(output, source.path)
    with Progress(source.reads(), "reads") as reads:
        write_html(
            output, reads, title=PurePath(source.path).name if title is None else title, matcher=matcher, ignore=ignore
        )
    for line in source.notes:
        print_note(line)
    print_note(f"{counted(reads.count, 'read')} in {quote(output)}")
