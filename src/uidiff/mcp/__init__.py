"""``uidiff mcp``: a server of the Model Context Protocol, with which an agent reads what changed in a user interface.

    uidiff.mcp.serve(backend="atspi")  # by standard input and output
    uidiff.mcp.serve(backend="web", targets=("http://127.0.0.1:9222",), http=True)

It needs the official SDK, ``mcp``, which is loaded when a server is made. ``docs/howto/mcp.md`` has the tools.
"""

from __future__ import annotations

from uidiff.mcp.serving import BUDGET, PORT, build_server, run, serve

__all__ = ["BUDGET", "PORT", "build_server", "run", "serve"]
