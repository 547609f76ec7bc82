"""Scripted sessions, and the obvious answers about them: loops over the core, one look at a time."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import attrs
import pyarrow as pa
from hypothesis import strategies as st

from uidiff import Snapshot
from uidiff.arrow import SNAPSHOTS, batch_of, snapshots_of
from uidiff.arrow.convert import batch_of_errors
from uidiff.model.states import BOOLEAN_STATES, THREE_VALUED_STATES
from uidiff.testing.strategies import edited, edits, snapshots
from uidiff.text import fold

ACTIONS = (None, "press e3", 'click button "Save 1"', 'type "x" into textbox "User"', "wait")


@attrs.frozen
class Scripted:
    """A look of a script: a tree, or a failed read; ``seconds`` since midnight, if known."""

    seq: int
    action: str | None
    snapshot: Snapshot | None
    seconds: float | None


def page(*children: dict[str, Any], **circumstances: Any) -> Snapshot:  # noqa: ANN401  # those of a snapshot
    return Snapshot.from_dicts({"role": "window", "children": list(children)}, **circumstances)


def table_of(script: Sequence[Scripted], session: str | None = "s", window: str | None = "w") -> pa.Table:
    """The rows of a script, in its order."""
    batches = []
    for look in script:
        if look.snapshot is None:
            made = batch_of_errors(
                [(look.seq, "no answer", look.seconds)], session=session, window=window, actions=[look.action]
            )
        else:
            known = attrs.evolve(look.snapshot.circumstances, action=look.action, taken_at=look.seconds, window=window)
            made = batch_of([Snapshot(look.snapshot.columns, known)], session=session, seqs=[look.seq])
        batches.append(made)
    return pa.Table.from_batches(batches, schema=SNAPSHOTS)


@st.composite
def scripts(draw: st.DrawFn, most: int = 7) -> list[Scripted]:
    """Looks that follow one another by edits, with actions, failed reads and clocks that go back."""
    tree = draw(snapshots(circumstances=False, secrets=True))
    script = []
    clock = 86_390.0
    for number in range(draw(st.integers(1, most))):
        if draw(st.booleans()):
            tree = draw(edited(tree, scripts=edits(max_edits=2))).after
        clock += draw(st.sampled_from([0.0, 0.5, 7.0, -3.0]))
        fails = draw(st.integers(0, 5)) == 0
        seconds = None if draw(st.integers(0, 7)) == 0 else clock
        script.append(Scripted(2 * number, draw(st.sampled_from(ACTIONS)), None if fails else tree, seconds))
    return script


PARTS: tuple[dict[str, Any], ...] = (
    {"role": "heading", "name": "Inbox 3"},
    {"role": "heading", "name": "Inbox 1,204"},
    {"role": "status", "children": [{"role": "text", "name": "Saved"}]},
    {"role": "status", "children": [{"role": "text", "name": "Saved 2"}, {"role": "button", "name": "Undo"}]},
    {"role": "alert", "name": "Error: no such mail"},
    {"role": "timer", "name": "one", "children": [{"role": "text", "name": "two"}]},
    {"role": "checkbox", "name": "Read", "states": {"checked": True, "focused": True}},
    {"role": "checkbox", "name": "Read", "value": "x"},
)


@st.composite
def walks(draw: st.DrawFn, most: int = 8) -> list[Scripted]:
    """Looks at a few pages in turn: screens and actions come again, parts are there for a moment, reads fail."""
    pages = draw(
        st.lists(st.lists(st.sampled_from(PARTS), max_size=3).map(lambda parts: page(*parts)), min_size=2, max_size=3)
    )
    actions = st.sampled_from([None, None, 'click button "Save 1"', 'click button "Save 2"'])
    clock = 0.0
    script = []
    for number in range(draw(st.sampled_from([*range(1, most + 1), most, most]))):
        clock += draw(st.sampled_from([0.5, 0.5, 2.0, -1.0]))
        tree = None if draw(st.integers(0, 9)) == 0 else draw(st.sampled_from(pages))
        seconds = None if draw(st.integers(0, 9)) == 0 else clock
        script.append(Scripted(2 * number, draw(actions), tree, seconds))
    return script


def trees_of(script: Sequence[Scripted]) -> dict[int, Snapshot]:
    """The trees of a script by their numbers, as a table gives them back."""
    looks = [look for look in script if look.snapshot is not None]
    return dict(zip([look.seq for look in looks], snapshots_of(table_of(looks)), strict=True))


def masked(text: str) -> str:
    """With 0 for each number."""
    return re.sub(r"[0-9]+([.,:][0-9]+)*", "0", text)


def screen_of(snapshot: Snapshot) -> tuple[object, ...]:
    """What counts of a tree, by the words of spec/definitions#32-tables."""
    counting = {*BOOLEAN_STATES, *THREE_VALUED_STATES}
    counting -= {"ariahidden", "busy", "focusable", "focused", "offscreen"}
    found: list[object] = []
    for element in snapshot:
        above = [element, *element.ancestors]
        ticks = any(one.role in {"timer", "marquee", "progressbar", "scrollbar"} for one in above)
        name = "" if ticks else masked(fold(element.name or ""))
        states = {state: value for state, value in element.states.items() if state in counting}
        found.append((len(above), element.role, name, sorted(states.items())))
    return tuple(map(repr, found))


@attrs.frozen
class Step:
    """A step by the obvious loop: the looks, the one before them, and whether the two can be compared."""

    action: str | None
    looks: list[Scripted]
    start: Scripted | None
    comparable: bool


def steps_of(script: Sequence[Scripted]) -> Iterator[Step]:
    """Cut a script into steps, with all of it at hand."""
    cuts = [
        place
        for place, look in enumerate(script)
        if place == 0
        or look.action is not None
        or look.snapshot is None
        or script[place - 1].snapshot is None
        or (script[place - 1].action is None and all(one.snapshot is None for one in script[: place - 1]))
    ]
    for start, stop in zip(cuts, [*cuts[1:], len(script)], strict=True):
        before = [look for look in script[:start] if look.snapshot is not None]
        hidden = start > 0 and script[start - 1].snapshot is None and script[start].action is not None
        yield Step(script[start].action, list(script[start:stop]), before[-1] if before else None, not hidden)
