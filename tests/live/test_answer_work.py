"""The work of an answer is in proportion to what changed: counted, never timed."""

import pytest

from benchmarks.speed.answering import EDITS, Given
from benchmarks.trees import rows
from tests.calls import calls_of
from uidiff import Session, Snapshot
from uidiff.formats.agent import format as agent_format
from uidiff.formats.item import Item
from uidiff.formats.outline_builder import OutlineBuilder


def answers(count: int, edit: str) -> Session:
    """A session that has answered three times about a window of so many elements, and is to answer a fourth time."""
    given_rows, backend = rows(count), Given()
    session = Session(backend)
    for step in range(4):
        backend.snapshot = Snapshot.from_rows(EDITS[edit](given_rows, step))
        if step < 3:
            session.describe()
    return session


@pytest.mark.parametrize(("edit", "most"), [("nothing", 500), ("one value", 3_000)])
def test_an_answer_takes_as_many_steps_for_a_large_window_as_for_a_small_one(edit: str, most: int) -> None:
    small, large = (calls_of(answers(count, edit).describe) for count in (1_000, 10_000))
    assert large < most
    assert large < 1.1 * small


@pytest.mark.parametrize("edit", ["nothing", "one value"])
def test_neither_the_whole_tree_nor_its_outline_is_made_for_a_small_diff(
    monkeypatch: pytest.MonkeyPatch, edit: str
) -> None:
    session = answers(10_000, edit)
    monkeypatch.setattr(agent_format.AgentFormat, "tree", lambda *_: pytest.fail("the whole tree was written"))
    made: list[int] = []
    build = OutlineBuilder.build

    def counting(builder: OutlineBuilder, start: int, stop: int) -> list[Item]:
        made.append(stop - start)
        return build(builder, start, stop)

    monkeypatch.setattr(OutlineBuilder, "build", counting)
    report = session.describe()
    assert report.mode == "diff"
    assert sum(made) <= 4
