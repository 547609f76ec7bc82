"""``uidiff read``: print a window, or what changed since an earlier read."""

from __future__ import annotations

import click

from uidiff.cli.options import AnswerOptions, FilterOptions, answer_options, filter_options
from uidiff.cli.printing import print_note, print_text
from uidiff.cli.stored_session import describe_with_store
from uidiff.cli.window_choice import WindowChoice, window_options
from uidiff.formats.choice import Mode
from uidiff.formats.report import Report

__all__ = ["read"]

_WITH_TIME = frozenset({"read-agent", "read-json", "read-yaml"})
"""Formats that have a place for the time (spec/features#d22, #d23)."""

_OF_LINES = frozenset({"agent", "compact"})
"""Formats of lines, of which one has the time."""


@click.command(short_help="A window and its time; with --since what changed.")
@window_options
@click.option("--since", metavar="TS", help="What changed since then: the ts of an earlier read, or a time.")
@click.option("--full", is_flag=True, help="The whole window, also with --since.")
@filter_options
@answer_options("agent")
def read(*, choice: WindowChoice, since: str | None, full: bool, filters: FilterOptions, answer: AnswerOptions) -> None:
    """The whole window, with the time of the read; with --since only what changed.

    The line "ts: …" has the time for the next --since. A time of your own (Unix seconds, or a date with its zone) means
    the newest read at or before it; the last 8 reads of a window are kept for --ttl seconds from the last one on. Where
    there is none, the answer is the whole window, and the standard error says why.

    \b
    examples:
      uidiff read --app mousepad
      uidiff read --app mousepad --since 1707504000.123
      uidiff read --app mousepad --roles button,textbox --format read-json | jq .
      uidiff read --app mousepad --scope-id e12 --depth 3

    \b
      ts=$(uidiff read --app mousepad | grep '^ts:' | cut -d' ' -f2)
      while sleep 2; do
        answer=$(uidiff read --app mousepad --since "$ts")
        echo "$answer"
        ts=$(echo "$answer" | grep '^ts:' | cut -d' ' -f2)
      done
    """  # noqa: D301
    mode: Mode = "full" if full or since is None else "diff"
    _print_with_time(describe_with_store(choice, answer, mode=mode, since=since, filters=filters), answer.format)


def _print_with_time(report: Report, format: str) -> None:
    """Print an answer and its time: in the second line, or on the standard error where programs read the answer."""
    if format in _WITH_TIME:
        print_text(report.text)
    elif format in _OF_LINES:
        head, line_end, rest = report.text.partition("\n")
        print_text(f"{head}\nts: {report.token}{line_end}{rest}")
    else:
        print_note(f"ts: {report.token}")
        print_text(report.text)
