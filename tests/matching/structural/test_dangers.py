"""Inputs on which drafts of the structural matcher were slow or wrong.

Of each: exactly the right answer, and work that grows with the trees and no faster
(spec/laws#8-twice-the-tree-twice-the-work).
"""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import pytest

from tests.outline import said
from uidiff import Row, Snapshot, diff, match

Rows = Sequence[Row]

SIZES = (4_000, 8_000)
GROWTH = 2.2

LONG = "the quick harbour pilot reads seventeen letters"


def tree(rows: Rows) -> Snapshot:
    return Snapshot.from_rows(rows)


def exactly(before: Rows, after: Rows) -> list[str]:
    delta = diff(tree(before), tree(after))
    assert delta.apply(tree(before)) == tree(after)
    return said(delta)


def pairs(before: Rows, after: Rows) -> tuple[tuple[int, int], ...]:
    return match(tree(before), tree(after)).pairs


def listed(names: Sequence[str | None], role: str = "listitem") -> list[Row]:
    return [Row(0, "list"), *(Row(1, role, name) for name in names)]


# chains


def chain(count: int, text: str) -> list[Row]:
    """Boxes in boxes, and a text in the innermost."""
    return [*(Row(depth, "group") for depth in range(count - 1)), Row(count - 1, "text", text)]


def below(wrapper: Row, rows: Rows) -> list[Row]:
    """Rows with one around them."""
    return [wrapper, *(row._replace(depth=row.depth + 1) for row in rows)]


def named_chain(count: int, changed: int = -1) -> list[Row]:
    return [Row(depth, "group", "new" if depth == changed else f"box {depth}") for depth in range(count)]


@pytest.mark.parametrize("count", [2, 3, 60, 2_000])
@pytest.mark.parametrize(("text", "other"), [("a", "b"), (LONG, "something else")])
def test_one_text_changed_at_the_end_of_a_chain(text: str, other: str, count: int) -> None:
    end = count - 1
    expected = f'~ {end}:{end} text "{other}": name "{text}" -> "{other}"'
    assert exactly(chain(count, text), chain(count, other)) == [expected]


@pytest.mark.parametrize("changed", [0, 1, 1_000, 1_999])
def test_one_text_changed_on_the_way_down_a_chain(changed: int) -> None:
    found = exactly(named_chain(2_000), named_chain(2_000, changed))
    assert found == [f'~ {changed}:{changed} group "new": name "box {changed}" -> "new"']


@pytest.mark.parametrize("count", [2, 3, 60, 2_000])
@pytest.mark.parametrize("text", ["x", LONG])
@pytest.mark.parametrize("role", ["group", "region", "generic"])
def test_a_wrapper_on_top_of_a_chain_is_one_new_element(role: str, text: str, count: int) -> None:
    """The chain is of groups: of a group around them it cannot be said which one is new."""
    plain, wrapped = chain(count, text), below(Row(0, role), chain(count, text))
    places = range(count) if role == "group" else range(1)
    assert exactly(plain, wrapped) in [[f"+ {place} {role}"] for place in places]
    assert exactly(wrapped, plain) in [[f"- {place} {role}"] for place in places]


@pytest.mark.parametrize("text", ["x", LONG])
def test_a_wrapper_within_a_chain_is_one_new_element(text: str) -> None:
    plain = named_chain(400)[:200] + [Row(200 + row.depth, *row[1:]) for row in chain(200, text)]
    wrapped = [*plain[:300], Row(300, "region"), *(row._replace(depth=row.depth + 1) for row in plain[300:])]
    assert exactly(plain, wrapped) == ["+ 300 region"]
    assert exactly(wrapped, plain) == ["- 300 region"]


def test_a_wrapper_on_a_chain_below_a_window_with_more_in_it() -> None:
    inner = [row._replace(depth=row.depth + 1) for row in chain(500, "x")]
    rest = [Row(1, "toolbar"), Row(2, "button", "OK"), Row(2, "button", "Cancel")]
    wrapped = [row._replace(depth=row.depth + 1) for row in inner]
    before = [Row(0, "window", "W"), *inner, *rest]
    after = [Row(0, "window", "W"), Row(1, "region"), *wrapped, *rest]
    assert exactly(before, after) == ["+ 1 region"]
    assert exactly(after, before) == ["- 1 region"]


# small trees


def small_trees() -> Iterator[list[Row]]:
    """All forests of up to three elements without names, of two roles."""
    for depths in [(0,), (0, 0), (0, 1), (0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2)]:
        for roles in product(("cell", "button"), repeat=len(depths)):
            yield [*map(Row, depths, roles)]


def test_all_small_trees_without_names_have_a_diff_that_applies() -> None:
    for before, after in product(small_trees(), repeat=2):
        exactly(before, after)


# equal rows


@pytest.mark.parametrize("name", ["row", "x", None])
@pytest.mark.parametrize("count", [1, 2, 5, 2_000])
def test_all_rows_equal_and_one_more_is_one_new_row(count: int, name: str | None) -> None:
    text = "" if name is None else f' "{name}"'
    fewer, more = listed([name] * count), listed([name] * (count + 1))
    assert exactly(fewer, more) in [[f"+ {place} listitem{text}"] for place in range(1, count + 2)]
    assert exactly(more, fewer) in [[f"- {place} listitem{text}"] for place in range(1, count + 2)]


@pytest.mark.parametrize("name", ["row", None])
def test_of_equal_rows_half_removed_nothing_else_is_said(name: str | None) -> None:
    found = exactly(listed([name] * 2_000), listed([name] * 1_000))
    assert len(found) == 1_000
    assert all(line.startswith("- ") for line in found)


def test_every_second_of_different_rows_removed() -> None:
    names = [f"row {n}" for n in range(2_000)]
    expected = tuple((0, 0) if n == 0 else (2 * n - 1, n) for n in range(1_001))
    assert pairs(listed(names), listed(names[::2])) == expected
    assert pairs(listed(names[::2]), listed(names)) == tuple((j, i) for i, j in expected)


@pytest.mark.parametrize("place", [0, 1, 1_000, 2_000])
def test_a_different_row_among_equal_ones_is_the_new_one(place: int) -> None:
    names = ["row"] * 2_000
    after = listed([*names[:place], "new here", *names[place:]])
    assert exactly(listed(names), after) == [f'+ {place + 1} listitem "new here"']


def test_two_hundred_different_rows_among_equal_ones_are_the_new_ones() -> None:
    names = [name for n in range(200) for name in (*["row"] * 10, f"new {n}")]
    found = exactly(listed(["row"] * 2_000), listed(names))
    assert found == [f'+ {place} listitem "{name}"' for place, name in enumerate(names, 1) if name != "row"]


# lists in another order


def mixed_up(count: int) -> list[int]:
    return random.Random(count).sample(range(count), count)  # noqa: S311  # no secret


@pytest.mark.parametrize("with_buttons", [False, True])
@pytest.mark.parametrize("order", [lambda n: list(range(n))[::-1], mixed_up], ids=["reversed", "shuffled"])
def test_a_list_in_another_order_is_said_once(order: Callable[[int], list[int]], with_buttons: bool) -> None:
    def rows(numbers: Sequence[int]) -> list[Row]:
        if not with_buttons:
            return listed([f"entry {n}" for n in numbers])
        row = (Row(1, "listitem"), Row(2, "text", ""), Row(2, "button", "Delete"))
        return [Row(0, "list"), *(part._replace(name=part.name or None) for n in numbers for part in _titled(row, n))]

    size, numbers = (3 if with_buttons else 1), order(2_000)
    found = exactly(rows(range(2_000)), rows(numbers))
    assert found == ["= 0:0 list: " + " ".join(str(1 + size * n) for n in numbers)]


def _titled(row: Sequence[Row], number: int) -> list[Row]:
    return [part._replace(name=f"entry {number}") if part.role == "text" else part for part in row]


def test_a_list_whose_rows_are_all_replaced_is_followed_for_no_row() -> None:
    """Rows that share nothing: they are no rows that changed, unless there are equally many, which is a judgement."""
    before, after = listed([f"a{n}" for n in range(2_000)]), listed([f"b{n}" for n in range(1_500)])
    assert pairs(before, after) == ((0, 0),)


def test_a_sorted_list_of_thousands_is_followed_exactly() -> None:
    order = mixed_up(8_000)
    before, after = listed([f"entry {n}" for n in order]), listed([f"entry {n}" for n in range(8_000)])
    assert pairs(before, after) == ((0, 0), *((k, n + 1) for k, n in enumerate(order, 1)))


# caterpillars


def caterpillar(count: int, word: str) -> list[Row]:
    """A chain with a leaf on each link."""
    links = ((Row(depth, "group"), Row(depth + 1, "button", f"{word} {depth}")) for depth in range(count // 2))
    return [row for pair in links for row in pair]


@pytest.mark.parametrize("count", [10, 2_000])
def test_a_caterpillar_of_which_every_text_changed_is_the_same_caterpillar(count: int) -> None:
    found = pairs(caterpillar(count, "a"), caterpillar(count, "b"))
    assert found == tuple((i, i) for i in range(count))


def test_one_leaf_of_a_caterpillar_changed() -> None:
    before, after = caterpillar(2_000, "a"), caterpillar(2_000, "a")
    after[999] = after[999]._replace(name="other")
    assert exactly(before, after) == ['~ 999:999 button "other": name "a 499" -> "other"']


# copies without a name


def copies(count: int, rows_each: int) -> list[Row]:
    """A root of equal parts without a name, each with lists of rows."""
    part = [Row(1, "group"), Row(2, "heading", "News"), Row(2, "list")]
    for n in range(rows_each):
        part += [
            Row(3, "listitem"),
            Row(4, "text", f"entry {n}"),
            Row(4, "textbox", value=f"{n % 9}"),
            Row(4, "button"),
        ]
    return [Row(0, "window"), *(part * count)]


CHANGES = {0.05: "one", 0.52: "two", 0.91: "three"}


def edited(rows: Rows, *, insert: float | None) -> tuple[list[Row], list[str]]:
    """Three values changed and one row inserted, and what there is to say."""
    after, expected = list(rows), []
    boxes = [i for i, row in enumerate(rows) if row.role == "textbox"]
    for share, value in CHANGES.items():
        i = boxes[int(share * len(boxes))]
        after[i] = after[i]._replace(value=value)
        expected.append((i, f'textbox "{value}": value "{rows[i].value}" -> "{value}"'))
    shift, place = 0, len(rows)
    if insert is not None:
        items = [i for i, row in enumerate(rows) if row.role == "listitem"]
        shift, place = 1, items[int(insert * len(items))]
        after.insert(place, Row(3, "listitem", "Stop press"))
    lines = [f"~ {i}:{i + shift * (i >= place)} {text}" for i, text in expected]
    return after, [*([f'+ {place} listitem "Stop press"'] if shift else []), *lines]


@pytest.mark.parametrize("insert", [None, 0.0, 0.31, 0.5, 0.95])
@pytest.mark.parametrize("rows_each", [5, 50, 500])
def test_equal_parts_without_a_name_are_not_dropped(rows_each: int, insert: float | None) -> None:
    before = copies(10, rows_each)
    after, expected = edited(before, insert=insert)
    assert exactly(before, after) == expected


def test_equal_parts_without_any_text_are_not_dropped_either() -> None:
    part = [Row(1, "group"), *[Row(2, "generic"), Row(3, "image")] * 1_000]
    before = [Row(0, "window"), *(part * 10)]
    after = [*before[:6_543], Row(2, "button", "Stop"), *before[6_543:]]
    assert before[6_543].depth == 2
    assert exactly(before, after) == ['+ 6543 button "Stop"']


# ids on a part of the elements


def with_ids(rows: Rows, share: float, skip: int = -1) -> list[Row]:
    """Stable ids by the order of the rows but one, which is new and has none of them."""
    numbered = [row for k, row in enumerate(rows) if k != skip]
    chosen = random.Random(7).sample(range(len(numbered)), int(share * len(numbered)))  # noqa: S311  # no secret
    for k in chosen:
        numbered[k] = numbered[k]._replace(id=f"id {k}", id_stable=True)
    return numbered if skip < 0 else [*numbered[:skip], rows[skip], *numbered[skip:]]


@pytest.mark.parametrize("share", [0.02, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("insert", [0.0, 0.31, 0.95])
def test_stable_ids_on_a_part_of_the_elements_leave_the_others_alone(insert: float, share: float) -> None:
    before = copies(10, 50)
    after, expected = edited(before, insert=insert)
    place = next(j for j, row in enumerate(after) if row.name == "Stop press")
    assert exactly(with_ids(before, share), with_ids(after, share, place)) == expected


@pytest.mark.parametrize("share", [0.02, 0.3, 0.9])
def test_stable_ids_on_a_part_of_equal_rows_say_which_one_is_new(share: float) -> None:
    before = listed(["row"] * 500)
    after = with_ids(listed(["row"] * 501), share, 250)
    assert exactly(with_ids(before, share), after) in [[f'+ {place} listitem "row"'] for place in range(1, 502)]


# texts that look alike to a careless comparison


@pytest.mark.parametrize("count", [150, 2_000])
def test_a_long_value_turned_round_is_a_changed_value(count: int) -> None:
    form = [
        Row(0, "form"),
        Row(1, "textbox", "Code", "ab" * count),
        Row(1, "textbox", "Note", "ba"),
        Row(1, "button", "OK"),
    ]
    after = [*form[:3], Row(1, "status", "Saved"), form[3]]
    after[1] = after[1]._replace(value="ba" * count)
    found = exactly(form, after)
    assert [line[:23] for line in found] == ['+ 3 status "Saved"', '~ 1:1 textbox "Code": v']


# work


def _insert(rows: Rows, row: Row) -> list[Row]:
    place = len(rows) // 2
    return [*rows[:place], row, *rows[place:]]


def _copies(count: int) -> tuple[Rows, Rows]:
    before = copies(10, count // 40)
    return before, edited(before, insert=0.31)[0]


def _partly_known(count: int) -> tuple[Rows, Rows]:
    before, after = _copies(count)
    place = next(j for j, row in enumerate(after) if row.name == "Stop press")
    return with_ids(before, 0.3), with_ids(after, 0.3, place)


def _entries(order: Sequence[int]) -> list[Row]:
    return listed([f"entry {n}" for n in order])


DANGERS: dict[str, Callable[[int], tuple[Rows, Rows]]] = {
    "chain, text changed": lambda n: (chain(n, "a"), chain(n, "b")),
    "chain, box renamed": lambda n: (named_chain(n), named_chain(n, n // 2)),
    "wrapper on a chain, one letter": lambda n: (chain(n, "x"), below(Row(0, "region"), chain(n, "x"))),
    "wrapper of the same role on a chain": lambda n: (chain(n, "x"), below(Row(0, "group"), chain(n, "x"))),
    "wrapper on a chain, long text": lambda n: (chain(n, LONG), below(Row(0, "region"), chain(n, LONG))),
    "all equal, one inserted": lambda n: (listed(["row"] * n), listed(["row"] * (n + 1))),
    "all equal without text, one inserted": lambda n: (listed([None] * n), listed([None] * (n + 1))),
    "all equal, another inserted": lambda n: (listed(["row"] * n), _insert(listed(["row"] * n), Row(1, "row", "new"))),
    "all equal, half removed": lambda n: (listed(["row"] * n), listed(["row"] * (n // 2))),
    "half removed": lambda n: (_entries(range(n)), _entries(range(0, n, 2))),
    "reversed": lambda n: (_entries(range(n)), _entries(range(n)[::-1])),
    "shuffled": lambda n: (_entries(range(n)), _entries(mixed_up(n))),
    "sorted": lambda n: (_entries(mixed_up(n)), _entries(range(n))),
    "replaced": lambda n: (listed([f"a{k}" for k in range(n)]), listed([f"b{k}" for k in range(n)])),
    "replaced, another count": lambda n: (listed([f"a{k}" for k in range(n)]), listed([f"b{k}" for k in range(n + 9)])),
    "caterpillar, all changed": lambda n: (caterpillar(n, "a"), caterpillar(n, "b")),
    "caterpillar, wrapped": lambda n: (caterpillar(n, "a"), below(Row(0, "region"), caterpillar(n, "b"))),
    "copies": _copies,
    "copies, partly with ids": _partly_known,
}


@pytest.mark.parametrize("danger", DANGERS)
def test_law_8_work_grows_no_faster_than_the_trees(danger: str) -> None:
    works = []
    for count in SIZES:
        before, after = map(tree, DANGERS[danger](count))
        works.append(match(before, after).work)
    assert works[0] > 0
    assert works[1] < GROWTH * works[0], works
