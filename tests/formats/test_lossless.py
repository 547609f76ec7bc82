"""The format ``json``: spec/laws#2-a-delta-carries-everything through text."""

import json

from hypothesis import given

from tests.formats import seven
from uidiff import Snapshot, TreeDiff, dumps, loads, render
from uidiff.testing import snapshots


@given(delta=seven.deltas())
def test_law_2_holds_through_the_format_json(delta: TreeDiff) -> None:
    text = render(delta, "json")
    assert len(f"{text}|".splitlines()) == 1
    assert json.loads(text) == delta.to_dict()
    again = TreeDiff.from_dict(json.loads(text))
    assert again == delta
    assert again.apply(delta.before) == delta.after
    assert render(again, "json") == text


@given(tree=snapshots(hostile=True, unknown_roles=True, secrets=True, partial=True))
def test_a_tree_reads_back(tree: Snapshot) -> None:
    text = render(tree, "json")
    assert loads(text) == tree
    assert json.loads(text) == json.loads(dumps(tree))


def test_plain_trees_are_written_as_dumps_writes_them() -> None:
    tree = seven.snapshot(*seven.filler(3), title="Inbox")
    assert f"{render(tree, 'json')}\n" == dumps(tree)


def test_options_say_nothing_to_it() -> None:
    tree = seven.snapshot({"role": "button", "bounds": [1, 2, 3, 4]})
    assert render(tree, "json", bounds=True, fold=False, refs=(7, 9)) == render(tree, "json")
