"""spec/definitions#20a-hidden: what lives on out of the tree is hidden, not removed, and shown, not added."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.concealing import concealing, with_ids, without
from tests.laws import common
from tests.outline import outline, said
from uidiff import Snapshot, TreeDiff, diff
from uidiff.testing import snapshot_pairs, snapshots

places = st.lists(st.integers(0, 30), max_size=3)


def assert_counted(delta: TreeDiff) -> None:
    matched = dict(delta.matching.pairs)
    went = [record.before.index for record in (*delta.removed, *delta.unknown, *delta.hidden)]
    came = [record.after.index for record in (*delta.added, *delta.newly_read)]
    came += [record.after.index for record in delta.shown if record.before is None]
    assert sorted([*matched, *went]) == list(range(len(delta.before)))
    assert sorted([*matched.values(), *came]) == list(range(len(delta.after)))


@pytest.mark.parametrize("name", common.ALL)
@given(tree=snapshots(min_size=1, partial=False), at=places)
def test_definition_20a_what_is_hidden_is_not_removed_and_what_is_shown_is_not_added(
    name: str, tree: Snapshot, at: list[int]
) -> None:
    whole = with_ids(tree)
    part = without(whole, [place % len(whole) for place in at])
    forth, back = (diff(*pair, matcher=common.ALL[name]) for pair in ((whole, part), (part, whole)))
    hidden = {e.id for e in whole} - {e.id for e in part}
    assert {record.before.id for record in forth.hidden} == hidden
    assert {record.after.id for record in back.shown} == hidden
    for delta in (forth, back):
        assert_counted(delta)
        assert not {record.before.id for record in delta.removed} & hidden
        assert not {record.after.id for record in delta.added} & hidden
        assert not any(
            records for event in delta.events for records in event.records if "Items" in type(event).__name__
        )
        assert delta.apply(delta.before) == delta.after
        assert TreeDiff.from_dict(delta.to_dict()).bind(delta.before) == delta


@pytest.mark.parametrize("name", common.ALL)
@given(pair=snapshot_pairs(snapshots(partial=True)), one=places, other=places)
def test_definition_20a_every_element_is_counted_once(
    name: str, pair: tuple[Snapshot, Snapshot], one: list[int], other: list[int]
) -> None:
    before, after = pair
    before = concealing(before, [e.id for e in after if e.id is not None and e.index in other])
    after = concealing(after, [e.id for e in before if e.id is not None and e.index in one])
    delta = diff(before, after, matcher=common.ALL[name])
    assert delta.apply(before) == after
    if not {e.id for e in before} & set(before.concealed):
        assert_counted(delta)


BEFORE = outline(
    """
    document "Shop"
      main {"id": "m", "id_stable": true}
        textbox "Name" {"id": "n", "id_stable": true}
"""
)


def test_definition_20a_what_is_hidden_pairs_with_nothing_that_is_like_it() -> None:
    after = outline(
        """
        document "Shop"
          main {"id": "x", "id_stable": true}
            textbox "Name" {"id": "y", "id_stable": true}
        """,
        concealed=["m"],
    )
    assert said(diff(BEFORE, after)) == ["+ 1 main", '  + 2 textbox "Name"', "< 1 main", '  < 2 textbox "Name"']


def test_definition_20a_what_lives_in_no_way_is_removed() -> None:
    after = outline('document "Shop"', concealed=["other"])
    assert said(diff(BEFORE, after)) == ["- 1 main", '  - 2 textbox "Name"']


def test_definition_20a_what_conceals_is_saved_with_a_snapshot() -> None:
    after = outline('document "Shop"', concealed=["m"])
    assert Snapshot.from_dicts(after.to_dicts(), concealed=after.concealed) == after
    assert after != outline('document "Shop"')
    assert after.digest != outline('document "Shop"').digest
