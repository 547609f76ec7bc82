"""What a read shows of a window, and what it costs."""

import unicodedata

import pytest

from tests.backends.ax.fake_mac import App, Mac, Thing
from tests.backends.ax.fake_modules import USUAL_TIMEOUT, Said, fake_system, installed
from tests.backends.ax.one_by_one import OneByOne, cells
from tests.backends.ax.trees import button, import_atomacos, mail, menu_bar, names, reading, text, window
from tests.backends.subjects import read
from uidiff import diff, render
from uidiff.backends.ax import AxBackend
from uidiff.testing import HOSTILE_TEXTS

BULK = "AXUIElementCopyMultipleAttributeValues"


def paths(app: App, target: object = None) -> list[tuple[int, str, str | None]]:
    """The elements of the window in front: depth, role and name."""
    _, backend = reading(app)
    columns = read(backend, target or app.name).columns
    return list(zip(columns.depth, columns.role, columns.name, strict=True))


def one_window(*children: Thing) -> App:
    return App("Mail", window("Inbox", *children))


# ----------------------------------------------------------------------- calls


def test_two_hundred_elements_cost_one_call_each_and_one_for_the_application() -> None:
    groups = [Thing("AXGroup", *[button(f"b{group}.{number}") for number in range(18)]) for group in range(10)]
    groups[0].children += [text(f"t{number}") for number in range(9)]
    mac, backend = reading(one_window(*groups))
    snapshot = read(backend, "Mail")
    assert len(snapshot) == 200
    assert mac.calls == {BULK: 201}
    assert max(mac.asked.values()) == 1
    read(backend, "Mail")
    assert mac.calls == {BULK: 402}


def test_elements_of_atomacos_are_read_as_cheaply_and_by_themselves_cost_ten_times_as_much() -> None:
    mac = Mac(one_window(*[button(f"b{number}") for number in range(199)]))
    with installed(mac):
        app = import_atomacos().NativeUIElement.from_pid(501)
        mac.calls.clear()
        backend = AxBackend()
        snapshot = read(backend, app)
        backend.close()
        assert (len(snapshot), mac.calls.total()) == (200, 202)  # one more: what kind of element it is
        mac.calls.clear()
        for element in app.AXWindows[0].AXChildren:
            said = (element.AXRole, element.AXTitle, element.AXEnabled, getattr(element, "AXHelp", None))
            assert said == ("AXButton", element.AXTitle, 1, None)
        assert mac.calls.total() >= 199 * 10


def test_the_bulk_call_gives_what_the_attributes_give_one_by_one() -> None:
    mac, fast = reading(mail())
    plain = AxBackend(system=OneByOne(fast._system))
    expected = cells(read(plain, "Mail"))
    assert mac.calls["AXUIElementCopyAttributeValue"] > 20 * len(expected)
    mac.calls.clear()
    assert cells(read(fast, "Mail")) == expected
    assert mac.calls == {BULK: len(expected) + 1}


def test_each_call_has_a_second_at_most_and_no_more_than_is_left() -> None:
    mac, backend = reading(mail())
    read(backend, "Mail")
    assert set(mac.timeouts) == {1.0}
    mac.timeouts.clear()
    read(backend, "Mail", seconds=0.9)
    assert all(0 < seconds <= 0.9 for seconds in mac.timeouts)


def test_what_is_handed_out_and_what_was_given_has_the_limit_of_the_process_again() -> None:
    mac, backend = reading(mail())
    given = fake_system(mac).AXUIElementCreateApplication(501)
    snapshot = read(backend, given, seconds=0.9)
    handles = [backend.handle(element) for element in snapshot]
    assert {given.timeout, *(handle.ref.timeout for handle in handles)} == {USUAL_TIMEOUT}


# ----------------------------------------------------------------------- roots


def test_dialogs_and_panels_and_open_menus_of_the_process_are_roots_and_other_windows_are_not() -> None:
    main = window("Inbox", text("Hello"))
    others = [
        window("Letter"),
        window("Sure?", subrole="AXDialog"),
        window("Save failed", subrole="AXSystemDialog"),
        window("Colours", subrole="AXFloatingWindow"),
        Thing("AXSheet", AXTitle="Print"),
        Thing("AXMenu", AXTitle="Context"),
        Thing("AXFunctionRowTopLevelElement"),
    ]
    found = paths(App("Mail", main, *others, AXFocusedWindow=main))
    assert [(role, name) for depth, role, name in found if depth == 0] == [
        ("window", "Inbox"),
        ("dialog", "Sure?"),
        ("alertdialog", "Save failed"),
        ("window", "Colours"),
        ("dialog", "Print"),
        ("menu", "Context"),
    ]


def test_a_sheet_stays_in_its_window_and_is_there_once() -> None:
    sheet = Thing("AXSheet", button("Print"), AXTitle="Print")
    assert paths(one_window(sheet)) == [(0, "window", "Inbox"), (1, "dialog", "Print"), (2, "button", "Print")]
    main = window("Inbox", sheet)
    assert [path[:2] for path in paths(App("Mail", main, sheet))] == [(0, "window"), (0, "dialog"), (1, "button")]


@pytest.mark.parametrize("opened", [False, True])
def test_of_the_menu_bar_its_items_are_there_and_a_menu_while_it_is_open(*, opened: bool) -> None:
    bar = menu_bar(opened=opened)
    app = App("Mail", window("Inbox"), bar, AXMenuBar=bar)
    found = [name for _, role, name in paths(app) if role in {"menubar", "menuitem"}]
    assert found == [None, "File", *(["Item 0", "Item 1", "Item 2"] if opened else [])]


def test_a_submenu_is_there_while_its_item_is_selected() -> None:
    bar = menu_bar(opened=True)
    item = bar.find("Item 1")
    item.children = [Thing("AXMenu", Thing("AXMenuItem", AXTitle="deep"))]
    app = App("Mail", window("Inbox"), bar, AXMenuBar=bar)
    assert "deep" not in [name for _, _, name in paths(app)]
    item.given["AXSelected"] = True
    assert "deep" in [name for _, _, name in paths(app)]


def test_the_menu_that_an_element_shows_hangs_below_it() -> None:
    menu = Thing("AXMenu", Thing("AXMenuItem", AXTitle="S"))
    popup = Thing("AXPopUpButton", AXTitle="Size", AXShownMenuUIElement=menu)
    app = one_window(popup)
    menu.app = menu.children[0].app = app
    assert paths(app)[1:] == [(1, "combobox", "Size"), (2, "menu", None), (3, "menuitem", "S")]


# ----------------------------------------------------------------------- shape


def test_a_cycle_is_cut_and_a_cell_that_two_parents_have_is_shown_once() -> None:
    cell = Thing("AXCell", AXTitle="shared")
    row, column = Thing("AXRow", cell), Thing("AXGroup", cell, AXTitle="column")
    table = Thing("AXTable", row, column)
    main = window("Inbox", table)
    cell.children.append(main)
    assert paths(App("Mail", main)) == [
        (0, "window", "Inbox"),
        (1, "table", None),
        (2, "row", None),
        (3, "cell", "shared"),
        (2, "group", "column"),
    ]


def test_a_field_without_a_name_has_that_of_its_label_wherever_the_label_stands() -> None:
    before, after = text("To:"), text("Subject:")
    elsewhere = Thing("AXStaticText", AXValue="elsewhere")
    fields = [Thing("AXTextField", AXTitleUIElement=label, AXValue="") for label in (before, after, elsewhere)]
    mac, backend = reading(one_window(before, *fields, after))
    assert names(read(backend, "Mail")) == ["Inbox", "To:", "To:", "Subject:", None, "Subject:"]
    assert elsewhere not in mac.asked


def test_a_label_that_was_not_read_again_still_names_its_field_and_one_that_went_does_not() -> None:
    label = text("Subject:")
    field = Thing("AXTextField", AXTitleUIElement=label)
    group = Thing("AXGroup", label)
    _, backend = reading(one_window(field, group))
    before = read(backend, "Mail")
    label.failure = -25204
    after = read(backend, "Mail")
    assert (after.partial, names(after)) == (True, ["Inbox", "Subject:", None])
    assert not diff(before, after).changed
    label.failure = 0
    group.children.clear()
    assert names(read(backend, "Mail")) == ["Inbox", None, None]


def test_a_secret_does_not_become_the_name_of_what_it_labels() -> None:
    secret = Thing("AXTextField", AXSubrole="AXSecureTextField", AXTitle="my secret", AXValue="my secret")
    snapshot_names = [name for _, _, name in paths(one_window(secret, Thing("AXTextField", AXTitleUIElement=secret)))]
    assert snapshot_names == ["Inbox", "[redacted]", None]


# ---------------------------------------------------------------------- bounds


@pytest.mark.parametrize(
    ("position", "size", "bounds"),
    [
        ((110.0, 80.0), (60.0, 22.0), (10, 30, 60, 22)),
        ((100.5, 49.5), (10.4, 10.5), (1, 0, 10, 11)),
        ((20.0, -50.0), (-3.0, 0.0), (-80, -100, -3, 0)),
        ((float("nan"), 0.0), (1.0, 1.0), None),
        ((0.0, 0.0), (float("inf"), 1.0), None),
        ((2.0**40, 0.0), (1.0, 1.0), None),
        ((0.0, 0.0), None, None),
        (None, (1.0, 1.0), None),
        (7, 7, None),
    ],
)
def test_bounds_are_whole_pixels_in_the_window(position: object, size: object, bounds: object) -> None:
    thing = Thing("AXImage")
    given = {"AXPosition": position, "AXSize": size}
    thing.given |= {name: value for name, value in given.items() if value is not None}
    _, backend = reading(one_window(thing))
    assert read(backend, "Mail")[1].bounds == bounds


def test_a_window_that_moves_on_the_screen_changes_nothing() -> None:
    app = mail()
    _, backend = reading(app)
    before = read(backend, "Mail")
    for thing in app.walk():
        if isinstance(thing.given.get("AXPosition"), tuple):
            x, y = thing.given["AXPosition"]
            thing.given["AXPosition"] = (x + 37.0, y - 11.0)
    after = read(backend, "Mail")
    assert after.window == before.window
    assert not diff(before, after)


def test_without_a_place_of_the_window_nothing_has_bounds() -> None:
    main = window("Inbox", button("Save", AXPosition=(1.0, 1.0), AXSize=(2.0, 2.0)))
    del main.given["AXPosition"]
    _, backend = reading(App("Mail", main))
    snapshot = read(backend, "Mail")
    assert [element.bounds for element in snapshot] == [None, None]
    assert snapshot.window is not None


# ----------------------------------------------------------------------- texts


def page(address: str, *children: Thing) -> Thing:
    return Thing("AXWebArea", *children, AXURL=Said("absoluteString", address))


def test_the_address_of_the_window_is_that_of_its_one_page_whatever_is_framed_in_it() -> None:
    _, backend = reading(one_window(page("https://shop.example/cart?token=1", page("https://ads.example/"))))
    assert read(backend, "Mail").circumstances.url == "https://shop.example/cart?token=…"
    _, backend = reading(one_window(page("https://one.example/"), page("https://two.example/")))
    assert read(backend, "Mail").circumstances.url is None


def test_a_page_that_was_not_read_again_is_no_navigation() -> None:
    group = Thing("AXGroup", page("https://shop.example/"))
    _, backend = reading(one_window(group))
    before = read(backend, "Mail")
    group.failure = -25204
    after = read(backend, "Mail")
    assert after.circumstances.url == before.circumstances.url == "https://shop.example/"
    group.failure = 0
    group.children.clear()
    assert read(backend, "Mail").circumstances.url is None


@pytest.mark.parametrize("hostile", [text for texts in HOSTILE_TEXTS.values() for text in texts])
def test_hostile_texts_come_through_as_they_are_and_stay_in_their_lines(hostile: str) -> None:
    app = one_window(button(hostile, AXHelp=hostile, AXIdentifier=hostile), text(hostile))
    app.name = hostile
    app.children[0].given["AXTitle"] = hostile
    _, backend = reading(app)
    snapshot = read(backend, 501)
    assert len(snapshot) == 3
    assert len(render(snapshot, "agent", fold=False).splitlines()) == 4
    (listed,) = backend.windows()
    assert read(backend, listed).window == snapshot.window


def test_decomposed_names_stay_raw_and_are_no_change() -> None:
    composed, decomposed = unicodedata.normalize("NFC", "Émile"), unicodedata.normalize("NFD", "Émile")
    app = one_window(button(decomposed))
    _, backend = reading(app)
    before = read(backend, "Mail")
    assert before[1].name == decomposed
    app.find(decomposed).given["AXTitle"] = composed
    assert not diff(before, read(backend, "Mail"))


def test_a_role_that_is_no_word_is_unknown_and_its_own_is_kept() -> None:
    _, backend = reading(one_window(Thing("btn] x\n+ [", AXSubrole="]"), Thing("")))
    snapshot = read(backend, "Mail")
    assert [(element.role, element.native_role) for element in snapshot][1:] == [
        ("unknown", "btn] x\n+ [/]"),
        ("generic", "AXUnknown"),
    ]


def test_the_fake_has_the_types_of_pyobjc() -> None:
    system = fake_system(Mac(mail()))
    one, other = system.AXUIElementCreateApplication(501), system.AXUIElementCreateApplication(501)
    assert one != other
    assert system.CFEqual(one, other)
    code, values = 1, None
    pool = system.NSAutoreleasePool.alloc().init()
    code, values = system.AXUIElementCopyMultipleAttributeValues(one, ("AXTitle", "AXChildren"), 0, None)
    del pool
    assert code == 0
    assert values is not None
    assert type(values) is not list
    assert type(values[0]) is not str
    assert values[0] == "Mail"
