"""Tools of LangChain whose results tell what changed; a scripted model calls them."""

from typing import Any

from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.tools import tool

from uidiff.integrations.langchain import watch_tools

LAMPS = ["Desk lamp", "Floor lamp", "Table lamp", "Wall lamp", "Lantern", "Torch"]


@tool  # type: ignore[untyped-decorator]
def remove_last() -> str:
    """Remove the last item; answers with the page, as a browser's tools do."""
    LAMPS.pop()
    rows = "".join(f'  - button "Remove {lamp}" [ref=e{10 + n}]\n' for n, lamp in enumerate(LAMPS))
    return f'- heading "Lamps" [ref=e1]\n- list [ref=e2]:\n{rows}'


call = {"name": "remove_last", "args": {}, "type": "tool_call"}
script = [AIMessage("", tool_calls=[{**call, "id": f"c{n}"}]) for n in range(2)]
model = GenericFakeChatModel(messages=iter([*script, AIMessage("Done.")]))

(watched,) = watch_tools([remove_last])  # the only line that uidiff adds
messages: list[Any] = []
while (answer := model.invoke(messages)).tool_calls:
    messages += [answer, *(watched.invoke(each) for each in answer.tool_calls)]
for message in messages:
    if message.type == "tool":
        print(message.content)
