"""Where the focus is: FocusMoved (WAI-ARIA 1.3, "Managing Focus"; Core-AAM: the state ``focused``)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress, count

from uidiff.diffing.events import FocusMoved
from uidiff.diffing.meaning.scene import Scene
from uidiff.diffing.meaning.side import Side

__all__ = ["focus_moved", "holders"]

_FOCUSED = ("focused", True)


def holders(side: Side) -> list[int]:
    """The focused elements but for roots: visible ones first, deep ones first, then in document order.

    Programs leave the state on what they have hidden, so of several holders a visible one is believed.
    """
    states, depths = side.columns.states, side.columns.depth
    distinct = dict(zip(map(id, states), states, strict=True))  # equal states are mostly one object
    with_focus = {key for key, pairs in distinct.items() if _FOCUSED in pairs}
    if not with_focus:
        return []
    found = compress(count(), map(with_focus.__contains__, map(id, states)))
    return sorted(
        (index for index in found if depths[index]),
        key=lambda index: (not side.visible(index), -depths[index], index),
    )


def focus_moved(scene: Scene) -> Iterator[FocusMoved]:
    """At most one FocusMoved: to the deepest newly focused element, or away from the one that had the focus."""
    if not scene.reports("focused"):
        return
    before, after = scene.before, scene.after
    turned = [j for j, record in scene.changed_in("focused")]
    gained = [j for j in turned if after.state(j, "focused")]
    gained += [j for j in after.alone if _FOCUSED in after.columns.states[j]]
    lost = [after.partners[j] for j in turned if not after.state(j, "focused")]
    lost += [i for i in before.alone if _FOCUSED in before.columns.states[i]]
    lost = [i for i in lost if before.columns.depth[i]]
    if lost:
        gained += [record.after.index for record in scene.delta.newly_read if _FOCUSED in record.after.states.items()]
    gained = [j for j in gained if after.columns.depth[j]]
    if not gained and not lost:
        return
    held = holders(before)
    keeping = [before.partners[i] for i in held[:1] if _keeps_focus(scene, i)]
    gained = [j for j in gained if not any(j < holder < after.end(j) for holder in keeping)]
    from_label = before.label(held[0]) if held else ""
    losing = [scene.alone_at(before, i) or scene.changed_at(before, i) for i in held[:1] if not _keeps_focus(scene, i)]
    if gained:
        new = min(gained, key=lambda j: (not after.visible(j), -after.columns.depth[j], j))
        if not _is_made_anew(scene, new):
            own = scene.alone_at(after, new) or scene.changed_at(after, new)
            records = scene.in_order((own, *losing))
            yield FocusMoved(after.label(new), after.role(new), from_label, records=records)
    elif held and held[0] in lost and not holders(after):
        yield FocusMoved("", "", from_label, records=scene.in_order(losing))


def _keeps_focus(scene: Scene, index: int) -> bool:
    """Whether a holder from before stayed and is focused after."""
    before = scene.before
    return before.stays(index) and _FOCUSED in scene.after.columns.states[before.partners[index]]


def _is_made_anew(scene: Scene, index: int) -> bool:
    """Whether the new holder came, and one of its role and label went with the focus."""
    before, after = scene.before, scene.after
    if scene.alone_at(after, index) is None:
        return False
    gone = (i for i in before.alone if _FOCUSED in before.columns.states[i])
    new = after.role(index), after.label(index)
    return any((before.role(i), before.label(i)) == new for i in gone)
