"""The option of the commands that read a window again and again."""

from __future__ import annotations

import click

from uidiff.live.following import INTERVAL

__all__ = ["interval_option"]

_MILLISECONDS = 1000
"""In a second: the command line counts intervals in milliseconds (spec/features#d32), a session in seconds."""


def _seconds(_: click.Context, __: click.Parameter, value: float) -> float:
    return value / _MILLISECONDS


interval_option = click.option(
    "--interval",
    metavar="MS",
    type=click.FloatRange(min=0),
    default=INTERVAL * _MILLISECONDS,
    show_default=True,
    callback=_seconds,
    help="From read to read, at least 50.",
)
