"""What alerts and live regions say that they did not say, and what they no longer say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import attrs

from uidiff.diffing.meaning.scene import Scene
from uidiff.diffing.meaning.side import Inherited, Side
from uidiff.diffing.records import Record
from uidiff.matching.matching import UNMATCHED
from uidiff.model.shape import NO_PARENT
from uidiff.text import fold, same_text

__all__ = ["ALERTS", "Talk", "alerts_talk", "live_regions_talk", "nearest_speaker", "records_of"]

ALERTS = frozenset({"alert", "alertdialog"})
_LIVE_ROLES = frozenset({"log", "status"})
"""Roles that are live without a state (WAI-ARIA 1.3: the implicit value of aria-live), but for alerts."""

_POLITENESS = frozenset({"assertive", "polite"})
_TABLES = frozenset({"grid", "table", "treegrid"})
_NOTHING_SAID = -2
"""In place of a live region: whatever stands here is no news of one."""


@attrs.frozen(eq=False, repr=False)
class Talk:
    """One who speaks, in both trees: an alert or a live region.

    Attributes:
        before, after: its index there, None where it is not.
        said: the after-indices of the texts that are new in it.
        unsaid: the before-indices of the texts that it no longer says, and nothing like them.
    """

    before: int | None
    after: int | None
    said: list[int]
    unsaid: list[int]


def alerts_talk(scene: Scene) -> list[Talk]:
    """What changed in alerts and alert dialogs, the outermost of several in each other."""
    if not any(side.has_role(*ALERTS) for side in _sides(scene)):
        return []
    before, after = (side.outermost(partial(_is_alert, side)) for side in _sides(scene))
    return _talks(scene, before, after)


def live_regions_talk(scene: Scene) -> list[Talk]:
    """What changed in live regions, the outermost of several in each other."""
    if not any(side.has_role(*_LIVE_ROLES) or side.has_state("live") for side in _sides(scene)):
        return []
    before, after = (Inherited(side.parent, NO_PARENT, _region_step(side)) for side in _sides(scene))
    return _talks(scene, before, after)


def nearest_speaker(side: Side) -> Inherited[int]:
    """For each element the nearest live region at or above it, NO_PARENT if there is none."""
    return side.nearest(partial(_is_live, side))


def _sides(scene: Scene) -> tuple[Side, Side]:
    return scene.before, scene.after


def _is_alert(side: Side, index: int) -> bool:
    return side.role(index) in ALERTS


def _is_live(side: Side, index: int) -> bool:
    return side.state(index, "live") in _POLITENESS or side.role(index) in _LIVE_ROLES


def _region_step(side: Side) -> Callable[[int, int], int]:
    """Finds the region of an element, given that of its parent. An alert in a region speaks for itself."""

    def step(index: int, above: int) -> int:
        live, role = side.state(index, "live"), side.role(index)
        if above == _NOTHING_SAID or role in ALERTS or (live and role in _TABLES):
            return _NOTHING_SAID
        if live == "off":
            return NO_PARENT
        return index if above == NO_PARENT and _is_live(side, index) else above

    return step


# ------------------------------------------------------------------ comparing


def _talks(scene: Scene, holder_before: Inherited[int], holder_after: Inherited[int]) -> list[Talk]:
    """Those that say something else: those that are there now in order, then those that went in order."""
    came, went, stayed = _touched(scene, holder_before, holder_after)
    said: dict[tuple[int, int], list[int]] = {}
    unsaid: dict[tuple[int, int], list[int]] = {}
    before, after = scene.before, scene.after
    for j in sorted((*came, *stayed)):
        holder = holder_after(j)
        if holder >= 0 and after.visible(j) and after.speaks(j):
            said.setdefault((after.partners[holder], holder), []).append(j)
    for i in sorted((*went, *(after.partners[j] for j in stayed))):
        holder = holder_before(i)
        if holder >= 0 and before.visible(i) and before.speaks(i):
            unsaid.setdefault((holder, before.partners[holder]), []).append(i)
    keys = sorted({*said, *unsaid}, key=lambda key: (key[1] == UNMATCHED, key[1], key[0]))
    talks = []
    for i, j in keys:
        new, old = _without_repeats(scene, said.get((i, j), []), unsaid.get((i, j), []), holder_before)
        if new or old:
            talks.append(Talk(None if i == UNMATCHED else i, None if j == UNMATCHED else j, new, old))
    return list(_not_made_anew(scene, talks))


def _touched(
    scene: Scene, holder_before: Inherited[int], holder_after: Inherited[int]
) -> tuple[list[int], list[int], list[int]]:
    """The elements whose words may differ: those that came, those that went, and those that stayed, by after-index.

    An element also begins to speak when the last text below it goes, and falls silent when one comes.
    """
    before, after = scene.before, scene.after
    stayed = {j for j, _ in scene.changed_in("name", "value")}
    stayed.update(scene.may_have_turned)
    beside = [after.parent(j) for j in after.alone] + [holder_after(j) for j in (*after.alone, *stayed)]
    beside_before = [before.parent(i) for i in before.alone] + [holder_before(i) for i in before.alone]
    beside += [before.partners[i] for i in beside_before if i >= 0]
    stayed.update(j for j in beside if j >= 0 and after.stays(j))
    return list(after.alone), list(before.alone), sorted(stayed)


def _without_repeats(
    scene: Scene,
    said: list[int],
    unsaid: list[int],
    holder_before: Inherited[int],
) -> tuple[list[int], list[int]]:
    """Without texts that are there on both sides, in whichever elements, or whose change is not reported."""
    before, after = scene.before, scene.after
    quiet = set()
    for j in said:
        i = after.partners[j]
        if i != UNMATCHED and before.visible(i) and holder_before(i) >= 0 and not _says_new_text(scene, j):
            quiet.add(i)
    for i in unsaid:
        j = before.partners[i]
        if j != UNMATCHED and not same_text(before.own_text(i), after.own_text(j)) and not _says_new_text(scene, j):
            quiet.add(i)
    kept = [j for j in said if after.partners[j] not in quiet]
    lost = [i for i in unsaid if i not in quiet]
    return _left(after, kept, before, lost), _left(before, lost, after, kept)


def _says_new_text(scene: Scene, index: int) -> bool:
    """Whether it is reported that an element has another name or value."""
    record = scene.changed_at(scene.after, index)
    return record is not None and not {"name", "value"}.isdisjoint(record.fields)


def _left(side: Side, indices: list[int], other: Side, others: list[int]) -> list[int]:
    """Those of the texts that have no equal among the others, the first equals paired with the first."""
    known = Counter(fold(other.own_text(index)) for index in others)
    left = []
    for index in indices:
        text = fold(side.own_text(index))
        if known[text]:
            known[text] -= 1
        else:
            left.append(index)
    return left


def _not_made_anew(scene: Scene, talks: Sequence[Talk]) -> Iterator[Talk]:
    """Without those that came and say, in the same role, what one says that went: they were made anew."""
    before, after = scene.before, scene.after

    def key(side: Side, holder: int, texts: list[int]) -> tuple[object, ...]:
        return (side.role(holder), *(fold(side.own_text(index)) for index in texts))

    came = Counter(key(after, t.after, t.said) for t in talks if t.before is None and t.after is not None)
    went = Counter(key(before, t.before, t.unsaid) for t in talks if t.after is None and t.before is not None)
    both = came & went
    left = {True: Counter(both), False: Counter(both)}
    for talk in talks:
        is_new = talk.before is None
        if talk.before is None and talk.after is not None:
            place = key(after, talk.after, talk.said)
        elif talk.after is None and talk.before is not None:
            place = key(before, talk.before, talk.unsaid)
        else:
            yield talk
            continue
        if left[is_new][place]:
            left[is_new][place] -= 1
        else:
            yield talk


def records_of(scene: Scene, side: Side, holder: int, texts: Sequence[int]) -> tuple[Record, ...]:
    """The records of some texts, and of the one who speaks if it came or went itself."""
    found: list[Record | None] = [scene.alone_at(side, holder)]
    for index in texts:
        changed = scene.changed_at(side, index)
        tells = changed is not None and not {"name", "value"}.isdisjoint(changed.fields)
        found.append(changed if tells else scene.behind(side, index))
    return scene.in_order(found)
