"""Mistakes 10, 12, 14, 16 and 17 (spec/mistakes): what is sent of what changed.

Each test asks a session, as an agent does, and says what exactly is answered.
"""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mistakes.asking import Node, changes, every_format, ids_that_last_or_not, opened, told, window
from uidiff.backends.scripted import ScriptedUI
from uidiff.events import DialogAppeared, LayoutShifted, PageNavigated
from uidiff.tokens import estimate_tokens

# M10: layout shift as news


def rain(**options: Any) -> ScriptedUI:  # noqa: ANN401  # those of a ScriptedUI
    """An article of thirty paragraphs below one another."""
    paragraphs = [
        {
            "role": "paragraph",
            "bounds": [20, 100 + 40 * number, 600, 30],
            "children": [{"role": "text", "name": f"Rain {number}", "bounds": [20, 100 + 40 * number, 600, 30]}],
        }
        for number in range(30)
    ]
    article = {"role": "article", "name": "Rain", "bounds": [10, 90, 700, 1500], "children": paragraphs}
    page = {"role": "document", "name": "News", "bounds": [0, 0, 800, 2000], "children": [article]}
    return ScriptedUI([page], url="https://news.example/rain", document="1", title="Rain", **options)


def push_down(ui: ScriptedUI) -> None:
    """A cookie bar comes, and all else stands 80 pixels further down."""
    page = ui.roots[0]
    for node in page.descendants:
        x, y, width, height = node.bounds or ()
        node.bounds = [x, y + 80, width, height]
    accept = {"role": "button", "name": "Accept", "bounds": [10, 10, 80, 30]}
    page.add({"role": "region", "name": "Cookies", "bounds": [0, 0, 800, 80], "children": [accept]}, at=0)


@ids_that_last_or_not
def test_m10_a_cookie_bar_is_the_one_news_of_an_article_that_it_pushes_down(stable_ids: bool) -> None:
    ui = rain(stable_ids=stable_ids)
    session = opened(ui)
    push_down(ui)
    report = session.describe()
    assert report.text.split("\n") == [
        "# diff: 61 shifted. 1 added, 1 unchanged.",
        '+ first in e1: region "Cookies" > button e64 "Accept"',
    ]
    (event,) = told(report).events
    assert isinstance(event, LayoutShifted)
    assert event.count == 61
    assert len(told(report).changed) == 61  # nothing is lost: each has its bounds


def test_m10_without_bounds_it_is_no_news_at_all() -> None:
    ui = rain()
    session = opened(ui, ignore=("bounds",))
    push_down(ui)
    assert session.describe().text.startswith("# diff: 1 added, 62 unchanged.")


def test_m10_a_page_that_has_only_shifted_is_not_half_changed() -> None:
    ui = rain()
    session = opened(ui, full_when="half")
    push_down(ui)
    report = session.describe()
    assert (report.mode, report.reason) == ("diff", "at most half of the elements changed")
    assert not any(isinstance(event, PageNavigated) for event in told(report).events)


# M12: all siblings are listed


@every_format
@ids_that_last_or_not
def test_m12_a_message_that_joins_a_chat_repeats_none_of_the_300_others(format: str, stable_ids: bool) -> None:
    messages = [{"role": "listitem", "name": f"Message {number}"} for number in range(300)]
    ui = window({"role": "log", "name": "Talk", "children": messages}, stable_ids=stable_ids)
    session = opened(ui, format=format)
    full = session.describe(mode="full").text
    ui.find(role="log").add({"role": "listitem", "name": "Hello there"})
    report = session.describe()
    assert report.mode == "diff"
    assert "Hello there" in report.text
    repeated = re.findall(r"Message \d+", report.text)
    assert set(repeated) <= {"Message 299"}  # where it came
    told_anew = format == "json" and not stable_ids  # which loses nothing, so each has its new id
    assert len(report.text) < len(full) * (1 if told_anew else 0.1)


def test_m12_an_agent_is_told_in_one_line() -> None:
    messages = [{"role": "listitem", "name": f"Message {number}"} for number in range(300)]
    ui = window({"role": "list", "name": "Talk", "children": messages})
    session = opened(ui)
    ui.find(role="list").add({"role": "listitem", "name": "Hello there"})
    assert changes(session.describe()) == ['+ after "Message 299": item "Hello there"']


# M14: folded containers swallow removals


def box(*links: str) -> ScriptedUI:
    """A page with a box of links, which in a text is one line or none."""
    group = {"role": "group", "children": [{"role": "link", "name": name} for name in links]}
    return ScriptedUI([{"role": "document", "name": "Shop", "children": [group, {"role": "heading", "name": "Boots"}]}])


@every_format
@pytest.mark.parametrize("asked", [{}, {"prune": True}, {"roles": {"link"}}, {"fold": False}], ids=str)
@pytest.mark.parametrize("links", [("Terms", "Privacy"), ("Terms",)], ids=len)
def test_m14_a_box_that_loses_a_link_is_told_however_it_is_folded(
    format: str, asked: dict[str, Any], links: tuple[str, ...]
) -> None:
    ui = box(*links)
    session = opened(ui, format=format)
    ui.find(name="Terms").remove()
    report = session.describe(**asked, mode="diff")
    assert [gone.before.name for gone in told(report).removed] == ["Terms"]
    assert report.reason == "asked for"
    assert "No change" not in report.text
    if format != "json":  # which holds the patch, and no record
        assert re.search(r"Terms|\{i: 3\}|\{\"i\":3\}", report.text)
    if format != "jsonl":  # its records say it each by itself
        assert "1 removed" in report.text or "- " in report.text


@pytest.mark.parametrize("links", [("Terms", "Privacy"), ("Terms",)], ids=len)
def test_m14_to_an_agent_it_is_the_line_of_the_link(links: tuple[str, ...]) -> None:
    ui = box(*links)
    session = opened(ui)
    ui.find(name="Terms").remove()
    assert changes(session.describe(mode="diff")) == ['- link e3 "Terms"']


def test_m14_a_page_that_is_emptied_is_not_nothing_changed() -> None:
    ui = box("Terms", "Privacy")
    session = opened(ui)
    for child in ui.roots[0].children:
        child.remove()
    report = session.describe()
    assert len(told(report).removed) == 4
    assert (report.mode, report.reason) == ("full", "diff larger than full")
    assert report.text == '# full: 1 element\ndocument e1 "Shop"'


# M16: no size rule


@every_format
@ids_that_last_or_not
def test_m16_a_diff_that_is_longer_than_the_tree_is_not_sent(format: str, stable_ids: bool) -> None:
    names = [f"Button {number}" for number in range(8)]
    ui = window(*({"role": "button", "name": name} for name in names), stable_ids=stable_ids)
    session = opened(ui, format=format)
    for child in ui.roots[0].children:
        child.replace({"role": "link", "name": f"Another {child.name}", "value": "1"})
    token = session.describe(mode="full").token
    first = "1700000000.001"
    whole, diff = (session.describe(mode=mode, since=first).text for mode in ("full", "diff"))
    report = session.describe(since=first)
    shorter = "diff" if estimate_tokens(diff) <= estimate_tokens(whole) else "full"
    assert (report.mode, report.reason) == (
        (shorter, "diff shorter than full") if shorter == "diff" else ("full", "diff larger than full")
    )
    assert token != first


@given(st.data())
def test_m16_whatever_happens_to_a_small_page_the_answer_is_no_longer_than_the_other_one(data: st.DataObject) -> None:
    ui = window(*({"role": "button", "name": f"Button {number}"} for number in range(data.draw(st.integers(1, 6)))))
    with opened(ui) as session:
        first = "1700000000.001"
        for node in ui.roots[0].children:
            do = data.draw(st.sampled_from(["stay", "go", "rename", "replace", "disable", "grow"]))
            if do == "go":
                node.remove()
            elif do == "rename":
                node.name = data.draw(st.text("ab ", max_size=20))
            elif do == "replace":
                node.replace({"role": "checkbox", "name": "Other", "states": {"checked": True}})
            elif do == "disable":
                node.set(disabled=True)
            elif do == "grow":
                node.add({"role": "text", "name": "More"})
        whole, diff = (session.describe(mode=mode, since=first) for mode in ("full", "diff"))
        report = session.describe(since=first)
        cost = estimate_tokens(report.text)
        assert told(report).record_count == told(diff).record_count
        if told(report):
            assert cost == min(estimate_tokens(whole.text), estimate_tokens(diff.text))
        else:
            assert report.reason == "nothing changed"


def test_m16_what_counts_is_the_readers_own_counter() -> None:
    for counter, mode in ((len, "diff"), (lambda text: text.count("\n"), "diff"), (lambda text: -len(text), "full")):
        ui = window(*({"role": "button", "name": f"Button {number}"} for number in range(20)))
        session = opened(ui, counter=counter)
        ui.find(name="Button 3").remove()
        assert session.describe().mode == mode


# M17: "much changed" and nothing else

PAY = {
    "role": "dialog",
    "name": "Pay 99 EUR?",
    "states": {"modal": True},
    "children": [{"role": "button", "name": "Pay now"}, {"role": "button", "name": "Cancel"}],
}


def shop(page: int) -> list[Node]:
    goods = [{"role": "listitem", "name": f"Thing {page}.{number}"} for number in range(60)]
    return [{"role": "document", "name": "Shop", "children": [{"role": "list", "children": goods}]}]


@ids_that_last_or_not
@pytest.mark.parametrize("full_when", ["longer", "half"])
@pytest.mark.parametrize("mode", ["auto", "diff", "full"])
def test_m17_a_dialog_to_pay_is_told_however_much_else_changed(stable_ids: bool, full_when: Any, mode: Any) -> None:  # noqa: ANN401
    ui = ScriptedUI(shop(1), url="https://shop.example/1", document="1", stable_ids=stable_ids)
    session = opened(ui, full_when=full_when)
    ui.navigate("https://shop.example/2", "2", shop(2))
    ui.add(PAY)
    report = session.describe(mode=mode)
    assert any(isinstance(event, DialogAppeared) for event in told(report).events)
    for text in ("Pay 99 EUR?", "Pay now", "Cancel"):
        assert f'"{text}"' in report.text
    pay = report.snapshot.find(role="button", name="Pay now")[0]
    assert f'e{report.refs.numbers[pay.index]} "Pay now"' in report.text


@pytest.mark.parametrize("budget", [100, 150, 300])
@pytest.mark.parametrize("mode", ["auto", "diff"])
def test_m17_where_there_is_no_room_for_all_the_dialog_is_what_is_told(budget: int, mode: Any) -> None:  # noqa: ANN401
    ui = ScriptedUI(shop(1), url="https://shop.example/1", document="1")
    session = opened(ui, budget=budget)
    for node in ui.find_all(role="listitem"):
        node.name = f"Another {node.name}"
    ui.add(PAY)
    report = session.describe(mode=mode)
    assert estimate_tokens(report.text) <= budget
    assert '"Pay 99 EUR?"' in report.text
