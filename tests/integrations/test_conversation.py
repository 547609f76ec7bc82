"""What holds of every conversation, whoever its messages are for; here they are Anthropic's, as plain dicts."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import uidiff
from tests.integrations.tool_results import LAMPS, STEPS, is_diff, is_whole, result
from uidiff.integrations.anthropic import WatchedMessages
from uidiff.integrations.openai import WatchedInput
from uidiff.integrations.openai import WatchedMessages as WatchedChat

Message = dict[str, Any]


def call(
    number: int, text: object, tool: str = "browser_click", given: Message | None = None, **more: object
) -> list[Message]:
    """The call of a tool, and the result."""
    asked = {"type": "tool_use", "id": f"t{number}", "name": tool, "input": given or {}}
    done = {"type": "tool_result", "tool_use_id": f"t{number}", "content": text, **more}
    return [{"role": "assistant", "content": [asked]}, {"role": "user", "content": [done]}]


def conversation(texts: Sequence[object], start: int = 0) -> list[Message]:
    said: list[Message] = [{"role": "user", "content": "Remove all lamps"}]
    return said + [message for number, text in enumerate(texts, start) for message in call(number, text)]


def results(messages: Sequence[Message]) -> list[Any]:
    blocks = [block for message in messages for block in message["content"] if isinstance(block, dict)]
    return [block["content"] for block in blocks if block["type"] == "tool_result"]


def sent_step_by_step(watched: WatchedMessages, count: int) -> list[Message]:
    """What is sent after ``count`` results, each of which was sent when it came."""
    sent: list[Message] = []
    for number in range(1, count + 1):
        sent = watched(conversation(STEPS[:number]))
    return sent


def test_the_first_tree_is_whole_and_each_later_one_a_diff() -> None:
    texts = results(sent_step_by_step(WatchedMessages(), 4))
    assert [is_whole(text) for text in texts] == [True, False, False, False]
    assert [is_diff(text) for text in texts] == [False, True, True, True]
    assert all('listitem removed: "Lamp' in text for text in texts[1:])
    assert texts[0].startswith("### Page\n- Page URL: https://shop.example/\n")  # what is around the tree stays


def test_what_was_sent_once_is_sent_again_to_the_letter() -> None:
    watched = WatchedMessages()
    earlier = sent_step_by_step(watched, 3)
    assert watched(conversation(STEPS[:5]))[: len(earlier)] == earlier


def test_the_messages_of_the_caller_stay_as_they_are() -> None:
    messages = conversation(STEPS[:3])
    WatchedMessages()(messages)
    assert messages == conversation(STEPS[:3])


def test_a_caller_may_take_over_what_was_sent() -> None:
    watched, messages = WatchedMessages(), conversation([])
    for number, step in enumerate(STEPS[:4]):
        messages = watched([*messages, *call(number, step)])
    assert messages == sent_step_by_step(WatchedMessages(), 4)


def test_a_caller_who_took_over_the_answers_gets_the_newest_tree_whole_after_a_loss() -> None:
    watched, messages = WatchedMessages(), conversation([])
    for number, step in enumerate(STEPS[:4]):
        messages = watched([*messages, *call(number, step)])
    texts = results(watched(messages[3:]))  # the first result is gone
    assert [is_whole(text) for text in texts] == [False, False, True]
    assert '"Lamp 9"' in texts[-1]


IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}


@pytest.mark.parametrize(
    "content",
    ["Done.", "", "### Result\n{}", [IMAGE], [{"type": "text", "text": "Done."}, IMAGE], [], None],
)
def test_a_result_without_a_tree_passes_unchanged(content: object) -> None:
    messages = [*conversation(STEPS[:1]), *call(1, content), *call(2, STEPS[1])]
    sent = WatchedMessages()(messages)
    assert results(sent)[1] == content
    assert is_diff(results(sent)[2])


def test_a_result_that_is_an_error_passes_unchanged() -> None:
    messages = [*conversation(STEPS[:1]), *call(1, STEPS[1], is_error=True)]
    assert results(WatchedMessages()(messages))[1] == STEPS[1]


def test_of_a_result_with_parts_only_the_text_with_the_tree_changes() -> None:
    parts = [{"type": "text", "text": STEPS[0], "cache_control": {"type": "ephemeral"}}, IMAGE]
    (sent,) = results(WatchedMessages()(conversation([parts])))
    assert is_whole(sent[0]["text"])
    assert (sent[0]["cache_control"], sent[1]) == ({"type": "ephemeral"}, IMAGE)


def test_results_side_by_side_in_one_message_are_answered_in_their_order() -> None:
    (first, one), (second, two) = call(0, STEPS[0]), call(1, STEPS[1])
    messages = [
        {"role": "assistant", "content": first["content"] + second["content"]},
        {"role": "user", "content": one["content"] + two["content"]},
    ]
    texts = results(WatchedMessages()(messages))
    assert (is_whole(texts[0]), is_diff(texts[1])) == (True, True)


# what is lost


def cut_in_front(messages: list[Message]) -> list[Message]:
    return messages[3:]


def cut_behind(messages: list[Message]) -> list[Message]:
    return messages[:-2]


def cleared(messages: list[Message]) -> list[Message]:
    emptied = {**messages[2], "content": [{**messages[2]["content"][0], "content": "[cleared]"}]}
    return [*messages[:2], emptied, *messages[3:]]


def compacted(messages: list[Message]) -> list[Message]:
    summary = {"role": "assistant", "content": [{"type": "compaction", "content": "Four lamps were removed."}]}
    return [*messages[:5], summary, *messages[5:]]


LOSSES = [cut_in_front, cut_behind, cleared, compacted]


@pytest.mark.parametrize("lose", LOSSES)
def test_after_a_loss_the_newest_tree_that_is_left_is_whole(lose: Callable[[list[Message]], list[Message]]) -> None:
    watched = WatchedMessages()
    sent_step_by_step(watched, 4)
    texts = results(watched(lose(conversation(STEPS[:4]))))
    assert is_whole(texts[-1])
    assert not any(is_whole(text) for text in texts[1:-1])


@pytest.mark.parametrize("lose", LOSSES)
def test_after_a_loss_later_trees_are_diffs_again(lose: Callable[[list[Message]], list[Message]]) -> None:
    watched = WatchedMessages()
    sent_step_by_step(watched, 4)
    left = lose(conversation(STEPS[:4]))
    earlier = watched(left)
    sent = watched([*left, *call(9, result(LAMPS[:3]))])
    assert sent[: len(left)] == earlier
    assert is_diff(results(sent)[-1])


def test_a_compaction_that_failed_loses_nothing() -> None:
    watched = WatchedMessages()
    sent_step_by_step(watched, 4)
    failed = {"role": "assistant", "content": [{"type": "compaction", "content": None}]}
    messages = conversation(STEPS[:4])
    texts = results(watched([*messages[:5], failed, *messages[5:]]))
    assert [is_whole(text) for text in texts] == [True, False, False, False]


def test_what_is_before_a_compaction_is_not_answered_for_the_first_time() -> None:
    texts = results(WatchedMessages()(compacted(conversation(STEPS[:4]))))
    assert texts[:2] == list(STEPS[:2])
    assert is_whole(texts[2])
    assert is_diff(texts[3])


def test_a_loss_of_what_is_before_the_last_whole_tree_changes_nothing() -> None:
    watched = WatchedMessages(uidiff.Watcher(full_every=1))
    sent = sent_step_by_step(watched, 4)  # whole, diff, whole, diff
    assert watched(cut_in_front(conversation(STEPS[:4]))) == sent[3:]


def test_forgetting_makes_the_newest_tree_whole() -> None:
    watched = WatchedMessages()
    sent_step_by_step(watched, 3)
    watched.forget()
    assert is_whole(results(watched(conversation(STEPS[:3])))[-1])


def test_tool_results_that_the_server_has_cleared_are_lost() -> None:
    watched = WatchedMessages()
    sent_step_by_step(watched, 4)
    watched.read(
        {"context_management": {"applied_edits": [{"type": "clear_tool_uses_20250919", "cleared_tool_uses": 1}]}}
    )
    assert is_whole(results(watched(conversation(STEPS[:4])))[-1])
    watched.read(
        {"context_management": {"applied_edits": [{"type": "clear_tool_uses_20250919", "cleared_tool_uses": 3}]}}
    )
    assert is_diff(results(watched(conversation(STEPS[:5])))[-1])  # the whole one is the fourth
    watched.read(
        {"context_management": {"applied_edits": [{"type": "clear_thinking_20251015", "cleared_thinking_turns": 9}]}}
    )
    assert is_diff(results(watched(conversation(STEPS[:6])))[-1])


# windows, files, watchers


def test_tools_of_two_windows_are_compared_each_with_its_own_tree() -> None:
    def window_of(tool: str, _: object) -> str:
        return tool.partition("_")[0]

    other = result(["Lamp 7"], url="https://admin.example/")
    messages = [
        *conversation(STEPS[:1]),
        *call(1, other, "admin_snapshot"),
        *call(2, STEPS[1]),
        *call(3, other, "admin_snapshot"),
    ]
    texts = results(WatchedMessages(window_of=window_of)(messages))
    assert [is_whole(text) for text in texts] == [True, True, False, False]
    assert "# No change." in texts[3]


def test_a_loss_in_one_window_leaves_the_other_as_it_is() -> None:
    watched = WatchedMessages(window_of=lambda tool, _: tool)
    messages = [
        *conversation(STEPS[:1]),
        *call(1, STEPS[0], "other"),
        *call(2, STEPS[1]),
        *call(3, STEPS[1], "other"),
    ]
    watched(messages)
    texts = results(watched(messages[3:]))
    assert [is_whole(text) for text in texts] == [True, True, False]  # of the other, of the one, of the other


def test_a_tool_that_answers_with_what_the_page_says_is_left_alone() -> None:
    messages = [*conversation(STEPS[:1]), *call(1, STEPS[3], "browser_evaluate"), *call(2, STEPS[1])]
    texts = results(WatchedMessages()(messages))
    assert texts[1] == STEPS[3]
    assert 'listitem removed: "Lamp 12"' in texts[2]


def test_a_part_of_a_page_is_compared_with_itself() -> None:
    part = {"target": "e4"}
    messages = [
        *conversation(STEPS[:1]),
        *call(1, result(LAMPS[:4]), "browser_snapshot", part),
        *call(2, STEPS[1]),
        *call(3, result(LAMPS[:4]), "browser_snapshot", part),
    ]
    texts = results(WatchedMessages()(messages))
    assert [is_whole(text) for text in texts] == [True, True, False, False]
    assert 'listitem removed: "Lamp 12"' in texts[2]
    assert "# No change." in texts[3]


def test_the_page_that_an_argument_names_is_a_window() -> None:
    other = result(["Lamp 7"], url="https://admin.example/")
    messages = [*call(0, STEPS[0], given={"pageId": 1}), *call(1, other, given={"pageId": 2})]
    texts = results(WatchedMessages()([*messages, *call(2, STEPS[1], given={"pageId": 1})]))
    assert [is_whole(text) for text in texts] == [True, True, False]


def test_a_server_may_use_the_id_of_a_call_again() -> None:
    watched, messages = WatchedMessages(), conversation([])
    for step in STEPS[:3]:
        messages += call(0, step)
        watched(messages)
    texts = results(watched([*messages, *call(0, STEPS[2])]))
    assert [is_whole(text) for text in texts] == [True, False, False, False]
    assert ['listitem removed: "Lamp 12"' in texts[1], '"Lamp 11"' in texts[2]] == [True, True]
    assert "# No change." in texts[3]


def test_a_linked_snapshot_is_read_in_the_folder_that_is_given(tmp_path: Path) -> None:
    linked = "### Page\n- Page URL: https://shop.example/\n- Page Title: Shop\n### Snapshot\n- [Snapshot](page.yml)"
    (tmp_path / "page.yml").write_text('- button "Buy" [ref=e2]\n', encoding="utf-8")
    assert results(WatchedMessages()(conversation([linked]))) == [linked]
    assert 'button e2 "Buy"' in results(WatchedMessages(folders=[tmp_path])(conversation([linked])))[0]


def test_the_watcher_counts_what_was_saved() -> None:
    watched = WatchedMessages(uidiff.Watcher())
    sent_step_by_step(watched, 8)
    assert watched.watcher.saved.answers == 8
    assert watched.watcher.saved.answered * 3 < watched.watcher.saved.given
    assert watched.watcher.last is not None


# OpenAI's forms of the same


def items(texts: Sequence[object]) -> list[Message]:
    return [
        item
        for number, text in enumerate(texts)
        for item in (
            {"type": "function_call", "call_id": f"c{number}", "name": "browser_click", "arguments": "{}"},
            {"type": "function_call_output", "call_id": f"c{number}", "output": text},
        )
    ]


def outputs(sent: Sequence[Message]) -> list[Any]:
    return [item["output"] for item in sent if item["type"] == "function_call_output"]


def test_outputs_of_functions_are_answered() -> None:
    given = items([STEPS[0], "Done.", [{"type": "input_text", "text": STEPS[1]}, {"type": "input_image"}]])
    first, second, third = outputs(WatchedInput()(given))
    assert (is_whole(first), second) == (True, "Done.")
    assert is_diff(third[0]["text"])
    assert third[1] == {"type": "input_image"}


def test_an_input_that_is_a_text_passes() -> None:
    assert WatchedInput()("Remove all lamps") == "Remove all lamps"


def test_a_compaction_item_loses_what_is_before_it() -> None:
    watched = WatchedInput()
    given = items(STEPS[:4])
    watched(given)
    sent = watched([*given[:4], {"type": "compaction", "encrypted_content": "…"}, *given[4:]])
    assert [is_whole(text) for text in outputs(sent)] == [True, False, False, True]


def test_where_the_server_keeps_the_conversation_only_new_items_are_given() -> None:
    watched = WatchedInput()
    texts = [outputs(watched(items(STEPS[:4])[2 * n : 2 * n + 2], continued=True))[0] for n in range(3)]
    assert [is_whole(text) for text in texts] == [True, False, False]
    watched.read({"output": [{"type": "message"}]})
    assert is_diff(outputs(watched(items(STEPS[:4])[6:], continued=True))[0])
    watched.read({"output": [{"type": "compaction"}]})
    assert is_whole(outputs(watched(items(STEPS[:5])[8:], continued=True))[0])


def test_the_calls_that_only_new_outputs_belong_to_are_read_in_the_response() -> None:
    watched = WatchedInput()
    called, output = items(STEPS[:1])
    watched.read({"output": [{**called, "name": "browser_evaluate"}]})
    assert outputs(watched([output], continued=True)) == [STEPS[0]]


@pytest.mark.parametrize("arguments", ["", "{", "[1]", "[" * 100_000, "null"])
def test_arguments_that_a_model_wrote_wrong_do_no_harm(arguments: str) -> None:
    called, output = items(STEPS[:1])
    assert is_whole(outputs(WatchedInput()([{**called, "arguments": arguments}, output]))[0])


def test_the_page_that_arguments_in_json_name_is_a_window() -> None:
    given = items([STEPS[0], STEPS[1], STEPS[1]])
    for item, page in zip(given[::2], "121", strict=True):
        item["arguments"] = f'{{"pageId": {page}}}'
    assert [is_whole(text) for text in outputs(WatchedInput()(given))] == [True, True, False]


def test_messages_of_the_role_tool_are_answered() -> None:
    called = [{"id": "c1", "type": "function", "function": {"name": "browser_click", "arguments": "{}"}}]
    parts = [{"type": "text", "text": STEPS[1]}]
    messages = [
        {"role": "user", "content": "Remove all lamps"},
        {"role": "assistant", "content": None, "tool_calls": called},
        {"role": "tool", "tool_call_id": "c1", "content": STEPS[0]},
        {"role": "tool", "tool_call_id": "c2", "content": parts},
    ]
    tools: list[str] = []

    def window_of(tool: str, _: object) -> str:
        tools.append(tool)
        return "page"

    watched = WatchedChat(window_of=window_of)
    sent = watched(messages)
    assert sent[:2] == messages[:2]
    assert is_whole(sent[2]["content"])
    assert is_diff(sent[3]["content"][0]["text"])
    assert tools == ["browser_click", ""]
