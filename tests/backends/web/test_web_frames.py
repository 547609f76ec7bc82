"""Frames: of the same process and of another, one within the other, where they stand, and what is not read of them."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Page

from tests.backends.subjects import read
from tests.backends.web.browsers import Site, outline, site, until
from uidiff import Bounds, Snapshot, diff
from uidiff.backends.web import WebBackend
from uidiff.errors import ReadTimeout

STYLE = (
    "<!doctype html><style>body { margin: 0 } button { margin: 0; position: absolute; left: 10px; top: 20px }</style>"
)
BOX = "position: absolute; margin: 0; border: 5px solid; padding: 7px; width: 200px; height: 100px"

PAGES = {
    "/two": f"{STYLE}<button>Top</button>"
    f"<iframe style='{BOX}; left: 100px; top: 200px' src=/leaf></iframe>"
    f"<iframe style='{BOX}; left: 400px; top: 200px' src=THERE/leaf></iframe>",
    "/leaf": f"{STYLE}<button>Leaf</button>",
    "/nested": f"{STYLE}<iframe style='{BOX}; left: 100px; top: 100px' src=THERE/middle></iframe>",
    "/middle": f"{STYLE}<button>Middle</button>"
    f"<iframe style='{BOX}; left: 10px; top: 10px' src=HERE/leaf></iframe>"
    f"<iframe style='{BOX}; left: 20px; top: 20px' src=/leaf></iframe>",
    "/plain": "<button>Plain</button>",
}


@pytest.fixture(scope="module")
def served() -> Iterator[Site]:
    with site(PAGES) as found:
        yield found


def read_but(unread: str, web: WebBackend, page: Page) -> Snapshot:
    """A read with only one unread element, of that role: a machine that is busy needs longer for the others."""
    for seconds in (1, 4, 16, 64):
        with suppress(ReadTimeout):
            snapshot = read(web, page, seconds=seconds)
            if [element.role for element in snapshot.unread] == [unread]:
                return snapshot
    raise AssertionError("more is unread")


def buttons(snapshot: Snapshot) -> dict[str, tuple[Bounds | None, ...]]:
    names = dict.fromkeys(element.name or "" for element in snapshot.find(role="button"))
    return {name: tuple(element.bounds for element in snapshot.find(role="button", name=name)) for name in names}


def at(x: int, y: int, box: Bounds | None) -> bool:
    return box is not None and (box.x, box.y) == (x, y)


def test_a_frame_is_below_its_element_whatever_process_draws_it(page: Page, web: WebBackend, served: Site) -> None:
    page.goto(f"{served.here}/two")
    leaf = ["document", "  generic", "    button Leaf", "      text Leaf"]
    frame = ["    iframe", *(f"      {line}" for line in leaf)]
    expected = ["document", "  generic", "    button Top", "      text Top", *frame, *frame]
    assert outline(read(web, page)) == expected


def test_what_is_in_a_frame_stands_where_it_is_seen_in_the_window(page: Page, web: WebBackend, served: Site) -> None:
    page.goto(f"{served.here}/two")
    same, other = buttons(read(web, page))["Leaf"]
    assert at(100 + 5 + 7 + 10, 200 + 5 + 7 + 20, same)
    assert at(400 + 5 + 7 + 10, 200 + 5 + 7 + 20, other)


def test_frames_within_frames_of_other_processes_are_moved_by_all_that_hold_them(
    page: Page, web: WebBackend, served: Site
) -> None:
    page.goto(f"{served.here}/nested")
    found = buttons(read(web, page))
    assert at(100 + 12 + 10, 100 + 12 + 20, found["Middle"][0])
    assert at(112 + 10 + 12 + 10, 112 + 10 + 12 + 20, found["Leaf"][0])
    assert at(112 + 20 + 12 + 10, 112 + 20 + 12 + 20, found["Leaf"][1])


def test_a_scrolled_page_and_a_scrolled_frame_move_what_is_in_them(page: Page, web: WebBackend, served: Site) -> None:
    page.goto(f"{served.here}/two")
    before = read(web, page)
    for frame in page.frames:
        frame.evaluate("document.body.insertAdjacentHTML('beforeend', '<div style=height:3000px></div>')")
        frame.evaluate("scrollTo(0, 30)")
    page.wait_for_function("scrollY === 30")
    after = read(web, page)
    moved = [
        (a.bounds.y - b.bounds.y)
        for a, b in zip(before.find(role="button"), after.find(role="button"), strict=True)
        if a.bounds and b.bounds
    ]
    assert moved == [30, 60, 60]
    assert [root.bounds for root in before.roots] == [root.bounds for root in after.roots]  # it stands still


def test_the_number_of_calls_depends_on_the_frames_alone(page: Page, web: WebBackend, served: Site) -> None:
    counted = {}
    for path in ("plain", "two", "nested"):
        page.goto(f"{served.here}/{path}")
        read(web, page)
        first = web.calls
        page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p>more</p>'.repeat(500))")
        read(web, page)
        assert web.calls == first
        counted[path] = web.calls
    assert counted == {"plain": 2, "two": 2 + 1 + 2, "nested": 2 + 2 + 2 + 1}
    further = {"plain": 0, "two": 2, "nested": 3}
    assert all(calls <= 3 + 2 * further[path] for path, calls in counted.items())


def test_ids_are_those_of_one_element_in_all_frames(page: Page, web: WebBackend, served: Site) -> None:
    page.goto(f"{served.here}/nested")
    ids = [element.id for element in read(web, page)]
    assert None not in ids
    assert len(set(ids)) == len(ids)


def test_a_frame_that_goes_on_to_another_site_and_back_is_read_where_it_is(
    page: Page, web: WebBackend, served: Site
) -> None:
    page.goto(f"{served.here}/two")
    documents = [read(web, page).find(role="document")[1].id]
    for address in (f"{served.there}/plain", f"{served.here}/plain"):
        page.evaluate("address => { document.querySelector('iframe').src = address }", address)
        until(page, lambda address=address: page.frames[1].url == address)  # type: ignore[misc]
        page.frames[1].wait_for_load_state()
        until(page, lambda: not read(web, page).partial)  # while one process hands it to the other, it is unread
        snapshot = read(web, page)
        assert [element.name for element in snapshot.find(role="button")] == ["Top", "Plain", "Leaf"]
        documents.append(snapshot.find(role="document")[1].id)
    assert len(set(documents)) == len(documents)


def test_a_frame_that_comes_or_goes_is_seen(page: Page, web: WebBackend, served: Site) -> None:
    page.goto(f"{served.here}/plain")
    empty = read(web, page)
    page.evaluate(
        "url => document.body.insertAdjacentHTML('beforeend', `<iframe src=${url}></iframe>`)", f"{served.there}/leaf"
    )
    until(page, lambda: len(page.frames) == 2 and page.frames[1].url.endswith("/leaf"))
    page.frames[1].wait_for_load_state()
    until(page, lambda: not read(web, page).partial)  # while one process hands it to the other, it is unread
    came = read(web, page)
    assert len(came.find(role="button", name="Leaf")) == 1
    page.evaluate("document.querySelector('iframe').remove()")
    went = read(web, page)
    assert not diff(empty, went)
    assert len(diff(came, went).removed) == len(came) - len(went)


def test_a_frame_without_address_is_read(page: Page, web: WebBackend) -> None:
    page.set_content("<iframe></iframe>")
    page.frames[1].evaluate("document.body.innerHTML = '<button>Bare</button>'")
    snapshot = read(web, page)
    assert len(snapshot.find(role="button", name="Bare")) == 1
    assert not snapshot.partial


def test_a_frame_of_another_process_that_does_not_answer_is_unread_and_the_page_is_read(
    page: Page, web: WebBackend, served: Site
) -> None:
    page.goto(f"{served.here}/two")
    before = read(web, page)
    with site({}) as hanging, hanging.hanging(page.frames[2]):
        after = read_but("iframe", web, page)
    delta = diff(before, after)
    assert not delta.removed
    assert {record.before.name for record in delta.unknown} >= {"Leaf"}


def test_a_frame_that_is_not_shown_is_not_read(page: Page, web: WebBackend) -> None:
    unseen = "<iframe srcdoc='<p>no' style='display: none'></iframe>"
    page.set_content(f"{unseen}<div aria-hidden=true><iframe srcdoc='<p>no'></iframe></div>")
    assert outline(read(web, page)) == ["document"]


def test_a_page_that_was_opened_and_does_not_answer_is_an_unread_root(
    page: Page, web: WebBackend, served: Site
) -> None:
    page.goto(f"{served.here}/plain")
    with page.expect_popup() as info:
        page.evaluate("url => { window.open(url) }", f"{served.there}/leaf")
    info.value.wait_for_load_state()
    before = read(web, page)
    assert outline(before)[-1].strip() == "text Leaf"
    with site({}) as hanging, hanging.hanging(info.value):
        after = read_but("document", web, page)
    assert [element.depth for element in after.unread] == [0]
    assert not diff(before, after).removed


def test_a_frame_is_named_by_its_label_or_its_title(page: Page, web: WebBackend) -> None:
    frame = "srcdoc='<p>in'></iframe>"
    page.set_content(
        f"<iframe title=Map {frame}<iframe aria-label=Chat {frame}<iframe title=A aria-label=B {frame}"
        f"<span id=by>Pay</span><iframe aria-labelledby=by {frame}<iframe name=unsaid {frame}"
        f"<iframe title=Shop role=presentation {frame}"
    )
    until(page, lambda: len(read(web, page).find(role="paragraph")) == 6)
    frames = [one.parent for one in read(web, page).find(role="document") if one.parent is not None]
    assert [frame.name for frame in frames] == ["Map", "Chat", "B", "Pay", None, "Shop"]
    assert {frame.role for frame in frames} == {"iframe"}
