"""Identity by the platform's ids (spec/definitions#6-ids). "Bad input N" is a heading of spec/bad-inputs."""

from tests.outline import outline, said
from uidiff import Snapshot, diff, match


def ids(*given: str | None) -> Snapshot:
    """Roots with these ids, one after another."""
    return Snapshot.from_dicts([{"role": "button", "id": one} for one in given])


def by_id(before: Snapshot, after: Snapshot) -> tuple[tuple[int, int], ...]:
    return match(before, after, matcher="id").pairs


# plain ids: IdMatcher


def test_equal_ids_pair_wherever_they_stand() -> None:
    assert by_id(ids("a", "b", "c"), ids("c", "a", "b")) == ((0, 1), (1, 2), (2, 0))


def test_a_plain_id_pairs_whatever_its_elements_say() -> None:
    before = outline('textbox "Search" {"id": "7", "value": "boots"}')
    after = outline('textbox "Find" {"id": "7"}')
    assert said(diff(before, after, matcher="id")) == [
        '~ 0:0 textbox "Find": name "Search" -> "Find", value "boots" -> null'
    ]


def test_plain_ids_count_whether_they_are_stable_or_not() -> None:
    before = outline('button "A" id_stable {"id": "7"}')
    after = outline('button "B" {"id": "7"}')
    assert by_id(before, after) == ((0, 0),)


def test_bad_input_38_ids_that_occur_equally_often_pair_the_kth_with_the_kth() -> None:
    assert by_id(ids("x", "a", "x", "x"), ids("x", "x", "a", "x")) == ((0, 0), (1, 2), (2, 1), (3, 3))


def test_bad_input_38_no_element_with_a_duplicate_id_is_lost() -> None:
    before = outline("""
        button "A" {"id": "x"}
        button "B" {"id": "x"}
    """)
    after = outline('button "A" {"id": "x"}')
    assert said(diff(before, after, matcher="id")) == ['- 0 button "A"', '- 1 button "B"', '+ 0 button "A"']


def test_bad_input_38_what_duplicate_ids_leave_is_decided_by_the_next_step_of_a_chain() -> None:
    before = outline("""
        button "A" id_stable {"id": "x"}
        button "B" id_stable {"id": "x"}
    """)
    after = outline('button "B" id_stable {"id": "x"}')
    assert said(diff(before, after, matcher="auto")) == ['- 0 button "A"']


def test_elements_without_id_pair_by_their_place_among_those_without() -> None:
    assert by_id(ids(None, "a", None), ids("a", None, "b", None)) == ((0, 1), (1, 0), (2, 3))


def test_where_none_has_an_id_all_pair_by_traversal_index() -> None:
    before = outline("""
        window "Radio"
          listitem "North"
    """)
    after = outline("""
        window "Radio"
          listitem "South"
          listitem "North"
    """)
    assert by_id(before, after) == ((0, 0), (1, 1))
