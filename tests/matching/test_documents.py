"""Who is who across a navigation (spec/definitions#7-documents): only what is surely the same."""

import pytest

from tests.outline import outline, said
from uidiff import Matching, Snapshot, diff, match
from uidiff.matching.documents import DocumentMatcher

HOME = """
    document "Shop"
      banner
        link "Home"
        link "Basket"
      main
        heading "Boots"
        button "Buy"
"""
ELSEWHERE = """
    document "Help"
      main
        heading "Questions"
        link "Home"
        button "Ask"
      banner
        link "Home"
        link "Basket"
"""


def pairs(before: str, after: str) -> tuple[tuple[int, int], ...]:
    """What the default pairs across a navigation."""
    return match(outline(before, document="d1"), outline(after, document="d2")).pairs


# what pairs


def test_a_subtree_of_equal_text_pairs_wherever_it_stands() -> None:
    assert pairs(HOME, ELSEWHERE) == ((1, 5), (2, 6), (3, 7))


def test_the_delta_says_what_stayed_moved_and_what_else_came_and_went() -> None:
    delta = diff(outline(HOME, document="d1"), outline(ELSEWHERE, document="d2"))
    assert said(delta) == [
        'document: "d1" -> "d2"',
        '- 0 document "Shop"',
        "  - 4 main",
        '  - 5 heading "Boots"',
        '  - 6 button "Buy"',
        '+ 0 document "Help"',
        "  + 1 main",
        '  + 2 heading "Questions"',
        '  + 3 link "Home"',
        '  + 4 button "Ask"',
    ]
    assert delta.unchanged_count == 3


def test_equal_own_text_pairs_below_equally_paired_ancestors() -> None:
    before = """
        document "Shop"
          main
            heading "Boots"
            paragraph "a"
    """
    after = """
        document "Shop"
          main
            heading "Socks"
            paragraph "b"
    """
    assert pairs(before, after) == ((0, 0), (1, 1))


def test_equal_own_text_does_not_pair_below_a_parent_without_partner() -> None:
    before = """
        document "Shop"
          group "Filters"
            checkbox "Red"
    """
    after = """
        document "Help"
          group "Filters"
            checkbox "Blue"
    """
    assert pairs(before, after) == ()


def test_a_larger_equal_subtree_comes_before_a_smaller_one() -> None:
    before = """
        navigation
          link "Home"
          link "About"
    """
    after = """
        main
          link "Home"
        navigation
          link "Home"
          link "About"
    """
    assert pairs(before, after) == ((0, 2), (1, 3), (2, 4))


def test_of_several_equal_subtrees_the_kth_is_the_kth() -> None:
    before = 'button "Star"\nbutton "Star"\nheading "a"'
    after = 'heading "b"\nbutton "Star"\nbutton "Star"\nbutton "Star"'
    assert pairs(before, after) == ((0, 1), (1, 2))


def test_of_several_equal_own_texts_the_kth_is_the_kth() -> None:
    before = """
        row
          cell "1"
        row
          cell "2"
    """
    after = """
        row
          cell "3"
        row
          cell "4"
        row
          cell "5"
    """
    assert pairs(before, after) == ((0, 0), (2, 2))


def test_normalisation_and_white_space_do_not_matter() -> None:
    assert pairs('link "Caf\\u00e9  bar"', 'link " Cafe\\u0301 bar"') == ((0, 0),)


def test_states_and_bounds_are_no_text_and_are_said_as_changed() -> None:
    before = outline('link "Home" focused', document="d1")
    after = outline('link "Home" {"bounds": [1, 2, 3, 4]}', document="d2")
    assert said(diff(before, after, ignore=("document",))) == [
        '~ 0:0 link "Home": bounds null -> [1, 2, 3, 4], focused true -> false',
    ]


# nothing weaker


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param('heading "Boots"', 'heading "Boots and socks"', id="a shared word"),
        pytest.param('heading "Boots"', 'heading "Socks"', id="the only one left"),
        pytest.param('heading "Boots"', 'button "Boots"', id="another role"),
        pytest.param('textbox "Search" {"value": "a"}', 'textbox "Search" {"value": "b"}', id="another value"),
        pytest.param('link "Go" {"description": "a"}', 'link "Go" {"description": "b"}', id="another description"),
        pytest.param('text "Boots" id_stable {"id": "1"}', 'text "Socks" id_stable {"id": "1"}', id="a stable id"),
    ],
)
def test_nothing_weaker_than_equal_text_pairs(before: str, after: str) -> None:
    assert pairs(before, after) == ()


def test_unknown_roles_are_compared_by_the_native_role() -> None:
    assert pairs('unknown "A" {"native_role": "Rolle Ä"}', 'unknown "A" {"native_role": "Rolle Ö"}') == ()


# what is a navigation


@pytest.mark.parametrize(
    ("document_before", "document_after"),
    [("d1", "d1"), (None, "d2"), ("d1", None), (None, None)],
)
def test_without_two_different_documents_weaker_evidence_counts(
    document_before: str | None,
    document_after: str | None,
) -> None:
    before = outline('heading "Boots"', document=document_before)
    after = outline('heading "Socks"', document=document_after)
    assert match(before, after).pairs == ((0, 0),)


def test_another_url_or_title_alone_is_no_navigation() -> None:
    before = outline('heading "Boots"', document="d", url="https://shop.test/a", title="a")
    after = outline('heading "Socks"', document="d", url="https://shop.test/b", title="b")
    assert match(before, after).pairs == ((0, 0),)


@pytest.mark.parametrize("matcher", ["content-hash", "name-role-parent", "id"])
def test_the_key_strategies_do_not_ask_for_the_document(matcher: str) -> None:
    before = outline('textbox "Search" {"value": "boots"}', document="d1")
    after = outline('textbox "Search" {"value": "socks"}', document="d2")
    assert match(before, after, matcher=matcher).pairs == ((0, 0),)


def test_between_equal_trees_only_the_document_differs() -> None:
    before, after = outline(HOME, document="d1"), outline(HOME, document="d2")
    assert said(diff(before, after)) == ['document: "d1" -> "d2"']


# the matcher itself


def test_pairs_given_are_kept_and_their_subtrees_are_not_paired_whole() -> None:
    before = outline("""
        list
          listitem "a"
          listitem "b"
    """)
    after = outline("""
        list
          listitem "a"
          listitem "b"
        listitem "a"
    """)
    given = Matching.from_pairs([(1, 3)], before=before, after=after)
    assert DocumentMatcher().match(before, after, given=given).pairs == ((0, 0), (1, 3), (2, 2))


def test_a_tree_of_twenty_thousand_levels_is_matched() -> None:
    levels = [{"role": "group", "parent": index - 1 if index else None} for index in range(20_000)]
    before = Snapshot.from_dicts([*levels, {"role": "text", "name": "a", "parent": 19_999}])
    after = Snapshot.from_dicts([*levels, {"role": "text", "name": "b", "parent": 19_999}])
    found = DocumentMatcher().match(before, after, given=Matching.nothing(before, after))
    assert found.runs == ((0, 0, 20_000),)
