"""DOM snapshots in traces of Playwright: what the page was is what is read, of what Playwright wrote itself."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.importers.dom_traces import without_aria
from tests.importers.traces import DONE, TRACES, WITH_DOM, extra, found, texts
from uidiff import Redaction, Snapshot, diff, dumps, import_recording
from uidiff.importers.playwright_trace_words import vague_words

OF_DOM = sorted(TRACES.glob("*_dom.zip"))
PARTS = sorted(TRACES.glob("*_parts.zip"))
PARTS_BOTH = TRACES / "playwright-1.65.1_parts-both.zip"
DONE_THERE = [*DONE[1:6], DONE[-1]]
PARTS_DONE = [
    'goto "http://127.0.0.1:8722/trace_parts.html"',
    'click button "More"',
    'click button "Ask"',
    'click button "Close"',
    'fill textbox "Number"',
    'click button "Buy"',
    'selectOption combobox "Size"',
    'check checkbox "News"',
    'fill textbox "PIN"',
    'press Enter textbox "Last"',
]
NO_NAMES = frozenset({"iframe"})
"""Roles that have no name in Playwright's aria snapshots."""

AGREEMENT = 0.97


def names_of(path: Path) -> str:
    return path.name


@pytest.fixture(params=OF_DOM, ids=names_of)
def of_dom(request: pytest.FixtureRequest) -> list[Snapshot]:
    return list(import_recording(request.param))


@pytest.fixture(params=[*PARTS, PARTS_BOTH], ids=names_of)
def parts(request: pytest.FixtureRequest) -> dict[str, Snapshot]:
    """By what was done; of Playwright 1.65 without its aria snapshots."""
    read = found(without_aria(texts(request.param)))
    return {snapshot.action or "": snapshot for snapshot in read if isinstance(snapshot, Snapshot)}


def names(snapshot: Snapshot) -> set[str | None]:
    return {element.name for element in snapshot}


def test_each_call_is_a_snapshot_in_order_of_time(of_dom: list[Snapshot]) -> None:
    assert [snapshot.action for snapshot in of_dom if snapshot.action] == DONE_THERE
    times = [snapshot.taken_at or 0 for snapshot in of_dom]
    assert times == sorted(times)
    assert 1.79e9 < times[0] < times[-1] < times[0] + 60 < 1.81e9
    assert {(snapshot.title, snapshot.url) for snapshot in of_dom[-6:]} == {
        ("Contacts", "http://127.0.0.1:8722/trace.html?token=…")
    }


def test_the_trees_show_what_the_calls_did(of_dom: list[Snapshot]) -> None:
    _, email, password, saved, deleted, _ = of_dom[-6:]
    assert [element.value for element in email.find(name="Email", role="textbox")] == ["ada@example.org"]
    assert diff(email, password).summary.startswith('"Password" changed (hidden).')
    assert "Saved" in names(saved) - names(password)
    assert names(deleted) & {"Ada", "Delete Ada"} == set()
    assert 'removed: "Ada"' in diff(saved, deleted).summary


def test_what_went_wrong_stands_with_the_call(of_dom: list[Snapshot]) -> None:
    *_, saved, _, failed = of_dom
    assert extra(saved)["errors"] == [{"kind": "console", "text": "no answer from the server"}]
    assert extra(failed)["errors"] == [{"kind": "action", "text": "TimeoutError: Timeout 300ms exceeded."}]


@pytest.mark.parametrize("path", [*OF_DOM, *PARTS, PARTS_BOTH], ids=names_of)
def test_bad_input_45_what_is_typed_into_a_password_field_is_nowhere(path: Path) -> None:
    read = found(without_aria(texts(path)))
    typed = "hunter22" if path in OF_DOM else "4711"
    assert any("[redacted]" in dumps(each) for each in read if isinstance(each, Snapshot))
    assert not any(typed in dumps(each) for each in read if isinstance(each, Snapshot))


def test_a_pattern_hides_what_a_page_says() -> None:
    *_, saved, _, _ = import_recording(OF_DOM[-1], redact=Redaction(patterns=("Sav.d",)))
    assert "[redacted]" in names(saved)
    assert "Saved" not in names(saved)


def test_a_node_that_is_as_it_was_keeps_its_id_and_no_other_has_it(of_dom: list[Snapshot]) -> None:
    known: dict[str | None, tuple[str, str | None]] = {}
    for snapshot in of_dom:
        ids = [element.id for element in snapshot]
        assert len(set(ids)) == len(ids)
        for element in snapshot:
            assert element.id_stable
            if element.role != "document":
                assert known.setdefault(element.id, (element.role, element.name)) == (element.role, element.name)
    bob = {element.id for snapshot in of_dom[-6:] for element in snapshot.find(name="Bob")}
    assert len(bob) == 1


def test_another_document_is_told_by_what_it_has_in_common_with_none() -> None:
    snapshots = list(import_recording(OF_DOM[-1]))
    assert snapshots[0].document != snapshots[1].document
    assert len({snapshot.document for snapshot in snapshots[1:]}) == 1


def test_frames_shadow_roots_dialogs_and_fields_are_read(parts: dict[str, Snapshot]) -> None:
    start, opened, asked, closed, filled, bought, chosen, checked, _, last = (parts[step] for step in PARTS_DONE)
    assert [element.role for element in start if element.unread] == ["iframe"]
    assert "Small print" in names(opened) - names(start)
    assert {"Sure?", "Really?"} <= names(asked)
    assert "Sure?" not in names(closed)
    assert [element.value for element in filled.find(name="Number")] == ["two"]
    assert [(e.name, e.url) for e in filled.find(role="iframe")] == [
        ("Inner", "http://127.0.0.1:8722/trace_inner.html")
    ]
    assert [element.name for element in bought.find(role="heading")] == ["Parts", "Card"]
    assert "Bought" in names(bought) - names(filled)
    assert [element.value for element in chosen.find(role="combobox")] == ["Large"]
    assert [element.states["checked"] for element in checked.find(role="checkbox")] == [True]
    assert "Never" not in names(last)
    assert {snapshot.extra.get("partial") for snapshot in parts.values() if snapshot.title} == {"styles"}


@pytest.mark.parametrize("path", [PARTS[-1], PARTS_BOTH], ids=names_of)
def test_a_modal_dialog_hides_what_is_behind_it_and_a_popover_is_hidden_until_it_opens(path: Path) -> None:
    read = {s.action: s for s in found(without_aria(texts(path))) if isinstance(s, Snapshot)}
    assert "Parts" not in names(read['click button "Ask"']) - {read['click button "Ask"'].title}
    assert [element.role for element in read['click button "Ask"'].find(name="Parts")] == ["document"]
    assert "A hint" not in names(read['fill textbox "PIN"'])
    assert "A hint" in names(read['press Enter textbox "Last"'])


def test_a_call_by_a_selector_names_the_element_that_it_acted_on(parts: dict[str, Snapshot]) -> None:
    assert [action for action in parts if action] == PARTS_DONE


VAGUE = [
    ({"selector": "#a"}, '"#a"'),
    ({"selector": "internal:role=button"}, "button"),
    ({"selector": 'internal:testid=[data-testid="save"s]'}, 'test id "save"'),
    ({"selector": 'internal:role=button[name="Save"i]'}, ""),
    ({"selector": 'internal:label="Email"i'}, ""),
    ({"selector": 'internal:attr=[placeholder="City"i]'}, ""),
    ({"url": "https://a.example"}, ""),
]


@pytest.mark.parametrize(("params", "words"), VAGUE)
def test_a_selector_without_a_name_or_a_text_is_vague(params: dict[str, object], words: str) -> None:
    assert vague_words(params) == words


@pytest.mark.parametrize("version", ["1.44.0", "1.57.0"])
def test_a_test_that_failed_has_its_title_and_what_it_expected(version: str) -> None:
    *_, clicked, expected = import_recording(TRACES / f"playwright-test-{version}_failed.zip")
    assert [clicked.action, expected.action] == ['click button "Save"', "expect status to have text"]
    assert expected.extra["test"] == "saves.spec.js:3 › saves"
    (error,) = extra(expected)["errors"]
    assert error["text"].startswith("Error: ")
    assert '"Done"' in error["text"]


def both(path: Path) -> Iterator[tuple[Snapshot, Snapshot]]:
    """The aria and the DOM snapshots of the same moments."""
    members = texts(path)
    for aria, dom in zip(import_recording(path), found(without_aria(members)), strict=True):
        assert isinstance(dom, Snapshot)
        yield aria, dom


def told(snapshot: Snapshot) -> Counter[tuple[str, str | None]]:
    """Roles and names, without texts and what aria snapshots do not have."""
    elements = (element for element in snapshot if element.role not in {"document", "generic", "text"})
    return Counter((each.role, None if each.role in NO_NAMES else each.name) for each in elements)


@pytest.mark.parametrize("path", [WITH_DOM, PARTS_BOTH], ids=names_of)
def test_aria_and_dom_snapshots_of_one_moment_agree(path: Path) -> None:
    shared = all_ = 0
    for aria, dom in both(path):
        if dom.find(role="dialog"):  # aria snapshots have also what is behind it
            continue
        left, right = told(aria), told(dom)
        shared += (left & right).total()
        all_ += left.total()
    assert all_ > 80
    assert shared >= AGREEMENT * all_


def test_aria_snapshots_come_first_where_there_are_both() -> None:
    snapshots = list(import_recording(WITH_DOM))
    assert not any(element.id for element in snapshots[1])
    assert snapshots[1].title is None
