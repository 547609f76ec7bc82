"""Identity by the platform's ids (spec/definitions#6-ids). "Bad input N" is a heading of spec/bad-inputs."""

from tests.outline import outline, said
from uidiff import Matching, Snapshot, diff, match
from uidiff.matching.ids import StableIdMatcher


def ids(*given: str | None) -> Snapshot:
    """Roots with these ids, one after another."""
    return Snapshot.from_dicts([{"role": "button", "id": one} for one in given])


def by_id(before: Snapshot, after: Snapshot) -> tuple[tuple[int, int], ...]:
    return match(before, after, matcher="id").pairs


def by_stable_id(before: Snapshot, after: Snapshot) -> tuple[tuple[int, int], ...]:
    return match(before, after, matcher=StableIdMatcher()).pairs


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


# stable ids: StableIdMatcher


def stable(role: str, name: str, key: str) -> str:
    return f'{role} "{name}" id_stable {{"id": "{key}"}}'


def test_equal_stable_ids_pair_wherever_they_stand_and_whatever_they_say() -> None:
    before = outline("\n".join([stable("button", "A", "1"), stable("button", "B", "2")]))
    after = outline("\n".join([stable("button", "C", "2"), stable("button", "A", "1")]))
    assert by_stable_id(before, after) == ((0, 1), (1, 0))


def test_an_id_does_not_count_if_only_the_before_side_calls_it_stable() -> None:
    assert by_stable_id(outline(stable("button", "A", "1")), outline('button "A" {"id": "1"}')) == ()


def test_an_id_does_not_count_if_only_the_after_side_calls_it_stable() -> None:
    assert by_stable_id(outline('button "A" {"id": "1"}'), outline(stable("button", "A", "1"))) == ()


def test_an_id_does_not_count_if_only_its_neighbours_are_stable_on_the_other_side() -> None:
    before = outline("\n".join([stable("button", "A", "1"), stable("button", "B", "2")]))
    after = outline("\n".join(['button "A" {"id": "1"}', stable("button", "B", "2")]))
    assert by_stable_id(before, after) == ((1, 1),)


def test_bad_input_38_a_stable_id_that_occurs_twice_on_a_side_does_not_count() -> None:
    one = outline(stable("button", "A", "1"))
    two = outline("\n".join([stable("button", "A", "1"), stable("button", "B", "1")]))
    assert by_stable_id(one, two) == ()
    assert by_stable_id(two, one) == ()
    assert by_stable_id(two, two) == ()


def test_law_5_a_plain_id_of_the_same_text_does_not_make_a_stable_id_ambiguous() -> None:
    one = outline(stable("button", "A", "1"))
    two = outline("\n".join([stable("button", "A", "1"), 'link "B" {"id": "1"}']))
    assert by_stable_id(one, two) == ((0, 0),)
    assert by_stable_id(two, one) == ((0, 0),)


def test_bad_input_40_a_stable_id_does_not_count_where_the_roles_differ() -> None:
    assert by_stable_id(outline(stable("button", "A", "1")), outline(stable("checkbox", "A", "1"))) == ()


def test_unknown_roles_agree_by_the_native_role() -> None:
    def native(role: str) -> Snapshot:
        return outline(f'unknown "A" id_stable {{"id": "1", "native_role": "{role}"}}')

    assert by_stable_id(native("Rolle Ä"), native("Rolle Ä")) == ((0, 0),)
    assert by_stable_id(native("Rolle Ä"), native("Rolle Ö")) == ()


def test_without_stable_ids_what_was_given_is_the_answer() -> None:
    before, after = ids("1", "2"), ids("1", "2")
    given = Matching.from_pairs([(0, 1)], before=before, after=after)
    assert StableIdMatcher().match(before, after, given=given) == given


# ids as evidence in the default


def test_an_element_whose_counting_id_lives_elsewhere_pairs_with_nothing_else() -> None:
    before = outline("\n".join([stable("listitem", "Ann", "1"), stable("listitem", "Ben", "2")]))
    after = outline("\n".join([stable("listitem", "Ann", "2"), stable("listitem", "Ben", "1")]))
    assert match(before, after, matcher="auto").pairs == ((0, 1), (1, 0))


def test_elements_whose_stable_ids_vanished_and_appeared_pair_by_content() -> None:
    before = outline("\n".join([stable("listitem", "Ann", "1"), stable("listitem", "Ben", "2")]))
    after = outline("\n".join([stable("listitem", "Ben", "8"), stable("listitem", "Ann", "9")]))
    assert match(before, after, matcher="auto").pairs == ((0, 1), (1, 0))


def test_bad_input_40_an_id_used_again_by_another_role_leaves_both_to_their_content() -> None:
    before = outline(stable("button", "Play", "1"))
    after = outline("\n".join([stable("checkbox", "Loud", "1"), stable("button", "Play", "2")]))
    assert said(diff(before, after, matcher="auto")) == ['+ 0 checkbox "Loud"']
