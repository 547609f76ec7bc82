"""``uidiff proxy``: an MCP server in front of any other."""

from __future__ import annotations

import click

from uidiff.formats.options import LEAST_BUDGET
from uidiff.mcp import PORT
from uidiff.proxy import FULL_EVERY, serve_proxy

__all__ = ["proxy"]

_HOST = "127.0.0.1"


# Options end where the command begins: some clients drop the "--" between them.
@click.command(
    short_help="Put what changed in place of the trees of an MCP server.",
    context_settings={"allow_interspersed_args": False},
)
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
@click.option("--url", metavar="URL", help="In place of a command: the address of a server that runs already.")
@click.option(
    "--budget", metavar="TOKENS", type=click.IntRange(min=LEAST_BUDGET), help="The most tokens of a tree in a result."
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["agent", "describe-json"]),
    default="agent",
    show_default=True,
    help="How trees and changes are written.",
)
@click.option(
    "--full-every",
    metavar="N",
    type=click.IntRange(min=0),
    default=FULL_EVERY,
    show_default=True,
    help="Give the whole tree again after N answers; 0: only where it is shorter, or asked for.",
)
@click.option(
    "--folder",
    "folders",
    metavar="DIR",
    multiple=True,
    type=click.Path(exists=True, file_okay=False),
    help="Where linked snapshot files are read, too, besides the working folder. May be given again.",
)
@click.option("--log", metavar="FILE", type=click.Path(dir_okay=False), help="Append a line of JSON for each answer.")
@click.option("--http", is_flag=True, help="By streamable HTTP on this machine, not by standard input and output.")
@click.option("--host", metavar="HOST", help=f"Where --http listens. Default: {_HOST}.")
@click.option(
    "--port", metavar="PORT", type=click.IntRange(0, 65535), help=f"And the port; 0: any free one. Default: {PORT}."
)
def proxy(
    *,
    command: tuple[str, ...],
    url: str | None,
    budget: int | None,
    format_: str,
    full_every: int,
    folders: tuple[str, ...],
    log: str | None,
    http: bool,
    host: str | None,
    port: int | None,
) -> None:
    """Serve the tools of another MCP server; a page tree in a result becomes what changed in it.

    The whole tree once, then the changes, with the refs of the server behind it. Everything else passes as it is. One
    tool is added: uidiff_full, which gives the whole tree again.

    \b
    examples:
      uidiff proxy -- npx @playwright/mcp@latest
      uidiff proxy --log saved.jsonl -- npx chrome-devtools-mcp@latest --isolated
      uidiff proxy --url http://127.0.0.1:8931/mcp
    """  # noqa: D301
    if not http and (host is not None or port is not None):
        raise click.UsageError("--host and --port say where --http listens: add it, or leave them out")
    if bool(command) == (url is not None):
        raise click.UsageError("give the command of a server behind --, or its address by --url")
    serve_proxy(
        command,
        url=url,
        budget=budget,
        format=format_,
        full_every=full_every or None,
        folders=folders,
        log=log,
        http=http,
        host=_HOST if host is None else host,
        port=PORT if port is None else port,
    )
