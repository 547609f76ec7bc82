"""Items of a collection are records: what they share counts by how rare it is, what differs speaks against them."""

from __future__ import annotations

import pytest

from uidiff import Snapshot, match

STATES = ("New", "Sent", "Paid")
TOWNS = ("Oslo", "Lima", "Kyiv", "Rome")


def table(*rows: tuple[str, ...]) -> Snapshot:
    """A table with a row for each tuple of texts, and a button in each row."""
    nodes: list[dict[str, object]] = [{"role": "table", "name": "Orders"}]
    for row in rows:
        nodes.append({"parent": 0, "role": "row"})
        at = len(nodes) - 1
        nodes += [{"parent": at, "role": "cell", "name": text} for text in row]
        nodes.append({"parent": at, "role": "button", "name": "Edit"})
    return Snapshot.from_dicts(nodes)


def order(number: int, *, town: str | None = None) -> tuple[str, ...]:
    """The row of an order: number, town, state, amount."""
    return f"A-{number}", town or TOWNS[number % 4], STATES[number % 3], f"{number * 37 % 901}.50"


def rows(before: Snapshot, after: Snapshot) -> dict[str | None, str | None]:
    """The numbers of the orders before and after whose rows are pairs."""
    pairs = match(before, after).pairs
    return {before[i + 1].name: after[j + 1].name for i, j in pairs if before[i].role == "row"}


def test_rows_of_another_page_that_share_town_and_state_are_others() -> None:
    before, after = table(*map(order, range(100, 112))), table(*map(order, range(212, 224)))
    assert rows(before, after) == {}


def test_rows_are_known_by_their_number_when_they_are_sorted_and_changed() -> None:
    before = table(*map(order, range(100, 112)))
    moved = [order(number, town="Bonn" if number % 2 else None) for number in reversed(range(100, 112))]
    assert rows(before, table(*moved)) == {f"A-{number}": f"A-{number}" for number in range(100, 112)}


def test_two_rows_that_differ_in_their_number_alone_change_places_with_it() -> None:
    """Usage changes from read to read; the id of a process does not."""
    names = [("web-worker", "user", "0.00", str(number), "282.6 kB") for number in (48, 103, 57, 61)]
    others = [(f"program {number}", "user", "0.00", str(number), f"{number} MB") for number in range(200, 210)]
    swapped = [names[1], names[0], *names[2:]]
    before, after = table(*names, *others), table(*swapped, *others)
    paired = {before[i + 4].name: after[j + 4].name for i, j in match(before, after).pairs if before[i].role == "row"}
    assert all(number == other for number, other in paired.items())


@pytest.mark.parametrize("at", [0, 5, 11])
def test_one_row_that_is_edited_in_place_is_the_same_row(at: int) -> None:
    orders = [order(number) for number in range(100, 112)]
    edited = [*orders]
    edited[at] = (orders[at][0], "Bergen", "Returned", orders[at][3])
    found = rows(table(*orders), table(*edited))
    assert found[f"A-{100 + at}"] == f"A-{100 + at}"


def test_a_cell_does_not_move_to_another_row() -> None:
    before = table(*map(order, range(100, 112)))
    after = [order(number) for number in range(100, 112)]
    after[2], after[9] = ("A-102", "Valparaiso", "New", "1.50"), ("A-109", "Nowhere", "Sent", "2.50")
    first = [order(number) for number in range(100, 112)]
    first[9] = ("A-109", "Valparaiso", "Sent", "2.50")
    matching = match(table(*first), table(*after))
    before = table(*first)
    partner = {before[i].name: j for i, j in matching.pairs if before[i].role == "cell"}
    assert table(*after)[partner["Valparaiso"]].name == "Nowhere"
