"""Real recordings through a session, with failures: judged by an oracle that remembers all, and by the truth."""

from collections import Counter
from itertools import islice, pairwise
from statistics import fmean
from typing import NamedTuple

import pytest

from benchmarks.recorded import PLACES, Recording, recordings
from benchmarks.sessions.cost import StillWindow
from benchmarks.sessions.lives import Lives, lives_of
from benchmarks.sessions.oracle import RULES
from benchmarks.sessions.player import KINDS, Failures
from benchmarks.sessions.replay import lives, replay, snapshots_of

LARGE = ("datatables", "pydocs")


class Corpus(NamedTuple):
    """What became of the refs of each recording, and the recordings that are quickly replayed."""

    lives: dict[str, Lives]
    small: list[Recording]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """The whole corpus, read once."""
    found = Corpus({}, [])
    for recording in (one for place in PLACES for one in recordings(place)):
        found.lives[recording.app] = lives(recording)
        found.small.extend([recording] * (recording.app not in LARGE))
    return found


@pytest.mark.parametrize("first", [2, 5, 8])
def test_failures_at_every_tenth_read_cost_no_baseline_and_no_ref(corpus: Corpus, first: int) -> None:
    failures = Failures(first=first)
    wrong: Counter[str] = Counter()
    for recording in corpus.small:
        wrong += replay(snapshots_of(recording), failures).wrong
    assert set(failures.injected) == set(KINDS)
    assert [wrong[rule] for rule in RULES] == [0] * len(RULES)


def test_refs_live_as_long_as_the_elements_truly_do(corpus: Corpus) -> None:
    found = corpus.lives
    everything = sum(found.values(), Lives())
    lost = [(app, one.before.role, one.before.label) for app, each in found.items() for one in each.lost]
    assert fmean(one.share for one in found.values()) >= 0.98
    assert everything.kept >= 0.999 * everything.survivors
    assert set(lost) <= {
        ("bootstrap", "generic", ""),
        ("pydocs", "heading", "Searching."),
        ("reveal", "generic", ""),
        ("streamlit", "generic", ""),
    }
    assert len(lost) == everything.survivors - everything.kept <= 5
    assert everything.telling - everything.telling_kept <= 1


def test_a_survivor_that_loses_its_ref_is_told_with_the_step_at_which_it_did(corpus: Corpus) -> None:
    (recording,) = (one for one in corpus.small if one.app == "mousepad")
    refs = [list(range(1, len(snapshot) + 1)) for snapshot in snapshots_of(recording)]
    kept = lives_of(recording, refs).kept
    again = [*refs[:-1], [99_999, *refs[-1][1:]]]  # the root is another one at the last step
    found = lives_of(recording, again)
    assert (found.kept, found.survivors - found.kept) == (kept - 1, len(found.lost))
    (lost,) = (one for one in found.lost if one.after.index == 0)
    assert (lost.step, lost.before.index) == (recording.steps[-1].number, 0)
    assert lost.after.same_fields(recording.steps[-1].after[0])


def test_no_poll_of_the_still_window_compares_a_text_with_itself() -> None:
    reads = list(islice(StillWindow().reads(), 6))
    first = reads[0]
    for before, after in [*pairwise(reads), *((first, later) for later in reads[1:])]:
        assert before == after
        assert all(ours is not theirs for ours, theirs in zip(before.columns, after.columns, strict=True))
        names = zip(before.columns.name, after.columns.name, strict=True)
        assert all(ours is not theirs for ours, theirs in names)
