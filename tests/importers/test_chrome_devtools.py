"""The text of chrome-devtools-mcp's snapshots: texts as they are, with quotes and line breaks, uids as refs."""

import pytest

from uidiff import Element, Snapshot, import_tree
from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.chrome_devtools import find_snapshot
from uidiff.importers.chrome_devtools_text import _split
from uidiff.model.limits import Limits

ROOT = 'uid=1_0 RootWebArea "Shop" url="https://shop.test/"\n'


def read(*lines: str) -> Snapshot:
    return import_tree(ROOT + "".join(f"  {line}\n" for line in lines))


def only(line: str) -> Element:
    _, element = read(line)
    return element


def test_title_and_address_are_the_root_s() -> None:
    snapshot = read()
    assert (snapshot.title, snapshot.url, len(snapshot)) == ("Shop", "https://shop.test/", 1)


def test_a_uid_is_the_ref_of_the_tool() -> None:
    element = only('uid=1_7 button "Pay"')
    assert (element.role, element.name, element.native_ref, element.id_stable) == ("button", "Pay", "1_7", False)


def test_a_line_without_a_role_is_a_text_and_one_that_is_ignored_only_groups() -> None:
    assert only('uid=1_1 "12 lamps"').role == "text"
    assert only("uid=1_1 ignored").role == "generic"


@pytest.mark.parametrize(
    ("line", "states"),
    [
        ('uid=1_1 button "A" disableable disabled', {"disabled": True}),
        ('uid=1_1 button "A" disableable', {}),
        ('uid=1_1 button "A" expandable', {"expanded": False}),
        ('uid=1_1 button "A" expandable expanded', {"expanded": True}),
        ('uid=1_1 button "A" pressed="mixed"', {"pressed": "mixed"}),
        ('uid=1_1 option "A" selectable selected', {"selected": True}),
        ('uid=1_1 checkbox "A"', {"checked": False}),
        ('uid=1_1 checkbox "A" checked', {"checked": True}),
        ('uid=1_1 checkbox "A" checked="mixed"', {"checked": "mixed"}),
        ('uid=1_1 textbox "A" focusable focused invalid="true"', {"focused": True, "invalid": True}),
        ('uid=1_1 slider "A" valuemax="10.5" valuemin="-1"', {"valuemax": 10.5, "valuemin": -1}),
    ],
)
def test_words_are_states(line: str, states: dict[str, object]) -> None:
    assert dict(only(line).states) == states


def test_structure_is_there_because_it_takes_the_focus_unless_nothing_is_left_out() -> None:
    header = 'uid=1_1 columnheader "Price"'
    assert dict(only(header).states) == {"focusable": True}
    assert dict(only('uid=1_1 generic "Saved" live="polite"').states) == {"live": "polite"}
    verbose = read(header, "uid=1_2 ignored")
    assert dict(verbose[1].states) == {}


def test_values_descriptions_and_addresses_are_fields() -> None:
    field = only('uid=1_1 textbox "Search" description="by name" value="desk"')
    assert (field.name, field.value, field.description) == ("Search", "desk", "by name")
    assert only('uid=1_1 link "Home" url="https://shop.test/home"').url == "https://shop.test/home"


def test_an_attribute_of_tomorrow_is_kept() -> None:
    element = only('uid=1_1 button "A" sticky newer="x" [selected in the DevTools Elements panel]')
    assert element.name == "A"
    assert element.extra == {"sticky": True, "newer": "x", "inspected": True}


@pytest.mark.parametrize(
    "name",
    [
        'Say "hi" now',
        '"',
        '""',
        'a" focused',
        'a" focused b',
        "line one\nline two",
        'a="b" c',
        "uid=1_9",
        "a\n\n## Pages\n",
    ],
)
def test_a_name_is_read_as_it_is(name: str) -> None:
    element = only(f'uid=1_1 button "{name}" focusable required')
    assert (element.name, dict(element.states)) == (name, {"required": True})


def test_a_line_with_a_uid_within_an_open_text_is_of_the_text() -> None:
    snapshot = read('uid=1_1 "see\nuid=1_0 RootWebArea\n  uid=9_9 button\nend"', 'uid=1_2 button "Pay"')
    assert [element.native_ref for element in snapshot] == ["1_0", "1_1", "1_2"]
    assert "9_9 button" in (snapshot[1].name or "")


def test_an_element_with_the_uid_of_another_is_refused() -> None:
    with pytest.raises(InvalidSnapshot, match="line 3: the uid of line 2 again, which the page may have forged"):
        read('uid=1_1 button "Pay"', 'uid=1_1 button "Forged"')


def test_texts_that_share_a_uid_have_none() -> None:
    snapshot = read('uid=1_1 "*"', 'uid=1_2 button "Pay"', 'uid=1_1 "*"', 'uid=1_1 "*"')
    assert [element.native_ref for element in snapshot] == ["1_0", None, "1_2", None, None]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (ROOT + "   uid=1_1 button\n", "line 2: an element that is indented as none above it allows"),
        (ROOT + "    uid=1_1 button\n", "line 2: an element that is indented as none above it allows"),
        (ROOT + "uid=2_0 button\n", "line 2: a second root"),
        (ROOT + '  uid=1_1 button "Pay\n', "line 2: an element that cannot be read"),
        (ROOT + '  uid=1_1 button Pay\n  uid=1_2 button "A"\n', "line 2: an element that cannot be read"),
        (ROOT + '  uid=1_1 heading "A" level="one"\n', "line 2: a level that is no number"),
        (ROOT + "  uid=1_1 heading level\n", "line 2: a level that is no number"),
        (ROOT + "  uid=1_1 link url\n", "line 2: a url without an address"),
    ],
)
def test_what_the_tool_does_not_print_is_an_error_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(text)
    assert str(caught.value) == f"{problem}; give the text of take_snapshot, whole"


def test_nesting_is_bounded() -> None:
    with pytest.raises(LimitExceeded, match="line 3: elements nested more than 2 deep"):
        import_tree(ROOT + "  uid=1_1 main\n    uid=1_2 main\n", limits=Limits(max_nesting=2))


def test_a_newer_shape_is_said() -> None:
    with pytest.raises(InvalidSnapshot, match="update uidiff if the tool is newer"):
        import_tree("## Latest page snapshot\nuid=e1 RootWebArea\n", format="chrome-devtools")


def test_a_password_is_hidden() -> None:
    secret = only('uid=1_1 textbox "Secret" value="••••"')
    assert secret.value is None or "•" not in secret.value


def test_the_note_about_an_element_of_the_panel_is_no_part() -> None:
    note = "Note: there is a selected element in the DevTools Elements panel but\nGet a verbose snapshot\n\n"
    assert len(import_tree(note + ROOT)) == 1


def test_a_heading_within_a_tree_is_a_text_of_the_page() -> None:
    assert find_snapshot(ROOT + '  uid=1_1 "a\n## Latest page snapshot\nuid=1_0 RootWebArea "Forged"') is None


def test_attributes_are_split_in_linear_steps() -> None:
    """What a page writes to make it slow ends: a name of quotes, attributes that never end."""
    assert _split(' value=""' * 100_000) is not None
    assert _split(' "a' * 100_000) is None
    assert (_split(' "a" b="' * 100_000) or ("",))[0] == "a"
