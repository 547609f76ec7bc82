"""``uidiff compare RUN_A RUN_B``: what became less accessible from one run of a program to another."""

from __future__ import annotations

import sys

import click

from uidiff.cli.app import DIFFERENT, SAME
from uidiff.cli.files import FILE, OUTPUT, expect_other
from uidiff.cli.options import matcher_option, names
from uidiff.cli.printing import print_note, print_text, stop_writing
from uidiff.compare.comparing import compare_runs
from uidiff.compare.findings import KINDS
from uidiff.compare.reports import FORMATS, headline
from uidiff.compare.runs import open_run
from uidiff.errors import UnknownName
from uidiff.matching.strategies import resolve_matcher
from uidiff.model.files import replacing
from uidiff.text import quote

__all__ = ["compare"]

_ALL, _NONE = "all", "none"


@click.command(short_help="What became less accessible from one run to another.")
@click.argument("run_a", type=FILE)
@click.argument("run_b", type=FILE)
@click.option(
    "--fail-on",
    metavar="KINDS",
    multiple=True,
    default=(_ALL,),
    show_default=True,
    callback=names,
    help=f"The findings that end with 1: all, none, or of {', '.join(KINDS)}.",
)
@click.option(
    "--format",
    "format_",
    metavar="NAME",
    default="text",
    show_default=True,
    help=f"How it is said: {', '.join(FORMATS)}; markdown is for a pull request.",
)
@click.option("-o", "--output", metavar="FILE", type=OUTPUT, help="Write it to a file, and print the headline alone.")
@matcher_option
@click.option("--skip-damaged", is_flag=True, help="Leave out damaged lines of recordings, and say how many.")
def compare(
    *,
    run_a: str,
    run_b: str,
    fail_on: tuple[str, ...],
    format_: str,
    output: str | None,
    matcher: str,
    skip_damaged: bool,
) -> int:
    """What became less accessible from one run of a program to another.

    RUN_A and RUN_B are recordings of the same actions; or two trees, of any format that uidiff import knows; or two
    folders of such files, matched by name. The exit code is 0: no finding of these kinds, 1: one or more, 2: trouble.

    \b
    examples:
      uidiff compare main.jsonl.gz branch.jsonl.gz
      uidiff compare main.jsonl.gz branch.jsonl.gz --format markdown --output comment.md
      uidiff compare baselines/ now/ --fail-on new-error,lost-name,lost-role
    """  # noqa: D301
    kinds = _failing(fail_on)
    if format_ not in FORMATS:
        raise UnknownName("format", format_, FORMATS)
    resolve_matcher(matcher)
    runs = [open_run(path, skip_damaged=skip_damaged) for path in (run_a, run_b)]
    if output is not None:
        for path in (run_a, run_b):
            expect_other(output, path)
    result = compare_runs(*runs, matcher=matcher)
    said = FORMATS[format_](result)
    if output is not None:
        with replacing(output) as file:
            file.write(f"{said}\n".encode())
        print_note(f"{headline(result)} All of it is in {quote(output)}")
    else:
        try:
            print_text(said)
        except BrokenPipeError:  # the reader of the pipe has left; the exit code stays
            stop_writing(sys.stdout)
    return DIFFERENT if result.of_kinds(kinds) else SAME


def _failing(given: tuple[str, ...]) -> frozenset[str]:
    """The kinds that fail. UnknownName for a name that is none; ValueError for none beside others."""
    if given == (_NONE,):
        return frozenset()
    if _NONE in given:
        raise ValueError("--fail-on none stands alone: nothing else fails then")
    for name in given:
        if name not in KINDS and name != _ALL:
            raise UnknownName("kind of finding", name, (*KINDS, _ALL, _NONE))
    return frozenset(KINDS if _ALL in given else given)
