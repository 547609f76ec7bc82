"""A run of the OpenAI Agents SDK whose model reads what changed; its own scripted model stands for the API."""

import asyncio

from agents import Agent, RunConfig, Runner, function_tool, set_tracing_disabled
from agents.testing import ScriptedModel, assistant_message, function_call

from uidiff.integrations.openai_agents import WatchedModelInput

LAMPS = ["Desk lamp", "Floor lamp", "Table lamp", "Wall lamp", "Lantern", "Torch"]


@function_tool  # type: ignore[untyped-decorator]
def remove_last() -> str:
    """Remove the last item; answers with the page, as a browser's tools do."""
    LAMPS.pop()
    rows = "".join(f'  - button "Remove {lamp}" [ref=e{10 + n}]\n' for n, lamp in enumerate(LAMPS))
    return f'- heading "Lamps" [ref=e1]\n- list [ref=e2]:\n{rows}'


async def main() -> None:
    """Run an agent that uses the tool twice, and print what its model read."""
    set_tracing_disabled(disabled=True)
    calls = [[function_call("remove_last", {}, call_id=f"c{n}")] for n in range(2)]
    model = ScriptedModel([*calls, [assistant_message("Done.")]])
    agent = Agent(name="Keeper", model=model, tools=[remove_last])
    config = RunConfig(call_model_input_filter=WatchedModelInput())  # the only line that uidiff adds
    await Runner.run(agent, "Remove the two last lamps.", run_config=config)
    for item in model.calls[-1].input:
        if item.get("type") == "function_call_output":
            print(item["output"])


asyncio.run(main())
