"""What is made of the answers of programs, also of those that no program should give: over a bus that is none."""

# ruff: noqa: ARG002  # a fake ignores arguments

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.backends.atspi.fake_bus import APP, SHOWING, Told, names, seen, states
from uidiff.backends.atspi.actions import act
from uidiff.backends.atspi.bus import Bus, BusCall, BusConnection, BusMessage, Fault, Reply
from uidiff.backends.atspi.constants import ACCESSIBLE, ACTION, COMPONENT, TEXT, VALUE
from uidiff.backends.atspi.facts import AtspiNode
from uidiff.backends.atspi.replies import ObjectKey
from uidiff.backends.atspi.targets import Application, Applications, AtspiTop, tops_of, window_key
from uidiff.errors import AppGone, ReadTimeout

LABEL, TEXT_ROLE, FILLER = 29, 61, 20

JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
)


def test_a_cycle_and_a_child_of_two_parents_are_read_once() -> None:
    children: dict[str, list[object]] = {"/w": [(APP, "/a"), (APP, "/b")], "/a": [(APP, "/c"), (APP, "/w")]}
    children |= {"/b": [(APP, "/c"), (APP, "/b")], "/c": [(APP, "/a")]}
    snapshot = seen(Told({}, children))
    assert names(snapshot) == ["/w", "/a", "/c", "/b"]
    assert not snapshot.partial


def test_null_and_invalid_references_are_no_children() -> None:
    odd: list[object] = [
        (APP, "/org/a11y/atspi/null"),
        ("", "/x"),
        (APP, "x"),
        (APP,),
        "x",
        None,
        (1, 2),
        ("bus", "/x"),
        *((APP, path) for path in ("/x y", "/x/", "//x", "/x'", "/ä", "/x\n")),  # for these a bus hangs up
        *((bus, "/x") for bus in (":1", ":1.7'", ":1.7\n", "org.x.Y")),
    ]
    assert names(seen(Told({}, {"/w": [*odd, (APP, "/a")]}))) == ["/w", "/a"]


@pytest.mark.parametrize(
    ("said", "found", "unread"),
    [
        ((29,), ["/w", "/plug", "/a"], False),
        (Fault.GONE, ["/w", "/a"], False),
        (Fault.SLOW, ["/w", "/a"], True),
    ],
)
def test_an_object_of_another_program_is_read_there_unless_that_ends_or_hangs(
    said: object, found: list[str], unread: bool
) -> None:
    bus = Told({("/plug", "GetRole"): said}, {"/w": [(":1.9", "/plug"), (APP, "/a")]})
    snapshot = seen(bus)
    assert (names(snapshot), snapshot[0].unread, snapshot.partial) == (found, unread, unread)
    assert {call.to for call in bus.asked} == {APP, ":1.9"}
    if unread:
        assert not [call for call in bus.asked[-3:] if call.to == ":1.9"]


@pytest.mark.parametrize("fault", [Fault.STALE, Fault.ABSENT, Fault.GONE])
def test_a_window_that_is_not_there_is_gone(fault: Fault) -> None:
    with pytest.raises(AppGone):
        seen(Told({("/w", "GetRole"): fault}, {}))


def test_a_dialog_that_went_is_left_out_and_one_that_hangs_is_waited_for_in_vain() -> None:
    assert names(seen(Told({("/d", "GetRole"): Fault.STALE}, {}), roots=("/w", "/d"))) == ["/w"]
    with pytest.raises(ReadTimeout):
        seen(Told({("/d", "GetRole"): Fault.SLOW}, {}), roots=("/w", "/d"))


def test_the_program_that_ends_in_the_middle_is_gone() -> None:
    bus = Told({("/b", "GetRole"): Fault.GONE}, {"/w": [(APP, "/a")], "/a": [(APP, "/b")]})
    with pytest.raises(AppGone, match="ended while"):
        seen(bus)


def test_an_element_whose_fields_do_not_come_in_time_is_not_read() -> None:
    """A value that was not read is not said to be none."""
    answers: dict[tuple[str, str], object] = {
        ("/a", "GetInterfaces"): ([ACCESSIBLE, TEXT],),
        ("/a", "GetText"): Fault.SLOW,
    }
    snapshot = seen(Told(answers, {"/w": [(APP, "/a"), (APP, "/b")]}))
    assert (names(snapshot), snapshot[0].unread) == (["/w", "/b"], True)


@pytest.mark.parametrize("late", ["CharacterCount", "Name"])
def test_what_is_asked_last_and_does_not_come_in_time_is_not_read(late: str) -> None:
    answers: dict[tuple[str, str], object] = {
        ("/a", "GetInterfaces"): ([ACCESSIBLE, TEXT],),
        ("/a", "GetRole"): (61,),
        ("/a", "Name"): (("s", ""),),
        ("/a", "GetText"): ("",),
        ("/a", "GetRelationSet"): ([(2, [(APP, "/elsewhere")])],),
        ("/a" if late == "CharacterCount" else "/elsewhere", late): Fault.SLOW,
    }
    snapshot = seen(Told(answers, {"/w": [(APP, "/a")]}))
    assert (len(snapshot), snapshot[0].unread) == (1, True)


def test_the_name_of_a_label_that_stands_elsewhere_is_asked_for() -> None:
    answers: dict[tuple[str, str], object] = {
        ("/a", "GetInterfaces"): ([ACCESSIBLE, TEXT],),
        ("/a", "GetRole"): (61,),
        ("/a", "Name"): (("s", ""),),
        ("/a", "GetText"): ("Ada",),
        ("/a", "GetRelationSet"): ([(2, [(APP, "/elsewhere")]), (7, [(APP, "/b")]), "x", (2, "x")],),
    }
    snapshot = seen(Told(answers, {"/w": [(APP, "/a")]}))
    assert (snapshot[1].name, snapshot[1].value) == ("the one at /elsewhere", "Ada")


def test_an_object_that_answers_nothing_of_what_it_says_it_can_is_asked_whether_it_is_there() -> None:
    answers: dict[tuple[str, str], object] = {("*", "GetInterfaces"): ([ACCESSIBLE, ACTION],)}
    items = [((APP, "/a"), (APP, "/r"), (APP, "/w"), 0, 0, [ACTION], "a", 43, "", states(SHOWING))]
    answers[("/org/a11y/atspi/cache", "GetItems")] = (items,)
    assert len(seen(Told(answers, {"/w": [(APP, "/a")]}))) == 2
    answers[("/a", "GetRole")] = Fault.ABSENT
    assert len(seen(Told(answers, {"/w": [(APP, "/a")]}))) == 1


def test_items_of_both_kinds_of_caches_are_understood_and_others_are_not() -> None:
    new: tuple[Any, ...] = ((APP, "/a"), (APP, "/r"), (APP, "/w"), 0, 0, [], "new", 43, "", states(SHOWING))
    old: tuple[Any, ...] = ((APP, "/b"), (APP, "/r"), (APP, "/w"), [(APP, "/c")], [], "old", 43, "", states(SHOWING))
    bad = [new[:4], ((APP,), *new[1:]), (*new[:6], 7, *new[7:]), (*new[:7], "x", *new[8:]), "x", 7]
    bus = Told({("/org/a11y/atspi/cache", "GetItems"): ([new, old, *bad],)}, {"/w": [(APP, "/a"), (APP, "/b")]})
    bus.children["/b"] = [(APP, "/c")]
    assert names(seen(bus)) == ["/w", "new", "old", "/c"]


@pytest.mark.parametrize("said", [Fault.ABSENT, (), ("junk",), (7,), ((),)])
@pytest.mark.parametrize("cached", [False, True])
def test_where_the_children_are_not_told_they_are_unread(said: object, cached: bool) -> None:
    item = ((APP, "/a"), (APP, "/r"), (APP, "/w"), 0, 3, [COMPONENT], "a", 39, "", states(SHOWING))
    answers: dict[tuple[str, str], object] = {("/a", "GetChildren"): said, ("/a", "GetExtents"): ((1, 2, 3, 4),)}
    if cached:
        answers[("/org/a11y/atspi/cache", "GetItems")] = ([item],)
    assert [element.unread for element in seen(Told(answers, {"/w": [(APP, "/a")]}))] == [False, True]


def test_rectangles_that_are_nowhere_are_none() -> None:
    answers: dict[tuple[str, str], object] = {("*", "GetInterfaces"): ([COMPONENT],)}
    boxes = [
        (1, 2, 3, 4),
        (-(2**31), -(2**31), 1, 1),
        (0, 0, -1, -1),
        (0, 0, 2.5, 1),
        (0, 0, 1),
        "x",
        (1 << 30, 0, 1, 1),
    ]
    children: list[object] = [(APP, f"/{number}") for number in range(len(boxes))]
    answers |= {(f"/{number}", "GetExtents"): (box,) for number, box in enumerate(boxes)}
    found = [element.bounds for element in seen(Told(answers, {"/w": children}))]
    assert found == [None, (1, 2, 3, 4), None, None, None, None, None, None]


@pytest.mark.parametrize(
    ("said", "value"), [(0.1 + 0.2, "0.3"), (50.0, "50"), (-0.0, "0"), (7, "7"), (inf, None), ("7", None), (True, None)]
)
def test_numbers_are_written_without_noise(said: object, value: str | None) -> None:
    answers: dict[tuple[str, str], object] = {
        ("/w", "GetInterfaces"): ([VALUE],),
        ("/w", "CurrentValue"): (("d", said),),
    }
    assert seen(Told(answers, {}))[0].value == value


def test_where_most_went_while_it_was_read_it_is_read_once_more() -> None:
    bus = Told({(f"/{number}", "GetRole"): Fault.STALE for number in range(9)}, {})
    bus.children["/w"] = [(APP, f"/{number}") for number in range(10)]
    assert names(seen(bus)) == ["/w", "/9"]
    assert [call.path for call in bus.asked].count("/w") == 2 * [
        call.path for call in bus.asked[: len(bus.asked) // 2]
    ].count("/w")


@given(st.data())
def test_whatever_a_program_answers_does_no_harm(data: st.DataObject) -> None:
    class Raving(Told):
        def reply(self, call: BusCall) -> Reply:
            if data.draw(st.integers(0, 3)):
                return super().reply(call)
            return data.draw(st.lists(JUNK, max_size=2).map(tuple) | st.sampled_from([Fault.STALE, Fault.ABSENT]))

    children: dict[str, list[object]] = {"/w": [(APP, "/a"), (APP, "/b")], "/a": [(APP, "/c")]}
    answers: dict[tuple[str, str], object] = {("*", "GetInterfaces"): ([COMPONENT, TEXT, ACTION],)}
    bus = Raving(answers, children)
    try:
        snapshot = seen(bus)
    except AppGone:
        return
    assert 1 <= len(snapshot) <= 4


@given(st.data())
def test_whatever_programs_say_when_they_are_listed_does_no_harm(data: st.DataObject) -> None:
    class Raving(Told):
        def reply(self, call: BusCall) -> Reply:
            return data.draw(st.lists(JUNK, max_size=2).map(tuple) | st.sampled_from(list(Fault)))

    bus = Raving({}, {})
    try:
        programs = Applications(bus).all()
    except ReadTimeout:
        return
    tops_of(bus, programs)


def test_a_program_that_ends_while_it_is_listed_is_gone_and_one_that_hangs_hangs() -> None:
    for fault in (Fault.GONE, Fault.SLOW):
        bus = Told({("/w", "GetRole"): fault}, {"/root": [(APP, "/w")]})
        program = Application(ObjectKey(APP, "/root"), "form", "Qt", None)
        found = tops_of(bus, [program])
        assert (found.tops, found.gone, found.hung) == (
            (),
            frozenset({program.root} if fault is Fault.GONE else ()),
            frozenset({program.root} if fault is Fault.SLOW else ()),
        )


def test_a_process_that_the_system_does_not_show_has_a_key_all_the_same() -> None:
    top = AtspiTop(
        Application(ObjectKey(APP, "/root"), "form", "Qt", None), ObjectKey(APP, "/w"), "Form", "frame", SHOWING
    )
    assert window_key(top) == f"None  {APP}/w"


@pytest.mark.parametrize("said", [None, 7, [], [1, -1], ["x"], [1.5, 0], (1 << 40,)])
def test_states_that_are_none_are_no_states(said: object) -> None:
    assert not dict(seen(Told({("/a", "GetState"): (said,)}, {"/w": [(APP, "/a")]}))[1].states)


def test_late_replies_and_what_is_none_are_not_heard() -> None:
    class Noisy(BusConnection):
        def __init__(self) -> None:
            self.serial = 0
            self.said: list[BusMessage] = []
            self.lost = False

        def send(self, calls: Any) -> list[int]:  # noqa: ANN401  # an iterable of calls
            serials = []
            for call in calls:
                self.serial += 1
                serials.append(self.serial)
                self.said += [
                    BusMessage(9_999, "", "", ("late",)),
                    BusMessage(0, "", "Signal", ()),
                    BusMessage(self.serial, "", "", (call.path,)),
                ]
            return serials

        def receive(self, until: float = inf) -> BusMessage | None:
            return self.said.pop(0) if self.said else None

    bus = Bus(Noisy())
    assert bus.ask([BusCall(APP, f"/{n}", ACCESSIBLE, "GetRole") for n in range(300)]) == [
        (f"/{n}",) for n in range(300)
    ]
    assert (bus.calls, bus.rounds) == (301, 4)


def test_an_id_has_the_places_below_an_element_whose_key_changes() -> None:
    tree = AtspiNode(ObjectKey(APP, "/tree"), None, 0)
    row = AtspiNode(ObjectKey(APP, "/r1"), tree, 3, fleeting=True)
    assert [tree.id, row.id, AtspiNode(ObjectKey(APP, "/c"), row, 1).id] == [
        f"{APP}/tree",
        f"{APP}/tree#3",
        f"{APP}/tree#3#1",
    ]


def test_space_around_a_name_is_none_of_it() -> None:
    answers: dict[tuple[str, str], object] = {
        ("/w", "GetInterfaces"): ([ACCESSIBLE, TEXT],),
        ("/w", "Name"): (("s", "  Save As...      \n"),),
        ("/w", "Description"): (("s", " Elsewhere "),),
        ("/w", "GetText"): ("Save As...  ",),
    }
    (element,) = seen(Told(answers, {}))
    assert (element.name, element.value, element.description) == ("Save As...", None, "Elsewhere")


@pytest.mark.parametrize(
    ("role", "text", "name"),
    [
        (LABEL, None, "GtkBox"),  # what a person reads, as in a book on GTK
        (TEXT_ROLE, "GtkBox", "GtkBox"),  # a label of Qt
        (TEXT_ROLE, "", None),  # a text view of GTK 4 without a name
        (TEXT_ROLE, "some text", None),
        (FILLER, None, None),
    ],
)
def test_the_class_of_an_element_is_no_name_unless_it_is_what_stands_there(
    role: int, text: str | None, name: str | None
) -> None:
    answers: dict[tuple[str, str], object] = {
        ("/w", "GetInterfaces"): ([ACCESSIBLE] + [TEXT] * (text is not None),),
        ("/w", "GetRole"): (role,),
        ("/w", "Name"): (("s", "GtkBox"),),
        ("/w", "GetText"): (text,),
        ("/w", "CharacterCount"): (("i", len(text or "")),),
    }
    (element,) = seen(Told(answers, {}))
    assert element.name == name


def test_an_action_is_called_by_its_place_among_all_also_those_without_a_name() -> None:
    actions = [("", "", ""), ("expand", "", ""), "x", ("", "", ""), ("press", "", "")]
    answers: dict[tuple[str, str], object] = {
        ("/w", "GetInterfaces"): ([ACCESSIBLE, ACTION],),
        ("/w", "GetActions"): (actions,),
        ("/w", "DoAction"): (True,),
    }
    bus = Told(answers, {})
    (element,) = seen(bus)
    assert element.actions == ("expand", "press")
    for action, place in (("press", 4), ("expand", 1)):
        act(bus, ObjectKey(APP, "/w"), action, None)
        assert bus.asked[-1].body == (place,)


@pytest.mark.parametrize("said", [Fault.ABSENT, (), ("x",)])
def test_actions_that_are_not_told_are_none(said: object) -> None:
    answers: dict[tuple[str, str], object] = {("/w", "GetInterfaces"): ([ACTION],), ("/w", "GetActions"): said}
    assert seen(Told(answers, {}))[0].actions == ()


LINK, ENTRY, COLUMN_HEADER, EDITABLE = 88, 79, 57, 1 << 7


@pytest.mark.parametrize(
    ("role", "bits", "attributes", "found"),
    [
        (ENTRY, 0, {"placeholder-text": "Search", "toolkit": "gtk"}, {"placeholder": "Search"}),
        (ENTRY, 0, {"placeholder": "Search"}, {"placeholder": "Search"}),
        (ENTRY, 0, {"placeholder-text": "the one at /a"}, {}),  # its name
        (TEXT_ROLE, EDITABLE, {"placeholder-text": "Search"}, {"editable": True, "placeholder": "Search"}),
        (TEXT_ROLE, 0, {"placeholder-text": "Search"}, {}),  # a piece of a text is not asked
        (LINK, 0, {"current": "page"}, {"current": "page"}),
        (LINK, 0, {"current": "false"}, {}),
        (COLUMN_HEADER, 0, {"sort": "ascending"}, {"sort": "ascending"}),
        (COLUMN_HEADER, 0, {"sort": "none"}, {}),
        (COLUMN_HEADER, 0, {"sort": 5}, {}),
        (FILLER, 0, {"current": "page"}, {}),
    ],
)
def test_placeholders_sort_and_current_are_attributes(
    role: int, bits: int, attributes: dict[str, object], found: dict[str, object]
) -> None:
    answers: dict[tuple[str, str], object] = {("/a", "GetRole"): (role,)}
    answers |= {
        ("/a", "GetState"): (states(SHOWING | 1 << 8 | 1 << 24 | bits),),
        ("/a", "GetAttributes"): (attributes,),
    }
    snapshot = seen(Told(answers, {"/w": [(APP, "/a")]}))
    assert dict(snapshot[1].states) == found
