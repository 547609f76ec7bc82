"""LangChain: the trees in the results of tools, answered with what changed.

    tools = watch_tools(tools)  # any tools of LangChain
    client = MultiServerMCPClient(servers, tool_interceptors=[watch_results()])  # the tools of MCP servers

Both rewrite a result when the tool is called. Where messages are removed later, as by a summary, call ``forget()`` of
the watcher, or rewrite the messages of each call of the model instead, which sees that by itself:
``model.invoke(watched(messages))`` with ``watched = WatchedMessages()``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable
from pathlib import Path
from types import new_class
from typing import Any

from uidiff.integrations.call_results import CallResults
from uidiff.integrations.conversation import ResultText, Watched, WindowOf, result_texts
from uidiff.live.tool_calls import window_of_call
from uidiff.live.watcher import Watcher

__all__ = ["WatchedMessages", "watch_results", "watch_tools"]


def watch_tools(
    tools: Iterable[Any],
    watcher: Watcher | None = None,
    *,
    window_of: WindowOf = window_of_call,
    folders: Collection[Path] = (),
) -> list[Any]:
    """Return copies of tools (of ``BaseTool``) whose results are answered by one watcher.

    Args:
        tools: of any kind; the copies are of the same kind, with the same names, arguments and artifacts.
        watcher, window_of, folders: as of :class:`uidiff.integrations.conversation.Watched`.
    """
    results = CallResults(watcher or Watcher(), window_of, folders)
    return [_watched(tool, results) for tool in tools]


def watch_results(
    watcher: Watcher | None = None, *, window_of: WindowOf = window_of_call, folders: Collection[Path] = ()
) -> Callable[..., Awaitable[Any]]:
    """Return an interceptor for ``tool_interceptors`` of langchain-mcp-adapters; each server has windows of its own.

    Args:
        watcher, window_of, folders: as of :class:`uidiff.integrations.conversation.Watched`.
    """
    results = CallResults(watcher or Watcher(), window_of, folders)

    async def watch(request: Any, handler: Callable[[Any], Awaitable[Any]]) -> Any:  # noqa: ANN401
        return results.answered(await handler(request), request.name, request.args, request.server_name)

    return watch


class WatchedMessages(Watched):
    """Called with the messages of a conversation, returns those for the model. The arguments: as of ``Watched``."""

    def __call__(self, messages: Iterable[Any]) -> list[Any]:
        """Return the messages, those of tools as copies with their trees answered."""
        copies, texts = [], list[ResultText]()
        for message in messages:
            copy: dict[str, Any] = {}
            for call in getattr(message, "tool_calls", ()):
                self._note_call(call["id"], call["name"], call["args"])
            if getattr(message, "type", None) == "tool" and message.status != "error":
                copy["content"] = message.content
                texts += result_texts(copy, "content", message.tool_call_id)
            copies.append((message, copy))
        self._rewrite(texts)
        return [message.model_copy(update=copy) if copy else message for message, copy in copies]


def _watched(tool: Any, results: CallResults) -> Any:  # noqa: ANN401
    """Return a copy of a tool, of a class that answers what the tool's own returns."""
    kind = type(tool)

    def run(self: Any, tool_input: object, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        return results.answered(kind.run(self, tool_input, *args, **options), self.name, tool_input)

    async def arun(self: Any, tool_input: object, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        return results.answered(await kind.arun(self, tool_input, *args, **options), self.name, tool_input)

    members = {"__module__": __name__, "run": run, "arun": arun}
    copy = tool.model_copy()
    object.__setattr__(copy, "__class__", new_class(kind.__name__, (kind,), exec_body=lambda own: own.update(members)))
    return copy
