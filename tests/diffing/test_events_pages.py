"""Events of the page and its title (spec/definitions#20-events, spec/features#d15)."""

import pytest

from tests.diffing.happening import alone, behind, change
from uidiff.events import (
    ContentLoaded,
    ElementMoved,
    EventRules,
    ItemsAdded,
    ListReordered,
    PageNavigated,
    TitleChanged,
)

PAGE = 'document "Shop"\n  heading "Shop"'


def navigation(urls: tuple[str | None, str | None], **options: object) -> list[PageNavigated]:
    return [event for event in change(PAGE, PAGE, urls=urls, **options).events if isinstance(event, PageNavigated)]  # type: ignore[arg-type]  # options of change


# PageNavigated


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("https://a.test/one", "https://a.test/two", id="path"),
        pytest.param("https://a.test/", "https://b.test/", id="host"),
        pytest.param("https://a.test/?q=1", "https://a.test/?q=1&page=2", id="a key of the query"),
        pytest.param("https://a.test/?q=1", "https://a.test/?q=2", id="a value of the query"),
        pytest.param("https://a.test/?secret", "https://a.test/?other", id="a query without keys"),
        pytest.param("https://a.test/#/inbox", "https://a.test/#/sent", id="route"),
        pytest.param("https://a.test/#!/inbox", "https://a.test/#!/sent", id="route with !"),
        pytest.param("https://a.test/", "https://a.test/#/inbox", id="the first route"),
        pytest.param("https://a.test/#/inbox", "https://a.test/", id="no route any more"),
        pytest.param("https://a.test/#/inbox?page=1", "https://a.test/#/inbox?page=2", id="a value in a route"),
        pytest.param("about:blank", "https://a.test/", id="from nothing"),
    ],
)
def test_d1_5_another_url_is_a_navigation(before: str, after: str) -> None:
    (event,) = navigation((before, after))
    assert event.soft
    assert event.records == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("https://a.test/#one", "https://a.test/#two", id="another section"),
        pytest.param("https://a.test/", "https://a.test/#two", id="the first section"),
        pytest.param("https://a.test/?q=1#one", "https://a.test/?q=1#two", id="another section of a search"),
        pytest.param("https://a.test/?q=1#one", "https://a.test/?q=2#one", id="it cannot be told from a section"),
        pytest.param("https://a.test/?q=1", "https://a.test/?q=1#two", id="the first section of a search"),
        pytest.param("https://me:one@a.test/", "https://me:two@a.test/", id="only what is hidden and no query"),
        pytest.param(None, "https://a.test/", id="not known before"),
        pytest.param("https://a.test/", None, id="not known after"),
        pytest.param("https://a.test/", "https://a.test/", id="the same"),
    ],
)
def test_a_jump_within_a_page_is_no_navigation(before: str | None, after: str | None) -> None:
    assert navigation((before, after)) == []


def test_another_document_is_a_navigation_and_not_soft() -> None:
    (event,) = navigation(("https://a.test/", "https://a.test/"), documents=("1", "2"), titles=("Shop", "Basket"))
    assert event == PageNavigated("Basket", "https://a.test/", "https://a.test/", soft=False)


def test_a_document_that_was_not_known_is_no_navigation() -> None:
    assert navigation((None, None), documents=(None, "2")) == []


def test_the_label_is_the_title_else_the_shown_url() -> None:
    urls = ("https://a.test/", "https://a.test/?q=boots")
    assert navigation(urls, titles=("Shop", "Boots"))[0].label == "Boots"
    assert navigation(urls)[0].label == "https://a.test/?q=…"


@pytest.mark.parametrize("ignore", ["url", "document"])
def test_a_circumstance_that_is_not_reported_is_no_navigation(ignore: str) -> None:
    pair = ("https://a.test/one", "https://a.test/two")
    documents = ("1", "2") if ignore == "document" else (None, None)
    assert navigation(pair if ignore == "url" else (None, None), documents=documents, ignore=(ignore,)) == []


LISTS = (
    'document "Shop"\n  list "L"\n    listitem "a"\n    listitem "b"\n    listitem "c"\n    listitem "d"',
    'document "Shop"\n  list "L"\n    listitem "d"\n    listitem "c"\n    listitem "b"\n    listitem "a"\n'
    + '    listitem "new"\n' * 30,
)


@pytest.mark.parametrize(("documents", "says"), [((None, None), True), (("1", "2"), False)])
def test_across_documents_there_are_no_events_of_items_moves_and_content(
    documents: tuple[str | None, str | None],
    says: bool,  # a parameter of a test
) -> None:
    events = change(*LISTS, documents=documents, matcher="content-hash").events
    assert bool(alone(events, ItemsAdded)) is says
    assert bool(alone(events, ListReordered, ElementMoved)) is says
    assert bool(alone(events, ContentLoaded)) is says


# TitleChanged


def test_another_title_is_said() -> None:
    events = change(PAGE, PAGE, titles=("Inbox (3)", "Inbox (4)")).events
    assert events == (TitleChanged("Inbox (4)", "Inbox (3)"),)


def test_the_element_that_bears_the_title_is_behind_it() -> None:
    one, other = (f'application\n  window "Inbox ({number})"' for number in (3, 4))
    (event,) = change(one, other, titles=("Inbox (3)", "Inbox (4)")).events
    assert behind(event) == ["changed 1"]


@pytest.mark.parametrize("role", ["window", "document"])
def test_without_titles_the_name_of_the_first_root_is_the_title(role: str) -> None:
    events = change(f'{role} "a"\n  text', f'{role} "b"\n  text').events
    assert alone(events, TitleChanged) == [TitleChanged("b", "a")]
    assert behind(events[0]) == ["changed 0"]


@pytest.mark.parametrize(
    ("before", "after", "options"),
    [
        pytest.param('group "a"', 'group "b"', {}, id="another role"),
        pytest.param('window "a"', 'document "b"', {}, id="two roles"),
        pytest.param('window "a"', 'window "b"', {"titles": ("T", "T")}, id="there are titles"),
        pytest.param('window "a"', 'window "b"', {"ignore": ("title",)}, id="titles are not reported"),
        pytest.param('window "a"', 'window "b"', {"ignore": ("name",)}, id="names are not reported"),
        pytest.param('window "a"\nwindow "b"', 'window "b"', {}, id="the first window went"),
        pytest.param("", 'window "b"', {}, id="there was none"),
        pytest.param('window "a"', 'window "a"', {}, id="the same"),
    ],
)
def test_else_there_is_no_title(before: str, after: str, options: dict) -> None:
    assert alone(change(before, after, **options).events, TitleChanged) == []


def test_a_document_that_was_replaced_has_another_title() -> None:
    events = change('document "a"', 'document "b"', matcher="content-hash", documents=("1", "2")).events
    assert alone(events, TitleChanged) == [TitleChanged("b", "a")]


# ContentLoaded


def texts(count: int, unread: str = "") -> str:
    return f"document{unread}\n" + "".join(f'  text "{number}"\n' for number in range(count))


@pytest.mark.parametrize(
    ("before", "after", "loaded"),
    [(9, 28, False), (9, 29, True), (38, 58, True), (39, 59, True), (59, 79, False), (29, 9, False)],
)
def test_d1_5_content_was_loaded_from_20_more_and_half_as_many_again(before: int, after: int, loaded: bool) -> None:
    events = alone(change(texts(before), texts(after)).events, ContentLoaded)
    assert events == ([ContentLoaded("", before + 1, after + 1)] if loaded else [])


def test_the_thresholds_of_loaded_content_can_be_set() -> None:
    rules = EventRules(loaded_count=2, loaded_ratio=3)
    assert alone(change(texts(0), texts(2), rules=rules).events, ContentLoaded)
    assert not alone(change(texts(1), texts(3), rules=rules).events, ContentLoaded)


def test_what_was_not_read_before_was_not_loaded() -> None:
    assert not alone(change(texts(0, " unread"), texts(40)).events, ContentLoaded)
