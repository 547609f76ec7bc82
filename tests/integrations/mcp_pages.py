"""A server of the MCP SDK (before version 2) with the page of ``tool_results``: a program for other tests."""

from mcp.server.fastmcp import FastMCP  # type: ignore[attr-defined]  # of version 1
from mcp.server.fastmcp.exceptions import ToolError

from tests.integrations.tool_results import STEPS

server = FastMCP("pages", log_level="ERROR")
steps = iter(STEPS)


@server.tool()
def click(ref: str) -> str:
    """Click an element."""
    if ref != "e3":
        raise ToolError("no such button")
    return next(steps)


if __name__ == "__main__":
    server.run()
