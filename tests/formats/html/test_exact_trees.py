"""What the page makes of its data is what the snapshots hold: every tree of every step, and every mark."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from tests.formats.html.conftest import Open, Shown, show
from tests.formats.html.trees import Failed, long_list, mail
from uidiff import Matching, Snapshot, TreeDiff, diff, import_recording
from uidiff.formats.html.page import write_html
from uidiff.matching.order import off_the_longest
from uidiff.testing import snapshots
from uidiff.text import quote

CORPUS = Path(__file__).parents[3] / "benchmarks/corpus"
TEXTS = ("name", "value", "description", "url", "native_role", "automation_id")
OTHERS = ("role", "depth", "bounds", "states", "actions", "secret", "unread")
BITS = {"added": 1, "removed": 2, "changed": 4, "moved": 8, "reordered": 16, "shifted": 32, "newly_read": 64}
BITS["unknown"] = 128


def shown(text: str | None) -> str | None:
    return None if text is None else quote(text)[1:-1]


def expected(snapshot: Snapshot) -> dict[str, list[Any]]:
    """The columns of a snapshot as the page must hold them."""
    columns = snapshot.columns
    return {
        **{name: [shown(text) for text in getattr(columns, name)] for name in TEXTS},
        "role": list(columns.role),
        "depth": list(columns.depth),
        "parents": list(snapshot.parents),
        "bounds": [None if bounds is None else list(bounds) for bounds in columns.bounds],
        "states": [
            [part for name, value in states for part in (name, shown(value) if isinstance(value, str) else value)]
            for states in columns.states
        ],
        "actions": [[shown(action) for action in actions] for actions in columns.actions],
        "secret": [int(flag) for flag in columns.secret],
        "unread": [int(flag) for flag in columns.unread],
    }


def trees(page: Shown, steps: list[int]) -> list[dict[str, Any]]:
    names = [*TEXTS, *OTHERS, "parents"]
    return page.page.evaluate(
        """async ([steps, names]) => {
            const found = [];
            for (const step of steps) {
                const tree = await uidiffReport.tree(step);
                found.push(Object.fromEntries(names.map((name) => [name, Array.from(tree[name])])));
            }
            return found;
        }""",
        [steps, names],
    )


def marked(page: Shown, steps: list[int]) -> list[dict[str, list[int]]]:
    """For each step by kind the indices that the page marks: after-indices, and before-indices of what went."""
    found = page.page.evaluate(
        """async (steps) => {
            const found = [];
            for (const step of steps) {
                const { marksBefore, marksAfter } = await uidiffReport.compared(step);
                found.push([Array.from(marksBefore), Array.from(marksAfter)]);
            }
            return found;
        }""",
        steps,
    )
    return [
        {
            kind: [index for index, mark in enumerate(sides[kind not in {"removed", "unknown"}]) if mark & bit]
            for kind, bit in BITS.items()
        }
        for sides in found
    ]


def told(delta: TreeDiff) -> dict[str, list[int]]:
    """The same, by the records of a delta."""
    shifts = [record.after.index for record in delta.changed if tuple(record.fields) == ("bounds",)]
    order = [delta.matching.after_of[i] for record in delta.reordered for i in off_the_longest(record.order)]
    return {
        "added": [record.after.index for record in delta.added],
        "removed": [record.before.index for record in delta.removed],
        "changed": [record.after.index for record in delta.changed if record.after.index not in shifts],
        "moved": [record.after.index for record in delta.moved],
        "reordered": sorted(order),
        "shifted": shifts,
        "newly_read": [record.after.index for record in delta.newly_read],
        "unknown": [record.before.index for record in delta.unknown],
    }


@pytest.mark.parametrize("name", ["web/todomvc_react", "web/tabulator", "atspi/mousepad", "atspi/qt-demo"])
def test_the_page_holds_every_tree_of_a_recording_and_marks_what_the_diff_says(opened: Open, name: str) -> None:
    recorded = list(import_recording(CORPUS / f"{name}.jsonl.gz", format="corpus"))
    page = opened(recorded)
    assert trees(page, list(range(len(recorded)))) == [expected(snapshot) for snapshot in recorded]
    steps = list(range(1, len(recorded)))
    assert marked(page, steps) == [told(diff(before, after)) for before, after in pairwise(recorded)]


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    drawn=st.lists(
        snapshots(hostile=True, unknown_roles=True, secrets=True, partial=True, circumstances=True),
        min_size=1,
        max_size=6,
    )
)
def test_the_page_holds_every_tree_whatever_it_is(quiet: Page, tmp_path: Path, drawn: list[Snapshot]) -> None:
    file = tmp_path / "drawn.html"
    write_html(file, drawn)
    page = show(quiet, file)
    assert trees(page, list(range(len(drawn)))) == [expected(snapshot) for snapshot in drawn]
    steps = list(range(1, len(drawn)))
    assert marked(page, steps) == [told(diff(before, after)) for before, after in pairwise(drawn)]


def test_a_tree_of_which_nothing_stayed_is_held_too(quiet: Page, tmp_path: Path) -> None:
    class PairsNothing:
        def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
            del given
            return Matching(len(before), len(after))

    file = tmp_path / "unpaired.html"
    write_html(file, [mail(0), mail(2)], matcher=PairsNothing())
    assert trees(show(quiet, file), [0, 1]) == [expected(mail(0)), expected(mail(2))]


def test_steps_behind_a_whole_tree_are_held_whichever_is_looked_at_first(opened: Open) -> None:
    steps = [long_list(12, changed=step % 12) for step in range(230)]
    page = opened(steps)
    body = page.page.evaluate("JSON.parse(document.getElementById('body-100').textContent)")
    assert body["whole"] == 1
    order = [229, 99, 100, 101, 7, 200]
    assert trees(page, order) == [expected(steps[step]) for step in order]


def test_trees_behind_a_failed_read_are_made_of_the_tree_before_it(opened: Open) -> None:
    page = opened([Failed("not yet"), mail(0), Failed("gone"), Failed("still"), mail(1)])
    assert trees(page, [1, 4]) == [expected(mail(0)), expected(mail(1))]
    assert marked(page, [4]) == [told(diff(mail(0), mail(1)))]


def test_refs_are_those_that_live_as_long_as_the_elements(opened: Open) -> None:
    page = opened([mail(0), mail(2), mail(0)])
    first, second = diff(mail(0), mail(2)), diff(mail(2), mail(0), refs=diff(mail(0), mail(2)).refs[1])
    assert page.column(1, "refs") == list(first.refs[1].numbers)
    assert page.column(2, "refs") == list(second.refs[1].numbers)
