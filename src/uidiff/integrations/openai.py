"""OpenAI's APIs: the trees in the tool results of a conversation, answered with what changed.

    watched = WatchedInput()  # the Responses API; WatchedMessages for chat completions
    while True:
        response = client.responses.create(input=watched(items), tools=tools, ...)
        items += response.output
        ...

The items keep the results as the tools wrote them; only what is sent is rewritten. It works with every client of the
package openai, and imports nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from uidiff.integrations.conversation import ResultText, Watched, read_field, result_texts

__all__ = ["WatchedInput", "WatchedMessages"]


class WatchedInput(Watched):
    """Called with the input of a response, returns the one to send.

    Images, and texts without a tree stay as they are. A ``compaction`` item counts as the end of all that is before it;
    so does any item that is no longer there. The arguments are those of
    :class:`uidiff.integrations.conversation.Watched`.
    """

    def __call__(self, items: str | Iterable[Any], *, continued: bool = False) -> Any:  # noqa: ANN401  # as it was given
        """Return a copy of the items with their trees answered.

        Args:
            items: the whole conversation.
            continued: whether they are only the new ones: with ``previous_response_id`` or ``conversation``.
        """
        if isinstance(items, str):
            return items
        copies, texts, tools, lost = [], list[ResultText](), dict[str, str](), 0
        for item in items:
            kind, call, copy = read_field(item, "type"), str(read_field(item, "call_id")), item
            if kind in {"function_call", "custom_tool_call"}:
                tools[call] = read_field(item, "name")
            elif kind == "compaction":
                lost = len(texts)
            elif kind in {"function_call_output", "custom_tool_call_output"} and isinstance(item, Mapping):
                copy = dict(item)
                texts += result_texts(copy, "output", call=call, tool=tools.get(call, ""))
            copies.append(copy)
        self._rewrite(texts, lost=lost, continued=continued)
        return copies

    def read(self, response: object) -> None:
        """Read in a response whether the server has compacted the conversation that it keeps (``continued``)."""
        if any(read_field(item, "type") == "compaction" for item in read_field(response, "output") or ()):
            self.forget()


class WatchedMessages(Watched):
    """Called with the messages of a chat completion, returns those to send. The arguments are those of ``Watched``."""

    def __call__(self, messages: Iterable[Any]) -> list[Any]:
        """Return a copy of the messages with the trees of the role "tool" answered; it is the whole conversation."""
        copies, texts, tools = [], list[ResultText](), dict[str, str]()
        for message in messages:
            copy = message
            for called in read_field(message, "tool_calls") or ():
                tools[read_field(called, "id")] = str(read_field(read_field(called, "function"), "name"))
            if read_field(message, "role") == "tool" and isinstance(message, Mapping):
                copy, call = dict(message), str(message.get("tool_call_id"))
                texts += result_texts(copy, "content", call=call, tool=tools.get(call, ""))
            copies.append(copy)
        self._rewrite(texts)
        return copies
