"""``uidiff describe``: a window, and from the second time on what changed in it."""

from __future__ import annotations

import click

from uidiff.cli.options import (
    as_options,
    bounds_option,
    budget_option,
    format_option,
    ignore_option,
    ignored,
    timeout_option,
    ttl_option,
)
from uidiff.cli.printing import print_text
from uidiff.cli.stored_session import describe_with_store
from uidiff.cli.window_choice import window_choice, window_options

__all__ = ["describe"]


@click.command(short_help="A window; from the second time on what changed.")
@as_options(window_options)
@click.option("--force", is_flag=True, help="The whole tree, whatever changed.")
@click.option("--diff", "diff_", is_flag=True, help="What changed, however much that is.")
@as_options(format_option("compact"), budget_option, bounds_option, ignore_option, timeout_option, ttl_option)
@click.pass_context
def describe(
    context: click.Context,
    *,
    force: bool,
    diff_: bool,
    format_: str,
    budget: int | None,
    bounds: bool,
    ignore: tuple[str, ...],
    timeout: float,
    ttl: float,
) -> None:
    """A window; called again, what changed in it since, or the whole window where that is shorter.

    What was told is remembered for --ttl seconds from the last time on, in a private folder (UIDIFF_STORE names
    another one). Why the whole window is told is said on the standard error.

    \b
    examples:
      uidiff describe --app mousepad
      uidiff describe --cdp http://127.0.0.1:9222 --url shop --format agent
      uidiff describe --pid 4242 --force
    """  # noqa: D301
    if force and diff_:
        raise click.UsageError("--force and --diff exclude each other: leave one out")
    report = describe_with_store(
        window_choice(context),
        ttl=ttl,
        timeout=timeout,
        ignore=ignored(ignore, bounds=bounds),
        mode="full" if force else "diff" if diff_ else "auto",
        format=format_,
        budget=budget,
        bounds=bounds,
    )
    print_text(report.text)
