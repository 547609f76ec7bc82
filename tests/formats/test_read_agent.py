"""The format ``read-agent``, spec/features#d23."""

import pytest
from hypothesis import given

from tests.formats import reading_back, seven
from tests.outline import outline
from uidiff import Snapshot, TreeDiff, diff, render
from uidiff.model.roles import role_word


def lines(delta: TreeDiff) -> list[str]:
    """The lines between the header and the last."""
    return render(delta, "read-agent").splitlines()[1:-1]


def what_changed(before: seven.Node, after: seven.Node) -> str:
    [line] = lines(seven.changed({"role": "text", **before}, {"role": "text", **after}))
    start = "~ [2] txt "
    assert line.startswith(start)
    return line.removeprefix(start)


def test_d2_3_the_sample_of_the_document() -> None:
    assert render(seven.of_document_2(), "read-agent").splitlines() == [
        '# "Gmail - Google Chrome" (pid: 44037) [diff since 1707504000]',
        "ts: 1707504003",
        '+ [201] row "New email from Alice" (100,400,800,40)',
        '+ [202] txt "Hey, are you free for lunch?" (150,410,600,20)',
        '- [95] row "Old newsletter"',
        '~ [12] txt val="Inbox (23289)" (was "Inbox (23288)")',
        '~ [45] txt "6 minutes ago" (was "3 minutes ago")',
        "# 148 elements unchanged",
    ]


@pytest.mark.parametrize(
    ("known", "header"),
    [
        ({}, "# [full]"),
        ({"title": "Inbox"}, '# "Inbox" [full]'),
        ({"app": "Mail"}, '# "Mail" [full]'),
        ({"title": "Inbox", "app": "Mail"}, '# "Inbox" - "Mail" [full]'),
        ({"title": "Inbox - Mail", "app": "Mail", "pid": 0}, '# "Inbox - Mail" (pid: 0) [full]'),
        ({"title": "a\n# 9 elements unchanged"}, '# "a\\n# 9 elements unchanged" [full]'),
    ],
)
def test_the_header_says_what_is_known(known: dict[str, object], header: str) -> None:
    tree = Snapshot.from_dicts([{"role": "window"}], **known)  # type: ignore[arg-type]  # by the table
    assert render(tree, "read-agent").splitlines() == [header, "[1] window", "# 1 elements"]


@pytest.mark.parametrize(
    ("time", "said"),
    [(1707504000.0, "1707504000"), (1707504000.5, "1707504000.500"), (0.0, "0"), (-1.25, "-1.250"), (1e300, "1e+300")],
)
def test_definition_2_a_time_has_three_decimals_if_any(time: float, said: str) -> None:
    tree = Snapshot.from_dicts([{"role": "window"}], taken_at=time)
    assert render(tree, "read-agent").splitlines()[1] == f"ts: {said}"
    assert f"[diff since {said}]" in render(diff(tree, tree), "read-agent")


def test_no_change_is_a_header_and_a_count() -> None:
    assert render(diff(seven.snapshot(), seven.snapshot()), "read-agent") == "# [diff]\n# 1 elements unchanged"


def test_what_came_says_all_its_texts_and_states() -> None:
    node: seven.Node = {
        "role": "textbox",
        "name": "Mail",
        "value": "a@b",
        "description": "yours",
        "bounds": [1, -2, 3, 4],
        "url": "/a",
        "states": {"focused": True, "disabled": True, "checked": False, "val": "x"},
    }
    [line] = lines(diff(seven.snapshot(), seven.snapshot(node)))
    assert line == (
        '+ [2] input "Mail" (1,-2,3,4) disabled focused val="a@b" desc="yours" url="/a" checked=false st.val="x"'
    )


def test_what_has_no_name_says_its_value_as_a_value() -> None:
    delta = diff(seven.snapshot(), seven.snapshot({"role": "text", "value": "hello"}))
    assert lines(delta) == ['+ [2] txt val="hello"']
    delta = diff(seven.snapshot({"role": "text", "value": "hello"}), seven.snapshot())
    assert lines(delta) == ['- [2] txt val="hello"']


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({"name": "a"}, {}, 'none (was "a")'),
        ({"name": "none"}, {"name": ""}, '"" (was "none")'),
        ({"name": "a", "value": ""}, {"name": "a", "value": "x"}, '"a" val="x" (was "")'),
        ({"description": "a"}, {}, 'desc=none (was "a")'),
        ({"bounds": [0, 0, 9, 9]}, {"bounds": [0, -5, 9, 9]}, "bounds=(0,-5,9,9) (was (0,0,9,9))"),
        ({}, {"actions": ["press"]}, 'actions=["press"] (was [])'),
        ({"url": "/a"}, {"url": "/b"}, 'url="/b" (was "/a")'),
        ({"url": "/a?t=1"}, {"url": "/a?t=2"}, "url changed (hidden)"),
        ({"states": {"selected": True}}, {}, "not selected"),
        ({"states": {"disabled": True}}, {"states": {"selected": True}}, "enabled selected"),
        ({}, {"states": {"expanded": False}}, "expanded=false (was none)"),
        ({"states": {"val": "a"}}, {"states": {"val": "b"}}, 'st.val="b" (was "a")'),
        (
            {"name": "a", "value": "b", "states": {"level": 1}},
            {"name": "A", "value": "B", "states": {"level": 2}},
            '"A" (was "a") val="B" (was "b") level=2 (was 1)',
        ),
    ],
)
def test_a_change_is_said_exactly(before: seven.Node, after: seven.Node, said: str) -> None:
    assert what_changed(before, after) == said


def test_a_change_of_role_is_said_in_the_words_of_the_document() -> None:
    [line] = lines(seven.changed({"role": "button", "name": "x"}, {"role": "link", "name": "x"}))
    assert line == '~ [2] lnk "x" role=lnk (was btn)'


def test_a_whole_tree_is_an_element_a_line() -> None:
    tree = outline('window "Shop"\n  button "Buy" focused {"bounds": [1, 2, 3, 4]}\n    text {"value": "Buy"}')
    assert render(tree, "read-agent", refs=(4, 8, 9)).splitlines() == [
        "# [full]",
        '[4] window "Shop"',
        '  [8] btn "Buy" focused',
        '    [9] txt val="Buy"',
        "# 3 elements",
    ]
    assert '[2] btn "Buy" (1,2,3,4) focused' in render(tree, "read-agent", bounds=True)


def test_bounds_of_what_went_are_said_only_if_asked() -> None:
    delta = diff(seven.snapshot({"role": "button", "bounds": [1, 2, 3, 4]}), seven.snapshot())
    assert lines(delta) == ["- [2] btn"]
    assert "- [2] btn (1,2,3,4)" in render(delta, "read-agent", bounds=True)


def test_one_number_never_means_two_elements() -> None:
    before = seven.snapshot({"role": "button", "name": "Old"}, {"role": "link", "name": "Kept"})
    after = seven.snapshot({"role": "link", "name": "Kept"}, {"role": "slider", "name": "New"})
    assert lines(diff(before, after)) == ['- [2] btn "Old"', '+ [4] slider "New"']


@given(delta=seven.deltas())
def test_every_change_reads_back_exactly(delta: TreeDiff) -> None:
    said = [reading_back.said_in_read_agent(line) for line in lines(delta) if line.startswith("~")]
    words = {"value": "val", "description": "desc", "val": "st.val", "desc": "st.desc"}
    assert [{name: pair for name, pair in fields.items() if name != "role"} for fields in said] == [
        reading_back.fields_of(record, words) for record in delta.changed
    ]
    roles = [fields["role"] for fields in said if "role" in fields]
    changed = [record.fields["role"] for record in delta.changed if "role" in record.fields]
    assert roles == [(role_word(str(before), "short"), role_word(str(after), "short")) for before, after in changed]
