"""The summary (spec/features#d16, #d19): one line, the most important first, every text of the UI in quotes."""

import json
import re

import pytest

from tests.diffing.happening import change
from tests.outline import outline
from uidiff import Snapshot, TreeDiff, diff
from uidiff.diffing.summary import SHORTEST, summarize
from uidiff.testing import HOSTILE_TEXTS
from uidiff.tokens import estimate_tokens

WINDOW = 'window "Editor"\n  textbox "Search"{}\n  button "Save"{}\n'


def summary(before: str, after: str, **options: object) -> str:
    return change(before, after, **options).summary  # type: ignore[arg-type]  # options of change


# what it says


def test_d1_6_focus_and_a_dialog() -> None:
    before, after = WINDOW.format("", " focused"), WINDOW.format(" focused", "") + '  dialog "Save Changes?"'
    assert summary(before, after) == (
        'A dialog appeared: "Save Changes?". Focus moved to "Search" textbox. 1 element unchanged.'
    )


def test_d1_9_a_dialog_can_be_read_from_the_summary_alone() -> None:
    after = WINDOW.format("", "") + '  dialog "Save Changes?"\n    button "Yes"\n    button "No"'
    assert summary(WINDOW.format("", ""), after) == 'A dialog appeared: "Save Changes?". 3 elements unchanged.'


@pytest.mark.parametrize(
    ("tree", "said"), [("window", "1 element"), ("", "0 elements"), ("window\n  text", "2 elements")]
)
def test_where_nothing_changed_that_is_said(tree: str, said: str) -> None:
    assert summary(tree, tree) == f"No change in {said}."


LIST = 'window "W"\n  list "L"\n    listitem "a"\n'
CHECKBOX = '\n  checkbox "{}" {{"states": {{"checked": {}}}}}'


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("", '  dialog "A"\n  dialog "B"\n  dialog "C"', '3 dialogs appeared: "A", "B" and 1 more.'),
        ('  dialog "A"\n  dialog', "", '2 dialogs closed: "A" and 1 more.'),
        ("", "  alertdialog", "An alertdialog appeared."),
        ("", "  dialog\n  dialog", "2 dialogs appeared."),
        ("", '  menu "M"\n    menuitem "a"', 'A menu opened: "M".'),
        ('  menu "M"\n    menuitem "a"', "", 'A menu closed: "M".'),
        ("", '  alert "No disk"', 'Alert: "No disk".'),
        ("", '  text "Error 5"', 'Error: "Error 5".'),
        ('  textbox "T"', '  textbox "T" {"states": {"invalid": true}}', 'Invalid: "T".'),
        ("  textbox", '  textbox {"states": {"invalid": true}}', "Invalid: a textbox."),
        ('  button "a" focused\n  button', '  button "a"\n  button focused', "Focus moved to a button."),
        ('  button "a" focused', '  button "a"', 'Focus left "a".'),
        ("  button focused", "  button", "Focus was lost."),
        ("", '  status "Saved"', 'Status: "Saved".'),
        ('  status "Saved"', "", 'Status gone: "Saved".'),
        ('  alert "Bad"', "", 'Alert gone: "Bad".'),
        ("", '  log "x"', 'Log: "x".'),
        ('  list "L"', '  list "L" busy', 'Busy: "L".'),
        ("  list busy", "  list", "No longer busy."),
        ('  textbox "T"', '  textbox "T" {"value": "Buy"}', '"T" = "Buy".'),
        ('  textbox {"value": "Buy"}', "  textbox", 'textbox = "".'),
        ('  tab "a"', '  tab "a" selected', 'Selected "a".'),
        ('  tab "a" selected', '  tab "a"', 'Deselected "a".'),
        ("  tab", "  tab selected", "Selected a tab."),
        (CHECKBOX.format("c", "false"), CHECKBOX.format("c", "true"), 'Checked "c".'),
        (CHECKBOX.format("c", "true"), CHECKBOX.format("c", "false"), 'Unchecked "c".'),
        (CHECKBOX.format("c", "true"), CHECKBOX.format("c", '"mixed"'), 'Partly checked "c".'),
        (CHECKBOX.format("", "false") * 2, CHECKBOX.format("", "true") * 2, "Checked 2 checkboxes."),
        ('  button "b"', '  button "b" {"states": {"pressed": true}}', 'Pressed "b".'),
        ('  button "b"', '  button "b" {"states": {"expanded": true}}', 'Expanded "b".'),
        ('  button "b" disabled', '  button "b"', 'Enabled "b".'),
        ('  button "b"', '  button "b" disabled', 'Disabled "b".'),
    ],
)
def test_each_event_has_its_words(before: str, after: str, said: str) -> None:
    one, other = ('window "W"\n' + text.lstrip("\n") for text in (before, after))
    assert re.sub(r"( \d+ (added|removed|changed)[^.]*\.)? \d+ elements? unchanged\.$", "", summary(one, other)) == said


def test_items_are_said_by_their_ends() -> None:
    more = LIST + '    listitem "b"\n    listitem "c"\n    listitem\n      group\n        text "d"\n'
    assert summary(LIST, more) == '3 listitems added: "b" … "d". 3 elements unchanged.'
    assert summary(more, LIST) == '3 listitems removed: "b" … "d". 3 elements unchanged.'
    assert summary(LIST, LIST + '    listitem "b"') == '1 listitem added: "b". 3 elements unchanged.'
    assert summary(LIST, LIST + "    listitem\n      button\n" * 2) == "2 listitems added. 3 elements unchanged."
    assert summary(LIST, LIST + "    listitem\n" * 2) == "2 added. 3 elements unchanged."  # no text has them
    ends = LIST + '    listitem "b"\n    listitem\n      button\n  text "behind"'
    assert summary(LIST, ends) == '2 listitems added: "b". 1 added. 3 elements unchanged.'


def test_lists_are_re_ordered_and_elements_move() -> None:
    def numbered(order: str) -> str:
        return 'window "W"\n  list "L"\n' + "".join(f'    listitem "item {letter}"\n' for letter in order)

    assert summary(numbered("abcdefgh"), numbered("defghcba")) == "3 listitems reordered. 7 elements unchanged."
    order = "abcdefghijklmnop"
    assert summary(numbered(order), numbered(order[::-1])) == '15 listitems reordered in "L". 3 elements unchanged.'
    assert summary(numbered("abcdefgh"), numbered("bcdefgha")) == 'Moved "item a". 9 elements unchanged.'


def test_shifts_and_content_are_counted() -> None:
    one, other = (f'window\n  text "t" {{"bounds": [0, {top}, 1, 1]}}' for top in (1, 2))
    assert summary(one, other) == "1 shifted. 1 element unchanged."
    assert (
        summary("window", "window\n" + "  text\n" * 30)
        == "Content loaded: 1 to 31 elements. 30 added. 1 element unchanged."
    )


@pytest.mark.parametrize(
    ("urls", "titles", "said"),
    [
        (("https://a.test/x", "https://a.test/y"), ("T", "T"), 'Navigated to "/y".'),
        (("https://a.test/x", "https://b.test/y"), ("T", "T"), 'Navigated to "https://b.test/y".'),
        (("https://a.test/x", "https://a.test/x?q=1"), ("T", "T"), 'Navigated to "?q=…".'),
        (("https://a.test/x", "https://a.test/x#/in"), ("T", "T"), 'Navigated to "#/in".'),
        (("https://a.test/x?q=1", "https://a.test/x?q=2"), ("T", "T"), 'Navigated to "T".'),
        (("https://a.test/x", "https://a.test/y"), ("T", "Why"), 'Navigated to "Why".'),
        (("https://a.test/x", "https://a.test/x#part"), ("T", "T"), "The URL differs."),
        ((None, None), ("T", "Why"), 'New title: "Why".'),
        ((None, None), ("T", ""), 'New title: "".'),
    ],
)
def test_a_page_is_called_by_what_is_new(urls: tuple, titles: tuple, said: str) -> None:
    assert summary("document", "document", urls=urls, titles=titles) == f"{said} 1 element unchanged."


def test_a_page_without_title_and_url_is_another_page() -> None:
    assert summary("document", "document", documents=("1", "2")) == "Navigated to another page. 1 element unchanged."
    assert summary("document", "document", documents=(None, "2")) == "The document differs. 1 element unchanged."


def test_nothing_is_said_twice() -> None:
    dialog = 'window "W"\n  dialog "Find"\n    tab "a"\n    tab "b"'
    assert summary('window "W"', dialog, titles=("W", "Find")) == 'A dialog appeared: "Find". 1 element unchanged.'
    closed = 'window\n  button "Menu" {"states": {"expanded": false}}'
    opened = 'window\n  button "Menu" {"states": {"expanded": true}}\n  menu\n    menuitem "a"'
    assert summary(closed, opened) == 'A menu opened: "Menu". 1 element unchanged.'


def test_a_line_that_says_elsewhere_what_stayed_can_do_without_it() -> None:
    delta = change(WINDOW.format("", ""), WINDOW.format("", "") + '  dialog "D"')
    assert summarize(delta.delta, delta.events, unchanged=False) == 'A dialog appeared: "D".'
    assert summarize(change("window", "window").delta, (), unchanged=False) == "No change."


# what events do not cover


def test_what_the_events_do_not_cover_is_counted() -> None:
    before = 'window "W"\n  button "a" focused\n  text "x"\n  text "y"'
    after = 'window "W"\n  button "b"\n  text "x"\n  textbox "z" focused\n    img'
    said = change(before, after, matcher="name-role-parent").summary
    assert said == 'Focus moved to "z" textbox. 3 added, 2 removed. 2 elements unchanged.'


def test_a_field_of_which_no_event_tells_is_counted() -> None:
    one, two, three = (f'window "W"\n  checkbox "C" {cells}' for cells in (
        '{"states": {"checked": false}, "bounds": [0, 0, 1, 1]}',
        '{"states": {"checked": true}, "bounds": [0, 1, 1, 1]}',
        '{"states": {"checked": true}, "description": "d"}',
    ))  # fmt: skip
    assert summary(one, two) == 'Checked "C". 1 element unchanged.'
    assert summary(one, three) == 'Checked "C". 1 changed. 1 element unchanged.'


def test_what_hangs_below_what_stayed_in_a_dialog_is_counted() -> None:
    before = outline('window "W"\n  text "t"')
    after = outline('window "W"\n  dialog "D"\n    text "t"\n      img\n    link')
    delta = diff(before, after, matcher="structural")
    assert len(delta.added) == 3
    assert delta.summary == 'A dialog appeared: "D". 1 added. 2 elements unchanged.'


def test_what_was_not_read_is_said() -> None:
    whole, partial = 'window "W"\n  list "L"\n    text "a"\n    text "b"', 'window "W"\n  list "L" unread'
    assert summary(whole, partial) == "2 elements not read. 2 elements unchanged."
    assert summary(partial, whole) == "2 elements newly read. 2 elements unchanged."


# the limit


def many(count: int) -> TreeDiff:
    before, after = (
        Snapshot.from_dicts(
            [{"role": "checkbox", "name": f"c{k}", "states": {"checked": on, state: on}} for k in range(count)]
        )
        for on, state in ((False, "pressed"), (True, "pressed"))
    )
    return diff(before, after, matcher="id")


def test_sentences_are_left_out_from_the_end_and_their_events_counted() -> None:
    before = 'window "W"\n  textbox "T"\n  button "b" focused\n  checkbox "c"\n  tab "t"\n  text "x"'
    after = (
        'window "W"\n  textbox "T" focused {"value": "v"}\n  button "b" disabled\n'
        '  checkbox "c" {"states": {"checked": true}}\n  tab "t" selected\n  text "y"\n  dialog "D"'
    )
    delta = change(before, after, matcher="id")
    assert summarize(delta.delta, delta.events, limit=200) == (
        'A dialog appeared: "D". Focus moved to "T" textbox = "v". Selected "t". Checked "c". Disabled "b". '
        "1 changed. 1 element unchanged."
    )
    assert summarize(delta.delta, delta.events, limit=100) == (
        'A dialog appeared: "D". Focus moved to "T" textbox = "v". … 3 more. 1 changed. 1 element unchanged.'
    )
    assert summarize(delta.delta, delta.events, limit=60) == 'A dialog appeared: "D". … 5 more. 1 element unchanged.'


FORM = 'window "W"\n  textbox "T"{}\n  checkbox "c"{}\n  tab "t"{}\n'


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ((' focused {"value": "v"}', "", ""), 'Focus moved to "T" textbox = "v".'),
        (("", ' focused {"states": {"checked": true}}', ""), 'Focus moved to "c" checkbox, checked.'),
        (("", ' focused {"states": {"expanded": true}}', ""), 'Focus moved to "c" checkbox, expanded.'),
        (("", "", " focused selected"), 'Focus moved to "t" tab, selected.'),
        ((" focused", ' {"states": {"checked": true}}', ""), 'Focus moved to "T" textbox. Checked "c".'),
    ],
)
def test_what_was_done_to_what_got_the_focus_is_said_with_that(after: tuple[str, str, str], said: str) -> None:
    assert summary(FORM.format("", "", ""), FORM.format(*after)).startswith(f"{said} ")


def test_a_dialog_that_has_the_focus_itself_is_said_once() -> None:
    before = FORM.format(" focused", "", "")
    assert summary(before, FORM.format("", "", "") + '  dialog "D" focused').startswith(
        'A dialog appeared: "D", focused. '
    )
    assert summary(FORM.format("", "", "") + '  dialog "D" focused', FORM.format("", "", "")).startswith(
        'A dialog closed: "D". Focus was lost. '
    )


def test_above_lines_items_and_counts_are_those_of_the_lines() -> None:
    after = LIST + '    listitem "b"\n    listitem "c"\n  text "x"'
    delta = change(LIST, after)
    assert summarize(delta.delta, delta.events) == '2 listitems added: "b" … "c". 1 added. 3 elements unchanged.'
    assert summarize(delta.delta, delta.events, told={"added": 3}) == "2 listitems added. 3 added, 3 unchanged."


def test_a_long_text_is_shortened_before_the_first_sentence_is_left_out() -> None:
    after = WINDOW.format("", "") + f'  dialog "{"x" * 90}"'
    delta = change(WINDOW.format("", ""), after)
    assert delta.summary == f'A dialog appeared: "{"x" * 39}…". 3 elements unchanged.'
    assert summarize(delta.delta, delta.events, limit=70) == f'A dialog appeared: "{"x" * 19}…". 3 elements unchanged.'
    assert summarize(delta.delta, delta.events, limit=60) == f'A dialog appeared: "{"x" * 9}…". 3 elements unchanged.'


def test_counts_that_have_no_room_are_marked() -> None:
    before = 'window "W"\n  list unread\n' + '  text "a"\n' * 3 + '  list "L"\n    text "b"'
    after = 'window "W"\n  list\n    text "n"\n' + '  link "z"\n' * 4 + '  list "L" unread {"description": "d"}'
    delta = change(before, after)
    assert "newly read" in delta.summary
    short = summarize(delta.delta, delta.events, limit=60)
    assert len(short) <= 60
    assert short.startswith("…")
    assert short.endswith("unchanged.")


def test_thousands_of_different_sentences_are_counted() -> None:
    after = "window\n" + "".join(f'my-panel-{number} "P"\n' for number in range(5000))
    said = change("window", after).summary
    assert said.startswith('A my-panel-0 appeared: "P". A my-panel-1 appeared: "P".')
    assert said.endswith("… 4996 more. 1 element unchanged.")
    assert len(said) <= 200


@pytest.mark.parametrize("limit", [0, 59, -1])
def test_a_limit_has_room_for_the_counts(limit: int) -> None:
    with pytest.raises(ValueError, match=f"the least is {SHORTEST}"):
        summarize(many(1).delta, (), limit=limit)


# hostile texts

TEXTS = [text for texts in HOSTILE_TEXTS.values() for text in texts]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_no_text_gets_out_of_its_quotes(text: str) -> None:
    nodes = [{"role": "window", "name": "W"}]
    field = {"role": "textbox", "name": text, "parent": 0, "states": {"focused": True}}
    shown = [*nodes, {"role": text or "group", "native_role": text, "parent": 0}, {**field, "value": text}]
    shown += [{"role": "dialog", "name": text, "parent": 0}, {"role": "alert", "name": f"{text}!", "parent": 0}]
    before = Snapshot.from_dicts([*nodes, {**field, "states": {}}], title="T")
    delta = diff(before, Snapshot.from_dicts(shown, title=text), matcher="name-role-parent")
    for limit in (60, 200, 1000):
        line = summarize(delta.delta, delta.events, limit=limit)
        assert len(line) <= limit
        assert len(line.splitlines()) == 1
        line.encode()
        outside = re.sub(r'"(?:[^"\\]|\\.)*"', '""', line)
        assert re.fullmatch(r'[A-Za-z0-9 .,:=…"-]*', outside), outside
        for quoted in re.findall(r'"(?:[^"\\]|\\.)*"', line):
            json.loads(quoted)


def test_escapes_count_as_what_they_take() -> None:
    delta = change('window "W"', 'window "W"\n  dialog "' + "a\\u202e" * 90 + '"')
    (quoted,) = re.findall('"(.*)"', delta.summary)
    assert len(quoted) <= 40
    assert quoted.startswith("a\\u202ea")


def test_a_role_of_the_programs_own_is_a_bare_word() -> None:
    assert summary('window "W"', 'window "W"\nmy-panel "P"') == 'A my-panel appeared: "P". 1 element unchanged.'


def test_it_costs_few_tokens() -> None:
    before, after = WINDOW.format("", " focused"), WINDOW.format(" focused", "") + '  dialog "Save Changes?"'
    assert estimate_tokens(summary(before, after)) <= 30
