"""Limits: their defaults, what they take, and each of them at its edge, at every entry (spec/definitions#23-limits)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.model.codec import dumps, load, loads, save
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot
from uidiff.text import clip

Nodes = list[dict[str, object]]

PLAIN_FILE = '{"format":"uidiff/snapshot","version":"1.0","nodes":[]}'


def siblings(count: int) -> Nodes:
    return [{"role": "row"} for _ in range(count)]


def chain(levels: int) -> Nodes:
    return [{"role": "group", "parent": index - 1 if index else None} for index in range(levels)]


def nested(levels: int) -> dict[str, object]:
    node: dict[str, object] = {"role": "group"}
    for _ in range(levels - 1):
        node = {"role": "group", "children": [node]}
    return node


def exceeded(read: Callable[[], object]) -> LimitExceeded:
    with pytest.raises(LimitExceeded) as caught:
        read()
    assert "limits=Limits(" in caught.value.cure
    return caught.value


# the values themselves


def test_the_defaults_are_those_of_stored_data() -> None:
    assert attrs.asdict(Limits()) == {
        "max_elements": 2_000_000,
        "max_depth": 1_000_000,
        "max_nesting": 400,
        "max_text": 65_536,
        "max_file": 2**30,
    }


@pytest.mark.parametrize("name", ["max_elements", "max_depth", "max_nesting", "max_text", "max_file"])
@pytest.mark.parametrize("value", [0, -1, True, 1.0, "5", None])
def test_a_limit_is_a_whole_number_above_0(name: str, value: Any) -> None:  # noqa: ANN401
    with pytest.raises(
        ValueError,
        match=rf"^Limits\.{name} must be a whole number above 0, got {type(value).__name__}$",
    ):
        Limits(**{name: value})


def test_a_limit_of_texts_leaves_room_for_the_mark() -> None:
    assert Limits(max_text=64).max_text == 64
    with pytest.raises(ValueError, match=r"^Limits\.max_text must be at least 64,"):
        Limits(max_text=63)


def test_limits_are_frozen() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Limits().max_text = 5  # type: ignore[misc]  # that is the point


def test_limits_are_named_when_they_are_given() -> None:
    with pytest.raises(TypeError):
        Limits(5)  # type: ignore[call-arg]  # that is the point


# elements


@pytest.mark.parametrize(
    "read",
    [
        lambda count, limits: Snapshot.from_dicts(siblings(count), limits=limits),
        lambda count, limits: Snapshot.from_dicts(
            {"role": "list", "children": siblings(count - 1)},
            limits=limits,
        ),
        lambda count, limits: Snapshot.from_rows([Row(0, "row")] * count, limits=limits),
        lambda count, limits: loads(dumps(Snapshot.from_dicts(siblings(count))), limits=limits),
    ],
    ids=["flat", "nested", "rows", "file"],
)
def test_as_many_elements_as_allowed_are_read_and_no_more(read: Callable[[int, Limits], Snapshot]) -> None:
    limits = Limits(max_elements=5)
    assert len(read(5, limits)) == 5
    assert " 5 " in exceeded(lambda: read(6, limits)).problem + " "


def test_the_number_of_elements_is_told() -> None:
    error = exceeded(lambda: Snapshot.from_dicts(siblings(7), limits=Limits(max_elements=5)))
    assert str(error).startswith("$: 7 elements, at most 5 are allowed; ")


# levels


@pytest.mark.parametrize(
    "read",
    [
        lambda levels, limits: Snapshot.from_dicts(chain(levels), limits=limits),
        lambda levels, limits: Snapshot.from_rows([Row(level, "group") for level in range(levels)], limits=limits),
        lambda levels, limits: loads(dumps(Snapshot.from_dicts(chain(levels))), limits=limits),
    ],
    ids=["flat", "rows", "file"],
)
def test_as_many_levels_as_allowed_are_read_and_no_more(read: Callable[[int, Limits], Snapshot]) -> None:
    limits = Limits(max_depth=5)
    assert read(5, limits)[-1].depth == 4
    error = exceeded(lambda: read(7, limits))
    assert error.problem == "7 levels, at most 5 are allowed"
    assert error.path in {"$[6]", "$.nodes[6]"}


def test_children_may_be_nested_400_levels_deep_and_no_deeper() -> None:
    assert Snapshot.from_dicts(nested(400))[-1].depth == 399
    assert exceeded(lambda: Snapshot.from_dicts(nested(401))).problem == "children nested more than 400 deep"


def test_deeper_nested_children_are_read_where_they_are_allowed() -> None:
    assert Snapshot.from_dicts(nested(5000), limits=Limits(max_nesting=5000))[-1].depth == 4999


def test_brackets_of_a_file_may_be_nested_as_deep_as_allowed_and_no_deeper() -> None:
    tree = '{"format":"uidiff/snapshot","version":"1.0","nodes":{"role":"a","children":[{"role":"b"}]}}'
    assert len(loads(tree, limits=Limits(max_nesting=4))) == 2
    error = exceeded(lambda: loads(tree, limits=Limits(max_nesting=3)))
    assert str(error).startswith("$: brackets nested more than 3 deep; ")


@pytest.mark.parametrize("levels", [397, 398, 500, 900])
def test_unknown_keys_come_back_from_a_file_or_are_refused_when_they_are_given(levels: int) -> None:
    # a file has three brackets around them
    value: list[object] = []
    for _ in range(levels - 1):
        value = [value]
    for snapshot in accepted({"role": "button", "x-tool": value}):
        assert loads(dumps(snapshot)) == snapshot


def accepted(node: dict[str, object]) -> list[Snapshot]:
    try:
        return [Snapshot.from_dicts([node])]
    except InvalidSnapshot:
        return []


# texts


@pytest.mark.parametrize("field", ["name", "value", "description", "id", "automation_id", "native_role"])
def test_a_text_is_clipped_only_where_it_is_longer_than_allowed(field: str) -> None:
    limits = Limits(max_text=64)
    whole = Snapshot.from_dicts([{"role": "button", field: "x" * 64}], limits=limits)
    assert (getattr(whole[0], field), whole.notes) == ("x" * 64, {})
    clipped = Snapshot.from_dicts([{"role": "button", field: "x" * 65}], limits=limits)
    assert (getattr(clipped[0], field), clipped.notes) == (clip("x" * 65, 64), {"clipped texts": 1})


@pytest.mark.parametrize("name", ["app", "window", "title", "document", "action"])
def test_a_circumstance_is_clipped_too(name: str) -> None:
    fields: dict[str, Any] = {name: "x" * 65}
    assert getattr(Snapshot.from_dicts([], limits=Limits(max_text=64), **fields), name) == clip("x" * 65, 64)


def test_states_and_actions_are_clipped_too() -> None:
    node = {"role": "slider", "states": {"valuetext": "x" * 65}, "actions": ["x" * 64, "y" * 65]}
    snapshot = Snapshot.from_dicts([node], limits=Limits(max_text=64))
    assert snapshot[0].states == {"valuetext": clip("x" * 65, 64)}
    assert snapshot[0].actions == ("x" * 64, clip("y" * 65, 64))
    assert snapshot.notes == {"clipped texts": 2}


def test_clipped_texts_are_of_code_points_and_never_end_inside_one() -> None:
    limits = Limits(max_text=64)
    assert Snapshot.from_dicts([{"role": "text", "name": "🙂" * 64}], limits=limits)[0].name == "🙂" * 64
    name = Snapshot.from_dicts([{"role": "text", "name": "🙂" * 65}], limits=limits)[0].name
    assert name is not None
    assert (len(name), set(name.partition("…")[0])) == (64, {"🙂"})


def test_unknown_keys_are_kept_as_long_as_they_are_not_longer_than_a_text() -> None:
    limits = Limits(max_text=64)
    fitting = "x" * (64 - len('{"k": ""}'))
    assert Snapshot.from_dicts([{"role": "a", "k": fitting}], limits=limits)[0].extra == {"k": fitting}
    error = exceeded(lambda: Snapshot.from_dicts([{"role": "a"}, {"role": "a", "k": fitting + "x"}], limits=limits))
    assert (error.path, error.problem) == ("$[1]", "unknown keys of 65 characters, at most 64 are kept")


def test_unknown_keys_of_a_file_are_limited_too() -> None:
    text = PLAIN_FILE.replace("1.0", '1.0","k":"' + "x" * 70)
    assert exceeded(lambda: loads(text, limits=Limits(max_text=64))).path == "$"


# files


def test_a_file_is_read_up_to_its_limit_and_no_further(tmp_path: Path) -> None:
    file = tmp_path / "tree.json"
    save(Snapshot.from_dicts(siblings(3)), file)
    size = file.stat().st_size
    assert len(load(file, limits=Limits(max_file=size))) == 3
    error = exceeded(lambda: load(file, limits=Limits(max_file=size - 1)))
    assert error.problem == f"a file of more than {size - 1} bytes"


def test_limits_are_asked_before_a_text_is_parsed() -> None:
    exceeded(lambda: loads("[" * 100_000))
