"""What the program tells the person: ErrorAppeared, StatusAnnounced (WAI-ARIA 1.3, "Live Region Roles")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from uidiff.diffing.events import ErrorAppeared, StatusAnnounced
from uidiff.diffing.meaning.scene import Scene
from uidiff.diffing.meaning.side import Inherited, Side
from uidiff.diffing.meaning.talk import ALERTS, Talk, live_regions_talk, nearest_speaker, records_of
from uidiff.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["errors_appeared", "statuses_announced"]

_CONTENT = frozenset(
    {
        *("row", "cell", "gridcell", "columnheader", "rowheader", "listitem", "option", "treeitem", "article"),
        *("menu", "menubar", "menuitem", "menuitemcheckbox", "menuitemradio", "link", "button", "heading", "code"),
        *("textbox", "searchbox", "combobox", "spinbutton"),
    },
)
"""What stands in one of these belongs to the document or to the controls, and is not said by the program."""

# ----------------------------------------------------------------------- errors


def errors_appeared(scene: Scene, alerts: Sequence[Talk], *, in_place: bool) -> Iterator[ErrorAppeared]:
    """ErrorAppeared in the order of what they are about; ``in_place``: nothing was navigated to or loaded."""
    found = [*_alerts(scene, alerts), *_invalid(scene), *(_messages(scene) if in_place else ())]
    yield from (event for _, event in sorted(found, key=lambda pair: pair[0]))


def _alerts(scene: Scene, talks: Sequence[Talk]) -> Iterator[tuple[int, ErrorAppeared]]:
    side = scene.after
    for talk in talks:
        if talk.after is not None and talk.said:
            records = records_of(scene, side, talk.after, talk.said)
            yield talk.after, ErrorAppeared(_joined(side, talk.said), side.role(talk.after), records=records)


def _invalid(scene: Scene) -> Iterator[tuple[int, ErrorAppeared]]:
    """Elements whose ``invalid`` is no longer false or absent (WAI-ARIA 1.3, "aria-invalid")."""
    side = scene.after
    for index, record in scene.changed_in("invalid"):
        before, after = record.fields["invalid"]
        if after and not before:
            yield index, ErrorAppeared(side.label(index), side.role(index), records=(record,))


def _messages(scene: Scene) -> Iterator[tuple[int, ErrorAppeared]]:
    side = scene.after
    in_alert = side.nearest(lambda index: side.role(index) in ALERTS)
    content = side.nearest(lambda index: side.role(index) in _CONTENT or side.state(index, "editable") is True)
    found = [
        index
        for index in side.alone
        if _message(scene, side, index) and side.visible(index) and in_alert(index) < 0 and content(index) < 0
    ]
    for index in side.outermost_of(_not_made_anew(scene, found)):
        label = _message(scene, side, index)
        yield index, ErrorAppeared(label, side.role(index), records=scene.in_order((scene.alone_at(side, index),)))


def _message(scene: Scene, side: Side, index: int) -> str:
    """The name or the value of an element if it is no longer than a message and has an error word, else ""."""
    texts = (side.columns.name[index] or "", side.columns.value[index] or "")
    rules = scene.rules
    return next((text for text in texts if len(text) <= rules.message_length and rules.tells_of_an_error(text)), "")


def _not_made_anew(scene: Scene, found: Sequence[int]) -> list[int]:
    """Without those for which an element of the same role and words went."""
    before, after = scene.before, scene.after

    def words(side: Side, index: int) -> tuple[str, ...]:
        return side.role(index), fold(side.columns.name[index]), fold(side.columns.value[index])

    gone = Counter(words(before, index) for index in before.alone) if found else Counter()
    kept = []
    for index in found:
        if gone[words(after, index)]:
            gone[words(after, index)] -= 1
        else:
            kept.append(index)
    return kept


# --------------------------------------------------------------------- statuses


def statuses_announced(scene: Scene, alerts: Sequence[Talk]) -> Iterator[StatusAnnounced]:
    """StatusAnnounced for what is said, in order, then for what is no longer there, in order."""
    talks = live_regions_talk(scene)
    side = scene.after
    for talk in talks:
        if talk.after is not None and talk.said:
            records = records_of(scene, side, talk.after, talk.said)
            yield StatusAnnounced(_joined(side, talk.said), side.role(talk.after), records=records)
    speaker = nearest_speaker(scene.before)
    gone = [pair for talk in talks for pair in _gone(scene, talk, speaker)]
    gone += [pair for talk in alerts for pair in _gone_alert(scene, talk)]
    yield from (event for _, event in sorted(gone, key=lambda pair: pair[0]))


def _gone(scene: Scene, talk: Talk, speaker: Inherited[int]) -> Iterator[tuple[int, StatusAnnounced]]:
    """The region, if it or all that it said went, else those of the regions within it that went: toasts."""
    if talk.before is None or not talk.unsaid:
        return
    if _is_silent(scene, talk):
        yield _gone_event(scene, talk.before, talk.unsaid)
        return
    toasts: dict[int, list[int]] = {}
    for index in talk.unsaid:
        toasts.setdefault(speaker(index), []).append(index)
    for toast, texts in toasts.items():
        if toast != talk.before and toast in scene.before.fresh_set:
            yield _gone_event(scene, toast, texts)


def _gone_alert(scene: Scene, talk: Talk) -> Iterator[tuple[int, StatusAnnounced]]:
    if (
        talk.before is not None
        and talk.unsaid
        and scene.before.role(talk.before) == "alert"
        and _is_silent(scene, talk)
    ):
        yield _gone_event(scene, talk.before, talk.unsaid)


def _is_silent(scene: Scene, talk: Talk) -> bool:
    """Whether nothing that could be read is left of what it said."""
    if talk.said:
        return False
    if talk.after is None:
        return True
    side = scene.after
    below = range(talk.after, side.end(talk.after))
    unread = any(side.columns.unread[below.start : below.stop])
    return not unread and not any(side.visible(index) and side.speaks(index) for index in below)


def _gone_event(scene: Scene, holder: int, texts: Sequence[int]) -> tuple[int, StatusAnnounced]:
    side = scene.before
    records = records_of(scene, side, holder, texts)
    return holder, StatusAnnounced(_joined(side, texts), side.role(holder), gone=True, records=records)


def _joined(side: Side, texts: Sequence[int]) -> str:
    return " ".join(map(side.own_text, texts))
