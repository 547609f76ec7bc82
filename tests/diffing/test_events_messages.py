"""Errors and statuses (spec/definitions#20-events, spec/features#d15)."""

import pytest

from tests.diffing.happening import alone, behind, change
from uidiff.events import ErrorAppeared, Event, EventRules, StatusAnnounced

PAGE = 'document "Form"\n  textbox "Name"\n'
ALERT = PAGE + '  alert\n    text "Please give a name."'


def errors(before: str, after: str, **options: object) -> list[Event]:
    return alone(change(before, after, **options).events, ErrorAppeared)  # type: ignore[arg-type]  # options of change


def statuses(before: str, after: str, **options: object) -> list[Event]:
    return alone(change(before, after, **options).events, StatusAnnounced)  # type: ignore[arg-type]  # options of change


# alerts


def test_d1_5_an_alert_that_came_says_its_text() -> None:
    events = change(PAGE, ALERT).events
    assert alone(events) == [ErrorAppeared("Please give a name.", "alert")]
    assert behind(events[0]) == ["added 2", "added 3"]


def test_an_alert_that_stayed_says_what_is_new() -> None:
    more = ALERT + '\n    text "And a town."\n    group\n      button "OK"'
    assert statuses(ALERT, more) == [StatusAnnounced("And a town. OK", "alert")]
    assert errors(ALERT, ALERT.replace("name.", "town.")) == [ErrorAppeared("Please give a town.", "alert")]


def test_an_alert_says_its_own_name_where_nothing_below_it_does() -> None:
    assert errors(PAGE, PAGE + '  alert "Failed"\n    img') == [ErrorAppeared("Failed", "alert")]
    assert errors(PAGE, PAGE + '  alert {"value": "Failed"}') == [ErrorAppeared("Failed", "alert")]
    assert errors(PAGE + '  alert "Saving"\n    img', PAGE + '  alert "Failed"\n    img') == [
        ErrorAppeared("Failed", "alert")
    ]


@pytest.mark.parametrize("text", ["Saved", "2 parts removed", "There are 4 matches", "Gespeichert"])
def test_an_alert_that_says_nothing_wrong_is_a_status(text: str) -> None:
    events = alone(change(PAGE, PAGE + f'  alert "{text}"').events)
    assert events == [StatusAnnounced(text, "alert")]


@pytest.mark.parametrize("text", ["Name is required", "Bitte geben Sie einen Namen ein", "必填", "Could not save"])
def test_an_alert_that_says_what_is_wrong_is_an_error(text: str) -> None:
    assert alone(change(PAGE, PAGE + f'  alert "{text}"').events) == [ErrorAppeared(text, "alert")]


def test_an_alert_with_a_field_that_became_invalid_is_an_error() -> None:
    after = PAGE.rstrip() + ' {"states": {"invalid": true}}\n  alert "A name has letters"'
    assert errors(PAGE, after) == [ErrorAppeared("Name", "textbox"), ErrorAppeared("A name has letters", "alert")]


def test_an_alert_dialog_is_a_dialog() -> None:
    after = PAGE + '  alertdialog "Question"\n    text "Really?"\n    button "Yes"'
    assert [type(event).__name__ for event in change(PAGE, after).events] == ["DialogAppeared"]
    failed = [type(event).__name__ for event in change(PAGE, after.replace("Really?", "Saving failed")).events]
    assert failed == ["DialogAppeared", "ErrorAppeared"]


def test_alerts_in_each_other_speak_once() -> None:
    after = PAGE + '  alertdialog "A"\n    alert\n      text "one error"\n  alert "two errors"'
    assert errors(PAGE, after) == [ErrorAppeared("one error", "alertdialog"), ErrorAppeared("two errors", "alert")]


def test_an_alert_that_becomes_visible_speaks() -> None:
    hidden = ALERT.replace("alert", "alert offscreen")
    (event,) = change(hidden, ALERT).events
    assert alone([event]) == [ErrorAppeared("Please give a name.", "alert")]
    assert behind(event) == ["changed 2"]


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(PAGE + "  alert", id="empty"),
        pytest.param(PAGE + '  alert "\\u200b"\n    text " "', id="nothing to be seen"),
        pytest.param(ALERT.replace("alert", "alert offscreen"), id="off screen"),
        pytest.param(PAGE + "  group offscreen\n    alert\n      text", id="in something off screen"),
        pytest.param(PAGE + '  status\n    text "Saved"', id="no alert"),
    ],
)
def test_else_an_alert_is_no_news(after: str) -> None:
    assert errors(PAGE, after) == []


def test_an_alert_that_was_recreated_or_not_read_says_nothing() -> None:
    assert errors(ALERT, ALERT.replace("  alert", "  group\n    alert").replace("    text", "      text")) == []
    assert change(ALERT, ALERT, matcher="id").events == ()
    unread = 'document "Form" unread\n  textbox "Name"\n'
    assert errors(unread, ALERT) == []


def test_a_text_that_only_was_recreated_in_an_alert_is_not_new() -> None:
    after = ALERT.replace('    text "Please give a name."', '    group "G"\n      strong "Please give a name."')
    assert errors(ALERT, after, matcher="content-hash") == []


def test_a_name_that_is_not_reported_says_nothing() -> None:
    one, other = PAGE + '  alert "a"', PAGE + '  alert "b"'
    assert change(one, other, ignore=("name",)).events == ()
    assert errors(one, other + "\n    img", ignore=("name",), matcher="id") == []
    assert statuses(PAGE + '  status "a"', PAGE + "  status\n    img", ignore=("name",), matcher="id") == []


# invalid fields


@pytest.mark.parametrize(("before", "after"), [("0", "true"), ("false", "true"), ("0", '"spelling"'), ("false", '"x"')])
def test_an_element_becomes_invalid(before: str, after: str) -> None:
    one, other = (PAGE.rstrip() + f' {{"states": {{"invalid": {word}}}}}' for word in (before, after))
    one = one.replace('"invalid": 0', "")
    (event,) = change(one, other).events
    assert alone([event]) == [ErrorAppeared("Name", "textbox")]
    assert behind(event) == ["changed 1"]
    assert not errors(other, one)
    assert not errors(one, other, ignore=("invalid",))


def test_an_element_that_was_invalid_or_came_so_does_not_become_it() -> None:
    one, other = (PAGE.rstrip() + f' {{"states": {{"invalid": {word}}}}}' for word in ("true", '"spelling"'))
    assert errors(one, other) == []
    assert errors('document "Form"', one) == []


# messages


@pytest.mark.parametrize(
    "message",
    [
        "Error: no connection",
        "UPLOAD FAILED",
        "That is an invalid name.",
        "Ungültige Eingabe",
        "Échec de la connexion",
        "Ошибка сети",
        "保存失败了",
        "エラーが発生しました",
        "오류가 발생했습니다",
        "เกิดข้อผิดพลาดขึ้น",
        "कोई त्रुटि हुई",
        "حدث خطأ ما",
    ],
)
def test_d1_5_a_new_message_with_an_error_word_is_an_error(message: str) -> None:
    events = change(PAGE, PAGE + f'  paragraph\n    text "{message}"').events
    assert alone(events) == [ErrorAppeared(message, "text")]
    assert behind(events[0]) == ["added 3"]


@pytest.mark.parametrize("message", ["Errorless day", "No terrors", "Saved", "The failedness", ""])
def test_only_whole_words_count(message: str) -> None:
    assert errors(PAGE, PAGE + f'  text "{message}"') == []


def test_the_message_is_the_name_or_the_value_that_has_the_word() -> None:
    after = PAGE + '  note "Note" {"value": "Upload failed"}\n  note "Error" {"description": "d"}'
    assert errors(PAGE, after) == [ErrorAppeared("Upload failed", "note"), ErrorAppeared("Error", "note")]
    assert errors(PAGE, PAGE + '  note {"description": "Error"}') == []


def test_of_messages_in_each_other_the_outermost_is_said() -> None:
    after = PAGE + '  group "Upload failed"\n    text "Upload failed"\n  text "Error"'
    assert errors(PAGE, after) == [ErrorAppeared("Upload failed", "group"), ErrorAppeared("Error", "text")]


def test_a_message_has_at_most_200_characters() -> None:
    text = "Error " + "x" * 194
    assert errors(PAGE, PAGE + f'  text "{text}"')
    assert not errors(PAGE, PAGE + f'  text "{text}x"')
    assert not errors(PAGE, PAGE + f'  text "{text}"', rules=EventRules(message_length=199))


@pytest.mark.parametrize(
    "role",
    ["row", "cell", "listitem", "option", "treeitem", "article", "menu", "link", "button", "heading", "code"],
)
def test_content_is_no_message(role: str) -> None:
    assert errors(PAGE, PAGE + f'  {role} "x"\n    group\n      text "Error"') == []
    assert errors(PAGE, PAGE + f'  {role} "Error"') == []


def test_what_can_be_edited_is_no_message() -> None:
    assert errors(PAGE, PAGE + '  group editable\n    text "Error"\n  textbox {"value": "Error"}') == []


def test_what_is_off_screen_or_stayed_or_was_recreated_is_no_new_message() -> None:
    message = '  text "Error"'
    assert errors(PAGE, PAGE + message + " offscreen") == []
    assert errors(PAGE + '  text "Fine"', PAGE + message) == []
    assert errors(PAGE + message, PAGE + '  group "G"\n    group "H"\n  ' + message, matcher="content-hash") == []
    assert len(errors(PAGE + message, PAGE + f"{message}\n{message}", matcher="content-hash")) == 1


def test_a_message_in_an_alert_is_the_alerts() -> None:
    assert errors(PAGE, PAGE + '  alert\n    text "Error"\n    text "2"') == [ErrorAppeared("Error 2", "alert")]


def test_where_a_page_was_navigated_to_or_content_was_loaded_there_are_no_messages() -> None:
    after = PAGE + '  text "Error"'
    assert not errors(PAGE, after, urls=("https://a.test/", "https://a.test/login"))
    assert not errors(PAGE, after + "\n  text" * 40)
    assert errors(PAGE, ALERT, urls=("https://a.test/", "https://a.test/login"))


def test_the_words_can_be_chosen() -> None:
    rules = EventRules(error_words=["Kaputt", "out of paper"])
    assert errors(PAGE, PAGE + '  text "alles KAPUTT"\n  text "It is OUT of  paper"\n  text "Error"', rules=rules) == [
        ErrorAppeared("alles KAPUTT", "text"),
        ErrorAppeared("It is OUT of  paper", "text"),
    ]
    assert not errors(PAGE, PAGE + '  text "Error"', rules=EventRules(error_words=()))


# statuses

STATUS = PAGE + '  status\n    text "Saving"\n    text "file"'


@pytest.mark.parametrize(
    "region",
    ["status", "log", 'group {"states": {"live": "polite"}}', 'region {"states": {"live": "assertive"}}'],
)
def test_a_live_region_says_what_is_new(region: str) -> None:
    before = PAGE + f'  {region}\n    text "Saving"\n    text "file"'
    after = before.replace('"Saving"', '"Saved"') + '\n    text "now"'
    role = region.partition(" ")[0]
    events = change(before, after).events
    assert alone(events) == [StatusAnnounced("Saved now", role)]
    assert behind(events[0]) == ["added 5", "changed 3"]
    assert statuses(PAGE, before) == [StatusAnnounced("Saving file", role)]
    assert statuses(before, PAGE) == [StatusAnnounced("Saving file", role, gone=True)]


def test_a_status_says_its_own_name_where_nothing_below_it_does() -> None:
    one, other, empty = (PAGE + f"  status{name}\n    img" for name in (' "ok"', ' "done"', ""))
    assert statuses(one, other) == [StatusAnnounced("done", "status")]
    assert statuses(one, empty) == [StatusAnnounced("ok", "status", gone=True)]


def test_a_region_that_says_nothing_more_is_gone_and_one_that_says_less_is_not() -> None:
    assert statuses(STATUS, PAGE + "  status") == [StatusAnnounced("Saving file", "status", gone=True)]
    assert statuses(STATUS, PAGE + '  status\n    text "file"') == []
    assert statuses(STATUS, PAGE + "  status unread") == []


def test_a_region_that_is_hidden_is_gone() -> None:
    hidden = STATUS.replace("status", "status offscreen")
    assert statuses(STATUS, hidden) == [StatusAnnounced("Saving file", "status", gone=True)]
    assert statuses(hidden, STATUS) == [StatusAnnounced("Saving file", "status")]
    assert statuses(hidden, hidden.replace("Saving", "Saved")) == []


def test_of_regions_in_each_other_the_outermost_speaks() -> None:
    outer = 'region "R" {"states": {"live": "polite"}}'
    before = PAGE + f'  {outer}\n    status\n      text "a"'
    assert statuses(before, before.replace('"a"', '"b"')) == [StatusAnnounced("b", "region")]


def test_of_several_toasts_one_goes() -> None:
    outer = 'region "R" {"states": {"live": "polite"}}'
    toast = '\n    status "{0}"\n      text "{0}"'
    both = PAGE + f"  {outer}" + toast.format("a") + toast.format("b")
    assert statuses(both, both.replace(toast.format("a"), "")) == [StatusAnnounced("a", "status", gone=True)]
    assert statuses(both.replace(toast.format("a"), ""), both) == [StatusAnnounced("a", "region")]


def test_an_alert_is_no_status_until_it_goes() -> None:
    assert statuses(PAGE, ALERT) == []
    assert statuses(ALERT, PAGE) == [StatusAnnounced("Please give a name.", "alert", gone=True)]
    assert statuses(ALERT, PAGE + "  alert") == [StatusAnnounced("Please give a name.", "alert", gone=True)]
    assert statuses(ALERT, ALERT.replace("Please give a name", "Please give a town")) == []
    assert statuses(PAGE + '  alertdialog "A"\n    text "b"', PAGE) == []


def test_an_alert_in_a_live_region_speaks_for_itself() -> None:
    after = PAGE + '  group {"states": {"live": "polite"}}\n    alert "an error"\n    text "b"'
    events = alone(change(PAGE, after).events)
    assert events == [ErrorAppeared("an error", "alert"), StatusAnnounced("b", "group")]


@pytest.mark.parametrize(
    "region",
    [
        'table {"states": {"live": "polite"}}',
        'grid {"states": {"live": "polite"}}',
        'status {"states": {"live": "off"}}',
        'group {"states": {"live": "off"}}',
        "timer",
    ],
)
def test_of_live_tables_and_silenced_regions_nothing_is_said(region: str) -> None:
    before = PAGE + f'  {region}\n    text "a"'
    assert statuses(before, before.replace('"a"', '"b"')) == []
    assert statuses(before, PAGE) == []


def test_a_silenced_part_of_a_region_is_not_said() -> None:
    before = PAGE + '  status\n    text "a"\n    group {"states": {"live": "off"}}\n      text "b"'
    assert statuses(before, before.replace('"b"', '"c"')) == []


def test_a_region_that_was_recreated_says_nothing() -> None:
    after = 'document "Form"\n  group "G"\n    textbox "Other"\n    status\n      text "Saving"\n      text "file"'
    assert statuses(STATUS, after, matcher="content-hash") == []


def test_a_text_that_moves_into_a_region_is_new_there() -> None:
    before = PAGE + '  group "G"\n    text "Ready to go"\n  status "S"\n    text "x"'
    after = PAGE + '  group "G"\n  status "S"\n    text "x"\n    text "Ready to go"'
    assert statuses(before, after) == [StatusAnnounced("Ready to go", "status")]


def test_a_text_in_a_dialog_that_becomes_visible_is_said() -> None:
    hidden, shown = (PAGE + f'  dialog{word}\n    status\n      text "a"' for word in (" offscreen", ""))
    assert statuses(hidden, shown) == [StatusAnnounced("a", "status")]
    assert statuses(shown, hidden) == [StatusAnnounced("a", "status", gone=True)]


# messages beside fields, notices without a role


def test_a_new_text_beside_a_field_that_stayed_is_an_error_if_it_names_a_problem() -> None:
    field = 'document "Form"\n  group\n    textbox "Name"\n'
    assert errors(field, field + '    text "Name is required"') == [ErrorAppeared("Name is required", "text")]
    assert errors(field, field + '    text "Use letters"') == []
    assert errors('document "Form"', field + '    text "Name is required"') == []


def test_a_form_that_comes_back_says_what_is_wrong() -> None:
    after = PAGE + '  paragraph\n    text "Please enter a name."'
    same, other = ("https://a.test/", "https://a.test/"), ("https://a.test/", "https://a.test/b")
    assert errors(PAGE, after, urls=same, documents=("1", "2")) == [ErrorAppeared("Please enter a name.", "text")]
    assert errors(PAGE, after, urls=other, documents=("1", "2")) == []


@pytest.mark.parametrize("name", ["KeyError", "java.io.IOException", "ZeroDivisionError: division by zero"])
def test_the_name_of_an_error_is_an_error(name: str) -> None:
    assert errors(PAGE, PAGE + f'  group\n    text "{name}"') == [ErrorAppeared(name, "text")]


def test_an_element_that_becomes_invalid_says_why() -> None:
    before, after = (
        f'document "F"\n  textbox "Name" {{"description": {d}, "states": {s}}}'
        for d, s in (('""', "{}"), ('"at least 3 letters"', '{"invalid": true}'))
    )
    assert errors(before, after) == [ErrorAppeared("Name: at least 3 letters", "textbox")]


def test_a_notice_at_the_end_of_a_window_is_a_status() -> None:
    long = 'window "W"\n' + "".join(f'  button "b{n}"\n' for n in range(20))
    notice = '  group\n    text "Bills moved to trash"\n    button "Undo"\n'
    assert statuses(long, long + notice) == [StatusAnnounced("Bills moved to trash", "group")]
    first, rest = long.split("\n", 1)
    assert statuses(long, f"{first}\n{notice}{rest}") == []
    assert statuses(long, long + '  group\n    text "7"') == []


def test_a_region_that_came_with_a_row_or_a_dialog_says_nothing() -> None:
    row = '  list\n    listitem\n      text "Bread"\n      status "in stock"\n'
    assert statuses(PAGE, PAGE + row) == statuses(PAGE + row, PAGE) == []
    dialog = '  dialog "D"\n    text "a"\n    status "b"\n'
    assert statuses(PAGE, PAGE + dialog) == []
