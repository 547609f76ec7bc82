"""A tool loop over the Messages API of Anthropic; in place of the API a script calls the tool."""

import json
from typing import Any

import httpx2
from anthropic import Anthropic

from uidiff.integrations.anthropic import WatchedMessages

CALLS = 2
LAMPS = ["Desk lamp", "Floor lamp", "Table lamp", "Wall lamp", "Lantern", "Torch"]
TOOLS = [{"name": "remove_last", "description": "Remove the last item.", "input_schema": {"type": "object"}}]


def remove_last() -> str:
    """The tool: it answers with the page, as a browser's tools do."""
    LAMPS.pop()
    rows = "".join(f'  - button "Remove {lamp}" [ref=e{10 + n}]\n' for n, lamp in enumerate(LAMPS))
    return f'- heading "Lamps" [ref=e1]\n- list [ref=e2]:\n{rows}'


def scripted(request: httpx2.Request) -> httpx2.Response:
    """Answer as a model that uses the tool twice."""
    messages = json.loads(request.content)["messages"]
    asked = sum(message["role"] == "assistant" for message in messages)
    text, call = (
        {"type": "text", "text": "Done."},
        {"type": "tool_use", "id": f"t{asked}", "name": "remove_last", "input": {}},
    )
    more = {
        "role": "assistant",
        "model": "scripted",
        "stop_sequence": None,
        "usage": {"input_tokens": 0, "output_tokens": 0},
    }
    content, reason = ([call], "tool_use") if asked < CALLS else ([text], "end_turn")
    return httpx2.Response(200, json={"id": "m", "type": "message", "content": content, "stop_reason": reason, **more})


client = Anthropic(api_key="none", http_client=httpx2.Client(transport=httpx2.MockTransport(scripted)))
watched = WatchedMessages()
messages: list[dict[str, Any]] = [{"role": "user", "content": "Remove the two last lamps."}]
while True:
    sent = watched(messages)  # the only line that uidiff adds
    response = client.messages.create(model="claude", max_tokens=1000, messages=sent, tools=TOOLS)
    messages.append({"role": "assistant", "content": response.content})
    calls = [block for block in response.content if block.type == "tool_use"]
    if not calls:
        break
    results = [{"type": "tool_result", "tool_use_id": call.id, "content": remove_last()} for call in calls]
    messages.append({"role": "user", "content": results})

for message in sent:
    for block in message["content"] if isinstance(message["content"], list) else []:
        if isinstance(block, dict):
            print(block["content"])
print(watched.watcher.saved)
