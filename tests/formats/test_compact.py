"""The format ``compact``, spec/features#d14."""

import pytest
from hypothesis import given

from tests.formats import reading_back, seven
from tests.outline import outline
from uidiff import Snapshot, TreeDiff, diff, render
from uidiff.diffing.summary import summarize


def lines(delta: TreeDiff) -> list[str]:
    """The lines behind the first."""
    return render(delta, "compact").splitlines()[1:]


def behind_the_bar(before: seven.Node, after: seven.Node) -> str:
    [line] = lines(seven.changed({"role": "textbox", **before}, {"role": "textbox", **after}))
    head, _, details = line.partition(" | ")
    assert head.startswith('~ [Edit] "')
    return details


def test_d1_4_the_sample_of_the_document() -> None:
    delta = seven.of_document_1()
    assert render(delta, "compact").splitlines() == [
        f"DIFF since 2.3s ago (147 unchanged): {summarize(delta.delta, delta.events, unchanged=False)}",
        '+ [Dialog] "Save Changes?" | (300,200) 400x150',
        '~ [Edit] "Search" | focused',
        '- [Btn] "Loading..." |',
    ]


def test_d1_6_the_first_line_says_the_number_of_unchanged_elements_once() -> None:
    first, *_ = render(seven.of_document_1(), "compact").splitlines()
    assert first.count("unchanged") == 1


def test_without_times_the_first_line_says_no_age() -> None:
    delta = seven.changed({"role": "button", "name": "a"}, {"role": "button", "name": "b"})
    assert render(delta, "compact").startswith("DIFF (1 unchanged): ")


@pytest.mark.parametrize("times", [(5.0, 4.0), (-1e308, 1e308)])
def test_an_age_that_cannot_be_is_not_said(times: tuple[float, float]) -> None:
    before, after = (seven.snapshot(taken_at=time) for time in times)
    assert render(diff(before, after), "compact").startswith("DIFF (1 unchanged): ")


def test_no_change_is_one_line() -> None:
    before = seven.snapshot(taken_at=1.0)
    assert render(diff(before, before), "compact").splitlines()[1:] == []


@pytest.mark.parametrize(
    ("role", "word"),
    [("button", "Btn"), ("textbox", "Edit"), ("dialog", "Dialog"), ("searchbox", "Searchbox"), ("x-box", "X-box")],
)
def test_roles_are_the_words_of_the_document_else_capitalised(role: str, word: str) -> None:
    assert f'\n+ [{word}] "" |' in render(diff(seven.snapshot(), seven.snapshot({"role": role})), "compact")


@pytest.mark.parametrize("role", ["btn", "edit"])
def test_a_platforms_own_role_is_not_mistaken_for_a_word_of_the_document(role: str) -> None:
    assert f"[Role:{role}]" in render(diff(seven.snapshot(), seven.snapshot({"role": role})), "compact")


def test_what_came_says_all_its_texts_and_states() -> None:
    node: seven.Node = {
        "role": "textbox",
        "name": "Mail",
        "value": "a@b",
        "description": "yours",
        "bounds": [1, -2, 3, 4],
        "states": {"focused": True, "disabled": True, "checked": False, "level": 2, "placeholder": "x"},
    }
    [line] = lines(diff(seven.snapshot(), seven.snapshot(node)))
    assert line == (
        '+ [Edit] "Mail" | (1,-2) 3x4 value "a@b" description "yours" disabled focused'
        ' checked false level 2 placeholder "x"'
    )


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({"value": ""}, {"value": "hello"}, 'value "" -> "hello"'),
        ({"value": "hello"}, {}, 'value "hello" -> none'),
        ({"value": "none"}, {}, 'value "none" -> none'),
        ({"name": "a"}, {"name": "b"}, 'name "a" -> "b"'),
        ({"description": "a"}, {"description": ""}, 'description "a" -> ""'),
        ({"bounds": [0, 0, 9, 9]}, {"bounds": [0, -5, 9, 9]}, "bounds (0,0) 9x9 -> (0,-5) 9x9"),
        ({"bounds": [0, 0, 9, 9]}, {}, "bounds (0,0) 9x9 -> none"),
        ({"actions": ["press"]}, {"actions": ["press", "show"]}, 'actions ["press"] -> ["press","show"]'),
        ({}, {"actions": ["press"]}, 'actions [] -> ["press"]'),
        ({"url": "/a"}, {"url": "/b"}, 'url "/a" -> "/b"'),
        ({"url": "/a?t=1"}, {"url": "/a?t=2"}, "url changed (hidden)"),
        ({"states": {"focused": True}}, {}, "not focused"),
        ({}, {"states": {"focused": True}}, "focused"),
        ({}, {"states": {"disabled": True}}, "disabled"),
        ({"states": {"disabled": True}}, {}, "enabled"),
        ({}, {"states": {"checked": False}}, "checked none -> false"),
        ({"states": {"checked": False}}, {"states": {"checked": "mixed"}}, 'checked false -> "mixed"'),
        ({"states": {"level": 1}}, {"states": {"level": 1.5}}, "level 1 -> 1.5"),
        ({"states": {"level": 1}}, {}, "level 1 -> none"),
        ({"states": {"enabled": "a"}}, {"states": {"enabled": "b"}}, 'enabled "a" -> "b"'),
        ({"value": "a"}, {"value": "b", "states": {"busy": True}}, 'value "a" -> "b", busy'),
    ],
)
def test_a_change_is_said_exactly(before: seven.Node, after: seven.Node, said: str) -> None:
    assert behind_the_bar(before, after) == said


def test_a_change_of_role_is_said_in_aria_roles() -> None:
    [line] = lines(seven.changed({"role": "button", "name": "x"}, {"role": "link", "name": "x"}))
    assert line == '~ [Link] "x" | role button -> link'


def test_a_whole_tree_is_an_element_a_line() -> None:
    tree = outline('window "Shop"\n  button "Buy" focused {"bounds": [1, 2, 3, 4]}\n    text {"value": "Buy"}')
    assert render(tree, "compact").splitlines() == [
        "FULL (3 elements)",
        '[Window] "Shop" | e1',
        '  [Btn] "Buy" | e2 focused',
        '    [Text] "" | e3 value "Buy"',
    ]
    assert '"Buy" | e2 (1,2) 3x4 focused' in render(tree, "compact", bounds=True)


def test_refs_of_a_whole_tree_are_those_given() -> None:
    assert '[Window] "Shop" | e7' in render(outline('window "Shop"'), "compact", refs=(7,))


def test_bounds_of_what_went_are_said_only_if_asked() -> None:
    delta = diff(seven.snapshot({"role": "button", "bounds": [1, 2, 3, 4]}), seven.snapshot())
    assert lines(delta) == ['- [Btn] "" |']
    assert render(delta, "compact", bounds=True).endswith('- [Btn] "" | (1,2) 3x4')


def test_a_deep_tree_has_lines_of_bounded_length() -> None:
    nodes = [{"role": "group", "parent": number - 1} if number else {"role": "group"} for number in range(2_000)]
    deepest = render(Snapshot.from_dicts(nodes), "compact").splitlines()[-1]
    assert deepest == f'{"  " * 32}(1999) [Group] "" | e2000'


@given(delta=seven.deltas())
def test_every_change_reads_back_exactly(delta: TreeDiff) -> None:
    said = [reading_back.said_in_compact(line) for line in lines(delta) if line.startswith("~")]
    assert [{name: pair for name, pair in fields.items() if name != "role"} for fields in said] == [
        reading_back.fields_of(record, {}) for record in delta.changed
    ]
    roles = [fields["role"] for fields in said if "role" in fields]
    assert roles == [record.fields["role"] for record in delta.changed if "role" in record.fields]
