"""What the tests of the mistakes share."""

from tests.outline import said
from uidiff import Snapshot, diff


def exactly(before: Snapshot, after: Snapshot, matcher: str, *, ignore: tuple[str, ...] = ()) -> list[str]:
    """What is said; and the delta is exact there and back, and swapping the sides swaps what came and what went."""
    delta, back = (diff(*sides, matcher=matcher, ignore=ignore) for sides in ((before, after), (after, before)))
    assert delta.apply(before) == after
    assert back.apply(after) == before
    assert [came.after.index for came in delta.added] == [went.before.index for went in back.removed]
    assert [went.before.index for went in delta.removed] == [came.after.index for came in back.added]
    assert said(diff(before, before, matcher=matcher)) == []
    return said(delta)
