"""The pages without a framework, in a real Chromium: what truly is, and that the scenarios are played."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from benchmarks.living import modal
from benchmarks.living.acting import played
from benchmarks.living.pair import bare_records, least_edit, survivors
from benchmarks.living.pairs import pairs
from benchmarks.living.site import Site, site
from tests.backends.web.browsers import browser
from uidiff import Session
from uidiff.tokens import estimate_tokens


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as launched:
        yield launched


@pytest.fixture(scope="module")
def where() -> Iterator[Site]:
    with site() as found:
        yield found


def test_a_pair_knows_what_survived_whatever_became_of_its_nodes(chromium: Browser, where: Site) -> None:
    page = chromium.new_page()
    found = {pair.name: pair for pair in pairs(where, page, files=("plain",), only="todo: remove first")}
    for pair in found.values():
        keys = (pair.before.truth.own.keys(), pair.after.truth.own.keys())
        assert {key for key in keys[0] if key.startswith("t0")} == {"t0", "t0/input1", "t0/button1"}
        assert not any(key.startswith("t0") for key in keys[1])
        assert survivors(pair) == len(keys[1])
        assert least_edit(pair) == 7  # listitem, bullet, box, text, button, its text; and the count
        assert bare_records(pair) >= 7
        assert not pair.moves
    assert found
    page.close()


def test_what_was_hidden_is_known_to_be_in_the_page(chromium: Browser, where: Site) -> None:
    page = chromium.new_page()
    hidden, back = list(pairs(where, page, files=("plain",), only="hiding: display none and back (by hand)"))
    gone = hidden.before.truth.own.keys() - hidden.after.truth.own.keys()
    assert {"part", "note-0", "note-0-edit"} <= gone <= hidden.after.truth.alive.keys()
    assert back.returned().keys() == gone
    page.close()


def test_what_a_page_hides_is_not_removed_and_has_its_refs_when_it_returns(chromium: Browser, where: Site) -> None:
    page = chromium.new_page()
    found = list(pairs(where, page, files=("plain",), only="hiding:"))
    assert [pair.name for pair in found if pair.falsely_removed() or pair.lost()] == []
    assert [pair.name for pair in found if pair.records > bare_records(pair)] == []
    returned = [kept for pair in found for kept in pair.returned().values()]
    assert len(returned) > 50
    assert all(returned)
    page.close()


def test_a_modal_over_a_large_page_costs_little_and_no_ref(chromium: Browser, where: Site) -> None:
    page = chromium.new_page()
    page.goto(where.page(modal.PAGE))
    with Session("web", page, timeout=30) as ui:
        first = ui.describe()
        page.evaluate("ask.showModal()")
        opened = ui.describe()
        page.evaluate("ask.close()")
        closed = ui.describe()
    assert len(first.snapshot) >= modal.ELEMENTS
    assert estimate_tokens(opened.text) + estimate_tokens(closed.text) <= modal.TOKENS
    assert opened.delta is not None
    assert not opened.delta.removed
    assert modal.refs_by_id(closed) == modal.refs_by_id(first)
    page.close()


@pytest.mark.parametrize(
    "name",
    [
        "rerendered: press an element that was moved elsewhere",
        "rerendered: press in a list that innerHTML wrote again without that row: refused",
        "dialogs: an alert: done, told, and closed",
        "fields: press a button in a frame of another host",
        "told: press what removes itself: done",
    ],
)
def test_a_scenario_is_played_as_it_has_to_end(chromium: Browser, where: Site, name: str) -> None:
    (one,) = played(where, chromium, only=name)
    assert one.faults == ()
    assert one.actions >= 1
