"""What ``read`` answers: in JSON, YAML and lines, ours and desktop-cli's; and what is refused."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings

import uidiff
from uidiff import Snapshot, import_recording, import_tree
from uidiff.errors import InvalidSnapshot, LimitExceeded, MissingExtra
from uidiff.importers.read_yaml import yaml_values
from uidiff.model.roles import ROLE_WORDS, long_role, role_word
from uidiff.testing.strategies import snapshots

FIXTURES = Path(__file__).parent / "fixtures"


def answer(*elements: dict[str, Any], **others: object) -> dict[str, Any]:
    return {"ok": True, "action": "read", **others, "elements": list(elements)}


def one(**keys: object) -> dict[str, Any]:
    (made,) = import_tree(answer({"i": 1, "r": "btn", **keys})).to_dicts()
    return {name: cell for name, cell in made.items() if name not in ("role", "id")}


# keys


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"t": "Buy", "v": "", "d": "now"}, {"name": "Buy", "value": "", "description": "now"}),
        ({"t": None}, {}),
        ({"b": [1, 2, 3, 4], "a": ["press", "show menu"]}, {"bounds": [1, 2, 3, 4], "actions": ["press", "show menu"]}),
        ({"f": True, "s": True, "e": False}, {"states": {"focused": True, "selected": True, "disabled": True}}),
        ({"f": False, "s": False, "e": True}, {}),
        ({"u": "https://a.b/c"}, {"url": "https://a.b/c", "url_digest": "48bff2cd9e7c8bcc"}),
        ({"sr": "AXCloseButton"}, {"native_role": "button/AXCloseButton"}),
        ({"r": "unknown", "sr": "Flux!"}, {"native_role": "Flux!"}),
        (
            {"checked": "mixed", "level": 2, "inputtype": "date"},
            {"states": {"checked": "mixed", "level": 2, "inputtype": "date"}},
        ),
        ({"st.v": "x", "st.name": "y"}, {"states": {"v": "x"}, "st.name": "y"}),
        ({"secret": True, "t": "1234"}, {"secret": True, "name": "[redacted]"}),
        ({"unread": True}, {"unread": True}),
        ({"ref": "e1"}, {}),
        ({"ref": "list/buy", "display": 2, "more": {"a": [1]}}, {"ref": "list/buy", "display": 2, "more": {"a": [1]}}),
    ],
)
def test_a_key_becomes_a_field(keys: dict[str, object], expected: dict[str, Any]) -> None:
    made = one(**keys)
    if "url" in made:
        expected = {**expected, "url_digest": made["url_digest"]}
    assert made == expected


@pytest.mark.parametrize(
    ("role", "word"), [*ROLE_WORDS["short"].items(), ("btn", "role:btn"), ("row", "row"), ("role:x", "role:x")]
)
def test_a_short_word_leads_back_to_its_role(role: str, word: str) -> None:
    assert (role_word(role, "short"), long_role(word)) == (word, role)


def test_the_answer_says_the_circumstances() -> None:
    known = {"app": "Mail", "pid": 7, "window": "w1", "title": "Inbox", "url": "https://a.b/", "ts": 1707504003}
    snapshot = import_tree(answer(**known))
    assert (snapshot.app, snapshot.pid, snapshot.window, snapshot.title) == ("Mail", 7, "w1", "Inbox")
    assert (snapshot.url, snapshot.taken_at, len(snapshot)) == ("https://a.b/", 1707504003.0, 0)


def test_ids_are_given_anew_at_each_read() -> None:
    (element,) = import_tree(answer({"i": 7, "r": "btn"}))
    assert (element.id, element.id_stable) == ("7", False)


# shapes

TREE = [("window", 0), ("web", 1), ("button", 2), ("link", 2), ("list", 1), ("row", 2)]


def shape(snapshot: Snapshot) -> list[tuple[str, int]]:
    return [(element.role, element.depth) for element in snapshot]


ROWS: list[dict[str, Any]] = [
    {"i": 1, "r": "window"},
    {"i": 2, "r": "web"},
    {"i": 3, "r": "btn"},
    {"i": 4, "r": "lnk"},
    {"i": 5, "r": "list"},
    {"i": 6, "r": "row"},
]
DONE = [("document" if role == "web" else role, depth) for role, depth in TREE]


def test_children_may_stand_in_their_parents() -> None:
    window, web, button, link, rows, row = ROWS
    whole = {**window, "c": [{**web, "c": [button, link]}, {**rows, "c": [row]}]}
    assert shape(import_tree(answer(whole))) == DONE
    assert shape(import_tree(whole)) == DONE
    assert shape(import_tree([whole])) == DONE


def test_children_may_be_told_by_their_numbers() -> None:
    below = {1: [2, 5], 2: [3, 4], 5: [6]}
    rows = [{**row, "c": below.get(row["i"], [])} for row in ROWS]
    assert shape(import_tree(answer(*rows))) == DONE


def test_parents_may_be_told_by_their_paths() -> None:
    paths = ["", "window", "window > web", "window > web", "window", "window > list"]
    rows = [{**row, "p": path} for row, path in zip(ROWS, paths, strict=True)]
    assert shape(import_tree(answer(*rows))) == DONE


def test_a_list_that_tells_no_parents_is_of_roots() -> None:
    assert {depth for _, depth in shape(import_tree([*ROWS]))} == {0}


def test_lines_of_json_a_list_of_answers_and_documents_of_yaml_are_several(tmp_path: Path) -> None:
    file = tmp_path / "a"
    text = json.dumps(answer({"i": 1, "r": "btn"}))
    for whole in (f"{text}\n\n{text}\n", f"[{text},{text}]", f"[\n{text},\n{text}\n]", f"---\n{text}\n---\n{text}\n"):
        file.write_text(whole)
        assert [len(snapshot) for snapshot in import_recording(file, format="read")] == [1, 1]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("name", ["desktop_cli.json", "desktop_cli.yaml", "desktop_cli_agent.txt"])
def test_an_answer_may_have_a_byte_order_mark(tmp_path: Path, name: str, encoding: str) -> None:
    text = (FIXTURES / name).read_text(encoding="utf-8")
    assert import_tree(text.replace("\n", "\r\n").encode(encoding)) == import_tree(text)
    (tmp_path / "a").write_bytes("\n".join([json.dumps(answer({"i": 1, "r": "btn"}))] * 3).encode(encoding))
    assert [len(snapshot) for snapshot in import_recording(tmp_path / "a")] == [1, 1, 1]


# our own formats come back


@pytest.mark.parametrize("format", ["read-json", "read-yaml"])
@given(snapshot=snapshots())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_tree_that_we_print_has_the_same_fields_again(format: str, snapshot: Snapshot) -> None:
    again = import_tree(uidiff.render(snapshot, format, bounds=True), format="read")
    assert [element.depth for element in again] == [element.depth for element in snapshot]
    for before, after in zip(snapshot, again, strict=True):
        for field in ("role", "name", "value", "description", "bounds", "actions", "states", "secret", "unread"):
            assert getattr(after, field) == getattr(before, field), field
        assert uidiff.render(again, format, bounds=True) == uidiff.render(snapshot, format, bounds=True)


def test_a_diff_of_an_answer_and_what_it_was_printed_from_is_empty() -> None:
    before = import_tree(FIXTURES / "desktop_cli.json")
    for printed in (uidiff.render(before, name, bounds=True) for name in ("read-json", "read-yaml")):
        assert not uidiff.diff(before, import_tree(printed))


def test_json_and_yaml_of_desktop_cli_say_the_same() -> None:
    assert import_tree(FIXTURES / "desktop_cli.json") == import_tree(FIXTURES / "desktop_cli.yaml")


def test_bad_input_45_a_secure_field_of_desktop_cli_is_hidden() -> None:
    snapshot = import_tree(FIXTURES / "desktop_cli.json")
    assert "1234" not in uidiff.dumps(snapshot)
    assert snapshot.find(role="textbox", name="Pin")[0].secret


# what is refused


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"ok": False, "action": "read", "error": "x"}, "$: a read that failed; read again"),
        (answer(diff={}), "$.diff: what changed, and no tree; read without since"),
        (answer(filtered={"elements": 9}), "$.filtered: a selection, and no whole tree; read without filters"),
        ({"ok": True, "action": "read"}, "$.elements: expected a list, got NoneType"),
        (answer(app=5), "$.app: expected str, got int"),
        (answer(ts="now"), "$.ts: expected a finite number, got str"),
        ([answer(), answer(pid=-1)], "$[1].pid: out of range"),
        (answer({"i": 1}), "$.elements[0].r: no role"),
        (answer({"i": "1", "r": "btn"}), "$.elements[0].i: expected a number, got str"),
        (answer({"i": -1, "r": "btn"}), "$.elements[0].i: expected a number, got int"),
        (answer({"r": "btn", "f": 1}), "$.elements[0].f: expected true or false, got int"),
        (answer({"r": "btn", "e": "false"}), "$.elements[0].e: expected true or false, got str"),
        (answer({"r": "btn", "secret": None}), "$.elements[0].secret: expected true or false, got NoneType"),
        (answer({"r": "btn", "sr": 5}), "$.elements[0].sr: expected text, got int"),
        (answer({"r": "btn", "t": 5}), "$.elements[0].t: expected null, text, got whole number"),
        (answer({"r": "btn", "b": [1, 2, 3]}), "$.elements[0].b: expected 4 numbers, got 3"),
        (answer({"r": "btn", "a": "press"}), "$.elements[0].a: expected"),
        (answer({"r": "btn", "checked": "half"}), "$.elements[0].states.checked: expected true, false"),
        (answer({"r": "btn", "name": "x"}), "$.elements[0]: an unknown key of the name 'name'"),
        (answer({"r": "btn", "c": 5}), "$.elements[0].c: expected a list, got another number"),
        (answer({"r": "btn", "c": [{"r": "btn", "c": [{}]}]}), "$.elements[0].c[0].c[0].r: no role"),
        (answer({"r": "btn", "c": ["a"]}), "$.elements[0].c[0]: expected an object, got str"),
        (answer({"i": 1, "r": "a", "c": [2, {}]}, {"i": 2, "r": "b"}), "$.elements[0].c: a child that stands nowhere"),
        (answer({"i": 1, "r": "a", "c": [3]}, {"i": 2, "r": "b"}), "$.elements[0].c: a child that stands nowhere"),
        (answer({"i": 1, "r": "a", "c": [1]}), "$.elements[0].c: a child that stands nowhere"),
        (answer({"i": 1, "r": "a", "c": [2, 2]}, {"i": 2, "r": "b"}), "$.elements[0].c: a child that stands nowhere"),
        (answer({"i": 1, "r": "a", "c": [2]}, {"i": 1, "r": "b"}), "$.elements[1].i: no number of its own"),
        (answer({"i": 1, "r": "a", "c": [3]}, {"i": 2, "r": "b"}, {"i": 3, "r": "b"}), "$.elements[2]: not next to"),
        (answer({"r": "a", "p": "window"}), "$.elements[0].p: a path that does not lead"),
        (answer({"r": "a"}, {"r": "b", "p": "x"}), "$.elements[1].p: a path that does not lead"),
        (answer(5), "$.elements[0]: expected an object, got another number"),  # type: ignore[arg-type]
        (5, "$: expected a list, got another number"),
        ("text", "$: expected a list, got str"),
    ],
)
def test_what_is_no_whole_tree_is_refused_with_its_place(value: object, message: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(json.dumps(value), format="read")
    assert str(caught.value).startswith(message)
    assert str(caught.value).isprintable()


def test_an_error_in_lines_of_json_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(f"{json.dumps(answer())}\n{json.dumps(answer({'r': 5}))}\n")
    found = import_recording(tmp_path / "a")
    assert len(next(found)) == 0
    with pytest.raises(InvalidSnapshot, match=r"^line 2: \$\.elements\[0\]\.r: no role"):
        next(found)


def test_bad_input_30_a_key_that_stands_twice_is_refused() -> None:
    with pytest.raises(InvalidSnapshot, match="the key 'r' stands twice in one object"):
        import_tree('{"elements": [{"r": "btn", "r": "lnk"}]}')
    with pytest.raises(InvalidSnapshot, match=r"^line 2: the key 'r' stands twice in one object"):
        import_tree('elements:\n- {r: "btn", r: "lnk"}\n')


@pytest.mark.parametrize("text", ['{"elements":' + '[{"r":"a","c":' * 5000, "elements:\n" + "  - [" + "[" * 5000])
def test_bad_input_31_nesting_has_a_limit(text: str) -> None:
    with pytest.raises(LimitExceeded, match="nested more than 400 deep"):
        import_tree(text)


# yaml


def test_a_limit_on_nesting_may_be_raised_above_that_of_libyaml() -> None:
    brackets = "[" * 1100 + "]" * 1100
    assert len(list(yaml_values(brackets, 1100))) == 1
    with pytest.raises(LimitExceeded, match="nested more than 1099 deep"):
        list(yaml_values(brackets, 1099))


@pytest.mark.parametrize(
    "text",
    [
        "elements: &a [*a]",
        "elements:\n  - &a {r: btn}\n  - *a\n",
        "elements: !!python/object/apply:os.system ['true']",
        "elements:\n  - !!str {r: btn}",
        "elements:\n  - {r: !x btn}",
        "&x elements: []",
    ],
)
def test_bad_input_61_anchors_aliases_and_tags_are_refused(text: str) -> None:
    with pytest.raises(InvalidSnapshot, match=r"^line \d: an anchor, an alias or a tag of YAML"):
        import_tree(text, format="read")


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("no", "no"),
        ("'5'", "5"),
        ('"a\\u2028\\U0001F600"', "a\u2028\U0001f600"),
        ("1e", "1e"),
        ("0x1f", "0x1f"),
        ("1_000", "1_000"),
        ("2024-01-15", "2024-01-15"),
        ("|-\n    a\n    b", "a\nb"),
        ("~", None),
        ("", None),
        ("null", None),
    ],
)
def test_plain_words_are_what_yaml_1_2_says(word: str, value: object) -> None:
    assert import_tree(f"elements:\n- r: btn\n  t: {word}\n")[0].name == value


@pytest.mark.parametrize("word", ["5", "-1", "1.5", "1e3", ".5", "true", "False", "[a]", "{a: b}"])
def test_what_is_no_text_is_none_in_yaml_either(word: str) -> None:
    with pytest.raises(InvalidSnapshot, match=r"^\$\.elements\[0\]\.t: expected null, text"):
        import_tree(f"elements:\n- r: btn\n  t: {word}\n")


@pytest.mark.parametrize(
    "text",
    ["elements: [", "elements: {a", "elements:\n\t- r: btn", "elements: 'a", "elements:\n- {? [r] : btn}", "a: \x07"],
)
def test_what_is_no_yaml_is_refused(text: str) -> None:
    with pytest.raises(InvalidSnapshot):
        import_tree(text, format="read")


@pytest.mark.parametrize("quick", [True, False])
def test_both_parsers_of_pyyaml_say_the_same(monkeypatch: pytest.MonkeyPatch, *, quick: bool) -> None:
    if not quick:
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert import_tree(FIXTURES / "desktop_cli.yaml") == import_tree(FIXTURES / "desktop_cli.json")
    with pytest.raises(InvalidSnapshot, match=r"^line 2: an anchor, an alias or a tag of YAML"):
        import_tree("elements:\n  - &a {r: btn}\n  - *a\n")
    with pytest.raises(LimitExceeded, match=r"^line 2: brackets nested more than 400 deep"):
        import_tree("elements:\n  - [" + "[" * 5000)
    with pytest.raises(InvalidSnapshot, match=r"^line [12]: no YAML"):
        import_tree("elements: {a")
    with pytest.raises(InvalidSnapshot, match=r"^\S+( 1)?: no YAML"):
        import_tree("elements: \x07")


def test_yaml_needs_its_extra_only_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    assert len(import_tree(FIXTURES / "desktop_cli.json")) == 7
    with pytest.raises(MissingExtra) as caught:
        import_tree(FIXTURES / "desktop_cli.yaml")
    assert str(caught.value) == "this needs the package PyYAML: pip install 'uidiff[yaml]'"


# lines (spec/features#d23): ours come back, desktop-cli's are read, a diff is refused


@given(snapshot=snapshots())
@settings(max_examples=100)
def test_any_tree_that_we_print_is_printed_the_same_again(snapshot: Snapshot) -> None:
    text = uidiff.render(snapshot, "read-agent", bounds=True)
    again = import_tree(text, format="read")
    assert [element.depth for element in again] == [element.depth for element in snapshot]
    _, _, ours = uidiff.render(again, "read-agent", bounds=True).partition("]")
    assert ours.partition("[1]")[2] == text.partition("]")[2].partition("[1]")[2]


def test_a_tree_deeper_than_lines_are_indented_is_read() -> None:
    rows = [{"role": "group", **({"parent": index - 1} if index else {})} for index in range(50)]
    again = import_tree(uidiff.render(Snapshot.from_dicts(rows), "read-agent"))
    assert [element.depth for element in again] == list(range(50))


def test_the_header_says_what_was_read() -> None:
    known = {"title": "In\nbox", "app": "Mail", "pid": 7, "taken_at": 1700000000.5}
    snapshot = import_tree(uidiff.render(Snapshot.from_dicts([{"role": "btn"}], **known), "read-agent"))  # type: ignore[arg-type]
    assert (snapshot.title, snapshot.app, snapshot.pid, snapshot.taken_at) == tuple(known.values())
    assert snapshot[0].role == "btn"


def test_lines_of_desktop_cli_are_read() -> None:
    snapshot = import_tree(FIXTURES / "desktop_cli_agent.txt")
    assert (snapshot.title, snapshot.pid, snapshot.taken_at) == ("Downloads - Finder", 501, 1707500000.0)
    assert snapshot.to_dicts() == [
        {"role": "button", "name": "Back", "bounds": [110, 90, 30, 24], "states": {"disabled": True}, "id": "3"},
        {"role": "textbox", "name": "Search", "bounds": [800, 90, 180, 24], "states": {"focused": True}, "id": "4"},
        {"role": "row", "name": "notes.txt", "bounds": [100, 132, 900, 24], "states": {"selected": True}, "id": "6"},
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('# "Gmail" (pid: 1) [diff since 1707504000]\n~ [12] txt', "line 1: what changed, and no tree; read without"),
        ("# [full]\n[1] btn\n# 1 of 9 elements", "line 3: a selection, and no whole tree; read without filters"),
        ("# [full]\n[1] btn\n\u2026 12 more (8 added)\n# 13 elements", "line 3: no line of an element"),
        ("# [full]\n[1] btn\n# 2 elements", "$: 1 elements, though it counts 2"),
        ("# [full]\n[1] btn\n# 1 elements\n[2] btn", "line 4: something behind the last line"),
        ("# [full]\nts: now", "line 2: no line of an answer of read"),
        ("# [full] \nbtn", "line 2: no line of an element"),
        ("# [full]\n [1] btn", "line 2: no line of an element"),
        ("# [full]\n  [1] btn", "line 2: a line that is indented as no line above it allows"),
        ('[1] btn "a" "b"', "line 1: a word that stands twice"),
        ('[1] btn "a\\x"', "line 1: a text that is not quoted as in JSON"),
        ('[1] btn "a', "line 1: a word that no line of an element has"),
        ("[1] btn (1,2,3)", "line 1: no line of an answer of read"),
        ("[1] btn dancing", "line 1: a word that no line of an element has"),
        ("[1] btn level=", "line 1: a word without its value"),
        ("[1] btn level=high", "line 1: a value that is neither quoted nor a number"),
        ("[1] btn level=" + "[" * 100_000, "line 1: "),
        ("[1] btn val=5", "line 1.v: expected null, text, got whole number"),
        ("[1] btn  focused", "line 1: a word that no line of an element has"),
    ],
)
def test_what_is_no_whole_tree_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(text, format="read")
    assert str(caught.value).startswith(message)
