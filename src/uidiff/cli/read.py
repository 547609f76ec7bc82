"""``uidiff read``: a window as it is, or what changed since an earlier read."""

from __future__ import annotations

import click

from uidiff.cli.options import (
    as_options,
    bounds_option,
    budget_option,
    depth_option,
    format_option,
    ignore_option,
    ignored,
    prune_option,
    roles_option,
    scope_option,
    timeout_option,
    ttl_option,
)
from uidiff.cli.printing import print_note, print_text
from uidiff.cli.stored_session import describe_with_store
from uidiff.cli.window_choice import window_choice, window_options
from uidiff.formats.report import Report

__all__ = ["read"]

_WITH_TIME = frozenset({"read-agent", "read-json", "read-yaml"})
"""Formats that say the time themselves (spec/features#d22, #d23)."""

_OF_LINES = frozenset({"agent", "compact"})
"""Formats in which a line may say it."""


@click.command(short_help="A window and its time; with --since what changed.")
@as_options(window_options)
@click.option("--since", metavar="TS", help="What changed since then: the ts of an earlier read, or a time.")
@click.option("--full", is_flag=True, help="The whole window, also with --since.")
@as_options(roles_option, scope_option, depth_option, prune_option)
@as_options(format_option("agent"), budget_option, bounds_option, ignore_option, timeout_option, ttl_option)
@click.pass_context
def read(
    context: click.Context,
    *,
    since: str | None,
    full: bool,
    roles: tuple[str, ...],
    scope_id: str | None,
    depth: int | None,
    prune: bool,
    format_: str,
    budget: int | None,
    bounds: bool,
    ignore: tuple[str, ...],
    timeout: float,
    ttl: float,
) -> None:
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
    report = describe_with_store(
        window_choice(context),
        ttl=ttl,
        timeout=timeout,
        ignore=ignored(ignore, bounds=bounds),
        mode="full" if full or since is None else "diff",
        since=since,
        roles=roles,
        scope=scope_id,
        depth=depth,
        prune=prune,
        format=format_,
        budget=budget,
        bounds=bounds,
    )
    _say(report, format_)


def _say(report: Report, format_: str) -> None:
    """The text, and the time of the read if it is not in it: in the second line, or beside what a program reads."""
    if format_ in _WITH_TIME:
        print_text(report.text)
    elif format_ in _OF_LINES:
        head, line_end, rest = report.text.partition("\n")
        print_text(f"{head}\nts: {report.token}{line_end}{rest}")
    else:
        print_note(f"ts: {report.token}")
        print_text(report.text)
