"""The calls to other programs: one for a window with all that is below it, more only where that fails.

One element whose program answers wrongly makes the call for a whole window fail. Then its elements are read one by
one, each with all that is below it, and only along the way to the bad one apart from that: so it alone stays unread.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import attrs

from uidiff.backends.deadlines import expect_time
from uidiff.backends.uia.client import Automation, CacheRequests, Package
from uidiff.backends.uia.failures import failed, is_final, is_gone
from uidiff.errors import BackendError
from uidiff.model.columns import Row

__all__ = ["PAUSE", "RETRIES", "Fetch", "Fetched", "UiaNode", "cached"]

RETRIES = 3
PAUSE = 0.04
"""So often, and after so many seconds, a window whose reading failed is read again before its parts are: most failures
are over by then (as other readers of UI Automation have found).
"""

_T = TypeVar("_T")


@attrs.define(eq=False)
class UiaNode:
    """An element that was read.

    Attributes:
        element: an IUIAutomationElement with its properties cached.
        children: the elements below it; None if they are in its cache.
        unread: something below it could not be read, or not yet.
        row: what is known of one that could not be read itself.
    """

    element: Any
    children: list[UiaNode] | None = None
    unread: bool = False
    row: Row | None = None

    def below(self) -> list[UiaNode]:
        """The elements below it, out of its cache if they are there."""
        return _cached_children(self.element) if self.children is None else self.children


@attrs.define(eq=False)
class Fetched:
    """What was read of a window so far: it is looked at also where reading did not come to its end.

    Attributes:
        requests: by what it was read.
        roots: by handle, the window first; None for one that is there and could not be read.
        complete: all roots are there; what is missing below them says so.
        calls: how many calls to other programs were made.
    """

    requests: CacheRequests | None = None
    roots: dict[int, UiaNode | None] = attrs.Factory(dict)
    complete: bool = False
    calls: int = 0

    @property
    def expected_requests(self) -> CacheRequests:
        """By what it was read, where something was."""
        if self.requests is None:
            raise AssertionError("reading begins with the requests")
        return self.requests


def cached(element: Any, requests: CacheRequests, name: str) -> Any:  # noqa: ANN401  # what the property has
    """A property out of an element's cache: what its program says, and no default value where that says nothing.

    There it is an object of COM's, which is of none of the kinds that properties have. None too where this Windows
    does not know the property, or comtypes not the type of the VARIANT: none that a property has.
    """
    number = requests.properties.get(name)
    if number is None:
        return None
    try:
        return element.GetCachedPropertyValueEx(number, True)  # noqa: FBT003  # as COM has it
    except (NotImplementedError, LookupError):  # of a plain VARIANT the one, of an array the other
        return None


class Fetch:
    """Reads a window and the further ones that are shown with it, in a thread that uses COM.

    Args:
        deadline: a moment of ``time.monotonic()``, after which nothing more is asked or kept.
        most: so many elements, at the most, are read one by one.
        into: what was read so far.
    """

    def __init__(self, package: Package, *, deadline: float, most: int, into: Fetched) -> None:
        self._error = package.error
        self._package = package
        self.deadline = deadline
        self._left = most
        self._into = into
        self._automation: Automation = None
        self._requests: Any = None

    def run(self, main: int, further: Iterable[int]) -> None:
        """Read the window of that handle, and the further ones that do not hang below it.

        Raises:
            BackendError: the window cannot be read. Its kinds: PermissionNeeded; ReadTimeout, where something may
                have been read all the same.
        """
        try:
            self._automation = self._package.automation()
        except (OSError, self._error) as error:
            raise failed("Windows cannot start UI Automation", error) from error
        self._requests = self._into.requests = CacheRequests.made(self._package, self._automation)
        roots = self._into.roots
        node = self._window(main)
        waiting = dict.fromkeys(further)
        roots[main] = node
        self._lift(node, waiting)
        while waiting:
            handle = next(iter(waiting))
            del waiting[handle]
            if (found := self._further(handle)) is not None:
                self._lift(found, waiting)
        self._into.complete = True
        self._open_all()

    # ---------------------------------------------------------------- windows

    def _further(self, handle: int) -> UiaNode | None:
        """A further window; None if it cannot be read, be it that it has gone."""
        try:
            node = self._window(handle)
        except BackendError:
            expect_time(self.deadline)
            self._into.roots[handle] = None
            return None
        self._into.roots[handle] = node
        return node

    def _window(self, handle: int) -> UiaNode:
        """A window with all that is below it; where that fails, alone, to be opened later."""
        for attempt in range(1 + RETRIES):
            try:
                return UiaNode(self._called(self._automation.ElementFromHandleBuildCache, handle, self._requests.whole))
            except self._error as error:
                if is_final(error):
                    break
            if attempt < RETRIES:
                time.sleep(PAUSE)
        try:
            alone = self._called(self._automation.ElementFromHandleBuildCache, handle, self._requests.alone)
        except self._error as error:
            raise failed("Windows cannot read the window", error) from error
        return UiaNode(alone, children=[], unread=True)

    def _lift(self, root: UiaNode, waiting: dict[int, None]) -> None:
        """Take the further windows that hang below a root, as dialogs do below their owner, out of there."""
        tops = [root]
        while tops:
            top = tops.pop()
            if top.unread:  # not opened yet: its windows are asked for one by one
                continue
            top.children = top.below()
            for child in tuple(top.children):
                handle = cached(child.element, self._requests, "NativeWindowHandle")
                if handle in waiting:
                    del waiting[handle]
                    self._into.roots[handle] = child
                    top.children.remove(child)
                    tops.append(child)

    # --------------------------------------------------------------- piecemeal

    def _open_all(self) -> None:
        """Read what is below those that could only be read alone."""
        roots = self._into.roots
        handles = {handle for handle, node in roots.items() if node is not None}
        waiting = [node for node in roots.values() if node is not None and node.unread]
        while waiting:
            node = waiting.pop()
            whole = True
            for child in self._siblings(node.element):
                read = None if child is None else self._subtree(child)
                whole = whole and read is not None
                if (
                    isinstance(read, UiaNode)
                    and cached(read.element, self._requests, "NativeWindowHandle") not in handles
                ):
                    _children(node).append(read)
                    waiting += [read] if read.unread else []
            node.unread = not whole

    def _siblings(self, element: Any) -> Iterator[Any]:  # noqa: ANN401  # an IUIAutomationElement
        """The elements below one, in order; None at last if there may be more."""
        walker = self._automation.RawViewWalker
        step, at = walker.GetFirstChildElement, element
        while True:
            try:
                at = self._called(step, at)
            except self._error:
                yield None
                return
            if not at:
                return
            if self._left == 0:
                yield None
                return
            self._left -= 1
            yield at
            step = walker.GetNextSiblingElement

    def _subtree(self, element: Any) -> UiaNode | bool | None:  # noqa: ANN401  # an IUIAutomationElement
        """An element with all that is below it, or alone; True if it has gone, None if it cannot be read.

        That it has gone is believed of it alone: with all below it, it may be one of those that has.
        """
        try:
            return UiaNode(self._called(element.BuildUpdatedCache, self._requests.whole))
        except self._error:
            pass
        try:
            return UiaNode(self._called(element.BuildUpdatedCache, self._requests.alone), children=[], unread=True)
        except self._error as error:
            return True if is_gone(error) else None

    def _called(self, call: Callable[..., _T], *given: object) -> _T:
        """What a call to another program gives, if it is in time."""
        expect_time(self.deadline)
        self._into.calls += 1
        found = call(*given)
        expect_time(self.deadline)
        return found


def _children(node: UiaNode) -> list[UiaNode]:
    if node.children is None:
        raise AssertionError("only an element that was read alone is opened")
    return node.children


def _cached_children(element: Any) -> list[UiaNode]:  # noqa: ANN401  # an IUIAutomationElement
    """The elements below one, out of its cache; COM gives a null pointer where there are none."""
    found = element.GetCachedChildren()
    return [UiaNode(found.GetElement(index)) for index in range(found.Length)] if found else []
