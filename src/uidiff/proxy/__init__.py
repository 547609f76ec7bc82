"""``uidiff proxy``: an MCP server in front of any other, whose page trees become what changed.

    uidiff proxy -- npx @playwright/mcp@latest

It needs the official SDK, ``mcp``. ``docs/howto/proxy.md`` says what passes and what is changed.
"""

from __future__ import annotations

from uidiff.proxy.serving import FULL_EVERY, serve_proxy

__all__ = ["FULL_EVERY", "serve_proxy"]
