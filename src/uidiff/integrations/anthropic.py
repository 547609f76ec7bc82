"""Anthropic's Messages API: the trees in the tool results of a conversation, answered with what changed.

    watched = WatchedMessages()
    while True:
        response = client.messages.create(messages=watched(messages), tools=tools, ...)
        messages.append({"role": "assistant", "content": response.content})
        ...

``messages`` keeps the results as the tools wrote them; only what is sent is rewritten. It works with every client of
the package anthropic, and imports nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from uidiff.integrations.conversation import ResultText, Watched, read_field, result_texts

__all__ = ["WatchedMessages"]


class WatchedMessages(Watched):
    """Called with the messages of a conversation, returns those to send.

    Results with ``is_error``, images, and texts without a tree stay as they are. A ``compaction`` block counts as the
    end of all that is before it; so does any message that is no longer there. The arguments are those of
    :class:`uidiff.integrations.conversation.Watched`.
    """

    def __call__(self, messages: Iterable[Any], *, continued: bool = False) -> list[Any]:
        """Return a copy of the messages with their trees answered.

        Args:
            messages: the whole conversation.
            continued: whether they are only the new ones, because the server keeps the earlier ones.
        """
        copies, texts, lost = [], list[ResultText](), 0
        for message in messages:
            content = read_field(message, "content")
            blocks = []
            for block in content if isinstance(content, list | tuple) else ():
                kind = read_field(block, "type")
                copy = block
                if kind == "tool_use":
                    self._note_call(read_field(block, "id"), read_field(block, "name"), read_field(block, "input"))
                elif kind == "compaction" and read_field(block, "content"):  # without content it failed
                    lost = len(texts)
                elif kind == "tool_result" and isinstance(block, Mapping) and not block.get("is_error"):
                    copy = dict(block)
                    texts += result_texts(copy, "content", copy.get("tool_use_id"))
                blocks.append(copy)
            copies.append({**message, "content": blocks} if blocks and isinstance(message, Mapping) else message)
        self._rewrite(texts, lost=lost, continued=continued)
        return copies

    def read(self, response: object) -> None:
        """Read in a response whether the server has cleared tool results (``context_management``): which were lost.

        The server says how many it cleared, not which: all of them count as trees. Without context editing there is no
        need to call it.
        """
        edits = read_field(read_field(response, "context_management"), "applied_edits") or ()
        for edit in edits:
            self._lose(read_field(edit, "cleared_tool_uses") or 0)
