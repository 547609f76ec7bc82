"""Results as @playwright/mcp writes them, of a page with a list and a button."""

from collections.abc import Sequence

LAMPS = tuple(f"Lamp {number}" for number in range(1, 13))


def snapshot(items: Sequence[str] = LAMPS, *, status: str = "") -> str:
    """The aria snapshot of the page; an item has the same ref wherever it stands."""
    rows = [f"    - listitem [ref=e{100 + LAMPS.index(item)}]: {item}" for item in items]
    told = [f"  - status [ref=e9]: {status}"] if status else []
    return "\n".join(
        [
            "- generic [active] [ref=e1]:",
            '  - heading "Lamps" [level=1] [ref=e2]',
            '  - button "Remove the last" [ref=e3]',
            "  - list [ref=e4]:",
            *rows,
            *told,
        ]
    )


def result(items: Sequence[str] = LAMPS, *, status: str = "", url: str = "https://shop.example/") -> str:
    """The whole text of a tool's result."""
    tree = snapshot(items, status=status)
    return f"### Page\n- Page URL: {url}\n- Page Title: Shop\n### Snapshot\n```yaml\n{tree}\n```"


STEPS = tuple(result(LAMPS[:count]) for count in range(12, 4, -1))
"""The page, and what is there after each press of its button."""


def is_whole(text: str) -> bool:
    return "\n# full: " in text


def is_diff(text: str) -> bool:
    return "\n# diff: " in text
