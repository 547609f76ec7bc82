"""spec/bad-inputs#19 to #35, through the public face: texts, sizes, numbers. What must happen is there.

A refusal names the place, the type of what stands there and a cure, and never repeats the value: it may be a secret.
"""

import json
import tracemalloc
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest

import uidiff
from uidiff import Limits, Row, Snapshot
from uidiff.errors import InvalidSnapshot, LimitExceeded

HIDDEN = "hunter2"
HEAD = '{"format":"uidiff/snapshot","version":"1.0","nodes":'
MATCHERS = ["auto", "id", "name-role-parent", "content-hash"]

Node = dict[str, Any]


def of(*nodes: Node, **options: Any) -> Snapshot:  # noqa: ANN401  # passed on
    return Snapshot.from_dicts(nodes, **options)


def rows(*names: str, **fields: object) -> Snapshot:
    """A list with a row of each name."""
    return of({"role": "list"}, *({"role": "listitem", "name": name, "parent": 0, **fields} for name in names))


def refused(read: Callable[[], object], path: str, *parts: str, kind: type[InvalidSnapshot] = InvalidSnapshot) -> None:
    with pytest.raises(kind) as caught:
        read()
    assert caught.value.path == path
    assert caught.value.cure
    assert all(part in caught.value.problem for part in parts), str(caught.value)
    assert HIDDEN not in f"{caught.value}{caught.value!r}"


def nested(levels: int) -> Node:
    node: Node = {"role": "group"}
    for _ in range(levels - 1):
        node = {"role": "group", "children": [node]}
    return node


# ----------------------------------------------------------------- sizes and numbers


@pytest.mark.parametrize("field", ["name", "value", "description", "id", "automation_id", "native_role"])
def test_bad_input_19_a_lone_surrogate_in_json_becomes_a_replacement_character(field: str) -> None:
    snapshot = uidiff.loads(HEAD + f'[{{"role":"text","{field}":"a\\ud800b"}}]}}')
    assert (getattr(snapshot[0], field), snapshot.notes) == ("a\ufffdb", {"replaced surrogates": 1})
    assert uidiff.dumps(snapshot).encode()


@pytest.mark.parametrize("node", [{"states": {"valuetext": "\ud800"}}, {"x-tool": ["\ud800"]}, {"actions": ["\ud800"]}])
def test_bad_input_19_a_lone_surrogate_is_noted_wherever_it_stands(node: Node) -> None:
    assert of({"role": "slider", **node}).notes == {"replaced surrogates": 1}
    for key in ("title", "app", "x-tool"):  # beside the elements
        assert uidiff.loads(HEAD.replace("1.0", f'1.0","{key}":"\\ud800') + "[]}").notes == {"replaced surrogates": 1}


def test_bad_input_19_a_lone_surrogate_can_always_be_printed() -> None:
    delta = uidiff.diff(of(), of({"role": "\ud800", "name": "\udfff"}, title="\ud800"))
    assert json.dumps(delta.to_dict(), ensure_ascii=False).encode()
    assert repr(delta.added[0].after).encode()


def test_bad_input_20_a_nul_is_kept_and_shown_escaped() -> None:
    snapshot = of({"role": "text", "name": "a\x00b"}, app="M\x00")
    assert (snapshot[0].name, snapshot.app) == ("a\x00b", "M\x00")
    assert repr(snapshot[0]) == '<Element 0 text "a\\u0000b">'
    assert "\x00" not in uidiff.dumps(snapshot)
    assert uidiff.loads(uidiff.dumps(snapshot)) == snapshot


@pytest.mark.parametrize("matcher", MATCHERS)
def test_bad_input_21_nfc_and_nfd_of_a_name_are_the_same_and_stay_as_they_are(matcher: str) -> None:
    composed, split = "Grüße.txt", unicodedata.normalize("NFD", "Grüße.txt")
    before, after = rows(composed, "b"), rows(split, "b")
    assert after[1].name == split != composed
    delta = uidiff.diff(before, after, matcher=matcher)
    assert delta.matching.pairs == ((0, 0), (1, 1), (2, 2))
    assert not delta
    assert delta.apply(before) == after


def test_bad_input_22_a_text_of_millions_is_clipped_with_a_mark() -> None:
    name = of({"role": "text", "name": "é🙂" * 2_500_000})[0].name
    assert name is not None
    assert len(name) == 65_536
    text, mark, rest = name.partition("…(+")
    assert (set(text), mark) == ({"é", "🙂"}, "…(+")
    assert rest.startswith(f"{5_000_000 - len(text)} ")


def test_bad_input_23_a_change_behind_the_cut_still_shows() -> None:
    before, after = (of({"role": "text", "value": "x" * 100_000 + end}) for end in "ab")
    assert list(uidiff.diff(before, after).changed[0].fields) == ["value"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_bad_input_24_numbers_that_are_none_are_refused_in_bounds(number: str) -> None:
    refused(
        lambda: uidiff.loads(HEAD + f'[{{"role":"a"}},{{"role":"b","bounds":[1,{number},3,4]}}]}}'),
        "$.nodes[1].bounds",
        "expected whole numbers, got float",
    )


@pytest.mark.parametrize(
    ("bounds", "problem"),
    [
        ([1, 2, 3], "expected 4 numbers, got 3"),
        ([], "expected 4 numbers, got 0"),
        ([1, 2, 3, 4, 5], "expected 4 numbers, got 5"),
        (["1", 2, 3, 4], "expected whole numbers, got str"),
        ([1, 2, 3, HIDDEN], "expected whole numbers, got str"),
        ([True, 2, 3, 4], "expected whole numbers, got bool"),
        ([1, 2, 3, 1.7], "expected whole numbers, got float"),
        ([1, 2, 3, None], "expected whole numbers, got NoneType"),
        ([1, 2, 3, 2**70], "a number outside [-2^31, 2^31)"),
        ([1, 2, 3, 2**31], "a number outside [-2^31, 2^31)"),
        ([-(2**31) - 1, 2, 3, 4], "a number outside [-2^31, 2^31)"),
        ("1234", "got str"),
        ({"x": 1}, "got dict"),
        (5, "got int"),
        (True, "got bool"),
    ],
)
def test_bad_input_25_bounds_that_are_none_are_refused(bounds: object, problem: str) -> None:
    refused(lambda: of({"role": "a", "bounds": [0, 0, 1, 1]}, {"role": "b", "bounds": bounds}), "$[1].bounds", problem)


@pytest.mark.parametrize("bounds", [(-5, -6, -7, -8), (-(2**31), 2**31 - 1, 0, 0), (10**6, 0, 1, 1)])
def test_bad_input_25_negative_and_off_screen_bounds_are_kept_as_read(bounds: tuple[int, ...]) -> None:
    assert of({"role": "a", "bounds": list(bounds)})[0].bounds == bounds


@pytest.mark.parametrize("value", ["false", "true", HIDDEN, 0, 1, 0.0, []])
def test_bad_input_26_a_boolean_state_is_true_or_false(value: object) -> None:
    read = of({"role": "a"})
    assert read[0].states == {}
    refused(
        lambda: of({"role": "a", "states": {"focused": value}}),
        "$[0].states.focused",
        f"expected true or false, got {type(value).__name__}",
    )


def test_bad_input_26_a_boolean_state_is_not_null() -> None:
    refused(lambda: of({"role": "a", "states": {"focused": None}}), "$[0].states.focused", "expected true or false")


def test_bad_input_27_null_is_absent_and_a_number_is_no_text() -> None:
    assert of({"role": "a", "name": None}) == of({"role": "a"})
    refused(lambda: of({"role": "a"}, {"role": "b", "name": 5}), "$[1].name", "got whole number")


def test_bad_input_27_absent_empty_redacted_and_clipped_are_four_things() -> None:
    limits = Limits(max_text=64)
    texts: list[Node] = [{}, {"value": ""}, {"value": HIDDEN, "secret": True}, {"value": "x" * 65}]
    values = [of({"role": "textbox", **text}, limits=limits)[0].value for text in texts]
    assert values[:3] == [None, "", "[redacted]"]
    assert len(set(values)) == 4


def test_bad_input_28_unknown_keys_and_a_newer_minor_version_come_through() -> None:
    text = HEAD.replace("1.0", "1.9").replace('"nodes"', '"new":{"a":1},"nodes"') + '[{"role":"a","newer":[null]}]}'
    snapshot = uidiff.loads(text)
    assert (snapshot.extra, snapshot[0].extra) == ({"new": {"a": 1}}, {"newer": [None]})
    assert uidiff.loads(uidiff.dumps(snapshot)) == snapshot


def test_bad_input_28_another_major_version_is_refused_by_name() -> None:
    refused(lambda: uidiff.loads(HEAD.replace("1.0", "2.0") + "[]}"), "$.version", "was written by a newer uidiff")


def test_bad_input_29_a_missing_role_or_parent_is_refused_with_its_place() -> None:
    refused(lambda: of({"role": "a"}, {"name": HIDDEN}), "$[1]", "no role")
    refused(lambda: of({"role": "a"}, {"role": "b", "name": HIDDEN, "parent": 5}), "$[1].parent", "parent 5")


def test_bad_input_30_a_key_that_stands_twice_is_refused() -> None:
    text = HEAD + f'[{{"role":"a"}},{{"role":"b","states":{{"level":1,"level":"{HIDDEN}"}}}}]}}'
    refused(lambda: uidiff.loads(text), "$.nodes[1].states", "'level' stands twice")


@pytest.mark.parametrize("levels", [500, 100_000])
def test_bad_input_31_json_nested_too_deep_is_refused_before_it_is_parsed(levels: int) -> None:
    text = HEAD + '{"role":"a","children":[' * levels + "]}" * levels + "}"
    refused(lambda: uidiff.loads(text), "$", "nested more than 400 deep", kind=LimitExceeded)


def test_bad_input_32_objects_nested_10_000_deep_are_read_where_they_are_allowed() -> None:
    tree = nested(10_000)
    refused(lambda: Snapshot.from_dicts(tree), "$", "nested more than 400 deep", kind=LimitExceeded)
    assert Snapshot.from_dicts(tree, limits=Limits(max_nesting=10_000))[-1].depth == 9_999


def test_bad_input_33_a_cycle_is_cut_with_a_note() -> None:
    root: Node = {"role": "window"}
    child: Node = {"role": "group", "children": [{"role": "text"}, root]}
    root["children"] = [child, {"role": "button"}, root]
    snapshot = Snapshot.from_dicts(root)
    assert [(element.depth, element.role) for element in snapshot] == [
        (0, "window"),
        (1, "group"),
        (2, "text"),
        (1, "button"),
    ]
    assert snapshot.notes == {"cut cycles": 2}


def test_bad_input_33_a_child_of_two_parents_is_copied_once_per_path_up_to_the_limit() -> None:
    shared: Node = {"role": "text", "name": "shared"}
    for _ in range(3):
        shared = {"role": "group", "children": [shared, shared]}
    assert len(Snapshot.from_dicts(shared).find(name="shared")) == 8
    for _ in range(60):
        shared = {"role": "group", "children": [shared, shared]}
    with pytest.raises(LimitExceeded, match="more than 1000 elements"):
        Snapshot.from_dicts(shared, limits=Limits(max_elements=1000))


@pytest.mark.parametrize("parent", [1, 2, 9, -1])
def test_bad_input_34_a_parent_that_does_not_stand_before_is_refused(parent: int) -> None:
    refused(lambda: of({"role": "a"}, {"role": "b", "parent": parent}, {"role": "c"}), "$[1].parent", "stand before")


def test_bad_input_34_two_roots_are_fine() -> None:
    assert len(of({"role": "window"}, {"role": "dialog"}).roots) == 2


def test_bad_input_35_memory_grows_with_the_number_of_elements() -> None:
    def peak(count: int) -> int:
        tracemalloc.start()
        Snapshot.from_rows([Row(min(index, 1), "row", f"name {index}") for index in range(count)])
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    assert peak(20_000) < 2.2 * peak(10_000)


def test_bad_input_35_too_many_elements_are_told_with_their_number() -> None:
    many = [Row(0, "row")] * 1001
    refused(
        lambda: Snapshot.from_rows(many, limits=Limits(max_elements=1000)),
        "$",
        "1001 elements, at most 1000",
        kind=LimitExceeded,
    )
