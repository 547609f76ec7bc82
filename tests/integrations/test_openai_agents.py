"""Runs of the OpenAI Agents SDK; its own scripted model stands for the API."""

import asyncio
from typing import Any

import pytest
from agents import Agent, RunConfig, Runner, SQLiteSession, function_tool, set_tracing_disabled
from agents.testing import ScriptedModel, assistant_message, function_call

from tests.integrations.tool_results import STEPS, is_whole
from uidiff.integrations.openai_agents import WatchedModelInput


@pytest.fixture(autouse=True)
def _no_traces() -> None:
    set_tracing_disabled(disabled=True)


class Page:
    """A tool that removes the last item, and answers with the page."""

    def __init__(self) -> None:
        self.pressed = 0

    def press(self, ref: str) -> str:
        """Press a button.

        Args:
            ref: its ref.
        """
        self.pressed += 1
        return STEPS[self.pressed - 1] if ref == "e3" else "No such button."


def agent_of(script: list[Any]) -> tuple[Agent, ScriptedModel]:
    model = ScriptedModel([[step] for step in script])
    return Agent(name="Keeper", model=model, tools=[function_tool(Page().press)]), model


def outputs(model: ScriptedModel, call: int = -1) -> list[Any]:
    """The outputs of tools in a call of the model."""
    given = model.calls[call].input
    assert isinstance(given, list)
    return [item["output"] for item in given if item.get("type") == "function_call_output"]


PRESS = [function_call("press", {"ref": "e3"}, call_id=f"c{number}") for number in range(5)]


def test_the_model_reads_the_page_once_and_then_what_changed() -> None:
    agent, model = agent_of([*PRESS, assistant_message("Done.")])
    watched = WatchedModelInput()
    done = asyncio.run(Runner.run(agent, "Remove all lamps", run_config=RunConfig(call_model_input_filter=watched)))
    assert done.final_output == "Done."
    assert [is_whole(text) for text in outputs(model)] == [True, False, False, False, False]
    assert watched.watcher.saved.answers == 5
    assert [item["output"] for item in done.to_input_list() if "output" in item] == list(STEPS[:5])  # the run keeps all


def test_what_is_no_tree_passes_unchanged() -> None:
    script = [PRESS[0], function_call("press", {"ref": "e9"}, call_id="c9"), assistant_message("Done.")]
    agent, model = agent_of(script)
    asyncio.run(Runner.run(agent, "Go", run_config=RunConfig(call_model_input_filter=WatchedModelInput())))
    assert outputs(model)[1] == "No such button."


def test_a_session_that_lost_the_first_items_has_the_newest_tree_whole() -> None:
    agent, model = agent_of([*PRESS[:3], assistant_message("Three."), PRESS[3], assistant_message("Four.")])
    watched, session = WatchedModelInput(), SQLiteSession("lamps")
    config = RunConfig(call_model_input_filter=watched)

    async def two_runs() -> None:
        await Runner.run(agent, "Remove three", session=session, run_config=config)
        kept = (await session.get_items())[3:]
        await session.clear_session()
        await session.add_items(kept)
        await Runner.run(agent, "Remove one more", session=session, run_config=config)

    asyncio.run(two_runs())
    assert [is_whole(text) for text in outputs(model)] == [False, True, False]


def test_where_the_server_keeps_the_conversation_only_new_items_come() -> None:
    agent, model = agent_of([*PRESS[:3], assistant_message("Done.")])
    watched = WatchedModelInput(continued=True)
    config = RunConfig(call_model_input_filter=watched)
    asyncio.run(Runner.run(agent, "Remove three", run_config=config, conversation_id="conv_1"))
    assert [[is_whole(text) for text in outputs(model, call)] for call in range(4)] == [[], [True], [False], [False]]


def test_after_forgetting_the_newest_tree_is_whole() -> None:
    agent, model = agent_of([*PRESS[:3], assistant_message("Three."), PRESS[3], assistant_message("Four.")])
    watched, session = WatchedModelInput(), SQLiteSession("lamps")
    config = RunConfig(call_model_input_filter=watched)

    async def two_runs() -> None:
        await Runner.run(agent, "Remove three", session=session, run_config=config)
        watched.forget()
        await Runner.run(agent, "Remove one more", session=session, run_config=config)

    asyncio.run(two_runs())
    assert [is_whole(text) for text in outputs(model)] == [True, False, True, False]
