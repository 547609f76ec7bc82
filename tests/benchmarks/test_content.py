"""The truth of a reader where nodes are recycled: by hand, and on the recordings whose registry names such steps."""

from typing import Any

import pytest

from benchmarks.content import content_truth
from benchmarks.corpus.score import Step
from benchmarks.recorded import Entry, entries, read


def snapshot(*rows: tuple[str, str, str], doc: int = 0) -> dict[str, Any]:
    """A list, whose items have a truth, a name and a value each in a text below."""
    nodes: list[dict[str, Any]] = [{"i": 0, "p": None, "truth": "list", "r": "list", "t": ""}]
    for truth, name, value in rows:
        nodes.append({"i": len(nodes), "p": 0, "truth": truth, "r": "listitem", "t": ""})
        for k, text in enumerate((name, value)):
            nodes.append({"i": len(nodes), "p": len(nodes) - 1 - k, "truth": f"{truth}.{k}", "r": "text", "t": text})
    return {"doc": doc, "nodes": nodes}


def items(step: Step) -> dict[str, str]:
    """Of the items that stayed the name before, and the name after."""
    return {
        step.before[i + 1]["t"]: step.after[j + 1]["t"] for i, j in step.true_pairs if step.before[i]["r"] == "listitem"
    }


A, B, C, D = (("a", "Ada", "12"), ("b", "Ben", "15"), ("c", "Cem", "12"), ("d", "Dora", "19"))


def shown(*rows: tuple[str, str, str]) -> list[tuple[str, str, str]]:
    """The rows in the nodes a, b, c, …, whatever they were."""
    return [(node, *row[1:]) for node, row in zip("abcd", rows, strict=False)]


def test_a_list_that_recycles_its_nodes_is_read_by_its_items() -> None:
    step = Step(snapshot(A, B, C), snapshot(*shown(B, C, D)))
    assert items(step) == {"Ada": "Ben", "Ben": "Cem", "Cem": "Dora"}
    read_by_items = content_truth(step)
    assert items(read_by_items) == {"Ben": "Ben", "Cem": "Cem"}
    assert len(read_by_items.true_pairs) == 1 + 2 * 3  # the list; each item with its two texts
    assert len(read_by_items.stayed_before) == len(read_by_items.stayed_after) == 7


def test_a_row_that_was_only_edited_in_a_recycled_list_is_still_itself() -> None:
    edited = ("d", "Dora", "20")
    step = content_truth(Step(snapshot(A, B, C, D), snapshot(*shown(B, A, C), edited)))
    assert items(step) == {name: name for name in ("Ada", "Ben", "Cem", "Dora")}


def test_a_page_of_other_items_is_read_as_such_only_where_the_registry_says_so() -> None:
    step = Step(snapshot(A, B, C), snapshot(*shown(("", "Eve", "1"), ("", "Finn", "2"), ("", "Gus", "3"))))
    assert content_truth(step) is step
    assert items(content_truth(step, recycled=True)) == {}


@pytest.mark.parametrize(
    "after",
    [
        [A, B, C],
        [B, C, A],
        [B, C, D],
        [("a", "Ada", "13"), B, C],
        [("a", "Ann", "12"), B, C],
        [("a", "Ada", "13"), ("b", "Ben", "12"), C],
    ],
    ids=["nothing", "moved", "came and went", "edited", "renamed", "numbers"],
)
def test_all_else_follows_the_node(after: list[tuple[str, str, str]]) -> None:
    step = Step(snapshot(A, B, C), snapshot(*after))
    assert content_truth(step) is step


def test_a_navigation_is_none_of_it() -> None:
    step = Step(snapshot(A, B, C), snapshot(*shown(B, C, D), doc=1))
    assert content_truth(step) is step


RECYCLED = {"antd": [23], "monaco": [13], "todomvc_react": []}


@pytest.mark.parametrize("entry", [entry for entry in entries() if entry.app in RECYCLED], ids=lambda entry: entry.app)
def test_recordings_are_read_by_content_where_their_registry_says_so(entry: Entry) -> None:
    found = [
        step.number
        for step in read(entry).steps
        if content_truth(step.truth, recycled=step.number in entry.recycled) is not step.truth
    ]
    assert found == RECYCLED[entry.app] == [*entry.recycled]
