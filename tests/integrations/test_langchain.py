"""Tools and messages of LangChain; its own scripted model stands for one."""

import asyncio
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.tools import StructuredTool, ToolException, tool

import uidiff
from tests.integrations.tool_results import STEPS, is_diff, is_whole
from uidiff.integrations.langchain import WatchedMessages, watch_tools


def page_tool() -> StructuredTool:
    """A tool that answers each time with the page one step later, in both ways of being called."""
    steps, later = iter(STEPS), iter(STEPS)

    def click(ref: str) -> str:
        """Click an element."""
        return next(steps) if ref == "e3" else "No such button."

    async def click_later(ref: str) -> str:
        return next(later) if ref == "e3" else "No such button."

    return StructuredTool.from_function(click, click_later)


def test_a_watched_tool_answers_with_the_page_once_and_then_with_what_changed() -> None:
    (clicked,) = watch_tools([page_tool()])
    said = [clicked.invoke({"ref": "e3"}) for _ in range(3)]
    assert [is_whole(text) for text in said] == [True, False, False]
    assert "- item e110" in said[2] or 'item "Lamp 11"' in said[2]
    assert clicked.invoke({"ref": "e9"}) == "No such button."
    assert (clicked.name, clicked.description, clicked.args) == (
        page_tool().name,
        page_tool().description,
        page_tool().args,
    )


def test_the_async_call_of_a_tool_is_watched_too() -> None:
    (clicked,) = watch_tools([page_tool()])

    async def twice() -> list[str]:
        return [await clicked.ainvoke({"ref": "e3"}) for _ in range(2)]

    assert [is_whole(text) for text in asyncio.run(twice())] == [True, False]


def test_a_call_of_a_tool_by_a_model_gives_a_message() -> None:
    (clicked,) = watch_tools([page_tool()])
    calls = [{"name": "click", "args": {"ref": "e3"}, "id": f"c{n}", "type": "tool_call"} for n in range(2)]
    first, second = (clicked.invoke(call) for call in calls)
    assert isinstance(second, ToolMessage)
    assert (second.tool_call_id, is_whole(str(first.content)), is_diff(str(second.content))) == ("c1", True, True)


def test_two_tools_of_one_page_share_a_watcher() -> None:
    watcher = uidiff.Watcher()

    @tool
    def look() -> str:
        """Read the page."""
        return STEPS[0]

    clicked, looked = watch_tools([page_tool(), look], watcher)
    assert is_whole(looked.invoke({}))
    assert "# No change." in clicked.invoke({"ref": "e3"})
    assert watcher.saved.answers == 2


def test_an_error_of_a_tool_is_raised_as_it_is() -> None:
    @tool
    def fails() -> str:
        """Fail."""
        raise ToolException("gone")

    (watched,) = watch_tools([fails])
    with pytest.raises(ToolException, match="gone"):
        watched.invoke({})


def test_tools_without_a_tree_and_those_that_answer_with_what_the_page_says_stay() -> None:
    @tool
    def browser_evaluate() -> str:
        """Run a script."""
        return STEPS[0]

    @tool
    def count() -> int:
        """Count the lamps."""
        return 12

    evaluated, counted = watch_tools([browser_evaluate, count])
    assert (evaluated.invoke({}), counted.invoke({})) == (STEPS[0], 12)


def test_a_tool_keeps_its_artifact_and_the_parts_that_are_no_text() -> None:
    image = {"type": "image", "base64": "aGk=", "mime_type": "image/png"}

    @tool(response_format="content_and_artifact")
    def look() -> tuple[list[Any], str]:
        """Read the page."""
        return [{"type": "text", "text": STEPS[0]}, image], "kept"

    (looked,) = watch_tools([look])
    message = looked.invoke({"name": "look", "args": {}, "id": "c1", "type": "tool_call"})
    assert is_whole(message.content[0]["text"])
    assert (message.content[1], message.artifact) == (image, "kept")


def messages(steps: range, *, status: str = "success") -> list[Any]:
    found: list[Any] = [HumanMessage("Remove lamps")]
    for n in steps:
        found.append(AIMessage("", tool_calls=[{"name": "click", "args": {}, "id": f"c{n}", "type": "tool_call"}]))
        found.append(ToolMessage(STEPS[n], tool_call_id=f"c{n}", name="click", status=status))
    return found


def answered(given: list[Any]) -> list[str]:
    return [str(message.content) for message in given if isinstance(message, ToolMessage)]


def test_messages_are_rewritten_for_the_model_and_kept_for_the_caller() -> None:
    watched, given = WatchedMessages(), messages(range(3))
    said = answered(watched(given))
    assert [is_whole(text) for text in said] == [True, False, False]
    assert answered(given) == list(STEPS[:3])
    assert answered(watched(messages(range(4))))[:3] == said  # to the byte: caches of prompts work


def test_a_conversation_that_lost_its_beginning_has_the_newest_tree_whole() -> None:
    watched = WatchedMessages()
    watched(messages(range(3)))
    assert [is_whole(text) for text in answered(watched(messages(range(1, 4))))] == [False, True, False]


def test_the_message_of_a_failed_call_stays() -> None:
    assert answered(WatchedMessages()(messages(range(1), status="error"))) == [STEPS[0]]
