"""LangChain: the trees in the results of tools, answered with what changed.

    tools = [watch_tool(tool) for tool in tools]  # any tools of LangChain, each of one page
    client = MultiServerMCPClient(servers, tool_interceptors=[watch_results()])  # the tools of MCP servers

Both rewrite a result when the tool is called. Where messages are removed later, as by a summary, call ``forget()`` of
the watcher, or rewrite the messages of each call of the model instead, which sees that by itself:
``model.invoke(watched(messages))`` with ``watched = WatchedMessages()``.
"""

from __future__ import annotations

import types
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from uidiff.integrations.conversation import ResultText, Watched, WindowOf, one_window, result_texts
from uidiff.live.watcher import Watcher

__all__ = ["WatchedMessages", "watch_results", "watch_tool"]


def watch_tool(tool: Any, watcher: Watcher | None = None, *, folders: Collection[Path] = ()) -> Any:  # noqa: ANN401
    """Return a copy of a tool (a ``BaseTool``) whose results are answered by the watcher.

    Args:
        tool: of any kind; the copy is of the same kind, with the same name, arguments and artifacts.
        watcher: one for all tools of a page; None: one of its own.
        folders: as of ``Watcher.rewrite``.
    """
    kind, rewrite = type(tool), partial((watcher or Watcher()).rewrite, folders=folders)

    def run(self: Any, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        return _rewritten(kind.run(self, *args, **options), rewrite)

    async def arun(self: Any, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        return _rewritten(await kind.arun(self, *args, **options), rewrite)

    members = {"__module__": __name__, "run": run, "arun": arun}
    copy, watched = (
        tool.model_copy(),
        types.new_class(kind.__name__, (kind,), exec_body=lambda own: own.update(members)),
    )
    object.__setattr__(copy, "__class__", watched)
    return copy


def watch_results(
    watcher: Watcher | None = None, *, window_of: WindowOf = one_window, folders: Collection[Path] = ()
) -> Callable[..., Awaitable[Any]]:
    """Return an interceptor for ``tool_interceptors`` of langchain-mcp-adapters; each server has windows of its own.

    Args:
        watcher, window_of, folders: as of :class:`uidiff.integrations.conversation.Watched`.
    """
    watcher = watcher or Watcher()

    async def watch(request: Any, handler: Callable[[Any], Awaitable[Any]]) -> Any:  # noqa: ANN401
        window = (request.server_name, window_of(request.name))
        result = await handler(request)
        return _rewritten(result, lambda text: watcher.rewrite(text, window=window, folders=folders))

    return watch


class WatchedMessages(Watched):
    """Called with the messages of a conversation, returns those for the model. The arguments: as of ``Watched``."""

    def __call__(self, messages: Iterable[Any]) -> list[Any]:
        """Return the messages, those of tools as copies with their trees answered."""
        copies = [(message, {"content": message.content} if _is_result(message) else {}) for message in messages]
        texts: list[ResultText] = []
        for message, copy in copies:
            if copy:
                texts += result_texts(copy, "content", call=message.tool_call_id, tool=message.name or "")
        self._rewrite(texts)
        return [message.model_copy(update=copy) if copy else message for message, copy in copies]


def _is_result(message: Any) -> bool:  # noqa: ANN401
    return getattr(message, "type", None) == "tool" and getattr(message, "status", None) != "error"


def _rewritten(result: Any, rewrite: Callable[[str], str]) -> Any:  # noqa: ANN401
    """The same with its texts rewritten: a text, a part, a list of them, a message of a tool, or a result of MCP."""
    if isinstance(result, str):
        return rewrite(result)
    if isinstance(result, list):
        return [_rewritten(part, rewrite) for part in result]
    if isinstance(result, Mapping):
        return {**result, "text": rewrite(result["text"])} if result.get("type") == "text" else result
    if getattr(result, "type", None) == "text":
        return result.model_copy(update={"text": rewrite(result.text)})
    is_error = getattr(result, "isError", getattr(result, "is_error", getattr(result, "status", None) == "error"))
    if is_error or not isinstance(getattr(result, "content", None), str | list) or not hasattr(result, "model_copy"):
        return result
    return result.model_copy(update={"content": _rewritten(result.content, rewrite)})
