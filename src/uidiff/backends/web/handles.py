"""The live objects behind elements: what ``Session.handle`` gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import attrs

from uidiff.backends.web.call_plans import CallPlan

__all__ = ["AsyncWebHandle", "Grip", "WebHandle"]


class Grip(Protocol):
    """What a handle can do with its element, as plans."""

    def acting(self, id_: str, action: str, value: str | None) -> CallPlan[None]:
        """Do an action."""
        ...

    def holding(self, id_: str) -> CallPlan[Any]:
        """Playwright's ElementHandle."""
        ...


@attrs.frozen
class WebHandle:
    """An element of a live page; equal to another handle of the same element. Each method raises StaleRef if it went.

    Attributes:
        id: the element's, as it was read.
    """

    id: str
    _grip: Grip = attrs.field(eq=False, repr=False)
    _drive: Callable[[CallPlan[Any]], Any] = attrs.field(eq=False, repr=False)

    def click(self) -> None:
        """Click it, as soon as it can be: seen, still, enabled, and with nothing over it."""
        self._drive(self._grip.acting(self.id, "press", None))

    def fill(self, text: str) -> None:
        """Put a text in the place of what it holds."""
        self._drive(self._grip.acting(self.id, "type", text))

    def focus(self) -> None:
        """Put the focus there."""
        self._drive(self._grip.acting(self.id, "focus", None))

    def element_handle(self) -> Any:  # noqa: ANN401  # playwright.sync_api.ElementHandle
        """Playwright's own handle, ``playwright.sync_api.ElementHandle``; of a text, that of the element around it."""
        return self._drive(self._grip.holding(self.id))


@attrs.frozen
class AsyncWebHandle:
    """As :class:`WebHandle`, awaited."""

    id: str
    _grip: Grip = attrs.field(eq=False, repr=False)
    _drive: Callable[[CallPlan[Any]], Any] = attrs.field(eq=False, repr=False)

    async def click(self) -> None:
        """As :meth:`WebHandle.click`."""
        await self._drive(self._grip.acting(self.id, "press", None))

    async def fill(self, text: str) -> None:
        """As :meth:`WebHandle.fill`."""
        await self._drive(self._grip.acting(self.id, "type", text))

    async def focus(self) -> None:
        """As :meth:`WebHandle.focus`."""
        await self._drive(self._grip.acting(self.id, "focus", None))

    async def element_handle(self) -> Any:  # noqa: ANN401  # playwright.async_api.ElementHandle
        """As :meth:`WebHandle.element_handle`, of ``playwright.async_api``."""
        return await self._drive(self._grip.holding(self.id))
