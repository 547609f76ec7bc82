"""uidiff.testing: what is drawn is what was asked for, and the true pairs of an edit script are true."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from tests.laws import common
from uidiff import Circumstances, Row, Snapshot
from uidiff.testing import (
    HOSTILE_ROLES,
    HOSTILE_TEXTS,
    KINDS,
    Edit,
    Edited,
    apply_edits,
    edited,
    edits,
    hostile_texts,
    matchings,
    rows_of,
    snapshot_pairs,
    snapshots,
)


def test_without_hypothesis_the_missing_extra_is_named() -> None:
    script = """
import sys
sys.modules["hypothesis"] = None
import uidiff
try:
    import uidiff.testing
except uidiff.errors.MissingExtra as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "this needs the package hypothesis: pip install 'uidiff[testing]'\n"


# ---------------------------------------------------------------------- snapshots

nothing = snapshots(
    several_roots=False,
    states=False,
    bounds=False,
    ids=False,
    urls=False,
    extras=False,
    circumstances=False,
)


@given(tree=nothing)
def test_what_is_switched_off_is_not_drawn(tree: Snapshot) -> None:
    assert len(tree.roots) <= 1
    assert tree.circumstances == Circumstances()
    for name in ("bounds", "id", "automation_id", "url", "url_digest", "extra", "native_role"):
        assert not any(getattr(tree.columns, name))
    assert not any((*tree.columns.states, *tree.columns.id_stable, *tree.columns.secret, *tree.columns.unread))
    assert len(tree) <= 12


@given(tree=snapshots(min_size=3, max_size=5, duplicates=False, stable_ids=False))
def test_sizes_and_different_names_are_kept(tree: Snapshot) -> None:
    assert 3 <= len(tree) <= 5
    assert max(Counter(tree.columns.name).values()) == 1
    assert not any(tree.columns.id_stable)


def most(elements: Counter[object]) -> int:
    return max(elements.values(), default=0)


@pytest.mark.parametrize(
    ("trees", "wanted"),
    [
        (snapshots(), lambda tree: most(Counter(zip(tree.columns.role, tree.columns.name, strict=True))) > 2),
        (snapshots(), lambda tree: sum(not element.label for element in tree) > len(tree) // 2 > 2),
        (snapshots(), lambda tree: len(tree.roots) > 2),
        (snapshots(), lambda tree: most(Counter(filter(None, tree.columns.id))) > 1),
        (snapshots(deep=True, max_size=40), lambda tree: max(tree.columns.depth, default=0) > 12),
        (snapshots(wide=True, max_size=40), lambda tree: any(len(element.children) > 8 for element in tree)),
        (snapshots(partial=True), lambda tree: tree.partial and any(e.unread and e.children for e in tree)),
        (snapshots(secrets=True), lambda tree: "[redacted]" in tree.columns.value),
        (snapshots(unknown_roles=True), lambda tree: any(e.role == "unknown" and e.native_role for e in tree)),
        (snapshots(hostile=True), lambda tree: any("\n" in (name or "") for name in tree.columns.name)),
        (snapshots(hostile=True), lambda tree: "\n" in (tree.title or "")),
        (snapshots(), lambda tree: tree.document is not None and tree.platform == "uia"),
    ],
)
def test_what_is_asked_for_is_drawn(
    trees: st.SearchStrategy[Snapshot],
    wanted: Callable[[Snapshot], bool],
) -> None:
    search = settings(max_examples=5_000, deadline=None, database=None, derandomize=True, phases=[Phase.generate])
    find(trees, wanted, settings=search)


@given(text=hostile_texts({1, 20}))
def test_hostile_texts_are_of_the_rows_asked_for(text: str) -> None:
    assert "\n" in text or "\x00" in text


def test_each_row_of_bad_inputs_has_texts() -> None:
    assert list(HOSTILE_TEXTS) == list(range(1, 22))
    assert all(HOSTILE_TEXTS.values())
    assert HOSTILE_TEXTS[13] == HOSTILE_ROLES


@given(tree=common.trees)
def test_rows_of_a_snapshot_make_it_again(tree: Snapshot) -> None:
    assert Snapshot.from_rows(rows_of(tree), circumstances=tree.circumstances) == tree


def test_the_representation_is_short() -> None:
    """Hypothesis warns of a long one, and this makes the tests of those fail who make warnings errors."""
    assert all(len(repr(s)) < 100 for s in (snapshots(), edits(), hostile_texts(), edited()))
    assert len(repr(snapshot_pairs())) < 500


# -------------------------------------------------------------------------- edits

TREE = [
    Row(0, "window", "w", bounds=(0, 0, 9, 9)),
    Row(1, "list", "l", id="1"),
    Row(2, "row", "a", id="2", states={"focused": True}),
    Row(2, "row", "b", id="3", id_stable=True),
    Row(2, "row", "c"),
    Row(1, "button", "d", bounds=(0, 5, 9, 9)),
]


def outline(tree: Snapshot) -> str:
    return " ".join(f"{element.depth}{element.name or '-'}" for element in tree)


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Edit("rename", 2, text="z"), "0w 1l 2z 2b 2c 1d"),
        (Edit("insert", to=1, text="z"), "0w 1l 2a 2b 2c 2z 1d"),
        (Edit("insert", to=6, text="z"), "0w 1l 2a 2b 2c 1d 0z"),
        (Edit("insert", to=8, text="z"), "0w 1l 2z 2a 2b 2c 1d"),
        (Edit("remove", 1), "0w 1d"),
        (Edit("move", 1, 1), "0w 1d 2l 3a 3b 3c"),
        (Edit("move", 5, 1), "0w 1l 2a 2b 2c 2d"),
        (Edit("wrap", 2, 1, "z"), "0w 1l 2z 3a 3b 2c 1d"),
        (Edit("wrap", 1, 3), "0w 1- 2l 3a 3b 3c 2d"),
        (Edit("unwrap", 1), "0w 1a 1b 1c 1d"),
        (Edit("unwrap", 5), "0w 1l 2a 2b 2c"),
        (Edit("reorder", 1, 0), "0w 1l 2b 2a 2c 1d"),
        (Edit("reorder", 1, 1), "0w 1l 2c 2b 2a 1d"),
        (Edit("reorder", 1, 2), "0w 1l 2b 2c 2a 1d"),
        (Edit("reorder", 1, 3), "0w 1l 2a 2c 2b 1d"),
        (Edit("reorder", 0, 1), "0w 1d 1l 2a 2b 2c"),
        (Edit("reorder", 2, 1), "0w 1l 2a 2b 2c 1d"),
        (Edit("duplicate", 1), "0w 1l 2a 2b 2c 1l 2a 2b 2c 1d"),
        (Edit("title", to=3, text="z"), "0z (3) 1l 2a 2b 2c 1d"),
    ],
    ids=str,
)
def test_an_edit_does_what_it_is_called(edit: Edit, expected: str) -> None:
    pair = apply_edits(Snapshot.from_rows(TREE), [edit])
    assert outline(pair.after) == expected
    if edit.kind not in {"rename", "title"}:
        assert all(pair.before[i].same_fields(pair.after[j]) for i, j in pair.pairs)


def test_edits_of_fields_change_these() -> None:
    script = [Edit("value", 2, text="v"), Edit("toggle", 2, 0), Edit("toggle", 3, 3), Edit("shift", 1, 4)]
    pair = apply_edits(Snapshot.from_rows(TREE), [*script, Edit("renumber", to=7), Edit("title", to=1, text="t")])
    after = pair.after
    assert pair.pairs == tuple((i, i) for i in range(6))
    assert after.columns.value == (None, None, "v", None, None, None)
    assert after.columns.states == ((), (), (), (("checked", True),), (), ())
    assert after.columns.bounds == ((0, 0, 9, 9), None, None, None, None, (0, 10, 9, 9))
    assert after.columns.id == (None, "renumbered 8", "renumbered 9", "3", None, None)
    assert after.title == "t (1)"


@given(script=edits(max_edits=3))
def test_every_script_fits_an_empty_tree(script: list[Edit]) -> None:
    pair = apply_edits(Snapshot.from_rows([]), script)
    assert pair.pairs == ()
    assert all(role in {"listitem", "group"} for role in pair.after.columns.role)


@given(pair=edited(common.trees, scripts=edits(kinds=set(KINDS) - {"rename", "value", "toggle", "shift", "title"})))
def test_the_true_pairs_are_true(pair: Edited) -> None:
    seconds = [j for _, j in pair.pairs]
    assert len(set(seconds)) == len(seconds)
    assert pair.matching.pairs == pair.pairs
    for i, j in pair.pairs:
        before, after = pair.before[i], pair.after[j]
        hidden = after.secret and not before.secret  # it was put below a secret
        assert hidden or (before.role, before.name, before.value) == (after.role, after.name, after.value)


def test_a_script_fits_one_snapshot_given_as_it_is() -> None:
    tree = Snapshot.from_rows(TREE)
    pair = find(edited(tree), lambda pair: len(pair.after) < len(tree), settings=settings(database=None))
    assert pair.before is tree
    assert [edit.kind for edit in pair.script] in (["remove"], ["unwrap"])


@given(pair=snapshot_pairs(), data=st.data())
def test_matchings_are_of_the_pair(pair: tuple[Snapshot, Snapshot], data: st.DataObject) -> None:
    before, after = pair
    matching = data.draw(matchings(before, after))
    assert (matching.before_count, matching.after_count) == (len(before), len(after))
