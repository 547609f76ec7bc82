"""What is made of the answers of a program: names, values, actions."""

from __future__ import annotations

import pytest

from tests.backends.atspi.fake_bus import APP, Told, seen
from uidiff.backends.atspi.actions import act
from uidiff.backends.atspi.bus import Fault
from uidiff.backends.atspi.constants import ACCESSIBLE, ACTION, TEXT
from uidiff.backends.atspi.replies import ObjectKey

LABEL, TEXT_ROLE, FILLER = 29, 61, 20


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
        (TEXT_ROLE, "", None),  # a text view of GTK 4 that nobody gave a name
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
