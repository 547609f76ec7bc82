"""``uidiff windows``: what is open."""

from __future__ import annotations

import json

import click

from uidiff.cli.options import as_options
from uidiff.cli.place import place_of, place_options
from uidiff.cli.printing import note, say, table
from uidiff.text import quote

__all__ = ["windows"]

_COLUMNS = ("pid", "app", "title", "url", "id")


@click.command(short_help="What is open.")
@as_options(place_options)
@click.option("--json", "as_json", is_flag=True, help="A JSON object for each window, a line each.")
@click.pass_context
def windows(context: click.Context, *, as_json: bool) -> None:
    """The windows that are open: process, application, title, address, and the id for --window-id.

    With --app, --pid, --window or --url only those that fit.

    \b
    examples:
      uidiff windows
      uidiff windows --app mousepad --json | jq -r .id
      uidiff windows --cdp http://127.0.0.1:9222
    """  # noqa: D301
    place = place_of(context)
    with place.opened() as backend:
        found = [window for window in backend.windows() if place.known is None or place.known.fits(window)]
    if as_json:
        for window in found:
            say(json.dumps({column: getattr(window, column) for column in _COLUMNS}))
    else:
        table(_COLUMNS, [[_cell(getattr(window, column)) for column in _COLUMNS] for window in found])
    if not found:
        note("no window that fits is open")


def _cell(value: str | int | None) -> str:
    return "-" if value is None else quote(value) if isinstance(value, str) else str(value)
