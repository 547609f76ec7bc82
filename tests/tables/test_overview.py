"""The overview of files: its tables are those of the functions of the same names, and each file is read once."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables.oracle import Scripted, page, scripts, table_of
from uidiff import Snapshot, arrow
from uidiff.arrow.tables.overview import NAMED_PROBLEMS, Overview, label_of, overview
from uidiff.arrow.tables.session_files import Reader, SessionFile

HEADING = {"role": "heading", "name": "Inbox"}


def file_of(rows: pa.Table, asked: list[str] | None = None, name: str = "a") -> SessionFile:
    """A file with these rows in batches of one; ``asked`` gets its name each time that it is read."""

    def read(file: SessionFile, *_: Any) -> Iterator[pa.RecordBatch]:  # noqa: ANN401  # limits
        if asked is not None:
            asked.append(file.session)
        yield from rows.combine_chunks().to_batches(max_chunksize=1)

    return SessionFile(f"{name}.test", name, Reader("test", (".test",), read))


def expect_tables(found: Overview, rows: pa.Table) -> None:
    """The tables are those of the functions, of all rows at once."""
    shown = arrow.screens(rows)
    assert found.effect_rates == arrow.effect_rates(arrow.effects(rows))
    assert found.screen_graph == arrow.screen_graph(shown)
    totals = found.token_totals.sort_by([("session", "ascending"), ("window", "ascending")])
    assert totals == arrow.token_totals(arrow.token_cost(rows))
    assert found.snapshots == len(rows) - shown["error"].drop_null().length()
    assert found.errors == len(rows) - found.snapshots
    visits: dict[str, int] = {}
    last: tuple[str, str, str] | None = None
    for row in shown.to_pylist():
        place = row["session"], row["window"], row["screen"]
        if row["error"] is None and place != last:
            visits[row["screen"]] = visits.get(row["screen"], 0) + 1
            last = place
    assert {one.screen: one.visits for one in found.screens} == visits
    assert [one.visits for one in found.screens] == sorted(visits.values(), reverse=True)


@settings(max_examples=settings().max_examples // 5)
@given(scripts(most=5), scripts(most=5), scripts(most=5))
def test_the_tables_of_files_are_those_of_all_their_rows(
    one: list[Scripted], two: list[Scripted], three: list[Scripted]
) -> None:
    first = pa.concat_tables([table_of(one, "a", "v"), table_of(two, "a", "w")])
    second = table_of(three, "b")
    asked: list[str] = []
    found = overview([file_of(first, asked, "a"), file_of(second, asked, "b")])
    assert asked == ["a", "b"]
    assert found.sessions == 2
    expect_tables(found, pa.concat_tables([first, second]))


KEYS = (("r", "v"), ("s", "v"), ("s", "w"))


@settings(max_examples=settings().max_examples // 5)
@given(st.permutations(range(6)))
def test_rows_in_another_order_are_sorted_and_then_read(order: list[int]) -> None:
    trees = [page(), page(HEADING)]
    parts = [table_of([Scripted(n, "go", tree, 1.0 * n)], *key) for n, tree in enumerate(trees) for key in KEYS]
    rows = pa.concat_tables([parts[place] for place in order])
    expect_tables(overview([file_of(rows)]), rows)


def test_a_file_that_is_given_up_counts_once() -> None:
    first, second = (table_of([Scripted(seq, None, page(HEADING), None)]) for seq in (0, 1))
    asked: list[str] = []
    found = overview([file_of(pa.concat_tables([second, first]), asked)])
    assert asked == ["a", "a"]
    assert (found.snapshots, found.errors, [one.visits for one in found.screens]) == (2, 0, [1])


def test_the_first_errors_are_kept_and_the_others_counted() -> None:
    failed = [Scripted(seq, None, None, None) for seq in range(NAMED_PROBLEMS + 2)]
    found = overview([file_of(table_of(failed[:3], "a")), file_of(table_of(failed, "b"))])
    assert (found.errors, found.snapshots, found.sessions) == (NAMED_PROBLEMS + 5, 0, 2)
    assert [(one.session, one.seq) for one in found.problems] == [("a", 0), ("a", 1), ("a", 2), ("b", 0), ("b", 1)]
    assert {one.error for one in found.problems} == {"no answer"}


@pytest.mark.parametrize(
    ("tree", "label"),
    [
        (page(HEADING, title="Mail"), "Mail / Inbox"),
        (page(HEADING, {"role": "dialog", "name": "Sure?"}, title="Mail"), "Mail / Sure?"),
        (page(HEADING, title="Inbox"), "Inbox"),
        (page(HEADING), "Inbox"),
        (page({"role": "heading"}, {"role": "button", "name": "Save"}), "Save"),
        (page(), ""),
    ],
)
def test_a_screen_is_called_by_its_title_and_its_dialog_or_its_first_heading(tree: Snapshot, label: str) -> None:
    assert label_of(tree) == label
