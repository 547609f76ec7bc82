"""Acting on what is hidden, and what one run hid for the next one (spec/definitions#20a-hidden)."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from uidiff import FileStore, Report, Session
from uidiff.errors import NotActionable

PAGE = """
<title>Desk</title>
<button id=open>Open</button><button id=ask>Ask</button>
<section id=panel role=tabpanel aria-label=Tasks><button id=add onclick="window.done = 1">Add</button></section>
<dialog id=sure aria-label="Sure?"><button onclick="sure.close()">Yes</button></dialog>
"""


@pytest.fixture(autouse=True)
def shown(page: Page) -> None:
    page.set_content(PAGE)


def ref_of(report: Report, name: str) -> str:
    (element,) = report.snapshot.find(role="button", name=name)
    return f"e{report.refs.numbers[element.index]}"


@pytest.mark.parametrize(
    ("script", "cause", "said"),
    [
        ("panel.hidden = true", "hidden", r'button "Add": it is hidden; nothing was done: open what holds it first'),
        (
            "sure.showModal()",
            "covered",
            r'button "Add": it is behind dialog "Sure\?" e\d+; nothing was done: close that',
        ),
    ],
)
def test_what_is_hidden_is_not_pressed_and_the_error_says_by_what(
    page: Page, script: str, cause: str, said: str
) -> None:
    with Session("web", page, timeout=60) as ui:
        add = ref_of(ui.describe(), "Add")
        page.evaluate(script)
        for _ in "ab":  # before the reader is told that it is hidden, and after
            with pytest.raises(NotActionable, match=f"{add} {said}|{add} .*") as error:
                ui.act("press", add)
            assert error.value.cause in {cause, "hidden"}
            ui.describe()
        with pytest.raises(NotActionable, match=f"{add} {said}"):
            ui.act("press", add)
        assert page.evaluate("window.done === undefined")
        page.evaluate("panel.hidden = false; sure.close()")
        ui.act("press", add)
        assert page.evaluate("window.done") == 1


@pytest.mark.parametrize("settles", [False, True])
def test_what_one_run_was_told_is_hidden_for_the_next_one(page: Page, tmp_path: Path, *, settles: bool) -> None:
    def run(script: str) -> Report:
        page.evaluate(script)
        with Session("web", page, store=FileStore(tmp_path), timeout=60) as ui:
            if settles:
                ui.settle(0.1)
            return ui.describe()

    add = ref_of(run(""), "Add")
    hidden = run("panel.hidden = true").delta
    assert hidden is not None
    assert [record.before.name for record in hidden.hidden if record.root] == ["Tasks"]
    behind = run("sure.showModal()").delta
    assert behind is not None
    assert behind.removed == ()
    again = run("sure.close(); panel.hidden = false")
    assert again.delta is not None
    assert {record.after.name for record in again.delta.shown} >= {"Tasks", "Add", "Open", "Ask"}
    assert (again.delta.added, again.delta.removed) == ((), ())
    assert ref_of(again, "Add") == add
