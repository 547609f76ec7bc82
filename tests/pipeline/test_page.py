"""The page of the pipeline says what its tables say, in sentences, plots and tables; and its texts are hostile."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

pytest.importorskip("pyarrow")

from page import page
from plots import Bar, bars

HOSTILE = '</svg><script>alert(1)</script>\n"&\u202e'
Rows = dict[str, list[dict[str, Any]]]
STEP = {"session": "day=2026-11-01/a.jsonl", "window": None, "seq": 3}


def action(place: str, no_ops: int, steps: int, target: str = 'button "Save"') -> dict[str, Any]:
    least = max(0.0, no_ops - 0.2 * steps)
    counts = {"steps": steps, "known": steps, "no_ops": no_ops, "failed": 0, "sessions": 2, "no_op_example": STEP}
    rates = {"no_op_rate": no_ops / steps, "no_ops_at_least": least, "error_rate": 0.0, "seconds_median": None}
    return {"kind": "click", "target": target, "place": place, **counts, **rates}


def screen(place: str, seconds: float | None) -> dict[str, Any]:
    times = {"seconds_median": seconds, "seconds_p90": seconds, "unsettled_rate": 0.0, "slowest": STEP}
    return {"place": place, "visits": 9, "timed": 0 if seconds is None else 8, "states": 2, **times}


def failure(failed: int, steps: int, error: str = "KeyError: tax") -> dict[str, Any]:
    days = [{"day": "2026-11-01", "steps": 10, "failed": 0}, {"day": "2026-11-02", "steps": steps, "failed": failed}]
    rates = {"rate": failed / (steps + 10), "at_least": max(0.0, failed - 3.0), "days": days, "example": STEP}
    done = {"kind": "click", "target": 'button "Pay"', "place": "Basket"}
    return {**done, "error": error, "failed": failed, "steps": steps + 10, "sessions": 1, **rates}


def file(name: str, errors: int = 0, error: str | None = None) -> dict[str, Any]:
    read = {"snapshots": 0 if errors else 5, "elements": 50, "errors": errors, "error": error}
    return {"session": name, "kind": "recording", "bytes": 9, **read}


def tables(**given: list[dict[str, Any]]) -> Rows:
    return {"actions": [], "screens": [], "failures": [], "files": [], **given}


def said(rows: Rows) -> list[str]:
    """The sentences above the plots."""
    found = re.findall(r'<p class="said">(.*?)</p>', page(rows))
    return [text.replace("&quot;", '"').replace("&#x27;", "'") for text in found]


def test_a_failure_is_said_with_its_action_place_share_and_first_day() -> None:
    sentence = said(tables(failures=[failure(20, 30)]))[0]
    assert sentence == (
        'After click button "Pay" on “Basket” came “KeyError: tax” in 20 of 40 steps (50%);'
        " the first day with it is 2026-11-02, before it came in none of 10."
    )


def test_what_may_be_chance_does_not_stand_out() -> None:
    rows = tables(failures=[failure(3, 90)], screens=[screen("A", 1.1), screen("B", 1.0)], actions=[action("A", 1, 9)])
    assert [sentence.split(".")[0] for sentence in said(rows)[:3]] == [
        "No error stands out",
        "No screen stands out",
        "No action stands out",
    ]


def test_the_slowest_screen_is_compared_with_the_others() -> None:
    sentence = said(tables(screens=[screen("Orders", 4.0), screen("Basket", 0.5), screen("Empty", None)]))[1]
    assert sentence.startswith("“Orders” takes 4.0 s from the first look to the last change (median of 8 arrivals")
    assert sentence.endswith("The other screens take 0.5 s.")


def test_an_action_without_effect_is_compared_with_the_same_one_elsewhere() -> None:
    rows = [action("Settings", 30, 30), action("Profile", 1, 40), action("Profile", 5, 9, 'button "Other"')]
    sentence = said(tables(actions=rows))[2]
    assert sentence == (
        'click button "Save" on “Settings” changed nothing in 30 of 30 steps (100%). On other screens: in 1 of 40.'
    )


def test_files_that_could_not_be_read_are_counted_and_named_with_the_cause() -> None:
    rows = tables(files=[file("day=2026-11-01/a.zip", 1, "no zip"), file("day=2026-11-02/b.jsonl")])
    text = page(rows)
    assert said(rows)[-1] == "Of 2 files 1 could not be read, or not to their end."
    assert "no zip" in text
    assert "2 files, 2026-11-01 to 2026-11-02: 5 snapshots" in text


def test_tables_without_rows_make_a_page_that_says_so() -> None:
    assert said(tables()) == [
        "No error was seen after any action.",
        "No screen was looked at twice: how long it takes is not known.",
        "Each action changed something.",
        "All of the 0 files were read to their end.",
    ]


def test_bad_input_04_texts_of_programs_are_one_line_and_no_markup() -> None:
    failed = failure(20, 30, HOSTILE)
    failed["days"][1]["day"] = HOSTILE  # as the name of a folder may have it
    rows = tables(
        failures=[failed],
        screens=[screen(HOSTILE, 4.0)],
        actions=[action(HOSTILE, 9, 9, HOSTILE)],
        files=[file(HOSTILE, 1, HOSTILE)],
    )
    text = page(rows)
    assert "<script" not in text
    assert "\u202e" not in text
    assert "default-src 'none'" in text
    for plot in re.findall(r"(?s)<svg.*?</svg>", text):
        ET.fromstring(plot)  # noqa: S314  # our own


def test_a_plot_has_a_title_an_axis_with_its_unit_and_bars_in_proportion() -> None:
    plot = ET.fromstring(bars("Times", "seconds", [Bar("a", "x", 4.0, "4 s", 5.0), Bar("b", "y", 1.0, "1 s")]))  # noqa: S314
    texts = [each.text for each in plot.iter() if each.text]
    assert {"Times", "seconds", "0", "5", "4 s"} <= set(texts)
    lengths = [float(each.get("width", 0)) for each in plot.iter("{http://www.w3.org/2000/svg}rect")]
    assert lengths[0] == pytest.approx(4 * lengths[1], abs=0.2)
