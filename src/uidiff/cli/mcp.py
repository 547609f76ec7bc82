"""``uidiff mcp``: a server of the Model Context Protocol."""

from __future__ import annotations

import click

from uidiff.cli.options import bounds_option, ignore_option, ignored
from uidiff.cli.window_choice import WindowChoice, window_options
from uidiff.mcp import BUDGET, PORT, serve
from uidiff.mcp.tools import MIN_BUDGET

__all__ = ["mcp"]

_HOST = "127.0.0.1"


@click.command(short_help="Serve windows to agents (MCP).")
@window_options
@click.option("--http", is_flag=True, help="By streamable HTTP on this machine, not by standard input and output.")
@click.option("--host", metavar="HOST", help=f"Where --http listens. Default: {_HOST}.")
@click.option(
    "--port", metavar="PORT", type=click.IntRange(0, 65535), help=f"And the port; 0: any free one. Default: {PORT}."
)
@click.option(
    "--budget",
    metavar="TOKENS",
    type=click.IntRange(min=MIN_BUDGET),
    default=BUDGET,
    show_default=True,
    help="The most tokens of an answer, if a call says nothing else.",
)
@click.option("--read-only", is_flag=True, help="Without the tool that acts.")
@ignore_option
@bounds_option
def mcp(
    *,
    choice: WindowChoice,
    http: bool,
    host: str | None,
    port: int | None,
    budget: int,
    read_only: bool,
    ignore: tuple[str, ...],
    bounds: bool,
) -> None:
    """Serve windows to agents by the Model Context Protocol, until it is ended.

    By standard input and output, as a client starts it, or with --http at an address for several clients. The window
    that the options name is the one that calls mean which name none.

    \b
    examples:
      uidiff mcp
      uidiff mcp --cdp http://127.0.0.1:9222
      uidiff mcp --app mousepad --read-only
      uidiff mcp --http --port 0
    """  # noqa: D301
    if not http and (host is not None or port is not None):
        raise click.UsageError("--host and --port say where --http listens: add it, or leave them out")
    choice.expect_reachable()
    serve(
        backend=choice.backend_name,
        targets=() if choice.cdp is None else (choice.cdp,),
        target=None if choice.known is None else choice.target(),
        http=http,
        host=_HOST if host is None else host,
        port=PORT if port is None else port,
        budget=budget,
        ignore=ignored(ignore, bounds=bounds),
        acting=not read_only,
    )
