"""spec/features#x7, spec/definitions#12-partial, spec/laws#10-what-was-not-read-is-never-said-to-be-removed: reads of
a part: when they are baselines, and that nothing unread is removed.
"""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from tests.live.witness import Witness, changes, opened, told, why
from uidiff.backends.scripted import Node, ScriptedUI
from uidiff.formats.choice import FIRST

# -------------------------------------------------------------- read in part


def test_definition_12_a_partial_read_is_the_baseline_if_there_is_none(ui: ScriptedUI) -> None:
    session = opened(ui)
    ui.cut(ui.find(name="Mails"))
    first = session.describe()
    assert why(first) == FIRST
    second = session.describe()
    assert told(second).before == first.snapshot
    assert changes(second) == {"newly_read": ["Mail 0", "Mail 1", "Mail 2"]}
    ui.find(name="Mail 0").remove()
    assert changes(session.describe()) == {"removed": ["Mail 0"]}


def test_definition_12_whole_partial_partial_whole_tells_the_changes_once_all_was_read(ui: ScriptedUI) -> None:
    session = opened(ui)
    whole = session.describe()
    ui.cut(ui.find(name="Mails"), times=2)
    ui.find(name="Mail 1").remove()
    ui.find(name="Search").value = "x"
    unread = ["Mail 0", "Mail 1", "Mail 2"]
    for _ in range(2):
        partial = session.describe()
        assert told(partial).before == whole.snapshot
        assert changes(partial) == {"changed": ["Search"], "unknown": unread}
    last = session.describe()
    assert told(last).before == whole.snapshot
    assert changes(last) == {"changed": ["Search"], "removed": ["Mail 1"]}
    assert changes(session.describe()) == {}


def test_definition_12_a_window_that_is_always_partial_goes_on(ui: ScriptedUI) -> None:
    session = opened(ui)
    ui.cut(ui.find(name="Mails"), times=100)
    session.describe()
    for turn in range(5):
        ui.add({"role": "status", "name": f"state {turn}"})
        ui.find(name="Mails").add({"role": "listitem", "name": f"unseen {turn}"})
        assert changes(session.describe()) == {"added": [f"state {turn}"]}


def test_definition_12_more_that_is_unread_than_in_the_baseline_is_no_baseline_and_less_is(ui: ScriptedUI) -> None:
    search, mails = ui.find(name="Search"), ui.find(name="Mails")
    search.add({"role": "button", "name": "Clear"})
    session = opened(ui)
    ui.cut(mails)
    first = session.describe()
    ui.cut(mails)
    ui.cut(search)
    assert told(session.describe()).before == first.snapshot
    ui.cut(mails)
    less = session.describe()
    assert told(less).before == first.snapshot
    assert changes(less) == {}
    ui.cut(search)
    assert changes(session.describe()) == {"unknown": ["Clear"], "newly_read": ["Mail 0", "Mail 1", "Mail 2"]}
    assert changes(session.describe()) == {"newly_read": ["Mail 0", "Mail 1", "Mail 2"]}
    assert changes(session.describe()) == {}


def test_definition_12_an_unread_part_that_is_new_is_no_baseline(ui: ScriptedUI) -> None:
    session = opened(ui)
    whole = session.describe()
    new = ui.find(name="Mail").add({"role": "group", "name": "New", "children": [{"role": "img", "name": "inside"}]})
    ui.cut(new)
    assert changes(session.describe()) == {"added": ["New"]}
    again = session.describe()
    assert told(again).before == whole.snapshot
    assert changes(again) == {"added": ["New", "inside"]}


def test_a_new_unread_element_in_a_part_that_was_unread_already_is_a_baseline(ui: ScriptedUI) -> None:
    mails = ui.find(name="Mails")
    session = opened(ui)
    ui.cut(mails)
    session.describe()
    new = mails.add({"role": "group", "name": "New", "children": [{"role": "img", "name": "inside"}]})
    ui.cut(new)
    second = session.describe()
    assert changes(second) == {"newly_read": ["Mail 0", "Mail 1", "Mail 2", "New"]}
    third = session.describe()
    assert told(third).before == second.snapshot
    assert changes(third) == {"newly_read": ["inside"]}


TREE = [
    {"role": "group", "name": name, "children": [{"role": "group", "name": f"{name}{k}", "children": leaves}]}
    for k, name in enumerate("ABC")
    for leaves in [[{"role": "button", "name": f"{name} {word}"} for word in ("in", "out")]]
]


@given(cuts=st.lists(st.lists(st.integers(0, 11), max_size=3), max_size=6), stable_ids=st.booleans())
def test_law_10_in_a_window_that_stands_still_no_read_however_partial_tells_a_change(
    cuts: list[list[int]],
    stable_ids: bool,  # an example
) -> None:
    ui = ScriptedUI([{"role": "window", "children": TREE}], stable_ids=stable_ids)
    session = opened(ui)
    session.describe()
    nodes = list(ui.top.descendants)
    for places in cuts:
        for place in places:
            ui.cut(nodes[place])
        report = session.describe()
        assert not set(changes(report)) - {"unknown"}
    assert changes(session.describe()) == {}


WORDS = ("ash", "birch", "cedar", "elm", "fir", "holly", "maple", "oak")  # unlike, so that none is taken for another

steps = st.lists(
    st.tuples(
        st.lists(st.integers(0, 30), max_size=2),  # what is not read below
        st.sampled_from(["", "add", "remove", "rename", "value"]),
        st.integers(0, 30),
    ),
    max_size=len(WORDS),
)


@given(steps)
def test_x_7_whole_and_partial_reads_in_any_order_tell_of_each_change_once(
    given_steps: Sequence[tuple[list[int], str, int]],
) -> None:
    ui = ScriptedUI([{"role": "window", "children": TREE}])
    session, witness = opened(ui), Witness(ui)
    base = session.describe()
    witness.of(base)
    renamed: set[Node] = set()
    for turn, (places, edit, at) in enumerate(given_steps):
        nodes = list(ui.top.descendants)
        node = nodes[at % len(nodes)]
        if edit == "add":
            node.add({"role": "text", "name": WORDS[turn]})
        elif edit == "remove" and node.parent is not None:
            node.remove()
        elif edit == "rename" and renamed.isdisjoint(_around(node)):
            node.name = WORDS[turn]
            renamed.add(node)
        elif edit == "value":
            node.value = f"value {turn}"
        nodes = list(ui.top.descendants)
        for place in places:
            ui.cut(nodes[place % len(nodes)])
        report = session.describe()
        witness.of(report)
        assert told(report).before == base.snapshot
        after = {element.id for element in report.snapshot}
        alive = {node.id for node in nodes}
        gone = [element.id for element in base.snapshot if element.id not in alive]
        assert {record.before.id for record in told(report).removed} <= set(gone)
        assert not {record.before.id for record in told(report).unknown} & after
        if not report.snapshot.partial:
            assert [record.before.id for record in told(report).removed] == gone
            base = report
            renamed.clear()


def _around(node: Node) -> list[Node]:
    """A node, what it is in, and what is in it: renamed together, they may be read as others."""
    above = [node]
    while above[-1].parent is not None:
        above.append(above[-1].parent)
    return [*above, *node.descendants]
