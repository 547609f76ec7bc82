"""A program that is an MCP server over one scripted page, as @playwright/mcp words it; ``--http``: it listens."""

import asyncio
import os
import sys
from typing import Any

import mcp_types as types
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from tests.proxy.behind import PAGE, result_of
from uidiff.mcp import run

server = MCPServer("page", instructions="Be kind.")
typed: dict[str, str] = {}


def page() -> str:
    value = typed.get("Search")
    return result_of(PAGE if value is None else PAGE.replace("[ref=e2]", f"[active] [ref=e2]: {value}"))


@server.tool(structured_output=False)
def go() -> str:
    """Open the page."""
    typed.clear()
    return page()


@server.tool(structured_output=False)
def enter(target: str, text: str) -> str:
    """Type into a field."""
    if target != "e2":
        raise ToolError(f"Ref {target} not found")
    typed["Search"] = text
    return page()


@server.tool(structured_output=False)
async def ask(context: Context[Any, Any]) -> str:
    """Ask the client's model, telling how far it is."""
    await context.report_progress(1, 2)
    message = types.SamplingMessage(role="user", content=types.TextContent(type="text", text="Well?"))
    answer = await context.session.create_message([message], max_tokens=5)
    return f"It says {answer.content.text}."


@server.tool(structured_output=False)
async def wait() -> str:
    """Wait until it is cancelled."""
    await asyncio.Event().wait()
    return ""


@server.tool(structured_output=False)
def die() -> str:
    """End without an answer."""
    os._exit(3)


@server.resource("page://title")
def title() -> str:
    return "Shop"


@server.prompt()
def greet(name: str) -> str:
    """Greet."""
    return f"Hello, {name}"


if __name__ == "__main__":
    if "--http" in sys.argv:
        run(server, http=True, port=0)
    else:
        server.run("stdio")
