"""What a history keeps of the states of a window: spec/definitions#2-time-and-tokens."""

from itertools import pairwise

from tests.live.store_contract import history


def test_a_history_keeps_the_last_eight_baselines() -> None:
    found = history(*range(1, 12))
    assert [entry.ts for entry in found.entries] == [10 * number for number in range(4, 12)]
    assert (found.next_ref, found.reported_at) == (19, 110)


def test_states_that_are_no_baselines_push_none_out_and_go_with_the_next_one() -> None:
    found = history(1, *range(-21, -1))
    assert [entry.baseline for entry in found.entries] == [True, *[False] * 8]
    assert [entry.ts for entry in found.tail] == [entry.ts for entry in found.entries]
    assert [entry.ts for entry in history(30, of=found).entries] == [10, 300]


def test_the_moment_of_an_answer_never_goes_back() -> None:
    given = history(5)
    for earlier, later in pairwise([given, given.reported(60), given.reported(60).reported(55)]):
        assert later.reported_at >= earlier.reported_at
    assert given.reported(20).reported_at == 50
