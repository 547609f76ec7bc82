"""What leaves the accessibility tree of a page while its nodes live is hidden, not removed
(spec/definitions#20a-hidden).
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from uidiff import Report, Session
from uidiff.errors import NotActionable
from uidiff.events import ContentLoaded, DialogAppeared, DialogClosed, ErrorAppeared, ItemsAdded, ItemsRemoved

PAGE = """
<title>Stock</title>
<main id="main">
  <h1>Stock</h1>
  <p role="alert">Prices are old</p>
  <label>Search <input id="search"></label>
  <ul id="list"></ul>
  <div role="tablist"><button role="tab">Form</button></div>
  <section id="panel" role="tabpanel" aria-label="Form">
    <label>Name <input id="name"></label><p id="text">One</p>
  </section>
  <section id="other" role="tabpanel" aria-label="Notes" hidden><label>Name <input id="second"></label></section>
</main>
<dialog id="ask" aria-label="Order?">
  <label>How many <input id="many"></label><button onclick="ask.close()">Yes</button>
</dialog>
<script>list.innerHTML = Array.from({ length: 30 }, (_, i) => `<li>Item ${i}</li>`).join("")</script>
"""

WAYS = {
    "modal": ("ask.showModal()", "ask.close()"),
    "inert": ("main.inert = true", "main.inert = false"),
    "aria-hidden": ("main.ariaHidden = 'true'", "main.ariaHidden = null"),
    "display": ("main.style.display = 'none'", "main.style.display = ''"),
    "visibility": ("main.style.visibility = 'hidden'", "main.style.visibility = ''"),
    "hidden": ("main.hidden = true", "main.hidden = false"),
}
"""Ways to hide the main part of the page, and to show it again."""

NOTICES = (ContentLoaded, ErrorAppeared, ItemsAdded, ItemsRemoved)


@pytest.fixture
def ui(page: Page) -> Iterator[Session]:
    """A session on the page."""
    page.set_content(PAGE)
    with Session("web", page, timeout=30) as session:
        yield session


def after(page: Page, ui: Session, script: str) -> Report:
    """The answer to what a script did."""
    page.evaluate(script)
    return ui.describe()


def refs(report: Report) -> dict[str | None, int]:
    return dict(zip(report.snapshot.columns.id, report.refs.numbers, strict=True))


@pytest.mark.parametrize("way", WAYS)
def test_what_is_hidden_is_not_removed_and_has_its_refs_when_it_is_back(page: Page, ui: Session, way: str) -> None:
    hide, show = WAYS[way]
    first = ui.describe()
    hidden = after(page, ui, hide)
    assert hidden.delta is not None
    assert len(hidden.delta.hidden) > 30
    assert not hidden.delta.removed
    assert not any(isinstance(event, NOTICES) for event in hidden.delta.events)
    assert len(hidden.text) < 400
    shown = after(page, ui, show)
    assert shown.delta is not None
    assert len(shown.delta.shown) == len(hidden.delta.hidden)
    assert shown.delta.counts.reported == len(shown.delta.shown) + len(shown.delta.hidden)
    assert not any(isinstance(event, NOTICES) for event in shown.delta.events)
    assert len(shown.text) < 400
    assert list(shown.refs.numbers) == list(first.refs.numbers)


def test_a_modal_dialog_covers_the_page_in_one_line_and_opens_and_closes(page: Page, ui: Session) -> None:
    count = len(ui.describe().snapshot) - 1
    opened = after(page, ui, "ask.showModal()")
    assert opened.delta is not None
    assert [type(event) for event in opened.delta.events if isinstance(event, DialogAppeared)] == [DialogAppeared]
    [line] = [line for line in opened.text.splitlines() if line.startswith("behind ")]
    ref = next(f"e{ref}" for ref, one in zip(opened.refs.numbers, opened.snapshot, strict=True) if one.role == "dialog")
    assert line == f"behind dialog {ref}: {count} elements"
    closed = after(page, ui, "ask.close()")
    assert closed.delta is not None
    assert any(isinstance(event, DialogClosed) for event in closed.delta.events)
    assert f"shown: {count} elements" in closed.text.splitlines()
    again = after(page, ui, "ask.showModal()")
    assert again.delta is not None
    assert any(isinstance(event, DialogAppeared) for event in again.delta.events)
    assert "textbox e" in again.text, "an open dialog is told in full"
    assert {id_: number for id_, number in refs(again).items() if id_ in refs(opened)} == refs(opened)


def test_what_changes_while_it_is_hidden_has_changed_when_it_is_shown(page: Page, ui: Session) -> None:
    first = ui.describe()
    after(page, ui, "panel.hidden = true")
    still = after(page, ui, "text.textContent = 'Two'; document.getElementById('name').value = 'Ada'")
    assert not still.delta
    shown = after(page, ui, "panel.hidden = false")
    assert '"One" -> "Two"' in shown.text
    assert '="Ada"' in shown.text
    assert shown.delta is not None
    assert not shown.delta.removed
    assert [one.after.name for one in shown.delta.added] == ["Ada"], "the text in the field"
    names = {one.index for one in first.snapshot.find(role="textbox", name="Name")}
    numbers = {first.refs.numbers[index] for index in names}
    assert numbers == {shown.refs.numbers[one.index] for one in shown.snapshot.find(role="textbox", name="Name")}


def test_what_is_made_anew_while_it_is_hidden_is_the_same_where_it_says_the_same(page: Page, ui: Session) -> None:
    first = ui.describe()
    after(page, ui, "main.inert = true")
    after(page, ui, "list.innerHTML = list.innerHTML.replace('<li>Item 3</li>', '')")
    shown = after(page, ui, "main.inert = false")
    assert shown.delta is not None
    assert [one.before.name for one in shown.delta.removed if one.before.role == "text"] == ["Item 3"]
    assert not shown.delta.added
    items = {one.name: first.refs.numbers[one.index] for one in first.snapshot if (one.name or "").startswith("Item")}
    now = {one.name: shown.refs.numbers[one.index] for one in shown.snapshot if (one.name or "").startswith("Item")}
    assert now == {name: number for name, number in items.items() if name != "Item 3"}


def test_what_goes_while_it_is_hidden_is_removed(page: Page, ui: Session) -> None:
    ui.describe()
    after(page, ui, "panel.hidden = true")
    gone = after(page, ui, "panel.remove()")
    assert gone.delta is not None
    assert any(one.before.role == "tabpanel" for one in gone.delta.removed)
    assert gone.text.splitlines()[1].startswith("- tabpanel ")
    assert not after(page, ui, "list.title = ''").delta


def test_a_panel_that_was_never_told_is_added_and_pairs_with_no_hidden_one(page: Page, ui: Session) -> None:
    first = ui.describe()
    switched = after(page, ui, "panel.hidden = true; other.hidden = false")
    assert switched.delta is not None
    [field] = switched.snapshot.find(role="textbox", name="Name")
    assert switched.refs.numbers[field.index] not in first.refs.numbers
    assert {one.after.role for one in switched.delta.added if one.root} == {"tabpanel"}
    assert "hidden: tabpanel " in switched.text
    back = after(page, ui, "panel.hidden = false; other.hidden = true")
    assert back.delta is not None
    assert not back.delta.added
    assert not back.delta.removed
    assert "shown: tabpanel " in back.text
    assert refs(back) == refs(first)


def test_an_element_that_was_hidden_before_the_first_read_is_added(page: Page, ui: Session) -> None:
    page.evaluate("panel.hidden = true")
    ui.describe()
    shown = after(page, ui, "panel.hidden = false")
    assert shown.delta is not None
    assert not shown.delta.shown
    assert any(one.after.role == "tabpanel" for one in shown.delta.added)


def test_another_session_is_told_what_it_was_not_told(page: Page, ui: Session) -> None:
    ui.describe()
    page.evaluate("panel.hidden = true")
    with Session("web", page, timeout=30) as second:
        second.describe()
        after(page, ui, "panel.hidden = false")
        told = second.describe()
    assert told.delta is not None
    assert any(one.after.role == "tabpanel" for one in told.delta.added)


def test_what_stays_hidden_when_a_modal_dialog_goes_is_said(page: Page, ui: Session) -> None:
    ui.describe()
    after(page, ui, "ask.showModal()")
    closed = after(page, ui, "panel.hidden = true; ask.close()")
    assert any(line.startswith("still hidden: tabpanel ") for line in closed.text.splitlines())


def test_a_stream_tells_what_is_hidden_and_shown(page: Page, ui: Session) -> None:
    kinds = []
    for record in ui.observe(interval=0.05, duration=20):
        kinds.append(record.type)
        if record.type == "snapshot":
            page.evaluate("panel.hidden = true")
        elif record.type == "hidden":
            page.evaluate("panel.hidden = false")
        elif record.type == "shown":
            break
    assert kinds == ["snapshot", "hidden", "shown"]


@pytest.mark.parametrize("way", WAYS)
def test_what_is_hidden_is_acted_on_when_it_is_back_and_not_before(page: Page, ui: Session, way: str) -> None:
    hide, show = WAYS[way]
    first = ui.describe()
    [field] = first.snapshot.find(role="textbox", name="Search")
    ref = f"e{first.refs.numbers[field.index]}"
    after(page, ui, hide)
    with pytest.raises(NotActionable, match="nothing was done"):
        ui.act("type", ref, "boots")
    assert page.evaluate("search.value") == ""
    page.evaluate(show)
    ui.act("type", ref, "boots")
    assert page.evaluate("search.value") == "boots"


def test_a_stream_of_a_scope_goes_on_while_it_is_hidden(page: Page, ui: Session) -> None:
    first = ui.describe()
    [panel] = first.snapshot.find(role="tabpanel")
    kinds = []
    for record in ui.observe(scope=f"e{first.refs.numbers[panel.index]}", interval=0.05, duration=20):
        kinds.append(record.type)
        if record.type == "snapshot":
            page.evaluate("panel.hidden = true")
        elif record.type == "hidden":
            page.evaluate("panel.hidden = false")
        elif record.type in {"shown", "error"}:
            break
    assert kinds == ["snapshot", "hidden", "shown"]


def test_a_notice_that_is_shown_by_itself_is_news_again_and_one_behind_a_dialog_is_not(page: Page, ui: Session) -> None:
    page.evaluate("main.insertAdjacentHTML('beforeend', '<p role=alert id=wrong>Wrong password</p>')")
    ui.describe()
    gone = after(page, ui, "wrong.hidden = true")
    assert gone.text.startswith('# diff: Alert gone: "Wrong password".')
    again = after(page, ui, "wrong.hidden = false")
    assert again.delta is not None
    assert [event.label for event in again.delta.events if isinstance(event, ErrorAppeared)] == ["Wrong password"]
    after(page, ui, "ask.showModal()")
    back = after(page, ui, "ask.close()")
    assert back.delta is not None
    assert not [event for event in back.delta.events if isinstance(event, NOTICES)]
