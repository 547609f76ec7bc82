"""The benchmark of session replays: its made sessions fit, and it counts what two readers of a page have in common."""

from itertools import islice
from pathlib import Path

import pytest

from benchmarks.rrweb.agreement import Moment, compare
from benchmarks.rrweb.made import ELEMENTS, KINDS, events, lines
from benchmarks.rrweb.speed import count_mutations
from uidiff import Snapshot
from uidiff.importers.rrweb import rrweb_steps


@pytest.mark.parametrize("kind", KINDS)
def test_a_made_session_fits_and_is_a_step_a_burst(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "made.jsonl"
    text, mutations = lines(kind, size=20, mutations=400)
    file.write_text("\n".join(text))
    results = [step.result for step in rrweb_steps(file)]
    assert mutations == 400
    assert len(results) == 1 + mutations // 20
    first = results[0]
    assert isinstance(first, Snapshot)
    assert abs(len(first) - ELEMENTS) < 0.05 * ELEMENTS
    assert all(isinstance(result, Snapshot) for result in results)


@pytest.mark.parametrize("kind", KINDS)
def test_the_mutations_of_made_events_are_counted(kind: str) -> None:
    made = list(islice(events(kind, size=40), 10))
    assert [count_mutations(event["data"]) for event, _ in made] == [count for _, count in made]


def moment(live: list[dict[str, object]], recorded: list[dict[str, object]]) -> Moment:
    nodes = {str(number): str(100 + number) for number in range(10)}
    return Moment(
        Snapshot.from_dicts(live), Snapshot.from_dicts(recorded), nodes, unshown=frozenset("3"), styled=frozenset("2")
    )


def test_elements_are_aligned_by_their_node_and_counted() -> None:
    live: list[dict[str, object]] = [
        {"role": "document", "id": "F-101"},
        {"role": "button", "name": "SAVE", "id": "F-102", "parent": 0},
        {"role": "text", "name": "made by CSS", "id": "F-105/::before", "parent": 0},
        {"role": "link", "name": "same", "id": "F-106", "parent": 0},
        {"role": "link", "name": "same", "id": "G-107", "parent": 0},
    ]
    recorded: list[dict[str, object]] = [
        {"role": "document", "id": "1"},
        {"role": "button", "name": "Save", "id": "2", "parent": 0},
        {"role": "button", "name": "hidden", "id": "3", "parent": 0},
        {"role": "button", "name": "more", "id": "4", "parent": 0},
        {"role": "button", "name": "same", "id": "6", "parent": 0},
    ]
    found = compare([moment(live, recorded)])
    both = {"both": 3, "role": 2, "name": 2, "all": 1, "plain": 2, "plain name": 2}
    assert found.counts == {**both, "hidden": 1, "recorded": 1, "generated": 1}
    assert found.moved == 0
    assert [ours.role if ours else None for ours, _ in found.differences] == ["button", "button", "button"]


def test_a_node_with_two_ids_has_moved() -> None:
    live = Snapshot.from_dicts([{"role": "document", "id": "F-101"}])
    moments = [
        Moment(live, Snapshot.from_dicts([{"role": "document", "id": id_}]), {id_: "101"}, frozenset(), frozenset())
        for id_ in ("1", "7")
    ]
    assert compare(moments).moved == 1
    assert compare([moments[0], moments[0]]).moved == 0
