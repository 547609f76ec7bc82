"""What is worked out of a snapshot stays with it, and goes along with no copy of it."""

import copy
import pickle

from uidiff import Row, Snapshot, render

DEEP = Snapshot.from_rows([Row(depth, "group", f"level {depth}") for depth in range(5_000)])


def test_a_view_is_made_once() -> None:
    made: list[int] = []

    def count(snapshot: Snapshot) -> int:
        made.append(len(snapshot))
        return made[-1]

    assert [DEEP.view(count), DEEP.view(count)] == [5_000, 5_000]
    assert made == [5_000]


def test_a_rendered_snapshot_is_copied_and_pickled_however_deep() -> None:
    text = render(DEEP)
    for twin in (copy.copy(DEEP), copy.deepcopy(DEEP), pickle.loads(pickle.dumps(DEEP))):  # noqa: S301  # made here
        assert twin == DEEP
        assert twin.digest == DEEP.digest
        assert render(twin) == text


def test_notes_go_along() -> None:
    noted = Snapshot.from_dicts([{"role": "button", "name": "\ud800"}])
    assert noted.notes
    assert copy.copy(noted).notes == noted.notes
