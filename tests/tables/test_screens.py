"""Screens, the ways between them, and trees that are nearly equal."""

import statistics
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import uidiff
from tests.tables.oracle import Scripted, page, screen_of, scripts, table_of, trees_of, walks
from uidiff import Snapshot, arrow
from uidiff.arrow.tables import duplicates
from uidiff.arrow.tables.alike import Alike
from uidiff.errors import UnknownName
from uidiff.testing.strategies import snapshots


def digest(snapshot: Snapshot, *ignore: Any) -> str:  # noqa: ANN401  # items of the option
    return Alike.of(ignore).digest(snapshot)


def text(name: str, **more: object) -> dict[str, Any]:
    return {"role": "text", "name": name, **more}


def test_numbers_values_ids_places_and_what_ticks_make_no_other_screen() -> None:
    def screen(number: int) -> Snapshot:
        box = [number, 0, 10, 10]
        clock = {"role": "timer", "name": "noon" if number else "one", "children": [text(f"{'x' * number}")]}
        field: dict[str, Any] = {"role": "textbox", "name": "User", "value": str(number), "id": f"n{number}"}
        field["states"] = {"focused": bool(number)}
        return page(text(f"{number} of 3,000.5 mails", bounds=box), field, clock)

    assert digest(screen(1)) == digest(screen(2)) == digest(screen(0))
    assert digest(page(text("1 mail"))) != digest(page(text("1 letter")))
    assert digest(page({"role": "tab", "states": {"selected": True}})) != digest(page({"role": "tab"}))
    assert digest(page(text("a", children=[text("b")]))) != digest(page(text("a"), text("b")))
    rule = uidiff.Ignore(role="text", path="window", field="name")
    assert digest(page(text("Monday")), rule) == digest(page(text("Tuesday")), rule)
    assert digest(page(text("Monday")), "name") == digest(page(text("Tuesday")), "name")


@given(snapshots(secrets=True), snapshots(secrets=True))
def test_the_digest_and_the_counts_are_those_of_the_lines(one: Snapshot, other: Snapshot) -> None:
    alike = Alike.of()
    same = list(alike.lines(one)) == list(alike.lines(other))
    assert (alike.digest(one) == alike.digest(other)) == same
    assert alike.counts(one).total() == len(one)


@given(scripts())
def test_rows_are_those_of_a_loop(script: list[Scripted]) -> None:
    table = table_of(script)
    trees = iter(arrow.snapshots_of(table.filter(pc.is_null(table["error"]))))
    known: list[str] = []
    rows = arrow.screens(table).to_pylist()
    assert [row["seq"] for row in rows] == [look.seq for look in script]
    for look, row in zip(script, rows, strict=True):
        if look.snapshot is None:
            assert (row["screen"], row["is_new"], row["error"]) == (None, None, "no answer")
        else:
            screen = digest(next(trees))
            assert (row["screen"], row["is_new"]) == (screen, screen not in known)
            known.append(screen)


def test_the_graph_counts_the_ways_between_screens() -> None:
    inbox, mail = page(text("Inbox")), page(text("Mail 1"))
    looks = [
        (None, inbox, 0.0),
        ("open", mail, 1.0),
        ("back", inbox, 2.0),
        (None, inbox, 3.0),
        ("open", page(text("Mail 2")), 6.0),
        ("open", None, 7.0),
        (None, inbox, 8.0),
        ("back", inbox, 7.0),
    ]
    script = [Scripted(seq, *look) for seq, look in enumerate(looks)]
    screens = arrow.screens(table_of(script))
    names = {digest(inbox): "inbox", digest(mail): "mail"}
    rows = [
        (names[row["from_screen"]], row["action"], names[row["to_screen"]], row["count"], row["seconds_median"])
        for row in arrow.screen_graph(screens).to_pylist()
    ]
    wanted = [("inbox", "open", "mail", 2, 2.0), ("inbox", "back", "inbox", 1, None), ("mail", "back", "inbox", 1, 1.0)]
    assert sorted(rows) == sorted(wanted)
    assert rows[0] == wanted[0]


@settings(max_examples=settings().max_examples // 5)
@given(walks() | scripts(), walks())
def test_the_graph_is_that_of_a_loop_over_trees_and_screens_go_by_the_definition(
    one: list[Scripted], two: list[Scripted]
) -> None:
    shown = arrow.screens(pa.concat_tables([table_of(one, window="a"), table_of(two, window="b")]))
    names = iter(shown["screen"].to_pylist())
    called: dict[object, str] = {}
    ways: dict[tuple[str, str | None, str], list[float | None]] = {}
    for script in (one, two):
        trees = trees_of(script)
        before: Scripted | None = None
        for look in script:
            name = next(names)
            if look.snapshot is not None:
                assert called.setdefault(screen_of(trees[look.seq]), name) == name
            if before is not None and before.snapshot is not None and look.snapshot is not None:
                source = called[screen_of(trees[before.seq])]
                if source != name or look.action is not None:
                    known = None not in (before.seconds, look.seconds) and look.seconds >= before.seconds  # type: ignore[operator]
                    seconds = look.seconds - before.seconds if known else None  # type: ignore[operator]
                    ways.setdefault((source, look.action, name), []).append(seconds)
            before = look
    assert len(set(called.values())) == len(called)
    wanted = []
    for (source, action, to), times in ways.items():
        known_times = [one for one in times if one is not None]
        median = statistics.median(known_times) if known_times else None
        wanted.append((-len(times), source, action or "", to, median))
    rows = arrow.screen_graph(shown).to_pylist()
    found = [(-row["count"], row["from_screen"], row["action"] or "", row["to_screen"]) for row in rows]
    assert found == sorted(way[:-1] for way in wanted)
    assert [row["seconds_median"] for row in rows] == [pytest.approx(way[-1]) for way in sorted(wanted)]


@given(scripts(), st.sampled_from([0.0, 0.2, 0.6]), st.sampled_from(["window", "table"]))
def test_the_kept_rows_are_those_of_a_loop(script: list[Scripted], most: float, within: Any) -> None:  # noqa: ANN401
    table = pa.concat_tables([table_of(script, window="a"), table_of(script, window="b")])
    alike = Alike.of()
    kept: list[list[Any]] = []
    wanted: list[tuple[str, int]] = []
    for window in "ab":
        if within == "window":
            kept = []
        own = table.filter(pc.equal(table["window"], window))
        trees = iter(arrow.snapshots_of(own.filter(pc.is_null(own["error"]))))
        for look in script:
            if look.snapshot is not None:
                lines = list(alike.lines(next(trees)))
                if any(lines == other or (most and _differing(lines, other) <= most) for other in kept):
                    continue
                kept.append(lines)
            wanted.append((window, look.seq))
    found = arrow.deduplicate(table, most_differing=most, within=within)
    assert [(row["window"], row["seq"]) for row in found.select(["window", "seq"]).to_pylist()] == wanted
    assert found.schema == arrow.SNAPSHOTS


def _differing(lines: list[Any], others: list[Any]) -> float:
    left, right = list(lines), list(others)
    for line in lines:
        if line in right:
            right.remove(line)
            left.remove(line)
    return (len(left) + len(right)) / (len(lines) + len(others)) if lines or others else 0.0


def test_a_reader_is_answered_batch_by_batch_without_those_that_are_alike() -> None:
    script = [Scripted(seq, None, page(text("same" if seq else "first")), None) for seq in range(9)]
    table = table_of(script)
    asked = []

    def batches() -> Any:  # noqa: ANN401  # an iterator
        for batch in table.to_batches():
            asked.append(batch)
            yield batch

    reader = arrow.deduplicate(pa.RecordBatchReader.from_batches(table.schema, batches()))
    assert not asked
    assert reader.read_next_batch()["seq"].to_pylist() == [0]
    assert len(asked) == 2
    assert reader.read_all()["seq"].to_pylist() == [1]


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duplicates, "MOST_DIGESTS", 1)
    script = [Scripted(seq, None, page(text("ab"[seq % 2])), None) for seq in range(4)]
    assert arrow.deduplicate(table_of(script))["seq"].to_pylist() == [0, 1, 2, 3]


def test_wrong_options_are_refused_at_once() -> None:
    table = table_of([Scripted(0, None, page(), None)])
    with pytest.raises(ValueError, match="most_differing"):
        arrow.deduplicate(table, most_differing=2)
    with pytest.raises(UnknownName, match="within"):
        arrow.deduplicate(table, within="session")  # type: ignore[arg-type]  # so it is
    with pytest.raises(UnknownName, match="field"):
        arrow.screens(table, ignore=["valeu"])
