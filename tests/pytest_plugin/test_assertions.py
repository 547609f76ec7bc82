"""What ``assert_no_unexpected_change`` lets pass, and what it says of the rest."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uidiff
import uidiff.testing
from tests.pytest_plugin.programs import DIALOG, mail
from uidiff.diffing.records import Record
from uidiff.pytest_plugin import BUDGET, assert_no_unexpected_change
from uidiff.pytest_plugin.assertions import check_delta, explain_inequality
from uidiff.pytest_plugin.change_filter import ChangeItem

LIST = {"role": "list", "children": [{"role": "listitem", "name": f"Invoice {n}"} for n in range(1, 5)]}
FIELD = {"role": "textbox", "name": "Search"}


def page(*children: dict, title: str = "Inbox", **states: object) -> uidiff.Snapshot:
    window = {"role": "window", "name": "Mail", "states": states, "children": [FIELD, *children]}
    return uidiff.Snapshot.from_dicts(window, title=title)


def failure(change: uidiff.TreeDiff, **options: Any) -> str:  # noqa: ANN401  # whatever the function takes
    with pytest.raises(AssertionError) as caught:
        assert_no_unexpected_change(change, **options)
    return str(caught.value)


NOTHING = uidiff.diff(page(LIST), page(LIST))
OPENED = uidiff.diff(page(LIST), page(LIST, DIALOG))


def test_a_change_fails_and_is_told_as_an_agent_reads_it() -> None:
    said = '1 unexpected change: A dialog appeared: "Save?". 1 added, 7 unchanged.'
    said += '\n+ after e3: dialog "Save?" > button e9 "Yes"'
    assert failure(OPENED) == said


def test_an_event_stands_for_all_that_it_tells() -> None:
    assert_no_unexpected_change(OPENED, allowed=[uidiff.events.DialogAppeared])
    assert_no_unexpected_change(OPENED, expected=[uidiff.events.DialogAppeared])


def test_an_event_stands_for_the_fields_that_it_is_about_and_no_others() -> None:
    before = page({"role": "textbox", "name": "To", "value": "Ada"})
    after = page({"role": "textbox", "name": "To", "value": "Bob", "states": {"focused": True}})
    said = failure(uidiff.diff(before, after), allowed=[uidiff.events.FocusMoved])
    assert said.startswith('1 unexpected change: "To" = "Bob". ')
    assert "focused" not in said
    assert_no_unexpected_change(
        uidiff.diff(before, after), allowed=[uidiff.events.FocusMoved, uidiff.events.ValueEntered]
    )


def field(role: str, *texts: dict, value: str | None = None) -> dict:
    return {"role": role, "name": "To", "value": value, "children": [{"role": "generic", "children": list(texts)}]}


def text(name: str) -> dict:
    return {"role": "text", "name": name}


FILLED = {
    "came": (field("textbox"), field("textbox", text("Ada"), value="Ada")),
    "went": (field("searchbox", text("Ada"), value="Ada"), field("searchbox")),
    "renamed": (field("textbox", text("Ada"), value="Ada"), field("textbox", text("Bob"), value="Bob")),
    "lines": (
        field("textbox", text("a"), value="a"),
        field("textbox", text("a"), {"role": "line-break", "name": "\n"}, text("b"), value="a\nb"),
    ),
    "written otherwise": (field("spinbutton", text("dd"), value="0"), field("spinbutton", text("06"), value="6")),
    "chosen": tuple(
        field(
            "combobox",
            *({"role": "option", "name": name, "states": {"selected": name == value}} for name in "AB"),
            value=value,
        )
        for value in "AB"
    ),
}


@pytest.mark.parametrize("sides", FILLED.values(), ids=list(FILLED))
@pytest.mark.parametrize("meant", ["value", uidiff.Ignore(name="To", field="value"), uidiff.events.ValueEntered])
def test_the_value_of_a_field_stands_for_the_texts_in_it(sides: tuple[dict, dict], meant: ChangeItem) -> None:
    delta = uidiff.diff(*map(page, sides))
    assert_no_unexpected_change(delta, expected=[meant])
    both = uidiff.diff(page(sides[0]), page(sides[1], DIALOG))
    assert failure(both, expected=[meant]).startswith('1 unexpected change: A dialog appeared: "Save?". ')
    with pytest.raises(AssertionError):
        assert_no_unexpected_change(delta, allowed=["focused"])


def test_the_value_of_a_field_stands_for_nothing_else() -> None:
    options = [{"role": "option", "name": name} for name in ("A", "B", "C")]
    before = page(field("combobox", *options[:2], value="A"), text("Total 1"))
    after = page(field("combobox", *options, value="B"), text("Total 2"))
    said = failure(uidiff.diff(before, after), allowed=["value"])
    assert said.startswith("2 unexpected changes: ")
    assert '"C"' in said
    assert '"Total 1" -> "Total 2"' in said
    renamed = {**FILLED["renamed"][1], "name": "Cc"}
    delta = uidiff.diff(page({**FILLED["renamed"][0], "id": "to"}), page({**renamed, "id": "to"}), matcher="id")
    assert failure(delta, allowed=["value"]).startswith("1 unexpected change: ")


def test_a_dialog_stands_for_the_focus_that_it_takes_and_gives_back() -> None:
    button = {"role": "button", "name": "Delete"}
    focused = {**button, "states": {"focused": True}}
    asked = {**DIALOG, "children": [{"role": "button", "name": "Yes", "states": {"focused": True}}]}
    before, during = page(LIST, focused), page(LIST, button, asked)
    assert_no_unexpected_change(uidiff.diff(before, during), expected=[uidiff.events.DialogAppeared])
    assert_no_unexpected_change(uidiff.diff(during, before), expected=[uidiff.events.DialogClosed])
    # a dialog without the focus took none away
    said = failure(uidiff.diff(before, page(LIST, button, DIALOG)), expected=[uidiff.events.DialogAppeared])
    assert "not focused" in said


def test_another_change_than_the_one_allowed_fails_alone() -> None:
    delta = uidiff.diff(page(LIST), page(DIALOG))
    said = failure(delta, allowed=[uidiff.events.DialogAppeared])
    assert "dialog" not in said
    assert said.startswith("1 unexpected change: 4 listitems removed.")  # with their list
    assert said.endswith("\n(1 other change expected or allowed)")


@pytest.mark.parametrize("item", ["title", uidiff.events.TitleChanged])
def test_a_title_is_allowed_by_its_name_and_by_its_event(item: ChangeItem) -> None:
    delta = uidiff.diff(page(LIST), page(LIST, title="Inbox (1)"))
    assert failure(delta) == '1 unexpected change: New title: "Inbox (1)". 7 unchanged.\n~ title "Inbox" -> "Inbox (1)"'
    assert_no_unexpected_change(delta, allowed=[item])
    assert_no_unexpected_change(delta, expected=[item])


def test_a_navigation_stands_for_the_address_and_the_document() -> None:
    one, other = (uidiff.Snapshot.from_dicts(FIELD, url=f"https://a.example/{name}", document=name) for name in "ab")
    delta = uidiff.diff(one, other)
    assert set(delta.circumstances) == {"url", "document"}
    assert_no_unexpected_change(delta, expected=[uidiff.events.PageNavigated])


@pytest.mark.parametrize("item", ["focused", uidiff.Ignore(role="textbox"), uidiff.Ignore(name="To", field="focused")])
def test_fields_are_allowed_by_name_and_by_rule(item: ChangeItem) -> None:
    before, after = (page({"role": "textbox", "name": "To", "states": {"focused": on}}) for on in (False, True))
    assert_no_unexpected_change(uidiff.diff(before, after), allowed=[item])
    assert_no_unexpected_change(uidiff.diff(before, after), expected=[item])
    assert "focused" in failure(uidiff.diff(before, after), allowed=["value", uidiff.Ignore(name="Cc")])


def test_records_are_allowed_by_class_and_by_a_function_with_what_is_inside_them() -> None:
    assert_no_unexpected_change(OPENED, allowed=[uidiff.records.Added])
    assert_no_unexpected_change(
        OPENED, allowed=[lambda record: record.after is not None and record.after.name == "Save?"]
    )
    assert failure(OPENED, allowed=[lambda record: record.after.role == "button"]).startswith("1 unexpected change: ")
    assert failure(OPENED, allowed=[uidiff.records.Removed]) == failure(OPENED)


def test_what_was_expected_and_did_not_happen_fails_and_says_what_did() -> None:
    def is_sent(record: Record) -> bool:
        return isinstance(record, uidiff.records.Removed)

    said = failure(OPENED, expected=[uidiff.events.DialogAppeared, uidiff.events.ItemsRemoved, "value", is_sent])
    first, second, *_ = said.splitlines()
    assert first.startswith("expected, but it did not happen: ItemsRemoved, 'value', test_what_was_")
    assert first.endswith(".is_sent")
    assert second == 'what changed: A dialog appeared: "Save?". 1 added, 7 unchanged.'
    assert failure(NOTHING, expected=[uidiff.records.Added]) == (
        "expected, but it did not happen: Added\nwhat changed: No change."
    )


def test_what_was_not_read_is_unexpected_until_that_is_accepted() -> None:
    cut = uidiff.Snapshot.from_dicts(
        {"role": "window", "name": "Mail", "children": [FIELD, {"role": "list", "unread": True}]}, title="Inbox"
    )
    delta = uidiff.diff(page(LIST), cut)
    assert len(delta.unknown) == 4
    said = failure(delta)
    assert said.startswith("4 unexpected changes: 4 elements not read. ")
    assert "the window was not read whole: what is below 1 element is not known" in said
    assert "not read whole" in failure(delta, allowed=[uidiff.records.Unknown])
    assert_no_unexpected_change(delta, partial=True)
    assert "newly read" in failure(uidiff.diff(cut, page(LIST)))
    assert_no_unexpected_change(uidiff.diff(cut, page(LIST)), partial=True)


def test_two_reads_that_left_out_the_same_part_do_not_pass_silently() -> None:
    cut = page({"role": "list", "unread": True})
    assert failure(uidiff.diff(cut, cut)).startswith("the window was not read whole: ")
    assert_no_unexpected_change(uidiff.diff(cut, cut), partial=True)


def test_a_report_of_a_session_will_do_and_one_without_baseline_says_why_not() -> None:
    program = mail()
    with uidiff.Session("scripted", program) as ui:
        first = ui.describe()
        program.find(name="Invoice 2").remove()
        second = ui.describe()
    assert_no_unexpected_change(second, expected=[uidiff.events.ItemsRemoved])
    with pytest.raises(TypeError, match="compares with nothing: the first read; describe the window once before"):
        assert_no_unexpected_change(first)


def test_a_window_that_did_not_come_to_rest_is_said_with_the_failure() -> None:
    program = mail()

    def tick() -> None:
        program.find(name="Search").value = str(program.reads)
        program.then(tick)

    with uidiff.Session("scripted", program) as ui:
        ui.describe()
        report = ui.act(tick, settle=0.1, timeout=0.3)
    with pytest.raises(AssertionError, match="the window had not come to rest when it was read"):
        assert_no_unexpected_change(report)
    assert_no_unexpected_change(report, allowed=["value"])


def test_a_failure_is_bounded_and_says_how_much_more_there_is() -> None:
    many = [{"role": "text", "name": f"Line {n} of a long text that somebody wrote"} for n in range(2000)]
    delta = uidiff.diff(page(), page(*many))
    assert len(failure(delta)) < 4000
    assert re.search(r"… \d+ more", failure(delta))
    assert len(failure(delta, budget=None)) > 40_000


@pytest.mark.parametrize("number", uidiff.testing.HOSTILE_TEXTS)
def test_text_of_the_ui_stands_quoted_in_a_failure(number: int) -> None:
    for text in uidiff.testing.HOSTILE_TEXTS[number]:
        said = failure(uidiff.diff(page(), page({"role": "dialog", "name": text, "children": [DIALOG]})))
        first, *lines = said.splitlines()
        assert said.split("\n") == [first, *lines]  # whatever ends a line elsewhere
        assert [line[:2] for line in lines] == ["+ "]
        assert "\x1b" not in said


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({"allowed": "focused"}, TypeError, r"allowed takes a collection.*write allowed=\[…\]"),
        ({"allowed": uidiff.events.DialogAppeared}, TypeError, "allowed takes a collection"),
        ({"expected": uidiff.Ignore(role="timer")}, TypeError, "expected takes a collection"),
        ({"expected": len}, TypeError, "expected takes a collection"),
        ({"allowed": [uidiff.Snapshot]}, TypeError, "allowed has 'Snapshot' in it"),
        ({"allowed": [3]}, TypeError, "allowed has int in it"),
        ({"allowed": ["vaule"]}, uidiff.errors.UnknownName, "did you mean 'value'"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        assert_no_unexpected_change(NOTHING, **options)


@pytest.mark.parametrize("given", [None, 3, page(), (NOTHING,)])
def test_what_is_no_change_is_refused(given: object) -> None:
    with pytest.raises(TypeError, match="is no change: give a delta of"):
        assert_no_unexpected_change(given)  # type: ignore[arg-type]  # that is the point


def test_a_delta_that_was_read_from_a_file_has_to_be_bound() -> None:
    loaded = uidiff.TreeDiff.from_dict(OPENED.to_dict())
    with pytest.raises(uidiff.errors.DeltaMismatch, match=r"delta\.bind\(before\)"):
        assert_no_unexpected_change(loaded)
    assert "A dialog appeared" in failure(loaded.bind(page(LIST)))


# ----------------------------------------------------- assert before == after

LATER = uidiff.Snapshot.from_dicts(page().to_dicts(), title="Inbox", taken_at=2.0)
NO_CHANGE = uidiff.diff(page(), page())
CARRIED = "They differ only in what is not reported, such as ids, time or process: assert not uidiff.diff(a, b)"


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        (page(LIST), page(LIST, DIALOG), uidiff.render(OPENED).splitlines()),
        (page(), LATER, [CARRIED]),
        (NOTHING, OPENED, ["left", "# No change.", "right", *uidiff.render(OPENED).splitlines()]),
        (NOTHING, uidiff.TreeDiff.from_dict(OPENED.to_dict()), ["left", "…", "right", OPENED.summary]),
        (NO_CHANGE, uidiff.diff(page(), LATER), ["They read the same, …", "# No change."]),
    ],
    ids=["snapshots", "not reported", "deltas", "a delta from a file", "same text"],
)
def test_two_snapshots_or_deltas_that_are_not_equal_are_explained(left: object, right: object, said: list[str]) -> None:
    explained = explain_inequality(left, right, budget=None)
    assert explained is not None
    head, *lines = explained
    assert head == f"{left!r} == {right!r}"
    assert len(lines) == len(said)
    assert all(line.startswith(start.rstrip("…")) for line, start in zip(lines, said, strict=True))


def test_an_explanation_is_bounded_unless_all_is_asked_for_and_of_other_values_there_is_none() -> None:
    many = page(*({"role": "text", "name": f"Line {n} of a long text that somebody wrote"} for n in range(1000)))
    short, whole = (explain_inequality(page(), many, budget=budget) or [] for budget in (BUDGET, None))
    assert sum(map(len, short)) < 4000
    assert sum(map(len, whole)) > 40_000
    assert explain_inequality(page(), OPENED, budget=BUDGET) is None
    assert explain_inequality(page()[0], LATER[0], budget=BUDGET) is None


# ----------------------------------------------------------------------- laws


@given(uidiff.testing.snapshot_pairs())
def test_with_nothing_allowed_all_is_left_and_with_all_records_and_circumstances_nothing(
    pair: tuple[uidiff.Snapshot, uidiff.Snapshot],
) -> None:
    delta = uidiff.diff(*pair)
    rest = check_delta(delta, expected=(), allowed=(), partial=False).rest
    assert rest == delta
    assert (rest.events, uidiff.render(rest)) == (delta.events, uidiff.render(delta))
    allowed = (lambda _: True, "title", "url", "document")
    assert not check_delta(delta, expected=(), allowed=allowed, partial=True).rest


@given(uidiff.testing.snapshot_pairs(), st.data())
def test_whatever_is_allowed_what_is_left_can_be_read_and_is_a_part_of_what_there_was(
    pair: tuple[uidiff.Snapshot, uidiff.Snapshot], data: st.DataObject
) -> None:
    delta = uidiff.diff(*pair)
    kinds = sorted({type(event) for event in delta.events}, key=lambda kind: kind.__name__)
    events = data.draw(st.lists(st.sampled_from(kinds), unique=True)) if kinds else []
    names = data.draw(st.lists(st.sampled_from(["name", "value", "focused", "bounds", "title"]), unique=True))
    indices = data.draw(st.sets(st.integers(0, max(map(len, pair)))))

    def is_allowed(record: Record) -> bool:
        element = record.before if record.after is None else record.after
        return element is not None and element.index in indices

    result = check_delta(delta, expected=(), allowed=[*events, *names, is_allowed], partial=False)
    assert result.message(None).count("unexpected") == bool(result.rest)
    assert result.rest.record_count <= delta.record_count
    assert set(result.rest.added) <= set(delta.added)
    assert set(result.rest.removed) <= set(delta.removed)
    assert not any(is_allowed(record) for record in result.rest.added)
    assert not any(is_allowed(record) for record in result.rest.removed)
    known = {record.after.index: record.fields for record in delta.changed}
    for record in result.rest.changed:
        assert record.fields.items() <= known[record.after.index].items()
        assert record.fields.keys().isdisjoint(names)
    assert not any(isinstance(event, tuple(events)) for event in result.rest.events)
