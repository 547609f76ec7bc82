"""``uidiff describe``: print a window, and from the second time on what changed in it."""

from __future__ import annotations

import click

from uidiff.cli.options import AnswerOptions, answer_options
from uidiff.cli.printing import print_text
from uidiff.cli.stored_session import describe_with_store
from uidiff.cli.window_choice import WindowChoice, window_options

__all__ = ["describe"]


@click.command(short_help="A window; from the second time on what changed.")
@window_options
@click.option("--force", is_flag=True, help="The whole tree, whatever changed.")
@click.option("--diff", "diff_", is_flag=True, help="What changed, however much that is.")
@answer_options("compact")
def describe(*, choice: WindowChoice, force: bool, diff_: bool, answer: AnswerOptions) -> None:
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
    report = describe_with_store(choice, answer, mode="full" if force else "diff" if diff_ else "auto")
    print_text(report.text)
