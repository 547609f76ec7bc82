"""A dict that keeps the items set last."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

__all__ = ["RecentlyUsed"]

_K = TypeVar("_K")
_V = TypeVar("_V")


class RecentlyUsed(OrderedDict[_K, _V]):
    """A dict of at most ``most`` items: setting an item makes it the newest, and the oldest is dropped."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: _K, value: _V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
