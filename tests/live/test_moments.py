"""The moments of a session, and what ``since`` may be, to the last case (spec/definitions#2-time-and-tokens)."""

import math
import time
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff.live.moments import Clock, is_time, latest_moment, next_moment, seconds_of, token_of

SECOND = 1_705_314_645
"""2024-01-15T10:30:45Z."""

END = SECOND * 1000 + 999
"""The last moment of that second."""

INDIA = timezone(timedelta(hours=5, minutes=30))

clock_times = st.floats(0, 4e9)


# ------------------------------------------------------------- what since means


MEANINGS: dict[int, list[float | str | datetime]] = {
    END: [  # a whole second means its end; a fraction of the zone is none of the second
        *(SECOND, float(SECOND), str(SECOND), f"  {SECOND}\n", "2024-01-15T10:30:45Z", "2024-01-15 10:30:45+00:00"),
        *("20240115T103045Z", "2024-01-15T16:00:45+05:30", "2024-01-15T05:30:45-0500", "\t2024-01-15T10:30:45Z "),
        *("2024-01-15T11:30:46+01:00:01.000", "2024-01-15T10:30:45-00:00"),
        *(datetime(2024, 1, 15, 10, 30, 45, tzinfo=UTC), datetime(2024, 1, 15, 16, 0, 45, tzinfo=INDIA)),
    ],
    SECOND * 1000 + 250: [  # with a fraction it is the moment itself; what is finer than a moment is cut off
        *(f"{SECOND}.250", f"{SECOND}.25", f"{SECOND}.2509", SECOND + 0.25, "2024-01-15T10:30:45.25Z"),
        *("2024-01-15T10:30:45,250Z", "2024-01-15T16:00:45.250+05:30"),
        *(datetime(2024, 1, 15, 10, 30, 45, us, tzinfo=UTC) for us in (250_000, 250_999)),
    ],
    SECOND * 1000: [  # zeros behind the point are a fraction
        *(f"{SECOND}.000", f"{SECOND}.0", "2024-01-15T10:30:45.000Z", "2024-01-15T10:30:45.0+00:00"),
        *(" 2024-01-15 10:30:45,000000Z ", "20240115T103045.000Z", "2024W031T103045.0Z"),
        *("2024-01-15T05:30:45.000-05:00", "2024-01-15T11:30:46.000+01:00:01.000"),
    ],
    (SECOND - 45) * 1000 + 999: ["2024-01-15T10:30Z"],  # to the minute: the end of its first second
    999: [0, -0.0, "0", "1970-01-01T00:00:00Z", datetime(1970, 1, 1, tzinfo=UTC)],
    99_999_999_999_999: [99_999_999_999, "99999999999"],  # eleven digits are the last second that is taken for a time
}


@pytest.mark.parametrize(("moment", "since"), [(moment, one) for moment, all_ in MEANINGS.items() for one in all_])
def test_what_since_means(moment: int, since: float | str | datetime) -> None:
    assert latest_moment(since) == moment


class Nowhere(tzinfo):
    """A zone that does not know how far it is from UTC: Python takes its dates for naive ones."""

    def utcoffset(self, _: datetime | None) -> None:
        return None

    def dst(self, _: datetime | None) -> None:
        return None

    def tzname(self, _: datetime | None) -> None:
        return None


REFUSED: dict[str, list[float | str | datetime]] = {
    "since is a date without its zone; give a report's token, Unix seconds, or": [
        *("2024-01-15", "2024-01-15T10:30:45", "2024-01-15T10:30:45.250"),
        datetime(2024, 1, 15, 10, 30, 45),  # noqa: DTZ001  # the case in hand
        datetime(2024, 1, 15, 10, 30, 45, tzinfo=Nowhere()),
    ],
    "since is before 1970; give": ["1969-12-31T23:59:59Z", datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC)],
    "since is no time; give a report's token": [
        *(-1, -0.001, -SECOND, math.nan, math.inf, -math.inf, 10**11, 1e11, 10**400, 1e300),
    ],
}


@pytest.mark.parametrize(("said", "since"), [(said, one) for said, all_ in REFUSED.items() for one in all_])
def test_what_is_no_time_is_refused(said: str, since: float | str | datetime) -> None:
    with pytest.raises(ValueError, match=said):
        latest_moment(since)


NO_TIMES = [
    *("", " ", "now", "-5", "+5", "1e9", "0x10", "1_705_314_645", "nan", "inf", "999999999999999999999999"),
    *(f"{SECOND}.", ".250", f"{SECOND}.250.1", f"{SECOND}.1234567890", f"{SECOND}000"),  # the last in milliseconds
    "\u0661\u0667\u0660",  # digits, but not ours
    *("2024-13-15T10:30:45Z", "2024-01-15T25:30:45Z", "2024-01-15T10:30:45Z, please"),
    *("yesterday\n+ [1] btn", "\ud800"),
]


@pytest.mark.parametrize("since", NO_TIMES)
def test_a_text_that_is_no_time_is_refused_without_being_repeated(since: str) -> None:
    with pytest.raises(ValueError, match=r"since is (no time|a date without its zone); give") as caught:
        latest_moment(since)
    assert "\n" not in str(caught.value)
    assert "please" not in str(caught.value)


@pytest.mark.parametrize(
    ("since", "kind"),
    [
        (True, "bool"),
        (False, "bool"),
        (b"5", "bytes"),
        ([5], "list"),
        (date(2024, 1, 15), "date"),
        (timedelta(seconds=5), "timedelta"),
        (Decimal(5), "Decimal"),
        (5j, "complex"),
        (None, "NoneType"),
    ],
)
def test_another_type_is_refused_with_what_to_give_instead(since: object, kind: str) -> None:
    with pytest.raises(TypeError, match=f"since cannot be {kind}; give a report's token, Unix seconds, or a date"):
        latest_moment(since)  # type: ignore[arg-type]  # the case in hand


# ---------------------------------------------------------------------- moments


@given(clock_times, st.integers(0, 4 * 10**12))
def test_a_moment_is_later_than_the_last_one_and_never_a_whole_second(now: float, last: int) -> None:
    moment = next_moment(now, last)
    assert moment > last
    assert moment % 1000
    assert moment - max(math.floor(now * 1000), last) <= 2


@given(st.lists(clock_times, min_size=1))
def test_moments_rise_however_the_clock_is_set(times: list[float]) -> None:
    moments = [0]
    for now in times:
        moments.append(next_moment(now, moments[-1]))
    assert moments == sorted(set(moments))
    assert not any(moment % 1000 == 0 for moment in moments[1:])


def test_a_clock_that_stands_or_was_set_back_gives_the_next_millisecond() -> None:
    assert next_moment(5.0004, 0) == 5_001
    assert next_moment(5.0004, 5_001) == 5_002
    assert next_moment(4.5, 5_002) == 5_003
    assert next_moment(0.0, 5_999) == 6_001


@given(st.integers(1, 10**14 - 1))
def test_a_token_and_its_seconds_mean_their_moment(millisecond: int) -> None:
    moment = next_moment(0.0, millisecond - 1)
    token = token_of(moment)
    assert latest_moment(token) == moment
    assert len(token.partition(".")[2]) == 3
    if moment < 10**13:  # until the year 2286
        assert latest_moment(float(token)) == latest_moment(seconds_of(moment)) == moment
    if moment < 2**33 * 1000:  # until 2242: from then on a float of seconds is not exact to the microsecond
        assert latest_moment(datetime.fromtimestamp(seconds_of(moment), tz=UTC)) == moment


@given(st.integers(0, 10**11 - 1), clock_times)
def test_a_whole_second_means_all_its_moments_and_none_of_the_next(second: int, now: float) -> None:
    moment = next_moment(now, 0)
    assert (moment <= latest_moment(second)) == (moment // 1000 <= second)


def test_a_token_has_three_decimals() -> None:
    assert token_of(1) == "0.001"
    assert token_of(SECOND * 1000 + 50) == f"{SECOND}.050"


@pytest.mark.parametrize(
    ("seconds", "known"),
    [
        (0.0, True),
        (float(SECOND), True),
        (9.9e10, True),
        (1e11 - 1, False),
        (None, False),
        (-0.5, False),
        (1e11, False),
        (math.nan, False),
    ],
)
def test_a_backends_time_is_one_from_1970_to_a_year_before_the_last_one(seconds: float | None, known: bool) -> None:
    assert is_time(seconds) is known


def test_the_clock_is_the_machines_if_nothing_else_is_said() -> None:
    clock = Clock()
    assert (clock.now, clock.monotonic, clock.sleep) == (time.time, time.monotonic, time.sleep)
