import pytest

from tests.formats import seven
from uidiff import Report
from uidiff.diffing.refs import Refs


def report(mode: str) -> Report:
    return Report(
        mode=mode,  # type: ignore[arg-type]  # one of them is refused
        reason="the first read",
        text='# full: 1 elements\nwindow e1 "secret"',
        delta=None,
        snapshot=seven.snapshot(),
        token="1707504003.000",  # noqa: S106  # what to ask from, no secret
        refs=Refs.first(1),
    )


def test_a_report_is_its_text() -> None:
    assert str(report("full")) == report("full").text


def test_the_text_of_the_ui_is_not_in_its_representation() -> None:
    assert "secret" not in repr(report("full"))


def test_a_report_is_full_or_a_diff() -> None:
    with pytest.raises(ValueError, match="mode"):
        report("partial")
