"""A dict that keeps the items set last."""

from uidiff.backends.recently_used import RecentlyUsed


def test_an_item_that_is_set_is_the_newest_and_the_oldest_is_dropped() -> None:
    items = RecentlyUsed[str, int](2)
    for number, key in enumerate("abac"):
        items[key] = number
    assert dict(items) == {"a": 2, "c": 3}
