"""What notebooks show of a value: a bounded, quiet piece of HTML that raises for nothing."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings

from tests.diffing.happening import through_json
from tests.formats import seven
from tests.formats.html.trees import long_list, mail, window
from uidiff import Report, Snapshot, TreeDiff, diff, render
from uidiff.diffing.refs import Refs
from uidiff.formats.html.fragment import MOST_LINES
from uidiff.plugins import DISPLAYS, display
from uidiff.testing import snapshots


class Read(HTMLParser):
    """The elements, their attributes and the text of a fragment."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.lines: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.lines.append(data)


def shown(value: object) -> Read:
    html = value._repr_html_()  # type: ignore[attr-defined]  # the three have it
    read = Read(html)
    assert read.tags == {"div"}
    assert read.attributes <= {"class", "style"}
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]", html)
    return read


def report(text: str) -> Report:
    return Report(
        mode="diff",
        reason="diff shorter than full",
        text=text,
        delta=None,
        snapshot=mail(0),
        token="1.000",  # noqa: S106  # what to ask from, no secret
        refs=Refs.first(8),
    )


def test_a_delta_shows_the_lines_that_an_agent_reads() -> None:
    delta = diff(mail(0), mail(1))
    assert shown(delta).lines == render(delta).split("\n")


def test_a_snapshot_shows_its_tree() -> None:
    assert shown(mail(0)).lines == render(mail(0)).split("\n")


def test_a_report_shows_its_text_and_why() -> None:
    assert shown(report("# diff\n+ button")).lines == ["# diff", "+ button", "diff: diff shorter than full"]


def test_lines_are_tinted_by_their_signs_and_lines_below_them_too() -> None:
    html = report("# diff\n+ list\n  item\n- button\n-? link\n~ title\nother")._repr_html_()
    washes = [re.search(r"background:rgba\(([\d,]+),", line) for line in html.split("<div ")[2:-1]]
    colors = [found and found[1] for found in washes]
    assert colors[1] == colors[2] == "46,160,67"
    assert len(set(colors)) == 5  # none, added, removed, not read, changed
    assert colors[0] is colors[-1] is None


def test_many_lines_are_counted_and_not_shown() -> None:
    read = shown(report("\n".join(f"line {n}" for n in range(MOST_LINES + 7))))
    assert read.lines[MOST_LINES - 1] == f"line {MOST_LINES - 1}"
    assert read.lines[-1] == "… 7 more lines"


@pytest.mark.parametrize(
    "value",
    [
        long_list(5000, changed=1),
        diff(window(), long_list(5000, changed=1)),
        window({"role": "button", "name": "x" * 60_000}),
        report("x" * 100_000),
        report("\n" * 100_000),
    ],
    ids=["tree", "delta", "name", "line", "lines"],
)
def test_what_is_shown_is_bounded(value: object) -> None:
    assert len("".join(shown(value).lines)) < 20_000


def test_a_delta_that_was_read_from_a_file_says_how_to_see_more() -> None:
    loaded = TreeDiff.from_dict(diff(mail(0), mail(1)).to_dict())
    first, note = shown(loaded).lines
    assert first == f"# diff: {loaded.summary}"
    assert "delta.bind(before)" in note


@settings(max_examples=40)
@given(tree=snapshots(hostile=True, unknown_roles=True, secrets=True, partial=True))
def test_bad_inputs_1_to_21_no_text_of_a_tree_becomes_markup(tree: Snapshot) -> None:
    shown(tree)


@settings(max_examples=40)
@given(delta=seven.deltas())
def test_bad_inputs_1_to_21_no_text_of_a_delta_becomes_markup(delta: TreeDiff) -> None:
    shown(delta)
    shown(through_json(delta))


def test_bad_inputs_4_and_16_a_text_of_another_format_is_escaped_too() -> None:
    assert shown(report("<script>alert(1)</script>\x1b[31m")).lines[0] == "<script>alert(1)</script>\\u001b[31m"


def test_representations_stay_as_they_are() -> None:
    assert repr(mail(0)) == "<Snapshot of 8 elements>"
    assert repr(diff(mail(0), mail(1))) == "<TreeDiff 1 added, 1 changed, 7 unchanged>"


def test_displays_are_found_by_their_names() -> None:
    assert DISPLAYS.names() == ("html",)
    assert display(mail(0)) == mail(0)._repr_html_()
