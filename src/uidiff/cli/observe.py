"""``uidiff observe``: print the changes of a window as JSON lines."""

from __future__ import annotations

import attrs
import click

from uidiff.cli.live_options import FilterOptions, filter_options
from uidiff.cli.options import ignore_option, matcher_option, timeout_option
from uidiff.cli.window_choice import WindowChoice, interval_option, window_options
from uidiff.live.session import Session

__all__ = ["observe"]


@click.command(short_help="Follow a window: a JSON object a line.")
@window_options
@interval_option
@click.option("--duration", metavar="S", type=click.FloatRange(min=0), help="How long. Default: until Ctrl-C.")
@filter_options
@click.option("--bounds/--ignore-bounds", help="Tell where elements stand on the screen.  [default: ignore]")
@click.option("--animation", is_flag=True, help="Tell each step of progress bars, timers and the like.")
@click.option("--ignore-focus", is_flag=True, help="Do not tell where the focus is.")
@ignore_option
@matcher_option
@click.option(
    "--transient", metavar="S", type=click.FloatRange(min=0), help="What comes and goes within so long is one line."
)
@click.option("--reconnect", is_flag=True, help="Go on when the program was started again.")
@timeout_option
@click.option("--format", "format_", metavar="NAME", expose_value=False, help="Has no say here: a line is JSON.")
def observe(
    *,
    choice: WindowChoice,
    interval: float,
    duration: float | None,
    filters: FilterOptions,
    bounds: bool,
    animation: bool,
    ignore_focus: bool,
    ignore: tuple[str, ...],
    matcher: str,
    transient: float | None,
    reconnect: bool,
    timeout: float,
) -> None:
    """Follow a window: a JSON object a line for what comes, goes and changes, and nothing while nothing does.

    The first line is {"type":"snapshot",…}, the last one {"type":"done",…}, on Ctrl-C too. A read that fails is
    {"type":"error",…}, one for reads in a row that take too long, and what changed meanwhile is told at the next one.
    Where elements stand, and each step of what runs by itself, are told only if asked for. --app, --pid, --window-id or
    --url is needed: a title alone may be anyone's.

    \b
    examples:
      uidiff observe --app mousepad --ignore-focus
      uidiff observe --app mousepad --duration 10 --roles button | jq -c 'select(.type == "added") | .el.t'
      uidiff observe --cdp http://127.0.0.1:9222 --url shop --interval 500
    """  # noqa: D301
    target = choice.scoped_target()
    unwanted = (*ignore, *(("focused",) if ignore_focus else ()))
    with (
        choice.opened() as backend,
        Session(backend, target, matcher=matcher, ignore=unwanted, timeout=timeout) as ui,
        ui.observe(
            interval=interval,
            duration=duration,
            bounds=bounds,
            animation=animation,
            transient=transient,
            reconnect=reconnect,
            **attrs.asdict(filters),
        ) as records,
    ):
        printed = None
        try:
            for record in records:
                print(record.line(), flush=True)
                printed = record
        except KeyboardInterrupt:  # the usual end
            records.close()
            if records.done is not None and printed is not records.done:
                print(records.done.line(), flush=True)
