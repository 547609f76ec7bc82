"""Tool loops over the package openai, of the Responses API and of chat completions; what answers is a script."""

import json
from collections.abc import Sequence
from typing import Any

import httpx2
import pytest
from openai import OpenAI

from tests.integrations.tool_results import STEPS, is_diff, is_whole
from uidiff.integrations.openai import WatchedInput, WatchedMessages


class Script:
    """Answers each request with a call of a tool, and keeps what was sent."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []

    def answer(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(json.loads(request.content))
        call = f"c{len(self.requests) - 1}"
        made = completion if request.url.path.endswith("/chat/completions") else response
        return httpx2.Response(200, json=made(call))


def response(call: str) -> dict[str, Any]:
    output = {"type": "function_call", "id": f"f{call}", "call_id": call, "name": "browser_click", "arguments": "{}"}
    return {
        "id": f"r{call}",
        "object": "response",
        "created_at": 0,
        "status": "completed",
        "model": "gpt",
        "output": [{**output, "status": "completed"}],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }


def completion(call: str) -> dict[str, Any]:
    function = {"name": "browser_click", "arguments": "{}"}
    calls = [{"id": call, "type": "function", "function": function}]
    message = {"role": "assistant", "content": None, "tool_calls": calls}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    return {"id": f"r{call}", "object": "chat.completion", "created": 0, "model": "gpt", "choices": [choice]}


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def client(script: Script) -> OpenAI:
    return OpenAI(api_key="none", http_client=httpx2.Client(transport=httpx2.MockTransport(script.answer)))


def whole(texts: Sequence[str]) -> list[bool]:
    return [is_whole(text) for text in texts]


def test_a_loop_over_responses_sends_the_page_once_and_then_what_changed(script: Script, client: OpenAI) -> None:
    watched = WatchedInput()
    items: list[Any] = [{"role": "user", "content": "Remove all lamps"}]
    for step in STEPS[:5]:
        said = client.responses.create(model="gpt", input=watched(items))
        (call,) = said.output
        assert call.type == "function_call"
        items += [*said.output, {"type": "function_call_output", "call_id": call.call_id, "output": step}]
    client.responses.create(model="gpt", input=watched(items))
    sent = script.requests[-1]["input"]
    assert whole([item["output"] for item in sent if "output" in item]) == [True, False, False, False, False]
    assert sent[: len(script.requests[-2]["input"])] == script.requests[-2]["input"]  # so that a cache of prompts works


def test_a_loop_that_goes_on_from_the_previous_response_sends_only_what_is_new(script: Script, client: OpenAI) -> None:
    watched = WatchedInput()
    said = client.responses.create(model="gpt", input=watched("Remove all lamps", continued=True))
    for step in STEPS[:3]:
        (call,) = said.output
        assert call.type == "function_call"
        new: list[Any] = [{"type": "function_call_output", "call_id": call.call_id, "output": step}]
        said = client.responses.create(model="gpt", previous_response_id=said.id, input=watched(new, continued=True))
        watched.read(said)
    texts = [request["input"][0]["output"] for request in script.requests[1:]]
    assert whole(texts) == [True, False, False]


def test_a_loop_over_chat_completions_sends_the_page_once_and_then_what_changed(script: Script, client: OpenAI) -> None:
    watched = WatchedMessages()
    messages: list[Any] = [{"role": "user", "content": "Remove all lamps"}]
    for step in STEPS[:4]:
        said = client.chat.completions.create(model="gpt", messages=watched(messages)).choices[0].message
        assert said.tool_calls
        messages += [said, {"role": "tool", "tool_call_id": said.tool_calls[0].id, "content": step}]
    client.chat.completions.create(model="gpt", messages=watched(messages))
    sent = script.requests[-1]["messages"]
    texts = [message["content"] for message in sent if message["role"] == "tool"]
    assert whole(texts) == [True, False, False, False]
    assert all(is_diff(text) for text in texts[1:])
