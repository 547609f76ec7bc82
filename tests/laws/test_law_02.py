"""spec/laws#2-a-delta-carries-everything: a delta makes the after-snapshot of the before-snapshot, exactly, however it
was made, stored or filtered.
"""

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.laws import common
from uidiff import (
    Circumstances,
    Matching,
    Row,
    Snapshot,
    TreeDiff,
    diff,
    dumps,
    loads,
    match,
    read_recording,
    save,
    write_recording,
)
from uidiff.errors import DeltaMismatch, InvalidSnapshot
from uidiff.model import roles


def through_json(delta: TreeDiff) -> TreeDiff:
    return TreeDiff.from_dict(json.loads(json.dumps(delta.to_dict())))


def assert_exact(delta: TreeDiff, before: Snapshot, after: Snapshot) -> None:
    """The law, for the delta, for what is read of it, and for that bound again."""
    assert delta.apply(before) == after
    assert dumps(delta.apply(before)) == dumps(after)
    read = through_json(delta)
    assert read == delta
    assert not read.bound
    assert json.dumps(read.to_dict()) == json.dumps(delta.to_dict())
    assert read.apply(before) == after
    bound = read.bind(before)
    assert bound == delta
    assert (bound.before, bound.after) == (before, after)
    assert bound.matching == delta.matching
    assert common.reported(bound) == common.reported(delta)
    assert (read.summary, read.counts) == (delta.summary, delta.counts)


@pytest.mark.parametrize("name", common.ALL)
@given(pair=common.pairs, ignore=common.ignores)
def test_law_2_apply_is_exact_for_every_matcher(name: str, pair: tuple[Snapshot, Snapshot], ignore: list[str]) -> None:
    before, after = pair
    assert_exact(diff(before, after, matcher=common.ALL[name], ignore=ignore), before, after)


@given(case=common.matched_pairs(), ignore=common.ignores)
def test_law_2_apply_is_exact_for_any_matching(case: tuple[Snapshot, Snapshot, Matching], ignore: list[str]) -> None:
    before, after, matching = case
    assert_exact(diff(before, after, matcher=matching, ignore=ignore), before, after)


@given(case=common.matched_pairs(), ignore=common.ignores)
def test_law_2_what_is_ignored_is_carried(case: tuple[Snapshot, Snapshot, Matching], ignore: list[str]) -> None:
    before, after, matching = case
    whole, filtered = diff(before, after, matcher=matching), diff(before, after, matcher=matching, ignore=ignore)
    assert filtered.patch == whole.patch
    assert filtered.to_dict()["patch"] == whole.to_dict()["patch"]
    kept = {r.after.index: {k: v for k, v in r.fields.items() if k not in ignore} for r in whole.changed}
    assert {r.after.index: dict(r.fields) for r in filtered.changed} == {j: f for j, f in kept.items() if f}
    assert dict(filtered.circumstances) == {k: v for k, v in whole.circumstances.items() if k not in ignore}
    assert (filtered.added, filtered.removed, filtered.moved) == (whole.added, whole.removed, whole.moved)


@pytest.mark.parametrize("name", common.NAMED)
@given(pair=common.pairs)
def test_law_2_a_delta_remembers_its_matching(name: str, pair: tuple[Snapshot, Snapshot]) -> None:
    before, after = pair
    made = match(before, after, matcher=common.NAMED[name])
    assert through_json(diff(before, after, matcher=made)).matching == made


# ----------------------------------------------------------------------- another base


@given(case=common.matched_pairs(), other=common.trees)
def test_law_2_another_base_is_refused(case: tuple[Snapshot, Snapshot, Matching], other: Snapshot) -> None:
    before, after, matching = case
    assume(other != before)
    delta = diff(before, after, matcher=matching)
    read = through_json(delta)
    for use in (delta.apply, delta.bind, read.apply, read.bind):
        with pytest.raises(DeltaMismatch):
            use(other)


@given(
    tree=common.trees,
    other=st.sampled_from([{"taken_at": 5.5}, {"pid": 7}, {"action": "a"}, {"window": "w"}, {"extra": '{"a": 1}'}]),
)
def test_law_2_a_base_that_differs_in_what_is_only_carried_is_refused(tree: Snapshot, other: dict[str, Any]) -> None:
    base = Snapshot(tree.columns, attrs.evolve(tree.circumstances, **other))
    delta = diff(tree, tree)
    assert delta.apply(tree) == tree
    with pytest.raises(DeltaMismatch):
        delta.apply(base)


# ---------------------------------------------------------------------- files


@given(tree=common.trees)
def test_law_2_what_is_saved_is_loaded(tree: Snapshot) -> None:
    text = dumps(tree)
    assert loads(text) == tree
    assert loads(text.encode()).digest == tree.digest
    assert dumps(loads(text)) == text


@given(one=common.trees, other=common.trees)
def test_law_2_snapshots_are_equal_if_they_save_to_the_same_bytes(one: Snapshot, other: Snapshot) -> None:
    assert (one == other) is (dumps(one) == dumps(other)) is (one.digest == other.digest)


@pytest.mark.parametrize("platform", roles.PLATFORMS)
def test_law_2_a_role_given_with_a_native_role_of_the_same_spelling_is_loaded(platform: str) -> None:
    natives = {token for token, _ in roles._table().natives.get(platform, {}) if token}
    words = sorted({*roles.vocabulary(), *natives})
    tree = Snapshot.from_dicts([{"role": word, "native_role": word} for word in words], platform=platform)
    assert [element.role for element in loads(dumps(tree))] == [element.role for element in tree]
    assert loads(dumps(tree)) == tree


def assert_carried(before: dict[str, object], after: dict[str, object]) -> None:
    one, other = Snapshot.from_dicts([before]), Snapshot.from_dicts([after])
    assert_exact(diff(one, other, matcher=Matching.identity(1)), one, other)


@pytest.mark.parametrize("url", ["/a?b=1", ""])
def test_law_2_a_url_that_goes_is_carried(url: str) -> None:
    assert_carried({"role": "link", "url": url}, {"role": "link"})


def test_law_2_a_native_role_unknown_is_carried() -> None:
    assert_carried({"role": "generic"}, {"role": "generic", "native_role": "unknown"})


@pytest.mark.parametrize("extra", ["{", "[1]", "1", '{"title": "t"}', '{"nodes": 1}', '{"format": "x"}', '{ "a":1}'])
def test_law_2_unknown_circumstances_are_loaded_as_they_are_or_refused(extra: str) -> None:
    try:
        tree = Snapshot.from_rows([Row(0, "button")], circumstances=Circumstances(extra=extra))
    except InvalidSnapshot:
        return
    assert loads(dumps(tree)) == tree


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("recordings") / "session.jsonl"


@settings(max_examples=settings().max_examples // 4)  # each writes a file
@given(steps=st.lists(common.pairs, max_size=3), full=st.booleans())
def test_law_2_what_is_recorded_is_read(path: Path, steps: list[tuple[Snapshot, Snapshot]], full: bool) -> None:
    snapshots = [snapshot for pair in steps for snapshot in (*pair, pair[0])]
    write_recording(path, snapshots, full=full)
    assert list(read_recording(path)) == snapshots


@pytest.mark.parametrize("name", [*common.NAMED, "contrary"])
@settings(max_examples=settings().max_examples // 4)  # each writes a file
@given(pair=common.pairs)
def test_law_2_what_is_recorded_with_any_matcher_is_read(
    path: Path,
    name: str,
    pair: tuple[Snapshot, Snapshot],
) -> None:
    before, after = pair
    write_recording(path, [before, after, before], matcher=common.ALL[name])
    assert list(read_recording(path)) == [before, after, before]


def test_law_2_what_is_saved_to_a_file_is_loaded(tmp_path: Path) -> None:
    tree = Snapshot.from_dicts([{"role": "button", "name": "a\u2028\x85\n\ufffd\x00"}], title="\x1b")
    save(tree, tmp_path / "tree.json")
    assert loads((tmp_path / "tree.json").read_bytes()) == tree
