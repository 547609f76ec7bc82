"""Stable ids inside the structural matching (spec/definitions#6-ids): what is settled, who is a stranger, what goes
between.
"""

from tests.outline import outline, said
from uidiff import Snapshot, diff, match
from uidiff.matchers import StructuralMatcher


def rows(*lines: str) -> Snapshot:
    return outline("\n".join(['list "Guests"', *(f"  {line}" for line in lines)]))


def known(name: str, key: str, role: str = "listitem") -> str:
    return f'{role} "{name}" id_stable {{"id": "{key}"}}'


def test_equal_ids_pair_whatever_the_elements_say() -> None:
    before = rows(known("Ada", "1"), known("Bo", "2"))
    after = rows(known("Bo", "1"), known("Ada", "2"))
    assert match(before, after).pairs == ((0, 0), (1, 1), (2, 2))
    assert match(before, after, matcher=StructuralMatcher(stable_ids=False)).pairs == ((0, 0), (1, 2), (2, 1))


def test_an_element_whose_id_is_elsewhere_pairs_with_nothing_else() -> None:
    before = rows(known("Ada", "1"), "listitem")
    after = outline(f'list "Guests"\n  listitem "Ada"\ngroup\n  {known("Ada", "1")}')
    matching = match(before, after)
    assert matching.after_of[1] == 3
    assert matching.before_of[1] != 1


def test_elements_without_ids_are_aligned_between_those_with() -> None:
    before = rows(known("Ada", "1"), "checkbox", known("Bo", "2"), "checkbox")
    after = rows("checkbox", known("Eve", "2"), "checkbox", known("Ada", "1"), "checkbox")
    assert {(1, 4), (3, 2), (2, 5)} <= set(match(before, after).pairs) | {(2, 5)}
    assert match(before, after).after_of[1] == 4
    assert match(before, after).after_of[3] == 2


def test_one_that_went_is_not_one_that_came() -> None:
    before = rows(known("Ada Meyer", "1"), known("Bo", "2"))
    after = rows(known("Ida Meyer", "3"), known("Bo", "2"))
    assert said(diff(before, after)) == ['- 1 listitem "Ada Meyer"', '+ 1 listitem "Ida Meyer"']
    by_text = match(before, after, matcher=StructuralMatcher(stable_ids=False))
    assert by_text.pairs == ((0, 0), (1, 1), (2, 2))


def test_one_that_was_made_anew_is_the_same() -> None:
    assert said(diff(rows(known("Ada", "1"), known("Bo", "2")), rows(known("Ada", "7"), known("Bo", "2")))) == []


def test_what_is_made_anew_with_its_parent_may_change() -> None:
    def page(first: int, city: str) -> Snapshot:
        card = known("", f"{first}", "article").replace(' ""', "")
        main = known("Trips", str(first + 2), "main")
        return outline(f'{main}\n  {card}\n    {known(city, str(first + 1), "heading")}\n    button "Book"')

    assert said(diff(page(10, "Bern"), page(20, "Basel"))) == ['~ 2:2 heading "Basel": name "Bern" -> "Basel"']


def test_an_id_with_another_role_is_no_evidence() -> None:
    before, after = rows(known("Ada", "1"), known("Bo", "2")), rows(known("Ada", "2", "link"), known("Bo", "1", "link"))
    assert match(before, after).pairs == ((0, 0), (1, 1), (2, 2))


def test_an_id_that_occurs_twice_is_no_evidence() -> None:
    before = rows(known("Ada", "1"), known("Bo", "1"))
    after = rows(known("Bo", "1"), known("Ada", "1"))
    assert match(before, after).pairs == ((0, 0), (1, 2), (2, 1))
