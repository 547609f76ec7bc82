"""The interceptor in langchain-mcp-adapters' client, before a real server."""

# ruff: noqa: ANN401  # objects of other packages

import asyncio
import sys
from pathlib import Path
from typing import Any

from langchain_mcp_adapters.client import MultiServerMCPClient

import uidiff
from tests.integrations.tool_results import is_diff, is_whole
from uidiff.integrations.langchain import watch_results

ROOT = Path(__file__).parents[2]
SERVER: Any = {
    "transport": "stdio",
    "command": sys.executable,
    "args": ["-m", "tests.integrations.mcp_pages"],
    "cwd": ROOT,
}


def texts(result: Any) -> str:
    return result if isinstance(result, str) else "".join(part["text"] for part in result)


async def called(watcher: uidiff.Watcher, refs: list[str]) -> list[str]:
    from langchain_mcp_adapters.tools import load_mcp_tools

    client = MultiServerMCPClient({"pages": SERVER})
    async with client.session("pages") as session:
        (click,) = await load_mcp_tools(session, tool_interceptors=[watch_results(watcher)], server_name="pages")
        return [texts(await click.ainvoke({"ref": ref})) for ref in refs]


def test_results_of_a_server_are_the_page_once_and_then_what_changed() -> None:
    watcher = uidiff.Watcher()
    said = asyncio.run(called(watcher, ["e3", "e3", "e3"]))
    assert [is_whole(text) for text in said] == [True, False, False]
    assert is_diff(said[2])
    assert watcher.saved.answered < watcher.saved.given


def test_an_error_of_a_server_stays_as_it_is() -> None:
    watcher = uidiff.Watcher()
    (said,) = asyncio.run(called(watcher, ["e9"]))
    assert "no such button" in said
    assert watcher.saved.answers == 0
