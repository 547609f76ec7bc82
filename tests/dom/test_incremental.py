"""A page that is changed by mutations reads as one that was made of the DOM that it has then."""

from copy import deepcopy

from hypothesis import given, note
from hypothesis import strategies as st

from tests.dom.pages import WEB, RandomPage, page_of, reader_of
from uidiff import Limits, Snapshot
from uidiff.dom.mutations import apply_mutation
from uidiff.model.columns import Row


def rows_of(snapshot: Snapshot) -> list[Row]:
    columns = snapshot.columns._replace(url_digest=(None,) * len(snapshot), extra=(None,) * len(snapshot))
    return [Row(*cells)._replace(states=dict(cells[6])) for cells in zip(*columns, strict=True)]


@given(data=st.data())
def test_mutations_lead_to_the_tree_that_is_made_of_the_same_dom(data: st.DataObject) -> None:
    changing = RandomPage(data.draw)
    page = page_of(deepcopy(changing.root))
    reader = reader_of(page)
    for _ in range(data.draw(st.integers(1, 12))):
        mutation = changing.mutation()
        note(str(mutation))
        assert apply_mutation(page, mutation) is None
        if data.draw(st.booleans()):
            reader.changed()
    fresh = reader_of(page_of(deepcopy(changing.root))).snapshot(WEB)
    assert reader.snapshot(WEB).to_dicts() == fresh.to_dicts()
    assert reader.snapshot(WEB) == fresh


@given(data=st.data())
def test_a_snapshot_that_takes_rows_over_is_the_one_that_the_builder_makes_of_them(data: st.DataObject) -> None:
    changing = RandomPage(data.draw)
    page = page_of(deepcopy(changing.root))
    reader = reader_of(page)
    for _ in range(data.draw(st.integers(1, 5))):
        apply_mutation(page, changing.mutation())
        reader.changed()
    found = reader.snapshot(WEB)
    assert Snapshot.from_rows(rows_of(found), circumstances=WEB, limits=Limits()) == found
