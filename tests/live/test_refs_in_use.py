"""spec/definitions#16-refs, spec/features#x3: refs as readers use them: in every format, for an element, its live
object, a scope.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Literal

import pytest

from tests.live.watching import START, Time, mail
from tests.live.witness import Witness, described, numbers, opened, sort_anew, stale
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import StaleRef

# ------------------------------------------------------------------- formats

SHOWN: dict[str, tuple[str, list[int], list[int]]] = {
    "agent": (r"\be(\d+)", [1, 2, 3, 8], [2, 3, 7, 8]),
    "compact": (r"\| e(\d+)", [1, 2, 3, 6, 8, 4], []),
    "read-agent": (r"(?m)^\s*(?:[~>+-] )?\[(\d+)\]", [1, 2, 3, 6, 8, 4], [2, 6, 7, 8]),
    "read-json": (r'"i":(\d+)', [1, 2, 3, 6, 8, 4], [8, 7, 2, 6]),
    "read-yaml": (r"\{i: (\d+)", [1, 2, 3, 6, 8, 4], [8, 7, 2, 6]),
    "describe-json": (r'"ref":"e(\d+)"', [1, 2, 3, 6, 8, 4], [8, 7, 2, 6]),
    "jsonl": (r'"(?:i|id)":(\d+)', [1, 2, 3, 6, 8, 4], [2, 6, 7, 8]),
}
"""What the refs of a format look like, and which it shows of one tree, and of one diff."""


@pytest.mark.parametrize("mode", ["full", "diff"])
@pytest.mark.parametrize("format", list(SHOWN))
def test_definition_16_the_same_number_stands_in_every_format(format: str, mode: Literal["full", "diff"]) -> None:
    ui, session = described()
    ui.find(name="Mail 1").remove()
    session.describe()
    mails = ui.find(name="Mails")
    mails.add({"role": "listitem", "name": "Fresh", "actions": ["press"]}, at=0)
    ui.find(name="Search").value = "x"
    ui.find(name="Loading...").remove()
    ui.find(name="Mail 2").move(mails, at=0)
    report = session.describe(mode=mode, format=format)
    pattern, full, diff = SHOWN[format]
    assert [int(found) for found in re.findall(pattern, report.text)] == (full if mode == "full" else diff)
    assert numbers(report) == [1, 2, 3, 6, 8, 4]


def test_i_and_ref_of_an_element_are_one_number() -> None:
    ui, session = described()
    ui.find(name="Mail 0").remove()
    elements = json.loads(session.describe(mode="full", format="read-json").text)["elements"]
    assert [f"e{element['i']}" for element in elements] == [element["ref"] for element in elements]
    assert elements[2]["c"] == [5, 6]


# ------------------------------------------------------- from a ref to an element


def test_report_element_is_the_element_as_it_was_read_then(ui: ScriptedUI) -> None:
    session = opened(ui)
    first = session.describe()
    ui.find(name="Search").value = "x"
    second = session.describe()
    for ref in ("e2", "2", 2):
        assert (first.element(ref).value, second.element(ref).value) == (None, "x")
    assert {number: first.element(number).index for number in numbers(first)} == {n: n - 1 for n in range(1, 8)}


def test_report_element_of_what_is_not_in_this_report_is_stale(ui: ScriptedUI) -> None:
    session = opened(ui)
    first = session.describe()
    ui.find(name="Loading...").remove()
    second = session.describe()
    assert first.element("e7").name == "Loading..."
    with pytest.raises(StaleRef, match="e7 is not in this snapshot"):
        second.element("e7")


def test_x_3_handle_is_the_live_object_of_every_number(ui: ScriptedUI) -> None:
    session, witness = opened(ui), Witness(ui)
    changes: list[Callable[[], object]] = [lambda: None, ui.roots[0].recreate, lambda: sort_anew(ui)]
    for change in changes:
        change()
        for node, number in witness.of(session.describe()).items():
            assert session.handle(f"e{number}") is session.handle(number) is node


def test_x_3_a_ref_that_is_stale_says_at_which_read_it_went(ui: ScriptedUI, time: Time) -> None:
    session = opened(ui, time=time)
    session.describe()
    for seconds, name in ((10, "Mail 0"), (25, "Mail 1")):
        time.sleep(seconds - time.passed)
        ui.find(name=name).remove()
        session.describe()
    assert time.clock().now() == START + 25
    assert stale(session, "e4").startswith("e4 was gone at the read of 2023-11-14T22:13:30.001Z; describe the window")
    assert stale(session, "e5").startswith("e5 was gone at the read of 2023-11-14T22:13:45.001Z; describe the window")


def test_x_3_what_went_between_two_reads_is_stale_and_the_next_read_says_when() -> None:
    ui, session = described()
    ui.find(name="Loading...").remove()
    assert stale(session, "e7").startswith(
        'e7 is not there any more: it was button "Loading..."; describe the window again'
    )
    session.settle(quiet=0.1)
    assert stale(session, "e7").startswith("e7 was gone at the read of 2023-11-14T22:13:20.002Z")


@pytest.mark.parametrize("ref", ["e8", "e99", "e999999999999999999", 8])
def test_a_ref_that_was_never_given_says_so(ref: str | int) -> None:
    session = opened(mail())
    session.describe()
    for ask in (session.handle, lambda ref: session.describe(scope=ref), lambda ref: session.act("press", ref)):
        with pytest.raises(StaleRef, match=r"e\d+ is a ref that no element has had in this session"):
            ask(ref)


@pytest.mark.parametrize("ref", ["", "e", "e0", "x1", "e1 ", "e-1", "\u0661", 0, -1, 1.0, True, None, "\x1b[2J"])
def test_what_is_no_ref_is_a_value_error_that_repeats_no_control_characters(ref: object) -> None:
    session = opened(mail())
    report = session.describe()
    for ask in (session.handle, report.element):
        with pytest.raises(ValueError, match="a ref is a text such as 'e12'") as caught:
            ask(ref)  # type: ignore[arg-type]  # that is what is shown
        assert "\x1b" not in str(caught.value)


# -------------------------------------------------------------------- scope


def test_a_scope_by_ref_is_that_element_wherever_it_went() -> None:
    ui, session = described()
    mails = ui.find(name="Mails")
    mails.move(ui.find(name="Mail"))
    mails.name = "Invoices"
    mails.recreate()
    text = session.describe(scope="e3", mode="full", format="compact").text
    assert [int(found) for found in re.findall(r"\| e(\d+)", text)] == [3, 4, 5, 6]


def test_the_scope_of_what_went_since_the_baseline_tells_that_it_went_and_is_stale_then() -> None:
    ui, session = described()
    ui.find(name="Mails").remove()
    report = session.describe(scope="e3", mode="diff", format="jsonl")
    assert [json.loads(line)["id"] for line in report.text.splitlines()] == [3, 4, 5, 6]
    with pytest.raises(StaleRef, match="e3 was gone at the read of"):
        session.describe(scope="e3")


def test_a_scope_that_is_stale_keeps_no_baseline() -> None:
    ui, session = described()
    ui.find(name="Search").value = "x"
    with pytest.raises(StaleRef):
        session.describe(scope="e99")
    delta = session.describe().delta
    assert delta is not None
    assert [record.after.name for record in delta.changed] == ["Search"]
