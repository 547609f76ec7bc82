"""The live objects behind elements of pages: what ``Session.handle`` gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import attrs

from uidiff.backends.web.call_plans import CallPlan

__all__ = ["AsyncWebHandle", "ElementPlans", "WebHandle"]


class ElementPlans(Protocol):
    """Plans for one element; the page reader has them."""

    def act(self, id_: str, action: str, value: str | None) -> CallPlan[None]:
        """Do an action."""
        ...

    def element_handle(self, id_: str) -> CallPlan[Any]:
        """Find Playwright's ElementHandle."""
        ...


@attrs.frozen
class WebHandle:
    """An element of a live page; handles of the same element are equal. Every method raises StaleRef if it is gone.

    Attributes:
        id: ``Element.id``.
    """

    id: str
    _plans: ElementPlans = attrs.field(eq=False, repr=False)
    _drive: Callable[[CallPlan[Any]], Any] = attrs.field(eq=False, repr=False)

    def click(self) -> None:
        """Click the element as soon as it is visible, stable, enabled and not covered."""
        self._drive(self._plans.act(self.id, "press", None))

    def fill(self, text: str) -> None:
        """Replace the text of the element."""
        self._drive(self._plans.act(self.id, "type", text))

    def focus(self) -> None:
        """Set the focus to the element."""
        self._drive(self._plans.act(self.id, "focus", None))

    def element_handle(self) -> Any:  # noqa: ANN401  # playwright.sync_api.ElementHandle
        """Playwright's ``sync_api.ElementHandle``; for a text node, that of its element."""
        return self._drive(self._plans.element_handle(self.id))


@attrs.frozen
class AsyncWebHandle:
    """A :class:`WebHandle` whose methods are awaited."""

    id: str
    _plans: ElementPlans = attrs.field(eq=False, repr=False)
    _drive: Callable[[CallPlan[Any]], Any] = attrs.field(eq=False, repr=False)

    async def click(self) -> None:
        """As :meth:`WebHandle.click`."""
        await self._drive(self._plans.act(self.id, "press", None))

    async def fill(self, text: str) -> None:
        """As :meth:`WebHandle.fill`."""
        await self._drive(self._plans.act(self.id, "type", text))

    async def focus(self) -> None:
        """As :meth:`WebHandle.focus`."""
        await self._drive(self._plans.act(self.id, "focus", None))

    async def element_handle(self) -> Any:  # noqa: ANN401  # playwright.async_api.ElementHandle
        """Playwright's ``async_api.ElementHandle``; for a text node, that of its element."""
        return await self._drive(self._plans.element_handle(self.id))
