"""The OpenAI Agents SDK: the trees in tool outputs, answered with what changed before the model sees them.

    run_config = RunConfig(call_model_input_filter=WatchedModelInput())
    await Runner.run(agent, "Buy a lamp", run_config=run_config)

It rewrites the outputs of function tools and of MCP servers alike, and nothing else of the run: sessions and traces
keep what the tools wrote.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

from uidiff.integrations.conversation import WindowOf
from uidiff.integrations.openai import WatchedInput
from uidiff.live.tool_calls import window_of_call
from uidiff.live.watcher import Watcher

__all__ = ["WatchedModelInput"]


class WatchedModelInput:
    """A ``call_model_input_filter``, for the runs of one conversation.

    Args:
        watcher, window_of, folders: as of :class:`uidiff.integrations.openai.WatchedInput`.
        continued: whether the server keeps the conversation (``conversation_id``, ``previous_response_id``), so that
            each call of the model brings only what is new.
    """

    def __init__(
        self,
        watcher: Watcher | None = None,
        *,
        window_of: WindowOf = window_of_call,
        folders: Collection[Path] = (),
        continued: bool = False,
    ) -> None:
        self._input = WatchedInput(watcher, window_of=window_of, folders=folders)
        self._continued = continued
        self.watcher = self._input.watcher

    def __call__(self, data: Any) -> Any:  # noqa: ANN401  # CallModelData and ModelInputData of the package agents
        """Return what the model is to read."""
        items = self._input(data.model_data.input, continued=self._continued)
        return replace(data.model_data, input=items)

    def forget(self) -> None:
        """Answer the newest tree whole in the next call of the model: it has lost what came before."""
        self._input.forget()
