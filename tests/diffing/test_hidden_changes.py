"""Secrets that changed though both are shown alike: what a delta says of them, and keeps (spec/definitions#21-secrets).

A delta that was not made by uidiff cannot bring in what a snapshot would have hidden.
"""

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff import Matching, Snapshot, TreeDiff, diff, match
from uidiff.diffing.differences import HIDDEN_CHANGE
from uidiff.diffing.events import ValueEntered
from uidiff.diffing.patch import Patch
from uidiff.errors import DeltaMismatch, InvalidSnapshot
from uidiff.model.redaction import REDACTED
from uidiff.testing import snapshot_pairs, snapshots

Node = dict[str, Any]


def form(typed: str = "hunter2", *more: Node, **states: object) -> Snapshot:
    """A form with a password field, index 1, and another one."""
    secret: Node = {"role": "textbox", "name": "Password", "value": typed, "secret": True, "states": states}
    other: Node = {"role": "textbox", "name": "User", "value": "ada"}
    return Snapshot.from_dicts([{"role": "form"}, *({"parent": 0, **node} for node in (secret, other, *more))])


def retyped(before: Snapshot, after: Snapshot, **options: Any) -> TreeDiff:  # noqa: ANN401  # passed on
    """The delta of two forms of which the password is known to be another one."""
    return diff(before, after, hidden=(1,), **options)


# what is reported


def test_a_hidden_change_is_a_change_of_the_value_of_which_nothing_is_shown() -> None:
    delta = retyped(form(), form("hunter3"))
    (record,) = delta.changed
    assert (record.after.index, record.fields) == (1, {"value": HIDDEN_CHANGE})
    assert delta
    assert delta.unchanged_count == 2
    assert delta.events == (ValueEntered("Password", "textbox", REDACTED, REDACTED, records=(record,)),)
    assert delta.summary == '"Password" changed (hidden). 2 elements unchanged.'


def test_without_it_there_is_no_change() -> None:
    delta = diff(form(), form("hunter3"))
    assert not delta
    assert delta.unchanged_count == 3


def test_typing_into_an_empty_field_and_emptying_one_are_said_once_and_as_shown() -> None:
    (typed,), (emptied,) = (retyped(*pair).changed for pair in [(form(""), form()), (form(), form(""))])
    assert typed.fields == {"value": ("", REDACTED)}
    assert emptied.fields == {"value": (REDACTED, "")}


def test_what_was_typed_is_never_said_to_be_what_is_shown_for_it() -> None:
    assert diff(form(""), form()).summary == '"Password" changed (hidden). 2 elements unchanged.'
    assert diff(form(), form("")).summary == '"Password" = "". 2 elements unchanged.'
    focused = retyped(form(), form(focused=True))
    assert focused.summary == 'Focus moved to "Password" textbox, changed (hidden). 2 elements unchanged.'


def test_anyone_may_type_what_is_shown_for_a_secret() -> None:
    before, after = (Snapshot.from_dicts([{"role": "textbox", "name": "N", "value": text}]) for text in ("", REDACTED))
    assert diff(before, after).summary == '"N" = "[redacted]". 0 elements unchanged.'


def test_hidden_and_other_values_are_told_in_one_sentence() -> None:
    delta = retyped(
        form("a", {"role": "textbox", "name": "Town"}), form("b", {"role": "textbox", "name": "Town", "value": "x"})
    )
    assert delta.summary.startswith('"Password" changed (hidden), "Town" = "x". ')


def test_it_stands_where_a_value_stands() -> None:
    before, after = form(), form(disabled=True)
    before = Snapshot.from_dicts([{**node, "role": "searchbox", "bounds": [0, 0, 1, 1]} for node in before.to_dicts()])
    (_, record, _) = retyped(before, after, matcher=Matching.identity(3)).changed
    assert list(record.fields) == ["role", "value", "bounds", "disabled"]


def test_records_stay_in_document_order() -> None:
    before = form("a", {"role": "text", "name": "x"})
    after = form("b", {"role": "text", "name": "y"})
    delta = diff(before, after, hidden=(1,), matcher=Matching.identity(4))
    assert [record.after.index for record in delta.changed] == [1, 3]


def test_what_is_ignored_is_not_reported() -> None:
    assert not retyped(form(), form("hunter3"), ignore=("value",))


def test_what_is_hidden_in_other_texts_than_the_value_is_said_so_too() -> None:
    text = Snapshot.from_dicts([{"role": "text", "name": "code 17", "secret": True}])
    delta = diff(text, text, hidden=(0,))
    (record,) = delta.changed
    assert record.fields == {"value": HIDDEN_CHANGE}
    assert delta.events == ()
    assert TreeDiff.from_dict(delta.to_dict()) == delta


def test_a_field_that_was_no_secret_before_is_not_said_to_have_changed() -> None:
    plain = Snapshot.from_dicts([{**node, "secret": False} for node in form("").to_dicts()])
    assert not diff(plain, form(""), hidden=(1,), matcher=Matching.identity(3))


@pytest.mark.parametrize(("index", "problem"), [(4, "there are 4"), (-1, "there are 4"), (2, "not secret"), (3, "new")])
def test_what_did_not_stay_or_is_no_secret_is_refused(index: int, problem: str) -> None:
    with pytest.raises(ValueError, match=f"hidden names element {index}.*{problem}"):
        diff(form(), form("hunter3", {"role": "button"}), hidden=(1, index))


def test_it_is_refused_even_if_values_are_ignored() -> None:
    with pytest.raises(ValueError, match="hidden names element 9"):
        diff(form(), form(), hidden=(9,), ignore=("value",))


# what is carried and kept


def test_the_patch_has_nothing_of_it() -> None:
    before, after = form(), form("hunter3", focused=True)
    delta = retyped(before, after)
    assert delta.patch.to_dict() == diff(before, after).patch.to_dict()
    assert delta.apply(before) == after


@given(pair=snapshot_pairs(snapshots(secrets=True)), data=st.data(), ignored=st.booleans())
def test_laws_2_and_3_hold_and_a_file_says_the_same(
    pair: tuple[Snapshot, Snapshot], data: st.DataObject, ignored: bool
) -> None:
    before, after = pair
    matching = match(before, after)
    able = [j for i, j in matching.pairs if before.columns.secret[i] and after.columns.secret[j]]
    hidden = data.draw(st.sets(st.sampled_from(able))) if able else set()
    delta = diff(before, after, matcher=matching, hidden=hidden, ignore=("value",) if ignored else ())
    touched = {record.after.index for record in (*delta.changed, *delta.moved)}
    if not ignored:
        assert hidden <= touched
    if not delta.reordered:
        assert delta.unchanged_count == len(matching) - len(touched)
    assert delta.apply(before) == after
    read = TreeDiff.from_dict(json.loads(json.dumps(delta.to_dict())))
    assert read == delta
    assert read.to_dict() == delta.to_dict()
    bound = read.bind(before)
    assert bound == delta
    assert (bound.events, bound.summary) == (delta.events, delta.summary)
    assert pickle.loads(pickle.dumps(delta)) == delta  # noqa: S301  # our own bytes


# what a forged file can say


def written(delta: TreeDiff, **more: object) -> dict[str, Any]:
    """The delta as JSON values, some of them others."""
    value: dict[str, Any] = json.loads(json.dumps(delta.to_dict()))
    return {**value, **more}


def test_a_file_says_of_a_secret_only_that_it_changed() -> None:
    value = written(retyped(form(), form("hunter3")))
    assert value["hidden"] == [1]
    assert "hunter" not in json.dumps(value)


def test_a_file_that_calls_secret_what_is_none_is_not_bound() -> None:
    value = written(diff(form(""), form("")), hidden=[2])
    with pytest.raises(DeltaMismatch, match="tells of a secret where there is none"):
        TreeDiff.from_dict(value).bind(form(""))


def test_a_file_cannot_say_it_of_a_value_that_is_ignored() -> None:
    value = written(retyped(form(), form("hunter3")), ignore=["value"])
    assert TreeDiff.from_dict(value).bind(form()).changed == ()


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
