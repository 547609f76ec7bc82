"""Which window the result of a call is of, by the call's name and arguments."""

from typing import Any

import pytest

from uidiff.live.tool_calls import window_of_call


@pytest.mark.parametrize(
    "tool", ["browser_evaluate", "browser_network_requests", "list_console_messages", "run_script"]
)
def test_a_tool_that_answers_with_what_the_page_says_is_left_alone(tool: str) -> None:
    assert window_of_call(tool, {}) is None


@pytest.mark.parametrize("argument", ["filename", "filePath"])
def test_a_tree_that_the_caller_has_saved_is_left_alone(argument: str) -> None:
    assert window_of_call("take_snapshot", {argument: "page.txt"}) is None
    assert window_of_call("take_snapshot", {argument: ""}) is not None


def test_a_page_that_an_argument_names_is_a_window() -> None:
    first, second = ({"pageIdx": number, "uid": f"1_{number}"} for number in (0, 1))
    assert window_of_call("click", first) != window_of_call("click", second)
    assert window_of_call("click", first) == window_of_call("hover", {"pageIdx": 0})


@pytest.mark.parametrize("part", [{"target": "e4"}, {"depth": 2}, {"odd": {1, 2}}])
def test_a_part_of_a_page_is_a_window_of_its_own(part: dict[str, Any]) -> None:
    page = window_of_call("browser_click", {"target": "e9"})
    assert window_of_call("browser_snapshot", {}) == page
    assert window_of_call("browser_snapshot", part) != page
    assert window_of_call("describe", part, only_reads=True) != page == window_of_call("describe", part)
