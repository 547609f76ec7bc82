"""Groups for a cross-validation, and the registry from which their families come."""

from collections import Counter

import pytest

from benchmarks.folds import FOLDS, folds
from benchmarks.recorded import PLACES, SETS, entries


@pytest.mark.parametrize("place", [None, *PLACES])
def test_each_recording_is_reported_on_once_and_no_family_is_on_both_sides(place: str | None) -> None:
    every = entries(place)
    found = folds(every)
    assert len(found) == FOLDS
    reported = [entry for _, unseen in found for entry in unseen]
    assert Counter(entry.file for entry in reported) == dict.fromkeys((entry.file for entry in every), 1)
    for seen, unseen in found:
        assert len(seen) + len(unseen) == len(every)
        assert not {entry.family for entry in seen} & {entry.family for entry in unseen}


def test_the_order_of_the_recordings_does_not_matter() -> None:
    every = entries()
    for (_, one), (_, other) in zip(folds(every), folds(every[::-1]), strict=True):
        assert one == other[::-1]


def test_all_folds_have_the_web_in_them() -> None:
    for _, unseen in folds(entries()):
        assert sum(entry.place == "web" for entry in unseen) >= len(entries("web")) // (2 * FOLDS)


def test_every_recording_is_registered_in_a_set() -> None:
    for entry in entries():
        assert entry.set in SETS
        assert entry.what, entry.file.name
        assert entry.licence
        assert entry.family
        assert entry.file.with_name(f"{entry.app}.NOTICE").is_file()
