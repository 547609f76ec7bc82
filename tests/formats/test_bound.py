"""The bound by which a diff is sent without writing the whole tree: never above its real cost (spec/features#x6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.trees import edited, rows
from uidiff import Row, Snapshot, diff, render
from uidiff.formats.agent import format as agent_format
from uidiff.formats.agent.bound import least_tokens
from uidiff.formats.choice import full_or_diff
from uidiff.formats.options import RenderOptions
from uidiff.formats.role_sets import DROPPED
from uidiff.testing import snapshots
from uidiff.tokens import estimate_tokens

ROLES = (*sorted(DROPPED), "button", "generic", "link", "list", "option", "row", "text", "textbox", "treeitem")
TEXTS = st.one_of(st.none(), st.sampled_from(["", "a", "Save", "Save all 12", "\ue001", "-", "é è", "  x  "]))


@st.composite
def noisy_trees(draw: st.DrawFn) -> Snapshot:
    """Trees of the roles and texts that are folded, hoisted and dropped."""
    made = [Row(0, "window")]
    for _ in range(draw(st.integers(0, 25))):
        depth = draw(st.integers(1, made[-1].depth + 1))
        made.append(Row(depth, draw(st.sampled_from(ROLES)), draw(TEXTS), draw(TEXTS)))
    return Snapshot.from_rows(made)


@settings(max_examples=300, deadline=None)
@given(st.one_of(noisy_trees(), snapshots()), st.booleans(), st.booleans())
def test_it_is_never_above_what_the_text_of_the_tree_costs(tree: Snapshot, fold: bool, native: bool) -> None:
    options = RenderOptions(fold=fold, native_refs=native)
    text = agent_format.AgentFormat().tree(tree, diff(tree, tree).refs[1], options)
    assert least_tokens(tree, options) <= estimate_tokens(text)


def test_x_6_a_small_diff_of_a_large_tree_is_chosen_without_writing_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    given_rows = rows(10_000)
    before, after = Snapshot.from_rows(given_rows), Snapshot.from_rows(edited(given_rows, "three values"))
    delta = diff(before, after)
    expected = render(delta)
    monkeypatch.setattr(agent_format.AgentFormat, "tree", lambda *_: pytest.fail("the whole tree was written"))
    choice = full_or_diff(after, delta)
    assert (choice.mode, choice.reason, choice.text) == ("diff", "diff shorter than full", expected)
