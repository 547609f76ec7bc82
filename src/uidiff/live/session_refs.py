"""The refs of a session: which element each names, whether it may be acted on, and what to say where it may not."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePath

from uidiff.diffing.refs import number_of_ref
from uidiff.errors import NotActionable, StaleRef
from uidiff.formats.values import iso_time
from uidiff.live.baselines import WindowState
from uidiff.live.known import Known
from uidiff.live.moments import seconds_of
from uidiff.live.sameness import called, difference
from uidiff.matching.concealed import concealed_in_itself
from uidiff.model.element import Element
from uidiff.model.redaction import Redaction
from uidiff.model.window import Window

__all__ = ["KnownTarget", "SessionRefs"]

_NEVER_TOLD = "is a ref that no element has had in this session"


class KnownTarget:
    """What a target was when it was read last: the key of its window, its application and process."""

    def __init__(self, target: object, number: int) -> None:
        self.target = target
        self.number = number
        self.key = ""
        self.app: str | None = None
        self.pid: int | None = None

    def is_for(self, target: object) -> bool:
        """Whether it is this target: the same object, or an equal text, number, path or description of a window."""
        by_value = isinstance(target, Window | str | int | PurePath) and type(target) is type(self.target)
        return self.target is target or (by_value and self.target == target)


class SessionRefs:
    """The windows that a session tracks, and the elements that its refs name."""

    def __init__(self) -> None:
        self._windows: dict[str, WindowState] = {}
        self._targets: list[KnownTarget] = []  # in the order of their last reads
        self._free = 1  # the lowest number that was never given

    def element(self, ref: str | int) -> Element:
        """The element of a ref, as it was at the last read.

        Raises:
            StaleRef: it was removed, or no element has had that ref.
        """
        number = number_of_ref(ref)
        known = self._known(number)
        return known.snapshot[known.refs.numbers.index(number)]

    def element_to_act_on(self, number: int) -> Element:
        """The element of a number, as it was at the last read, if it still is what the reader was told.

        Raises:
            StaleRef: it is gone, it was never told, or it shows another thing now.
        """
        element = self.element(number)
        window = self._window_of(number)
        known = None if window is None else window.tracker.told_of(number)
        if known is None or window is None:
            raise StaleRef(f"e{number} {_NEVER_TOLD}; describe the window, and take a ref of that")
        latest = window.tracker.latest
        if latest is not None and latest.known.snapshot.columns is known.snapshot.columns:
            return element
        before = known.snapshot[known.refs.numbers.index(number)]
        wrong = difference(before, element, known.snapshot, self._known(number).snapshot)
        if wrong:
            raise StaleRef(f"e{number} shows another thing: {wrong}; nothing was done: describe the window")
        return element

    def hidden(self, number: int) -> NotActionable | None:
        """The error for an element that the last read did not show though it lives on; None if there is none."""
        window = self._window_of(number)
        latest = None if window is None else window.tracker.latest
        if latest is None or number in latest.refs.numbers:
            return None
        known = latest.known
        place = known.refs.numbers.index(number)
        if not concealed_in_itself(known.snapshot)[place]:
            return None
        modal = next((one for one in latest.snapshot if one.states.get("modal") is True), None)
        said = f"e{number} {called(known.snapshot[place])}: it is "
        if modal is None:
            return NotActionable("hidden", f"{said}hidden", "open what holds it first")
        dialog = f"{called(modal)} e{latest.refs.numbers[modal.index]}"
        return NotActionable("covered", f"{said}behind {dialog}", "close that first")

    def stale(self, number: int) -> StaleRef:
        """The error that says since when a number names no element, what it was, and what is in its place."""
        moments = [window.tracker.went[number] for window in self._windows.values() if number in window.tracker.went]
        if number >= self._free:
            why = _NEVER_TOLD
        elif moments:
            why = f"was gone at the read of {iso_time(seconds_of(moments[0]))}"
        elif self._window_of(number) is not None:
            why = "is not there any more"
        else:
            why = "was gone at an earlier read"
        return StaleRef(f"e{number} {why}{self._was(number)}; describe the window again for the refs of today")

    def restless(self, number: int) -> StaleRef:
        """The error that says of an element that it is there, and cannot be told from another one for long enough."""
        problem = "or what is around it changes at each look: it may be another one by then"
        cure = "nothing was done: wait until it is still"
        return StaleRef(f"e{number} {called(self.element(number))}: it {problem}; {cure}")

    def _was(self, number: int) -> str:
        """What a number that is gone was when it was told, and what its live object shows now."""
        for window in reversed(self._windows.values()):
            told, latest = window.tracker.told, window.tracker.latest
            if told is None or latest is None or number not in told.known.refs.numbers:
                continue
            was = told.known.snapshot[told.known.refs.numbers.index(number)]
            said = f": it was {called(was)}"
            ids = latest.snapshot.columns.id
            if was.id is not None and was.id_stable and was.id in ids:
                place = ids.index(was.id)
                there = latest.refs.numbers[place]
                if there != number:
                    said += f", and its place shows {called(latest.snapshot[place])} e{there} now"
            return said
        return ""

    def _window_of(self, number: int) -> WindowState | None:
        """The window that shows the element of a number at its last read."""
        windows = reversed(self._windows.values())
        return next((window for window in windows if window.tracker.known_with(number) is not None), None)

    def _known(self, number: int) -> Known:
        """The tree with the element of a number, as it was read last; StaleRef if it was removed."""
        window = self._window_of(number)
        known = None if window is None else window.tracker.known_with(number)
        if known is None:
            raise self.stale(number)
        return known

    def explained(self, error: NotActionable, number: int, redact: Redaction) -> NotActionable:
        """The error of a backend with the element that it is about, and what covers that, by its ref."""
        element = self.element(number)
        problem = redact.mask(error.problem)
        numbers = self._numbers_by_id(number, error.covers)
        if numbers:
            cover = self.element(numbers[0])
            problem = f"it is covered by {called(cover)} e{numbers[0]}"
        said = f"e{number} {called(element)}: {problem}"
        return NotActionable(error.cause, said, error.cure, covers=error.covers, offers=error.offers)

    def _numbers_by_id(self, number: int, ids: Collection[str]) -> list[int]:
        """The numbers of the elements with these native ids, in the window of an element; in the order of the ids."""
        known = self._known(number)
        places = {id_: index for index, id_ in enumerate(known.snapshot.columns.id)} if ids else {}
        return [known.refs.numbers[places[id_]] for id_ in ids if id_ in places]

    def target_of(self, number: int, default: object) -> object:
        """The target by which the window of an element was read last."""
        window = self._window_of(number)
        key = "" if window is None else window.key
        return next((last.target for last in reversed(self._targets) if last.key == key), default)
