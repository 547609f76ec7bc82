"""A column whose cells are all one object is a tuple like any other, and compared at one look."""

from __future__ import annotations

import json
import pickle

from uidiff.model.columns import Uniform, common_cells, unequal_cells
from uidiff.model.snapshot import Snapshot


def test_it_is_equal_to_the_tuple_of_its_cells_and_hashes_alike() -> None:
    column = Uniform.of(None, 3)
    assert column == (None, None, None)
    assert tuple([None] * 3) == column  # from either side
    assert column != (None, None)
    assert column != Uniform.of(None, 2)
    assert column != Uniform.of("", 3)
    assert hash(column) == hash((None, None, None))
    assert None in column
    assert "" not in column
    assert None not in Uniform.of(None, 0)


def test_it_is_saved_and_pickled_as_the_tuple() -> None:
    column = Uniform.of((), 2)
    assert json.dumps(column) == "[[], []]"
    assert pickle.loads(pickle.dumps(column)) == ((), ())  # noqa: S301  # just written


def test_two_of_them_differ_everywhere_or_nowhere() -> None:
    nothing, false = Uniform.of(None, 500), Uniform.of(False, 500)  # noqa: FBT003  # a cell
    assert common_cells(nothing, Uniform.of(None, 400), 3, 5, 300) == 300
    assert list(unequal_cells(nothing, false, 3, 5, 300)) == list(range(300))


def test_columns_that_say_nothing_are_of_that_kind() -> None:
    columns = Snapshot.from_dicts([{"role": "list"}, {"parent": 0, "role": "button", "name": "Star"}]).columns
    kinds = {name for name, column in columns._asdict().items() if type(column) is Uniform}
    assert {"value", "description", "bounds", "id", "actions", "secret", "unread", "extra", "url"} <= kinds
    assert not {"depth", "role", "name"} & kinds
