"""Reads windows: one call for a window with all its elements, more calls only if that fails.

One element with a faulty provider makes the call for the whole window fail. Then the children are read one by one, each
with its descendants, and so on down to the faulty element, which alone stays unread.
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

__all__ = ["RETRIES", "Fetch", "Fetched", "UiaNode", "cached"]

RETRIES = 3
PAUSE = 0.04
"""The number of retries of a failed read of a window, and the seconds between them, before its parts are read; most
failures are transient, as other readers of UI Automation have found.
"""

_T = TypeVar("_T")


@attrs.define(eq=False)
class UiaNode:
    """An element that was read.

    Attributes:
        element: an IUIAutomationElement with cached properties.
        children: its children; None if they are in its cache.
        unread: whether some of its descendants could not be read, or not yet.
        row: the finished row of an element that could not be read.
    """

    element: Any
    children: list[UiaNode] | None = None
    unread: bool = False
    row: Row | None = None

    def below(self) -> list[UiaNode]:
        """The children, from the cache if they are there."""
        if self.children is not None:
            return self.children
        found = self.element.GetCachedChildren()  # a null pointer if there are none
        return [UiaNode(found.GetElement(index)) for index in range(found.Length)] if found else []


@attrs.define(eq=False)
class Fetched:
    """What was read of a window so far; it is used even if the read did not finish.

    Attributes:
        requests: the requests of the read.
        roots: by handle, the window first; None for a window that exists and could not be read.
        complete: whether all roots were read; incomplete elements below them are unread.
    """

    requests: CacheRequests = attrs.field(init=False)
    roots: dict[int, UiaNode | None] = attrs.Factory(dict)
    complete: bool = False


def cached(element: Any, requests: CacheRequests, name: str) -> Any:  # noqa: ANN401  # a value of any type
    """A property in an element's cache, without default values: an unset property is a COM object of no useful type.

    None if this Windows does not have the property, or comtypes does not support the type of the VARIANT.
    """
    number = requests.properties.get(name)
    if number is None:
        return None
    try:
        return element.GetCachedPropertyValueEx(number, True)  # noqa: FBT003  # positional in COM
    except (NotImplementedError, LookupError):  # for a single VARIANT, or an array
        return None


class Fetch:
    """Reads a window and its further windows, in a thread that uses COM.

    Args:
        deadline: a moment of ``time.monotonic()`` after which no call is made and no answer kept.
        most: the number of elements that may be read one by one.
        into: takes what was read.
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
        """Read the window of a handle, and the further windows that are not among its descendants.

        Raises:
            BackendError: the window cannot be read.
            PermissionNeeded: its program has higher rights.
            ReadTimeout: the deadline came; ``into`` holds what was read.
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
        """Read a further window; None if it cannot be read or was closed."""
        try:
            node = self._window(handle)
        except BackendError:
            expect_time(self.deadline)
            self._into.roots[handle] = None
            return None
        self._into.roots[handle] = node
        return node

    def _window(self, handle: int) -> UiaNode:
        """Read a window with all its elements; if that fails, alone and unread."""
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
        """Make further windows that are children of a root into roots, such as dialogs below their owner."""
        tops = [root]
        while tops:
            top = tops.pop()
            if top.unread:  # read alone: its children are not known yet
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
        """Read the children of the elements that could only be read alone."""
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
                    node.below().append(read)
                    waiting += [read] if read.unread else []
            node.unread = not whole

    def _siblings(self, element: Any) -> Iterator[Any]:  # noqa: ANN401  # an IUIAutomationElement
        """The children of an element, in order; a final None if there may be more."""
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
        """Read an element with its descendants, or alone; True if it is gone, None if it cannot be read.

        Only the call for the element alone shows that it is gone; the first may fail for a descendant that is.
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
        """Make a call to another program; ReadTimeout if the deadline comes first."""
        expect_time(self.deadline)
        found = call(*given)
        expect_time(self.deadline)
        return found
