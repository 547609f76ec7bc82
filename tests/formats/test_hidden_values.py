"""How each format says that a secret is another one now, though both are shown alike (spec/definitions#21-secrets,
spec/bad-inputs#45).
"""

import json
import pickle
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.honesty.check import check_diff
from tests.formats import seven
from uidiff import Matching, Snapshot, TreeDiff, diff, dumps, match, render
from uidiff.model.redaction import Redaction
from uidiff.testing import snapshot_pairs, snapshots

SALTED = Redaction(salt=b"0123456789abcdef")


def form(*typed: str, **states: object) -> Snapshot:
    """A window with a secret field for each text; the states are the first one's."""
    fields: list[seven.Node] = [
        {"role": "textbox", "name": name, "value": text, "secret": True, "states": states if name == "A" else {}}
        for name, text in zip("ABC", typed, strict=False)
    ]
    return Snapshot.from_dicts([{"role": "window"}, *({**field, "parent": 0} for field in fields)], redact=SALTED)


ONE = diff(form("hunter2"), form("hunter3"), hidden=(1,))
"""One field, known to have changed."""


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("agent", '~ textbox e2 "A" value changed (hidden)'),
        ("compact", '~ [Edit] "A" | value changed (hidden)'),
        ("read-agent", '~ [2] input "A" value changed (hidden)'),
        ("read-yaml", '    - {i: 2, field: "v", from: "[redacted]", to: "[redacted]", hidden: true}'),
        ("jsonl", '{"type":"changed","ts":null,"id":2,"changes":{"v":["[redacted]","[redacted]"]},"hidden":["v"]}'),
    ],
)
def test_one_line_says_it(name: str, line: str) -> None:
    assert line in render(ONE, name).split("\n")


def test_the_objects_say_it() -> None:
    (described,) = json.loads(render(ONE, "describe-json"))["changed"]
    assert (described["changes"], described["hidden"]) == ({"value": ["[redacted]", "[redacted]"]}, ["value"])
    (read,) = json.loads(render(ONE, "read-json"))["diff"]["changed"]
    assert (read["field"], read["hidden"]) == ("v", True)


def test_unfolded_it_is_said_the_same_way() -> None:
    assert render(ONE, "agent", fold=False).split("\n")[1] == '~ textbox e2 "A": value changed (hidden)'


@pytest.mark.parametrize("name", ["agent", "compact", "describe-json", "read-json", "read-yaml"])
def test_the_summary_in_it_does_not_say_what_was_typed(name: str) -> None:
    text = render(ONE, name).replace('\\"', '"')
    assert '"A" changed (hidden).' in text
    assert '= "[redacted]"' not in text


def test_an_agent_reads_it_beside_other_changes_and_of_several_fields_at_once() -> None:
    delta = diff(form("a", "b", "c"), form("d", "e", "f", focused=True), hidden=(1, 2, 3))
    assert render(delta).split("\n")[1:] == [
        '~ textbox e2 "A" focused, value changed (hidden)',
        '~ textbox e3 "B", e4 "C": value changed (hidden)',
    ]
    assert check_diff(delta) == []


def test_an_option_that_was_chosen_in_a_secret_list_is_said() -> None:
    nodes: list[seven.Node] = [{"role": "combobox", "name": "Card", "value": "1", "secret": True}]
    options: list[list[seven.Node]] = [
        [{"role": "option", "name": name, "parent": 0, "states": {"selected": name == chosen}} for name in "12"]
        for chosen in "12"
    ]
    before, after = (Snapshot.from_dicts([*nodes, *one]) for one in options)
    delta = diff(before, after, hidden=(0,), matcher=Matching.identity(3))
    said = render(delta).split("\n")[1:]
    assert [re.findall(r"value changed \(hidden\)|(?:not )?selected", line) for line in said] == [
        ["value changed (hidden)"],
        ["not selected"],
        ["selected"],
    ]
    assert check_diff(delta) == []


def test_the_checker_of_honesty_finds_what_is_invented_and_what_is_not_said() -> None:
    assert {fault.kind for fault in check_diff(ONE, render(ONE).replace("value changed", "name changed"))} == {
        "unparsed"
    }
    nothing = diff(form("hunter2"), form("hunter2", focused=True))
    invented = render(nothing).replace("focused", "focused, value changed (hidden)")
    assert {fault.kind for fault in check_diff(nothing, invented)} == {"changed: invented", "changed: not said"}
    unsaid = diff(form("a"), form("b", focused=True), hidden=(1,))
    short = render(unsaid).replace(", value changed (hidden)", "")
    assert "changed: not said" in {fault.kind for fault in check_diff(unsaid, short)}


def test_that_of_a_part_without_ref_and_text_is_said() -> None:
    nodes: list[seven.Node] = [
        {"role": "window"},
        {"role": "listitem", "parent": 0},
        {"role": "generic", "parent": 1, "secret": True, "states": {"protected": True}},
    ]
    delta = diff(Snapshot.from_dicts(nodes), Snapshot.from_dicts(nodes), hidden=(2,))
    assert render(delta) == "# diff: 1 changed, 2 unchanged.\n~ generic value changed (hidden) in item in e1"
    assert check_diff(delta) == []


@settings(max_examples=300)
@given(pair=snapshot_pairs(snapshots(secrets=True)))
def test_every_hidden_change_is_said_and_nothing_that_is_not_so(pair: tuple[Snapshot, Snapshot]) -> None:
    delta = known(*pair)
    assert [fault for fault in check_diff(delta) if not fault.kind.startswith("ambiguous")] == []


def known(before: Snapshot, after: Snapshot) -> TreeDiff:
    """The delta in which every secret that stayed is known to have changed."""
    matching = match(before, after)
    hidden = [j for i, j in matching.pairs if before.columns.secret[i] and after.columns.secret[j]]
    return diff(before, after, matcher=matching, hidden=hidden)


CONSONANTS = st.text("bcdfghjklmnpqrstvwxz", min_size=16, max_size=20)
"""Texts that stand in nothing of uidiff's own, and in no tree that is drawn."""


@given(
    tree=snapshots(min_size=1, secrets=True, hostile=True, extras=True, partial=True),
    texts=st.tuples(CONSONANTS, CONSONANTS),
    place=st.integers(0, 30),
)
def test_bad_input_45_no_text_of_a_secret_is_in_anything_that_leaves(
    tree: Snapshot, texts: tuple[str, str], place: int
) -> None:
    nodes = tree.to_dicts()
    at = place % len(nodes)
    sides = [_with_secret(nodes, at, text) for text in texts]
    delta = known(*sides)
    said = [render(delta, name) + render(delta.after, name) for name in ("agent", *seven.SEVEN)]
    said += [render(delta, "agent", fold=False), json.dumps(delta.to_dict()), repr(delta), repr(delta.changed)]
    said += [text for side in sides for text in (dumps(side), repr(side), repr([*side]), side.digest)]
    everything = "\n".join(said).encode() + b"".join(pickle.dumps(one) for one in (delta, *sides))
    for kept in (*map(str.encode, texts), *(digest for side in sides for digest in side.hidden.values())):
        assert kept not in everything
        assert kept.hex().encode() not in everything


def _with_secret(nodes: list[dict[str, object]], at: int, text: str) -> Snapshot:
    """A tree in which an element holds that secret in every way in which one can, with a text of it below."""
    holder = {
        **nodes[at],
        "secret": True,
        "value": text,
        "description": f"say {text}",
        "states": {"valuetext": text},
        "kept": text,
    }
    below = {"role": "text", "name": text, "url": f"/{text}", "actions": [text], "parent": at}
    later = [
        {**node, "parent": parent + (parent > at)} if isinstance(parent := node.get("parent"), int) else node
        for node in nodes[at + 1 :]
    ]
    return Snapshot.from_dicts([*nodes[:at], holder, below, *later], redact=SALTED)


def test_the_two_fields_of_that_test_have_two_digests() -> None:
    node: dict[str, object] = {"role": "textbox"}
    one, other = (_with_secret([node], 0, text) for text in ("x" * 16, "z" * 16))
    assert one == other
    assert one.hidden[0] != other.hidden[0]
    assert not re.search("x{4}|z{4}", dumps(one) + dumps(other))
