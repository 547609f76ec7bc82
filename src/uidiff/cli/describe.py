"""``uidiff describe`` and ``uidiff read``: print a window, or what changed in it since an earlier command.

The baselines are in files: each command is a process of its own.
"""

from __future__ import annotations

import attrs
import click

from uidiff.cli.answering import answered
from uidiff.cli.live_options import AnswerOptions, FilterOptions, answer_options, filter_options
from uidiff.cli.printing import print_note, print_text
from uidiff.cli.window_choice import WindowChoice, window_options
from uidiff.formats.choice import FIRST, Mode
from uidiff.formats.report import Report

__all__ = ["describe", "read"]

_WITH_TIME = frozenset({"read-agent", "read-json", "read-yaml"})
"""Formats that have a place for the time (spec/features#d22, #d23)."""

_OF_LINES = frozenset({"agent", "compact"})
"""Formats of lines, of which one has the time."""


@click.command(short_help="A window; from the second time on what changed.")
@window_options
@click.option("--force", is_flag=True, help="The whole tree, whatever changed.")
@click.option("--diff", "diff_", is_flag=True, help="What changed, however much that is.")
@answer_options("agent")
def describe(*, choice: WindowChoice, force: bool, diff_: bool, answer: AnswerOptions) -> None:
    """A window; called again, what changed in it since, or the whole window where that is shorter.

    What was told is remembered for --ttl seconds from the last time on, in a private folder (UIDIFF_STORE names
    another one). Why the whole window is told is said on the standard error.

    \b
    examples:
      uidiff describe --app mousepad
      uidiff describe --cdp http://127.0.0.1:9222 --url shop
      uidiff describe --pid 4242 --force
    """  # noqa: D301
    if force and diff_:
        raise click.UsageError("--force and --diff exclude each other: leave one out")
    report = _describe(choice, answer, mode="full" if force else "diff" if diff_ else "auto")
    print_text(report.text)


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
    report = _describe(choice, answer, mode=mode, since=since, filters=filters)
    if answer.format in _OF_LINES:
        head, line_end, rest = report.text.partition("\n")
        print_text(f"{head}\nts: {report.token}{line_end}{rest}")
        return
    if answer.format not in _WITH_TIME:  # a program reads the answer
        print_note(f"ts: {report.token}")
    print_text(report.text)


def _describe(
    choice: WindowChoice,
    answer: AnswerOptions,
    *,
    mode: Mode,
    since: str | None = None,
    filters: FilterOptions | None = None,
) -> Report:
    """Describe a window with the baselines that earlier commands kept. Raises as ``Session.describe``."""
    asked = {} if filters is None else attrs.asdict(filters)
    return answered(
        choice,
        answer,
        lambda ui: ui.describe(mode=mode, since=since, **asked),
        plain=None if mode == "full" else (FIRST,) if since is None else (),
    )
