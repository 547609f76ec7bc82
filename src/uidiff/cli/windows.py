"""``uidiff windows``: list the open windows."""

from __future__ import annotations

import json
import sys

import click

from uidiff.cli.printing import print_note, print_table, print_text
from uidiff.cli.window_choice import WindowChoice, window_options
from uidiff.live.session import Session
from uidiff.model.window import Window
from uidiff.text import quote, shorten

__all__ = ["windows"]

_COLUMNS = ("pid", "app", "title", "url", "id")

_LABEL = 60
"""Characters of a title or an address on a terminal; a part of it is enough to name the window."""


@click.command(short_help="What is open.")
@window_options
@click.option("--json", "as_json", is_flag=True, help="A JSON object for each window, a line each.")
def windows(*, choice: WindowChoice, as_json: bool) -> None:
    """The windows that are open: process, application, title, address, and the id for --window-id.

    With --app, --pid, --window or --url only those that fit.

    \b
    examples:
      uidiff windows
      uidiff windows --app mousepad --json | jq -r .id
      uidiff windows --cdp http://127.0.0.1:9222
    """  # noqa: D301
    with choice.opened() as backend, Session(backend) as ui:
        found = [window for window in ui.windows() if choice.known is None or choice.known.fits(window)]
    if as_json:
        for window in found:
            print_text(json.dumps({column: getattr(window, column) for column in _COLUMNS}))
    else:
        print_table(_COLUMNS, [[_cell(window, column) for column in _COLUMNS] for window in found])
    if not found:
        print_note("no window that fits is open")


def _cell(window: Window, column: str) -> str:
    value: str | int | None = getattr(window, column)
    if not isinstance(value, str):
        return "-" if value is None else str(value)
    return quote(shorten(value, _LABEL) if column in {"title", "url"} and sys.stdout.isatty() else value)
