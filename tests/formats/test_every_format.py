"""What holds for all seven formats of the documents: hostile text, unbound deltas, the same bytes, no budget."""

import json
import os
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diffing.happening import through_json
from tests.formats import seven
from tests.formats.seven import QUOTED, assert_safe
from tests.laws.common import records
from uidiff import Snapshot, TreeDiff, diff, render
from uidiff.errors import DeltaMismatch
from uidiff.testing import HOSTILE_ROLES, HOSTILE_TEXTS, snapshots
from uidiff.tokens import estimate_tokens

ALL = ("agent", *seven.SEVEN)
every_format = pytest.mark.parametrize("name", seven.SEVEN)


def lines_expected(delta: TreeDiff, name: str) -> int:
    count = len(records(delta)) + len(delta.circumstances)
    if name == "compact":
        return 1 + count
    if name == "read-agent":
        return 2 + count + (delta.after.taken_at is not None)
    return count - max(0, len(delta.circumstances) - 1)  # jsonl: one record for all circumstances


# -------------------------------------------------------------------- hostile text


@settings(max_examples=150)
@given(delta=seven.deltas(), bounds=st.booleans())
def test_bad_inputs_1_to_21_no_text_leaves_its_quotes(delta: TreeDiff, bounds: bool) -> None:
    for name in ALL:
        assert_safe(render(delta, name, bounds=bounds))


@given(tree=snapshots(hostile=True, unknown_roles=True, secrets=True, partial=True), bounds=st.booleans())
def test_bad_inputs_1_to_21_no_text_of_a_tree_leaves_its_quotes(tree: Snapshot, bounds: bool) -> None:
    for name in ALL:
        assert_safe(render(tree, name, bounds=bounds))


@given(delta=seven.deltas())
def test_law_7_every_record_is_one_line(delta: TreeDiff) -> None:
    for name in seven.LINE_FORMATS:
        for fold in (True, False):
            assert len(render(delta, name, fold=fold).splitlines()) == lines_expected(delta, name)


@given(tree=snapshots(hostile=True, unknown_roles=True))
def test_law_7_every_element_is_one_line(tree: Snapshot) -> None:
    around = {"compact": 1, "jsonl": 1, "read-agent": 2 + (tree.taken_at is not None)}
    for name in seven.LINE_FORMATS:
        assert len(render(tree, name).splitlines()) == len(tree) + around[name]


@pytest.mark.parametrize("row", [row for row in HOSTILE_TEXTS if row not in {13, 19}])
@every_format
def test_bad_inputs_read_back_exactly(name: str, row: int) -> None:
    for text in HOSTILE_TEXTS[row]:
        node: seven.Node = {"role": "button", "name": text}
        for rendered in (
            render(diff(seven.snapshot(), seven.snapshot(node)), name),
            render(seven.changed({"role": "button", "name": "?"}, node), name),
            render(seven.snapshot(node), name),
            render(diff(seven.snapshot(title="?"), seven.snapshot(title=text)), name),
        ):
            assert_safe(rendered)
            assert text in map(read_back, QUOTED.findall(rendered))


def read_back(quoted: str) -> str:
    """What a JSON reader makes of it; what a YAML reader makes of its one escape that JSON has not."""
    pairs = re.sub(r"\\U([0-9a-f]{8})", lambda found: json.dumps(chr(int(found[1], 16)))[1:-1], quoted)
    return json.loads(pairs)


@pytest.mark.parametrize("role", HOSTILE_ROLES)
@pytest.mark.parametrize("name", ALL)
def test_bad_input_13_roles(name: str, role: str) -> None:
    tree = seven.snapshot({"role": role, "name": "x"})
    assert_safe(render(tree, name) + render(diff(seven.snapshot(), tree), name))


@every_format
def test_bad_input_13_a_role_that_fits_nothing_is_said_quoted(name: str) -> None:
    text = render(diff(seven.snapshot(), seven.snapshot({"role": 'btn] x\n+ ["'})), name)
    assert_safe(text)
    assert 'btn] x\n+ ["' in map(read_back, QUOTED.findall(text))


@every_format
def test_bad_input_22_long_texts_are_said_whole(name: str) -> None:
    value = "word " * 5_000
    assert value in map(read_back, QUOTED.findall(render(seven.snapshot({"role": "text", "value": value}), name)))


# ------------------------------------------------------------------ unbound, bytes


@given(delta=seven.deltas(), bounds=st.booleans())
def test_a_delta_that_was_stored_and_bound_gives_the_same_bytes(delta: TreeDiff, bounds: bool) -> None:
    again = through_json(delta).bind(delta.before)
    for name in seven.SEVEN:
        assert render(again, name, bounds=bounds) == render(delta, name, bounds=bounds)


@given(delta=seven.deltas())
def test_law_6_the_same_delta_gives_the_same_bytes(delta: TreeDiff) -> None:
    again = diff(delta.before, delta.after, matcher=delta.matching)
    for name in seven.SEVEN:
        assert render(again, name) == render(delta, name)


def test_law_6_the_same_bytes_with_any_hash_seed() -> None:
    code = (
        "import sys\nfrom tests.formats import seven\nfrom uidiff import render\n"
        "for delta in (seven.of_document_1(), seven.of_document_2()):\n"
        "    for name in seven.SEVEN:\n"
        "        sys.stdout.buffer.write((render(delta, name) + render(delta.after, name)).encode())\n"
    )
    texts = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            timeout=120,
        ).stdout
        for seed in ("1", "2")
    ]
    assert texts[0] == texts[1]


# ----------------------------------------------------------------- what is reported


@given(delta=seven.deltas())
def test_every_number_means_one_element(delta: TreeDiff) -> None:
    answer = json.loads(render(delta, "read-json"))["diff"]
    gone = {row["i"] for row in (*answer["removed"], *answer.get("unknown", ()))}
    here = {row["i"] for row in (*answer["added"], *answer["changed"], *answer.get("newly_read", ()))}
    assert not gone & here


@given(delta=seven.deltas())
def test_nothing_that_the_delta_reports_is_missing(delta: TreeDiff) -> None:
    fields = sum(len(record.fields) for record in delta.changed)
    read = json.loads(render(delta, "read-json"))["diff"]
    described = json.loads(render(delta, "describe-json"))
    for name in ("added", "removed", "moved", "reordered", "unknown", "newly_read"):
        assert len(read.get(name, ())) == len(described.get(name, ())) == len(getattr(delta, name))
    assert len(read["changed"]) == fields
    assert sum(len(record["changes"]) for record in described["changed"]) == fields
    circumstances = [row["field"] for row in read.get("circumstances", ())]
    assert (
        circumstances == list(described.get("circumstances", {"changes": {}})["changes"]) == list(delta.circumstances)
    )
    assert read["unchanged_count"] == described["unchanged_count"] == delta.unchanged_count


@every_format
def test_bad_input_42_empty_trees_are_said(name: str) -> None:
    empty = Snapshot.from_dicts([])
    for what in (empty, diff(empty, empty), diff(empty, seven.snapshot()), diff(seven.snapshot(), empty)):
        assert_safe(render(what, name))


# ------------------------------------------------------------------- size and depth


def three_changes() -> tuple[Snapshot, Snapshot]:
    """200 elements of a mail program, of which one came, one went and one has another value."""
    rows: list[seven.Node] = [{"role": "row", "name": f"Message {number} from Alice"} for number in range(198)]
    before = seven.snapshot({"role": "text", "value": "Inbox (23288)"}, *rows)
    after = seven.snapshot({"role": "text", "value": "Inbox (23289)"}, {"role": "row", "name": "Hello"}, *rows[:-1])
    return before, after


@pytest.mark.parametrize("name", [name for name in seven.SEVEN if name != "json"])
def test_d2_8_three_changes_among_200_elements_take_a_tenth_of_the_full_read(name: str) -> None:
    before, after = three_changes()
    delta = diff(before, after)
    assert (len(after), len(delta.added), len(delta.removed), len(delta.changed)) == (200, 1, 1, 1)
    assert estimate_tokens(render(delta, name)) <= 0.1 * estimate_tokens(render(after, name))
    assert len(render(delta, name)) <= 0.1 * len(render(after, name))


@pytest.mark.parametrize("name", ["compact", "read-agent"])
def test_d2_8_a_change_takes_at_most_25_tokens(name: str) -> None:
    lines = [line for line in render(diff(*three_changes()), name).splitlines() if line[0] in "+-~"]
    assert len(lines) == 3
    assert all(estimate_tokens(line) <= 25 for line in lines)


@every_format
def test_a_tree_of_50000_levels_is_said_without_recursion(name: str) -> None:
    nodes = [{"role": "group", "parent": number - 1} if number else {"role": "group"} for number in range(50_000)]
    tree = Snapshot.from_dicts(nodes)
    assert len(render(tree, name)) < 20_000_000
    assert_safe(render(diff(seven.snapshot(), Snapshot.from_dicts(nodes[:3_000])), name))


# -------------------------------------------------------------------------- options


@pytest.mark.parametrize("name", [*seven.JSON_FORMATS, "html", "jsonl", "read-yaml"])
def test_a_budget_is_refused_by_what_leaves_nothing_out(name: str) -> None:
    message = f"^the format '{name}' is lossless and takes no budget; use agent, compact or read-agent$"
    with pytest.raises(ValueError, match=message):
        render(seven.of_document_1(), name, budget=100)
    with pytest.raises(ValueError, match=message):
        render(seven.snapshot(), name, budget=100)


@every_format
def test_fold_has_no_effect(name: str) -> None:
    delta = seven.of_document_2()
    assert render(delta, name, fold=False) == render(delta, name)
    assert render(delta.after, name, fold=False) == render(delta.after, name)


@pytest.mark.parametrize("name", [name for name in seven.SEVEN if name != "json"])
def test_refs_must_be_those_of_the_tree(name: str) -> None:
    with pytest.raises(DeltaMismatch, match="2 refs for 1 elements"):
        render(seven.snapshot(), name, refs=(1, 2))


BUDGETED = ("compact", "read-agent")


@settings(max_examples=60)
@given(delta=seven.deltas(), budget=st.integers(200, 400))
def test_x_5_a_text_is_never_over_its_budget(delta: TreeDiff, budget: int) -> None:
    for name in ("agent", *BUDGETED):
        for what in (delta, delta.after):
            text = render(what, name, budget=budget)
            assert estimate_tokens(text) <= budget
            assert_safe(text)
            whole = render(what, name)
            assert (text == whole) == (estimate_tokens(whole) <= budget)


@pytest.mark.parametrize("name", BUDGETED)
def test_x_5_what_calls_for_attention_comes_first_and_what_is_left_out_is_counted(name: str) -> None:
    rows = seven.filler(300)
    after = seven.snapshot(*rows, {"role": "dialog", "name": "Pay now?"}, title="long " * 400)
    delta = diff(seven.snapshot(), after)
    text = render(delta, name, budget=150)
    assert estimate_tokens(text) <= 150
    first, *_ = [line for line in text.splitlines() if line.startswith("+")]
    assert "Pay now?" in first
    shown = sum(line.startswith("+") for line in text.splitlines())
    assert re.search(rf"^… {301 - shown} .*more", text, re.MULTILINE)


@pytest.mark.parametrize("name", BUDGETED)
def test_x_5_a_tree_shows_its_first_elements_and_counts_the_others(name: str) -> None:
    tree = seven.snapshot(*seven.filler(300))
    text = render(tree, name, budget=150)
    shown = sum(" Item " in line.replace('"', " ") for line in text.splitlines()) + 1
    assert re.search(rf"^… {301 - shown} more", text, re.MULTILINE)
    assert estimate_tokens(text) <= 150


@pytest.mark.parametrize("name", ["agent", *BUDGETED])
def test_x_5_a_budget_that_not_even_the_first_line_fits_into_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="too small"):
        render(seven.of_document_1(), name, budget=40, counter=lambda text: 100 * len(text))


def test_x_5_a_counter_by_which_a_whole_costs_more_than_its_parts_is_kept_to() -> None:
    def counter(text: str) -> int:
        return estimate_tokens(text) + (30 if "+" in text and "unchanged" in text else 0)

    delta = diff(seven.snapshot(), seven.snapshot(*seven.filler(300)))
    text = render(delta, "read-agent", budget=150, counter=counter)
    assert counter(text) <= 150
    assert "+" in text


def test_x_5_the_count_of_what_stayed_is_never_left_out() -> None:
    text = render(diff(seven.snapshot(), seven.snapshot(*seven.filler(300))), "read-agent", budget=100)
    assert text.splitlines()[-1] == "# 1 elements unchanged"
