"""``uidiff act``: do something with an element or a window, and print what that changed."""

from __future__ import annotations

import re
import sys

import click

from uidiff.backends.protocol import WINDOW_ACTIONS
from uidiff.cli.answering import answered
from uidiff.cli.live_options import AnswerOptions, answer_options
from uidiff.cli.printing import print_note, print_text
from uidiff.cli.window_choice import WindowChoice, window_options
from uidiff.formats.effect import says_effect
from uidiff.live.session_acting import SETTLE

__all__ = ["act"]

_REF = re.compile(r"e?[0-9]+")


@click.command(short_help="Act on an element or a window; what that changed.")
@click.argument("words", nargs=-1, required=True, metavar="[REF] ACTION [VALUE]...")
@window_options
@click.option(
    "--settle",
    metavar="S",
    type=click.FloatRange(min=0),
    default=SETTLE,
    show_default=True,
    help="For how long nothing may change before it is told; 0: at once.",
)
@click.option("--fresh", is_flag=True, help="What changed since right before, not since the answer before.")
@click.option("--stdin", "piped", is_flag=True, help="The value is what comes on the standard input.")
@answer_options("agent")
def act(
    *, words: tuple[str, ...], choice: WindowChoice, settle: float, fresh: bool, piped: bool, answer: AnswerOptions
) -> None:
    """Act on an element or a window, and tell what changed since the answer before.

    REF is the number of an element in an answer of describe, read or act: e12. It is acted on only if it still is what
    was told; else one line says what it is now, and nothing was done. Without REF the action is the window's.

    \b
    of an element  press, type, select, focus; on the web also key, hover, scroll, upload, check, uncheck, clear,
                   double-press, context-menu
    of a window    on the web goto, back, forward, reload, stop, key, scroll

    \b
    examples:
      uidiff act e12 press --app mousepad
      uidiff act e4 type "blue lamp" --cdp 9222
      uidiff act e4 type --stdin --cdp 9222 < password
      uidiff act e7 upload front.png back.png --cdp 9222
      uidiff act key Control+A --cdp 9222
      uidiff act goto https://example.org --cdp 9222
    """  # noqa: D301
    ref, action, value = _meant(words, piped=piped)
    report = answered(
        choice,
        answer,
        lambda ui: ui.act(action, ref, value, fresh=fresh, settle=settle or None),
    )
    print_text(report.text)
    if report.effect is not None and not says_effect(answer.format):
        for line in report.effect.lines:
            print_note(line)


def _meant(words: tuple[str, ...], *, piped: bool) -> tuple[str | None, str, str | None]:
    """The ref, the action and the value of the words of a command."""
    ref, given = (words[0], words[1:]) if _REF.fullmatch(words[0]) else (None, words)
    if not given:
        raise click.UsageError(f"what is to be done with {ref}? uidiff act {ref} press")
    action, *values = given
    if ref is None and action not in WINDOW_ACTIONS and values and _REF.fullmatch(values[0]):
        raise click.UsageError(f"the ref comes first: uidiff act {values[0]} {action}")
    if piped and values:
        raise click.UsageError("--stdin and a value exclude each other: leave one out")
    if len(values) > 1 and action != "upload":
        raise click.UsageError("more than one value: put a text with blanks into quotes")
    if piped:
        return ref, action, sys.stdin.read().removesuffix("\n")
    return ref, action, "\n".join(values) if values else None
