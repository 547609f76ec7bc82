"""What the tests of the mistakes share."""

from tests.outline import said
from uidiff import Snapshot, diff, match


def exactly(before: Snapshot, after: Snapshot, matcher: str = "auto", *, ignore: tuple[str, ...] = ()) -> list[str]:
    """What is said; and the delta is exact there and back, swapping the sides swaps what came and what went, and each
    side is empty against itself, the matcher being asked.
    """
    delta, back = (diff(*sides, matcher=matcher, ignore=ignore) for sides in ((before, after), (after, before)))
    assert delta.apply(before) == after
    assert back.apply(after) == before
    assert [came.after.index for came in delta.added] == [went.before.index for went in back.removed]
    assert [went.before.index for went in delta.removed] == [came.after.index for came in back.added]
    assert said(diff(before, before, matcher=match(before, before, matcher=matcher), ignore=ignore)) == []
    return said(delta)
