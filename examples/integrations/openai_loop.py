"""A tool loop over the Responses API of OpenAI; in place of the API a script calls the tool."""

import json

import httpx2
from openai import OpenAI

from uidiff.integrations.openai import WatchedInput

CALLS = 2
LAMPS = ["Desk lamp", "Floor lamp", "Table lamp", "Wall lamp", "Lantern", "Torch"]
TOOLS = [
    {"type": "function", "name": "remove_last", "parameters": {"type": "object", "properties": {}}, "strict": False}
]


def remove_last() -> str:
    """The tool: it answers with the page, as a browser's tools do."""
    LAMPS.pop()
    rows = "".join(f'  - button "Remove {lamp}" [ref=e{10 + n}]\n' for n, lamp in enumerate(LAMPS))
    return f'- heading "Lamps" [ref=e1]\n- list [ref=e2]:\n{rows}'


def scripted(request: httpx2.Request) -> httpx2.Response:
    """Answer as a model that uses the tool twice."""
    asked = sum(item.get("type") == "function_call" for item in json.loads(request.content)["input"])
    call = {
        "type": "function_call",
        "id": f"f{asked}",
        "call_id": f"c{asked}",
        "name": "remove_last",
        "arguments": "{}",
    }
    said = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": []}
    more = {"parallel_tool_calls": False, "tool_choice": "auto", "tools": []}
    output = [call] if asked < CALLS else [said]
    return httpx2.Response(
        200, json={"id": "r", "object": "response", "created_at": 0, "model": "scripted", "output": output, **more}
    )


client = OpenAI(api_key="none", http_client=httpx2.Client(transport=httpx2.MockTransport(scripted)))
watched = WatchedInput()
items = [{"role": "user", "content": "Remove the two last lamps."}]
while True:
    sent = watched(items)  # the only line that uidiff adds
    response = client.responses.create(model="gpt", input=sent, tools=TOOLS)
    items += response.output
    calls = [item for item in response.output if item.type == "function_call"]
    if not calls:
        break
    for call in calls:
        items.append({"type": "function_call_output", "call_id": call.call_id, "output": remove_last()})

for item in sent:
    if isinstance(item, dict) and item.get("type") == "function_call_output":
        print(item["output"])
print(watched.watcher.saved)
