"""spec/features#d26, #d32, spec/definitions#14-filters and #5-roles, spec/bad-inputs#66: roles, scope, depth, prune
select from what was read whole.
"""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.common import matched_pairs
from tests.outline import outline, said
from uidiff import Snapshot, diff
from uidiff.diffing.refs import Refs
from uidiff.errors import DeltaMismatch, StaleRef, UnknownName
from uidiff.live.filters import Filter
from uidiff.model.roles import vocabulary

PAGE = """
    document "Shop"
      generic
        heading "Orders" {"states": {"level": 2}}
        list
          listitem
            list-marker "•"
            button "Buy"
          listitem
            text "sold out"
      generic "Footer"
        link "Terms"
        heading "More" {"states": {"level": 3}}
        text ""
"""


def names(snapshot: Snapshot) -> list[str]:
    return [f"{'  ' * one.depth}{one.role}{f' {one.name}' if one.name else ''}" for one in snapshot]


def kept(text: str | Snapshot = PAGE, **asked: object) -> list[str]:
    snapshot = outline(text) if isinstance(text, str) else text
    return names(Filter(**asked).select_tree(snapshot, Refs.first(len(snapshot)))[0])  # type: ignore[arg-type]


# ------------------------------------------------------------------------- roles


def test_d2_6_roles() -> None:
    assert kept(roles={"heading", "button"}) == ["heading Orders", "button Buy", "heading More"]


def test_kept_elements_hang_under_the_nearest_kept_ancestor() -> None:
    assert kept(roles=["list", "button", "text"]) == ["list", "  button Buy", "  text sold out", "text"]


@pytest.mark.parametrize(
    ("word", "role"),
    [
        *(("btn", "button"), ("Btn", "button"), ("Button", "button"), ("chk", "checkbox"), ("txt", "text")),
        *(("input", "textbox"), ("Edit", "textbox"), ("edit", "textbox"), ("lnk", "link"), ("web", "document")),
        *(("toggle", "switch"), ("item", "listitem"), ("p", "paragraph"), ("cell", "cell"), ("cell", "gridcell")),
        *(("image", "img"), ("Menuitemcheckbox", "menuitemcheckbox"), ("presentation", "none"), ("unknown", "unknown")),
    ],
)
def test_definition_5_filters_take_the_short_words_of_every_format(word: str, role: str) -> None:
    assert kept(Snapshot.from_dicts([{"role": role}, {"role": "slider"}]), roles=[word]) == [role]


def test_every_role_of_the_vocabulary_is_taken() -> None:
    for role in sorted(vocabulary()):
        assert kept(Snapshot.from_dicts([{"role": role, "native_role": role}]), roles=[role]) == [role]


def test_a_heading_by_its_level() -> None:
    assert kept(roles=["h2"]) == ["heading Orders"]
    assert kept(roles=["h2", "lnk"]) == ["heading Orders", "link Terms"]
    assert kept(roles=["h5"]) == []
    assert kept('generic\n  button {"states": {"level": 2}}', roles=["h2"]) == []


def test_a_role_of_the_platforms_own_is_taken_where_it_occurs() -> None:
    assert kept("window\n  fancy-dial\n  slider", roles=["fancy-dial"]) == ["fancy-dial"]
    assert kept("window\n  fancy-dial\n  slider", roles=["Fancy Dial"]) == ["fancy-dial"]


def test_a_word_means_all_that_formats_print_it_for() -> None:
    both = Snapshot.from_dicts([{"role": "switch"}, {"role": "toggle"}, {"role": "e5"}, {"role": "btn"}])
    assert kept(both, roles=["toggle"]) == ["switch", "toggle"]
    assert kept(both, roles=["role:toggle"]) == ["toggle"]
    assert kept(both, roles=["role:e5", "Role:btn"]) == ["e5", "btn"]


def test_a_native_role_is_taken_where_it_occurs() -> None:
    roles = ("push button", "toggle button", "frame")
    tree = Snapshot.from_dicts([{"role": role} for role in roles], platform="atspi")
    assert kept(tree, roles=["push button"]) == ["button"]
    assert kept(tree, roles=["push button", "window"]) == ["button", "window"]


NOTHING = ("buton", "fancy-dial", "", " ", "role:fancy", "häding", "btn]\n+ [", "e5", "h0", "x" * 50)


@pytest.mark.parametrize("word", NOTHING)
def test_bad_input_66_a_word_that_nothing_has_is_refused(word: str) -> None:
    with pytest.raises(UnknownName, match="unknown role"):
        kept(roles=["button", word])


def test_bad_input_66_the_error_says_what_may_be_meant() -> None:
    with pytest.raises(UnknownName, match="unknown role 'buton'; did you mean 'button'"):
        kept(roles=["buton"])


def test_a_role_is_known_if_either_side_has_it() -> None:
    before, after = outline('window\n  fancy-dial "A"'), outline("window")
    delta = diff(before, after)
    assert said(Filter(roles=["fancy-dial"]).select(delta).delta) == ['- 0 fancy-dial "A"']


# --------------------------------------------------------------- scope and depth


def test_d2_6_scope() -> None:
    assert kept(scope="e4") == [
        "list",
        "  listitem",
        "    list-marker •",
        "    button Buy",
        "  listitem",
        "    text sold out",
    ]
    assert kept(scope=4) == kept(scope="4") == kept(scope="e4")


def test_scope_is_the_number_and_not_the_place() -> None:
    snapshot = outline(PAGE)
    refs = Refs(tuple(range(113, 100, -1)), 200)
    chosen, numbers = Filter(scope="e107").select_tree(snapshot, refs)
    assert names(chosen) == ["button Buy"]
    assert numbers == Refs((107,), 200)


def test_d3_2_depth() -> None:
    assert kept(depth=1) == ["document Shop"]
    assert kept(depth=2) == ["document Shop", "  generic", "  generic Footer"]
    assert kept("window\n  button\nwindow\n  button", depth=1) == ["window", "window"]
    assert kept(depth=99) == names(outline(PAGE))


def test_depth_counts_from_the_scope() -> None:
    assert kept(scope="e4", depth=1) == ["list"]
    assert kept(scope="e4", depth=2) == ["list", "  listitem", "  listitem"]
    assert kept(scope="e4", depth=3, roles=["button"]) == ["button Buy"]


def test_a_ref_of_no_element_is_stale() -> None:
    with pytest.raises(StaleRef, match="e99 is not in this window"):
        kept(scope="e99")
    with pytest.raises(StaleRef, match="e99 is not in this window"):
        Filter(scope="e99").select(diff(outline(PAGE), outline(PAGE)))


def test_a_scope_that_went_is_looked_for_before_and_one_that_came_after() -> None:
    one, other = outline('window "W"\n  list "L"\n    listitem "A"'), outline('window "W"')
    assert said(Filter(scope="e2").select(diff(one, other)).delta) == ['- 0 list "L"', '  - 1 listitem "A"']
    assert said(Filter(scope="e2").select(diff(other, one)).delta) == ['+ 0 list "L"', '  + 1 listitem "A"']


def test_what_leaves_the_scope_or_comes_into_it_is_told() -> None:
    one = outline('window "W"\n  list "L"\n    button "A" id_stable {"id": "a"}\n  toolbar "T"')
    other = outline('window "W"\n  list "L"\n  toolbar "T"\n    button "A" id_stable {"id": "a"}')
    for scope in ("e2", "e4"):
        part = Filter(scope=scope).select(diff(one, other))
        assert [record.after.name for record in part.delta.moved] == ["A"]
        assert not part.delta.added
        assert not part.delta.removed


# ------------------------------------------------------------------------- prune


def test_d2_6_prune_leaves_out_what_says_nothing() -> None:
    assert kept(prune=True) == [
        "document Shop",
        "  heading Orders",
        "  list",
        "    listitem",
        "      button Buy",
        "    listitem",
        "      text sold out",
        "  generic Footer",
        "    link Terms",
        "    heading More",
    ]


SAYING = ('{"value": "v"}', '{"description": "d"}', '{"url": "/a"}', '{"actions": ["press"]}', "busy", "unread")


@pytest.mark.parametrize("given", [*SAYING, "focusable"])
def test_a_wrapper_that_says_something_stays(given: str) -> None:
    assert kept(f'window\n  generic {given}\n    button "A"', prune=True) == ["window", "  generic", "    button A"]


def test_a_wrapper_that_is_as_the_one_around_it_goes() -> None:
    tree = 'window\n  group "G" disabled\n    generic disabled\n      button "A" disabled'
    assert kept(tree, prune=True) == ["window", "  group G", "    button A"]


def test_leftovers_go() -> None:
    empty = 'window\n  text ""\n  text " "\n  line-break "x"\n  list-marker\n    text "1."\n  group'
    assert kept(f'{empty}\n  button\n  img "logo"', prune=True) == ["window", "  button", "  img logo"]


def test_a_text_that_a_name_repeats_stays() -> None:
    tree = 'window\n  button "Buy"\n    text "Buy"\n  generic "Total 5"\n    text "Total"\n    text "5"'
    assert len(kept(tree, prune=True)) == 6


def test_a_wrapper_that_begins_to_speak_is_kept_on_both_sides() -> None:
    one = outline('window\n  generic id_stable {"id": "g"}\n    button "A"')
    other = outline('window\n  generic "G" id_stable {"id": "g"}\n    button "A"')
    part = Filter(prune=True).select(diff(one, other))
    assert said(part.delta) == ['~ 1:1 generic "G": name null -> "G"']


# ------------------------------------------------------------------ several, none


def test_a_filter_that_asks_for_nothing_is_false() -> None:
    assert not Filter()
    assert not Filter(roles=set())
    for one in (Filter(roles={"button"}), Filter(scope=1), Filter(depth=1), Filter(prune=True)):
        assert one


def test_filters_that_ask_for_the_same_are_equal() -> None:
    one, other = Filter(roles=["link", "button"], scope="e12"), Filter(roles={"button", "link"}, scope=12)
    assert one == other
    assert hash(one) == hash(other)


@given(matched_pairs(), st.integers(1, 12), st.integers(1, 4), st.booleans())
def test_d2_6_what_is_kept_is_what_all_of_the_filter_holds_of_on_either_side(
    given: tuple,
    scope: int,
    depth: int,
    prune: bool,
) -> None:
    before, after, matching = given
    delta = diff(before, after, matcher=matching)
    chosen = Filter(scope=scope, depth=depth, prune=prune, roles=("button", "listitem", "generic"))
    if not any(scope in refs.numbers for refs in delta.refs):
        with pytest.raises(StaleRef):
            chosen.select(delta)
        return
    part = chosen.select(delta)
    alone = []
    for side, refs in zip((before, after), delta.refs, strict=True):
        found: set[int] = set()
        if scope in refs.numbers:
            _, numbers = chosen.select_tree(side, refs)
            found = {refs.numbers.index(number) for number in numbers.numbers}
        alone.append(found)
    expected = alone[0] | {i for i, j in matching.pairs if j in alone[1]}
    assert set(part.chosen[0].kept) == expected


@given(matched_pairs())
def test_each_part_of_a_filter_narrows(given: tuple) -> None:
    before, _, _ = given
    refs = Refs.first(len(before))
    if not len(before):
        return
    whole = Filter(scope=1, depth=2, prune=True, roles=("button", "row"))
    numbers = set(whole.select_tree(before, refs)[1].numbers)
    for wider in (
        attrs.evolve(whole, scope=None),
        attrs.evolve(whole, depth=None),
        attrs.evolve(whole, prune=False),
        attrs.evolve(whole, roles=()),
    ):
        assert numbers <= set(wider.select_tree(before, refs)[1].numbers)


# ------------------------------------------------------------------------ refused


def test_a_delta_that_was_read_from_a_file_is_to_be_bound_first() -> None:
    loaded = type(diff(outline(PAGE), outline(PAGE))).from_dict(diff(outline(PAGE), outline("window")).to_dict())
    with pytest.raises(DeltaMismatch, match="bind it"):
        Filter(depth=1).select(loaded)
