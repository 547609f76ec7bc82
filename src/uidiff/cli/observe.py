"""``uidiff observe``: what changes in a window, a JSON object a line."""

from __future__ import annotations

import click

from uidiff.cli.options import (
    as_options,
    depth_option,
    ignore_option,
    matcher_option,
    prune_option,
    roles_option,
    scope_option,
    timeout_option,
)
from uidiff.cli.watch_options import MILLISECONDS, interval_option
from uidiff.cli.window_choice import target_errors, window_choice, window_options
from uidiff.live.session import Session

__all__ = ["observe"]


@click.command(short_help="Follow a window: a JSON object a line.")
@as_options(window_options)
@interval_option
@click.option("--duration", metavar="S", type=click.FloatRange(min=0), help="How long. Default: until Ctrl-C.")
@as_options(roles_option, scope_option, depth_option, prune_option)
@click.option("--ignore-bounds", is_flag=True, help="Do not tell where elements stand on the screen.")
@click.option("--ignore-focus", is_flag=True, help="Do not tell where the focus is.")
@as_options(ignore_option, matcher_option)
@click.option(
    "--transient", metavar="S", type=click.FloatRange(min=0), help="What comes and goes within so long is one line."
)
@click.option("--reconnect", is_flag=True, help="Go on when the program was started anew.")
@timeout_option
@click.option("--format", "format_", metavar="NAME", expose_value=False, help="Has no say here: a line is JSON.")
@click.pass_context
def observe(
    context: click.Context,
    *,
    interval: float,
    duration: float | None,
    roles: tuple[str, ...],
    scope_id: str | None,
    depth: int | None,
    prune: bool,
    ignore_bounds: bool,
    ignore_focus: bool,
    ignore: tuple[str, ...],
    matcher: str,
    transient: float | None,
    reconnect: bool,
    timeout: float,
) -> None:
    """Follow a window: a JSON object a line for what comes, goes and changes, and nothing while nothing does.

    The first line is {"type":"snapshot",…}, the last one {"type":"done",…}, on Ctrl-C too. A read that fails is
    {"type":"error",…}, and what changed meanwhile is told at the next one. --app, --pid, --window-id or --url is
    needed: a title alone may be anyone's.

    \b
    examples:
      uidiff observe --app mousepad --ignore-bounds --ignore-focus
      uidiff observe --app mousepad --duration 10 --roles button | jq -c 'select(.type == "added") | .el.t'
      uidiff observe --cdp http://127.0.0.1:9222 --url shop --interval 500
    """  # noqa: D301
    place = window_choice(context)
    target = place.scoped_target()
    unwanted = (*ignore, *(("bounds",) if ignore_bounds else ()), *(("focused",) if ignore_focus else ()))
    with (
        place.opened() as backend,
        Session(backend, target, matcher=matcher, ignore=unwanted, timeout=timeout) as ui,
        target_errors(place.backend_name),
        ui.observe(
            interval=interval / MILLISECONDS,
            duration=duration,
            roles=roles,
            scope=scope_id,
            depth=depth,
            prune=prune,
            transient=transient,
            reconnect=reconnect,
        ) as records,
    ):
        said = None
        try:
            for record in records:
                print(record.line(), flush=True)
                said = record
        except KeyboardInterrupt:  # how one ends it
            records.close()
            if records.done is not None and said is not records.done:
                print(records.done.line(), flush=True)
