"""The result of a tool, rewritten when the tool is called, in the forms that frameworks give it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from uidiff.integrations.conversation import WindowOf
from uidiff.live.watcher import Watcher

__all__ = ["CallResults"]


@attrs.frozen
class CallResults:
    """Rewrites the results of calls.

    Attributes:
        watcher: answers the trees.
        window_of, folders: as of :class:`uidiff.integrations.conversation.Watched`.
    """

    watcher: Watcher
    window_of: WindowOf
    folders: Collection[Path]

    def answered(self, result: Any, tool: str, arguments: object, server: str | None = None) -> Any:  # noqa: ANN401
        """Return the result with its trees answered.

        Args:
            result: a text, a part with a text, a list of them, a message of a tool, or a result of MCP; anything else
                stays as it is, and so does an error.
            tool: the name of the tool.
            arguments: those of the call.
            server: of which the tool is: each has windows of its own.
        """
        window = self.window_of(tool, arguments if isinstance(arguments, Mapping) else {})
        if window is None:
            return result
        return _rewritten(result, partial(self.watcher.rewrite, window=(server, window), folders=self.folders))


def _rewritten(result: Any, rewrite: Callable[[str], str]) -> Any:  # noqa: ANN401
    if isinstance(result, str):
        return rewrite(result)
    if isinstance(result, list):
        return [_rewritten(part, rewrite) for part in result]
    if isinstance(result, Mapping):
        return {**result, "text": rewrite(result["text"])} if result.get("type") == "text" else result
    failed = getattr(result, "isError", getattr(result, "is_error", getattr(result, "status", None) == "error"))
    field = "text" if getattr(result, "type", None) == "text" else "content"
    if failed or not isinstance(getattr(result, field, None), str | list) or not hasattr(result, "model_copy"):
        return result
    return result.model_copy(update={field: _rewritten(getattr(result, field), rewrite)})
