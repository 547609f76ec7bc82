"""A tool loop over the package anthropic; what answers its requests is a script."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

import httpx2
from anthropic import Anthropic, AsyncAnthropic
from anthropic.types import Message

from tests.integrations.tool_results import STEPS, is_diff, is_whole
from uidiff.integrations.anthropic import WatchedMessages

CALL = {"type": "tool_use", "name": "browser_click", "input": {"ref": "e3"}}
CLEARED = {"applied_edits": [{"type": "clear_tool_uses_20250919", "cleared_tool_uses": 2, "cleared_input_tokens": 900}]}


class Script:
    """Answers each request with a call of a tool, and keeps the messages that were sent."""

    def __init__(self, **responses: Mapping[str, object]) -> None:
        self.requests: list[list[Any]] = []
        self._more = responses

    def answer(self, request: httpx2.Request) -> httpx2.Response:
        number = len(self.requests)
        self.requests.append(json.loads(request.content)["messages"])
        message = {
            "id": f"m{number}",
            "type": "message",
            "role": "assistant",
            "model": "claude",
            "content": [{**CALL, "id": f"t{number}"}],
            "stop_reason": "tool_use",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
            **self._more.get(f"m{number}", {}),
        }
        return httpx2.Response(200, json=message)

    def texts(self) -> Sequence[str]:
        """The results in the last request."""
        blocks = [block for message in self.requests[-1] for block in message["content"] if isinstance(block, dict)]
        return [block["content"] for block in blocks if block["type"] == "tool_result"]


def client_of(script: Script) -> Anthropic:
    transport = httpx2.MockTransport(script.answer)
    return Anthropic(api_key="none", http_client=httpx2.Client(transport=transport))


def result_of(response: Message, step: int) -> dict[str, Any]:
    (block,) = response.content
    assert block.type == "tool_use"
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": block.id, "content": STEPS[step]}]}


def test_a_loop_sends_the_page_once_and_then_what_changed() -> None:
    script, watched = Script(), WatchedMessages()
    messages: list[Any] = [{"role": "user", "content": "Remove all lamps"}]
    with client_of(script) as client:
        for step in range(5):
            response = client.messages.create(model="claude", max_tokens=99, messages=watched(messages))
            messages += [{"role": "assistant", "content": response.content}, result_of(response, step)]
        client.messages.create(model="claude", max_tokens=99, messages=watched(messages))
    assert [is_whole(text) for text in script.texts()] == [True, False, False, False, False]
    assert script.requests[-1][: len(script.requests[-2])] == script.requests[-2]  # so that a cache of prompts works
    assert messages[-1]["content"][0]["content"] == STEPS[4]


def test_context_editing_of_the_server_is_read_in_its_response() -> None:
    script, watched = Script(m3={"context_management": CLEARED}), WatchedMessages()
    messages: list[Any] = [{"role": "user", "content": "Remove all lamps"}]
    edit: Any = {"edits": [{"type": "clear_tool_uses_20250919"}]}
    with client_of(script) as client:
        for step in range(5):
            response = client.beta.messages.create(
                model="claude", max_tokens=99, messages=watched(messages), context_management=edit
            )
            watched.read(response)
            done = {"type": "tool_result", "tool_use_id": f"t{step}", "content": STEPS[step]}
            messages += [{"role": "assistant", "content": response.content}, {"role": "user", "content": [done]}]
        client.messages.create(model="claude", max_tokens=99, messages=watched(messages))
    assert [is_whole(text) for text in script.texts()] == [True, False, True, False, False]  # the first two are cleared


def test_the_summary_that_the_server_made_counts_as_a_loss() -> None:
    summary = [{"type": "compaction", "content": "One lamp was removed."}, {**CALL, "id": "t2"}]
    script, watched = Script(m2={"content": summary}), WatchedMessages()
    messages: list[Any] = [{"role": "user", "content": "Remove all lamps"}]
    with client_of(script) as client:
        for step in range(4):
            response = client.beta.messages.create(model="claude", max_tokens=99, messages=watched(messages))
            done = {"type": "tool_result", "tool_use_id": f"t{step}", "content": STEPS[step]}
            messages += [{"role": "assistant", "content": response.content}, {"role": "user", "content": [done]}]
        client.messages.create(model="claude", max_tokens=99, messages=watched(messages))
    assert [is_whole(text) for text in script.texts()] == [True, False, True, False]


def test_it_serves_the_async_client() -> None:
    script, watched = Script(), WatchedMessages()

    async def loop() -> None:
        transport = httpx2.MockTransport(script.answer)
        messages: list[Any] = [{"role": "user", "content": "Remove all lamps"}]
        async with AsyncAnthropic(api_key="none", http_client=httpx2.AsyncClient(transport=transport)) as client:
            for step in range(3):
                response = await client.messages.create(model="claude", max_tokens=99, messages=watched(messages))
                messages += [{"role": "assistant", "content": response.content}, result_of(response, step)]
            await client.messages.create(model="claude", max_tokens=99, messages=watched(messages))

    asyncio.run(loop())
    assert [is_diff(text) for text in script.texts()] == [False, True, True]
