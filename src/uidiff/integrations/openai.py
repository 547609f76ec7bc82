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
        copies, texts, lost = [], list[ResultText](), 0
        for item in items:
            kind, copy = read_field(item, "type"), item
            self._note_item(item)
            if kind == "compaction":
                lost = len(texts)
            elif kind in {"function_call_output", "custom_tool_call_output"} and isinstance(item, Mapping):
                copy = dict(item)
                texts += result_texts(copy, "output", copy.get("call_id"))
            copies.append(copy)
        self._rewrite(texts, lost=lost, continued=continued)
        return copies

    def read(self, response: object) -> None:
        """Read in a response which tools were called, and whether the server has compacted the conversation it keeps.

        It is needed with ``continued`` alone.
        """
        for item in read_field(response, "output") or ():
            self._note_item(item)
            if read_field(item, "type") == "compaction":
                self.forget()

    def _note_item(self, item: object) -> None:
        if read_field(item, "type") in {"function_call", "custom_tool_call"}:
            self._note_call(read_field(item, "call_id"), read_field(item, "name"), read_field(item, "arguments"))


class WatchedMessages(Watched):
    """Called with the messages of a chat completion, returns those to send. The arguments are those of ``Watched``."""

    def __call__(self, messages: Iterable[Any]) -> list[Any]:
        """Return a copy of the messages with the trees of the role "tool" answered; it is the whole conversation."""
        copies, texts = [], list[ResultText]()
        for message in messages:
            copy = message
            for called in read_field(message, "tool_calls") or ():
                function = read_field(called, "function")
                self._note_call(
                    read_field(called, "id"), read_field(function, "name"), read_field(function, "arguments")
                )
            if read_field(message, "role") == "tool" and isinstance(message, Mapping):
                copy = dict(message)
                texts += result_texts(copy, "content", copy.get("tool_call_id"))
            copies.append(copy)
        self._rewrite(texts)
        return copies
