"""Recorded UIs with ids and without: ids make no diff tell more, and no text much longer (spec/definitions#6-ids)."""

import pytest

import uidiff
from benchmarks.conditions import AUTHORS_IDS, CONDITIONS, NO_IDS, NODE_IDENTITY, under
from benchmarks.events import Count, judged, totals
from benchmarks.recorded import OLDER, RecordedStep, entries, recordings
from uidiff import TreeDiff
from uidiff.tokens import estimate_tokens

LARGE = {"datatables", "pydocs", "redoc", "tiddlywiki"}
TRUER = {("jupyterlab", 5), ("zenity-list", 6)}
"""Steps in which fewer records take more words: a cell that ran keeps its text; sorted rows keep their check boxes."""

SMALL = [(corpus, entry.place, entry.app) for corpus in OLDER for entry in entries(of=corpus) if entry.app not in LARGE]


@pytest.mark.parametrize(("corpus", "place", "app"), SMALL)
def test_ids_add_no_record_and_few_words(corpus: str, place: str, app: str) -> None:
    (recording,) = recordings(place, corpus, app=app)
    plain = [told(step) for step in under(NO_IDS, recording).steps]
    for condition in (AUTHORS_IDS, NODE_IDENTITY):
        with_ids = [told(step) for step in under(condition, recording).steps]
        for step, without, other in zip(recording.steps, plain, with_ids, strict=True):
            assert other.counts.reported <= without.counts.reported
            if not step.truth.is_navigation and (app, step.number) not in TRUER:
                assert words(other) <= 1.1 * words(without), (condition, step.number)


def told(step: RecordedStep) -> TreeDiff:
    return uidiff.diff(step.before, step.after, ignore=("bounds",))


def words(delta: TreeDiff) -> int:
    return estimate_tokens(uidiff.render(delta))


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_a_condition_gives_an_element(condition: str) -> None:
    (recording,) = recordings("web", app="todomvc_react")
    step = under(condition, recording).steps[3]
    columns = step.after.columns
    assert any(columns.automation_id) == (condition != NO_IDS)
    stable = [one for one, lives in zip(columns.id, columns.id_stable, strict=True) if lives]
    expected: list[str | None] = {
        NO_IDS: [],
        AUTHORS_IDS: [one for one in columns.automation_id if one],
        NODE_IDENTITY: [node["truth"] for node in step.truth.after],
    }[condition]
    assert stable == expected
    assert step.after.circumstances == recording.steps[3].after.circumstances


def test_events_are_as_good_with_node_identity() -> None:
    one = sum(totals(judged(NODE_IDENTITY, {"second"})).values(), Count())
    assert one.right / one.said >= 0.965
    assert one.met / one.must >= 0.965
