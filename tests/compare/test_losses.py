"""What a second run lost, kind by kind, and what is no loss."""

from copy import deepcopy
from typing import Any

import pytest

from tests.compare.pages import FOCUSABLE, button, changed, found, lost, shop, without
from uidiff import Snapshot, import_tree
from uidiff.compare import KINDS, compare_runs


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (changed("button", "Close", name=None), ['lost-name: button "Close" in form "Order": "Close" -> none']),
        (
            changed("button", "Close", name="\ue5cd"),
            ['lost-name: button "Close" in form "Order": "Close" -> "\ue5cd"'],
        ),
        (
            changed("textbox", name="you@example.com", states={**FOCUSABLE, "placeholder": "you@example.com"}),
            ['lost-name: textbox "Email" in form "Order": "Email" -> "you@example.com"'],
        ),
        (
            changed("button", "Pay", role="generic", name=None, children=[{"role": "text", "name": "Pay"}]),
            ['lost-role: button "Pay" in form "Order": button -> text'],
        ),
        (
            changed("button", "Pay", role="text", states=None),
            [
                'lost-role: button "Pay" in form "Order": button -> text',
                'not-focusable: button "Pay" in form "Order"',
            ],
        ),
        (changed("button", "Pay", states=None), ['not-focusable: button "Pay" in form "Order"']),
        (
            changed("textbox", description=None),
            ['lost-description: textbox "Email" in form "Order": "We write once." -> none'],
        ),
        (changed("navigation", role="generic"), ['lost-landmark: navigation "Home" in main: navigation -> generic']),
        (changed("heading", role="text", states=None), ['lost-heading: heading "Shop" in main: heading -> text']),
        (changed("heading", states={"level": 3}), ['heading-level: heading "Shop" in main: 1 -> 3']),
        (
            changed("button", "More", states=FOCUSABLE),
            ['lost-state: button "More" in form "Order": expanded -> none'],
        ),
        (changed("status", states=None), ["lost-state: status in main: live -> none"]),
        (
            changed("button", "Pay", states={**FOCUSABLE, "ariahidden": True}),
            ['hidden: button "Pay" in form "Order"'],
        ),
        (without("button", "Pay"), ['lost-element: button "Pay" in form "Order"']),
        (
            changed("textbox", states={**FOCUSABLE, "invalid": True}, description="No address"),
            ['new-error: textbox "Email: No address"'],
        ),
    ],
)
def test_a_loss_is_found_and_nothing_else(after: dict[str, Any], said: list[str]) -> None:
    assert lost(after) == said


def test_names_that_told_controls_apart_are_one_name_now() -> None:
    after = shop()
    for name in ("lamp", "chair", "desk"):
        found(after, "button", f"Remove {name}")["name"] = "Remove"
    assert lost(after) == [
        f'duplicate-name: button "Remove {name.lower()}" in listitem "{name}": "Remove {name.lower()}" -> "Remove"'
        for name in ("Lamp", "Chair", "Desk")
    ]
    assert lost(after, after) == []


def test_equal_losses_of_items_are_one_finding_with_their_number() -> None:
    after = shop()
    for item in found(after, "list")["children"]:
        item["role"] = "generic"
    before = Snapshot.from_dicts(shop())
    (finding,) = compare_runs([before], [Snapshot.from_dicts(after)]).findings
    assert (str(finding), finding.count) == ('lost-role: listitem in list "Basket": listitem -> generic', 3)


def test_a_landmark_that_is_gone_is_lost_if_its_content_stayed() -> None:
    after = shop()
    main = after["children"][0]
    main["children"][:1] = main["children"][0]["children"]
    assert lost(after) == ['lost-landmark: navigation "Home" in main: navigation -> none']
    assert lost(shop(), after) == []


def test_a_dialog_that_does_not_open_is_one_loss() -> None:
    before = deepcopy(shop())
    before["children"].append({"role": "dialog", "name": "Sure?", "children": [button("Yes"), button("No")]})
    assert lost(shop(), before) == ['lost-element: dialog "Sure?"']


def test_many_controls_that_are_gone_with_what_held_them_are_one_loss() -> None:
    before = deepcopy(shop())
    bar = {"role": "toolbar", "name": "Format", "children": [button(f"Tool {n}") for n in range(12)]}
    before["children"].append(bar)
    assert lost(shop(), before) == ['lost-element: toolbar "Format": 12 controls -> none']


def test_another_page_is_said_and_its_elements_are_not() -> None:
    other = {
        "role": "document",
        "name": "Error",
        "children": [{"role": "article", "children": [{"role": "link", "name": f"Way {n}"} for n in range(9)]}],
    }
    assert [one.partition(":")[0] for one in lost(other)] == ["other-page"]


def test_a_text_that_is_only_in_the_control_that_stayed_is_no_lost_role() -> None:
    """The first of two buttons is gone, and the other one has its name as its text."""
    before = shop()
    found(before, "form")["children"].append(button("Pay", children=[{"role": "text", "name": "Pay"}]))
    after = deepcopy(before)
    del found(after, "form")["children"][3]
    assert [one.split()[0] for one in lost(after, before)] == ["lost-element:"]


def test_a_button_of_a_sign_alone_that_is_gone_is_a_lost_element() -> None:
    before = shop()
    found(before, "form")["children"].append({"role": "button", "name": "×"})
    after = deepcopy(before)
    del found(after, "form")["children"][-1]
    assert lost(after, before) == ['lost-element: button "×" in form "Order"']


# what is no loss


def more_rows(page: dict[str, Any]) -> None:
    item = {"role": "listitem", "children": [{"role": "text", "name": "Bed"}, button("Remove bed")]}
    found(page, "list")["children"].insert(0, item)


def other_rows(page: dict[str, Any]) -> None:
    names = ("Pear", "Plum")
    found(page, "list")["children"] = [
        {"role": "listitem", "children": [{"role": "text", "name": name}, button(f"Remove {name.lower()}")]}
        for name in names
    ]


def fewer_rows(page: dict[str, Any]) -> None:
    del found(page, "list")["children"][1]


def renamed(page: dict[str, Any]) -> None:
    found(page, "button", "Pay")["name"] = "Pay 12.00"
    found(page, "heading")["name"] = "Shop (3)"


def moved(page: dict[str, Any]) -> None:
    parts = found(page, "main")["children"]
    parts.append(parts.pop(0))
    found(page, "form")["children"].reverse()


def disabled(page: dict[str, Any]) -> None:
    found(page, "button", "Pay")["states"] = {"disabled": True}


def opened(page: dict[str, Any]) -> None:
    found(page, "button", "More")["states"] = {**FOCUSABLE, "expanded": True}


def new_things(page: dict[str, Any]) -> None:
    page["children"].append({"role": "complementary", "name": "Help", "children": [button("Pay"), button("Ask")]})


def replaced(page: dict[str, Any]) -> None:
    """Another button, in the place of one that is gone."""
    children = found(page, "form")["children"]
    children[1] = button("Back to the lamps, and keep what is in the basket", automation_id="back")


@pytest.mark.parametrize(
    "edit", [replaced, more_rows, other_rows, fewer_rows, renamed, moved, disabled, opened, new_things]
)
def test_other_data_other_words_and_other_places_are_no_loss(edit: Any) -> None:  # noqa: ANN401  # a function
    after = shop()
    edit(after)
    assert lost(after) == []


def test_a_passing_message_is_no_loss_when_it_is_gone() -> None:
    before = shop()
    before["children"].append({"role": "alert", "children": [{"role": "text", "name": "Saved"}, button("Undo")]})
    assert lost(shop(), before) == []


def test_the_ids_of_two_runs_pair_nothing() -> None:
    """Each run numbers its elements anew; an id that both have is of other elements."""
    nodes = [{"role": "button", "name": name} for name in ("Back", "Save", "Print")]
    one = [{"role": "document"}, *({**node, "parent": 0, "id": f"{n}"} for n, node in enumerate(nodes))]
    other = [{"role": "document"}, *({**node, "parent": 0, "id": f"{2 - n}"} for n, node in enumerate(nodes))]
    runs = [[Snapshot.from_dicts(side)] for side in (one, other)]
    assert compare_runs(*runs).findings == ()


# what the trees do not tell


def test_what_was_not_read_is_no_loss_and_is_said() -> None:
    after = shop()
    found(after, "form").update(children=[], unread=True)
    result = compare_runs([Snapshot.from_dicts(shop())], [Snapshot.from_dicts(after)])
    assert result.findings == ()
    assert result.notes == ("step 0: not read whole; what was not read is not judged",)


def test_a_tree_without_focusability_is_not_judged_by_it() -> None:
    before = Snapshot.from_dicts(shop())
    after = import_tree(
        '- document "Shop":\n  - main:\n    - navigation:\n      - link "Home"\n    - heading "Shop" [level=1]\n'
        '    - list "Basket":\n      - listitem:\n        - text: Lamp\n        - button "Remove lamp"\n'
        '    - form "Order":\n      - textbox "Email"\n      - button "Close"\n      - button "More"\n'
        '      - button "Pay"\n'
        "    - status\n"
    )
    result = compare_runs([before], [after])
    assert {finding.kind for finding in result.findings} <= {"lost-description"}
    assert "only one of the runs tells what the keyboard reaches" in result.notes[0]


def test_in_a_tree_that_leaves_out_what_is_false_a_state_is_not_lost() -> None:
    """Playwright prints no [expanded] of what is collapsed."""
    runs = [[import_tree(f'- button "More"{state}\n- button "Pay"\n')] for state in (" [expanded]", "")]
    assert compare_runs(*runs).findings == ()


def test_the_focus_is_elsewhere_only_where_both_tell_of_it() -> None:
    focused = changed("button", "Pay", states={**FOCUSABLE, "focused": True})
    other = changed("button", "Close", states={**FOCUSABLE, "focused": True})
    assert lost(other, focused) == ['other-focus: button "Pay" in form "Order": "button Pay" -> "button Close"']
    assert lost(shop(), focused) == []


def test_each_kind_is_described_and_has_a_name_of_letters() -> None:
    assert all(words and kind.replace("-", "").isalpha() for kind, words in KINDS.items())
