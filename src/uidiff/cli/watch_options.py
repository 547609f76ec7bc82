"""How often a window is read by the commands that follow one."""

from __future__ import annotations

import click

from uidiff.live.following import INTERVAL

__all__ = ["MILLISECONDS", "interval_option"]

MILLISECONDS = 1000
"""In a second: the command line counts intervals in milliseconds (spec/features#d32), a session in seconds."""

interval_option = click.option(
    "--interval",
    metavar="MS",
    type=click.FloatRange(min=0),
    default=INTERVAL * MILLISECONDS,
    show_default=True,
    help="From read to read, at least 50.",
)
