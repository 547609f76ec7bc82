"""A delta that was not made by uidiff cannot bring in what a snapshot would have hidden."""

from typing import Any

import pytest

from uidiff import Snapshot, TreeDiff, diff
from uidiff.diffing.patch import Patch
from uidiff.errors import DeltaMismatch, InvalidSnapshot

FIELD = {"role": "textbox", "name": "Password", "states": {"protected": True}, "secret": True}
EMPTY = Snapshot.from_dicts([{"role": "window"}])
FILLED = Snapshot.from_dicts([{"role": "window"}, {**FIELD, "parent": 0, "value": "hunter2"}])


def forged(before: Snapshot, after: Snapshot, ignore: tuple[str, ...] = ()) -> dict[str, Any]:
    """A delta of two snapshots whose secret was never hidden, digests and all."""
    shown = after.columns._replace(value=tuple("hunter2" if value else value for value in after.columns.value))
    return diff(before, Snapshot(shown, after.circumstances), ignore=ignore).to_dict()


def test_an_added_field_that_shows_its_secret_is_refused() -> None:
    with pytest.raises(InvalidSnapshot, match="secret") as caught:
        TreeDiff.from_dict(forged(EMPTY, FILLED))
    assert "hunter2" not in str(caught.value)


def test_a_secret_in_a_field_that_is_only_carried_is_not_applied() -> None:
    before = Snapshot.from_dicts([{"role": "window"}, {**FIELD, "parent": 0}])
    delta = TreeDiff.from_dict(forged(before, FILLED, ignore=("value",)))
    with pytest.raises(DeltaMismatch, match="secret"):
        delta.apply(before)


def test_a_url_that_shows_its_secret_is_not_applied() -> None:
    after = Snapshot.from_dicts([{"role": "window"}], url="https://example.org/?token=1")
    value = diff(EMPTY, after).to_dict()
    value["patch"]["after"]["circumstances"]["url"] = "https://example.org/?token=hunter2"
    raw = Patch.from_dict(value["patch"])
    value["patch"]["after"]["digest"] = Snapshot(EMPTY.columns, raw.circumstances).digest
    with pytest.raises(DeltaMismatch, match="secret"):
        TreeDiff.from_dict(value).apply(EMPTY)


def test_what_was_hidden_is_applied() -> None:
    read = TreeDiff.from_dict(diff(EMPTY, FILLED).to_dict())
    assert read.apply(EMPTY) == FILLED


@pytest.mark.parametrize("wrong", [{}, None, [], "tree"])
def test_what_is_no_snapshot_is_said(wrong: Any) -> None:  # noqa: ANN401  # bad input
    with pytest.raises(TypeError, match="diff takes two snapshots"):
        diff(wrong, EMPTY)
    with pytest.raises(TypeError, match="diff takes two snapshots"):
        diff(EMPTY, wrong)
