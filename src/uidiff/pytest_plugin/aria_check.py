"""The failure text of an aria baseline: which of its lines are nowhere, and what differs from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import attrs

from uidiff.diffing.events import ContentLoaded
from uidiff.diffing.records import Added, Record
from uidiff.diffing.tree_diff import TreeDiff, diff
from uidiff.errors import InvalidSnapshot
from uidiff.importers.registry import import_tree
from uidiff.importers.source import text_of
from uidiff.matching.matching import Matching
from uidiff.model.circumstances import REPORTED
from uidiff.model.files import read_whole
from uidiff.model.limits import Limits
from uidiff.model.redaction import HOLD_VALUES
from uidiff.model.snapshot import Snapshot
from uidiff.pytest_plugin.aria_template import AriaNode, AriaTemplate, Matches, read_template, text_matches
from uidiff.pytest_plugin.assertions import check_delta
from uidiff.pytest_plugin.change import ReadOptions
from uidiff.text import quote, shorten

__all__ = ["aria_reader", "load_template", "mismatch"]

_LINES = 5
"""The most lines of a baseline that a failure names."""

_LABEL = 80


def load_template(baseline: str | Path, folder: Path) -> tuple[AriaTemplate, str]:
    """Read a baseline, of a text or a file; with what to call it. Raises as ``UIDiff.check_aria``."""
    if isinstance(baseline, str):
        return read_template(baseline), "the aria baseline"
    if not isinstance(baseline, Path):
        raise TypeError(f"a baseline is a text or a pathlib.Path, got {type(baseline).__name__}")
    try:
        return read_template(text_of(read_whole(folder / baseline, Limits().max_file))), baseline.name
    except InvalidSnapshot as error:
        raise error.inside(quote(baseline.name)) from None


def aria_reader(target: object, options: ReadOptions) -> Callable[[], Snapshot] | None:
    """Return what reads the aria snapshot of a page or a locator, or a text of one; None for what a backend reads."""
    if isinstance(target, str) and target.lstrip().startswith("- "):
        return lambda: _imported(target, options)
    printed = getattr(target, "aria_snapshot", None)
    if printed is None and hasattr(target, "locator"):  # a page of an older Playwright
        printed = target.locator("body").aria_snapshot
    if printed is None:
        return None

    def read() -> Snapshot:
        text = printed()
        if not isinstance(text, str):
            if hasattr(text, "close"):
                text.close()
            raise TypeError("an async page is awaited: give the text, `await page.locator('body').aria_snapshot()`")
        return _imported(text, options)

    return read


def _imported(text: str, options: ReadOptions) -> Snapshot:
    return import_tree(text or "- document", format="aria", limits=options.limits, redact=options.redact)


def mismatch(template: AriaTemplate, snapshot: Snapshot, budget: int | None) -> str | None:
    """Return what differs from a baseline, as an agent reads it; None if the snapshot matches."""
    found = template.find(snapshot)
    if found.plain[0]:
        return None
    nowhere = list(_failing_lines(template, found))
    if len(nowhere) > _LINES:
        nowhere[_LINES:] = [f"and {len(nowhere) - _LINES} more lines"]
    delta, closed = _differences(template, found, snapshot)

    def may_be_there(record: Record) -> bool:
        return isinstance(record, Added) and closed.isdisjoint([above.index for above in record.after.ancestors][:1])

    result = check_delta(delta, expected=(), allowed=[may_be_there, ContentLoaded], partial=True)
    if result.passed:
        return "\n".join([*nowhere, "all of it is there, but not in this order, or not below one another"])
    unexpected = attrs.evolve(result, delta=result.rest)  # what the baseline does not mention is no news
    return "\n".join([*nowhere, unexpected.message(budget)])


def _words(node: AriaNode) -> str:
    return node.role + ("" if node.name is None else f" {quote(shorten(node.name, _LABEL))}")


def _failing_lines(template: AriaTemplate, found: Matches) -> Iterator[str]:
    """Yield the lines that match nothing though each line below them matches something."""
    for number, node in enumerate(template.nodes):
        if not node.role or found.plain[number] or not all(found.plain[child] for child in node.children):
            continue
        below = "has no such children, or has others" if found.alone[number] else "is nowhere"
        yield f"line {node.line}: {_words(node)} {below}"


def _differences(template: AriaTemplate, found: Matches, snapshot: Snapshot) -> tuple[TreeDiff, set[int]]:
    """Return the delta from the baseline, in which all that it does not mention is filled in, to the snapshot.

    Also the elements that may have no other children.
    """
    rows = _Rows(template)
    pairs = rows.paired(found, snapshot)
    actual = snapshot.to_dicts()
    for i, j in pairs.items():
        filled = {key: value for key, value in actual[j].items() if key != "parent"}
        wanted, node = rows.nodes[i], rows.source[i]
        if node.name is not None and not text_matches(node.name, snapshot.columns.name[j]):
            filled["name"] = node.name
        if "value" in wanted and not text_matches(str(wanted["value"]), snapshot.columns.value[j]):
            filled["value"] = wanted["value"]
        filled["states"] = {**dict(snapshot.columns.states[j]), **node.states}
        if i:  # the first one only holds the others
            filled |= {key: wanted[key] for key in ("role", "parent")}
        rows.nodes[i] = filled
    expected = Snapshot.from_dicts(rows.nodes)
    matching = Matching.from_pairs(pairs.items(), before=expected, after=snapshot)
    closed = {j for i, j in pairs.items() if rows.source[i].mode == "equal"}
    closed.update(*(range(j, snapshot.ends[j]) for i, j in pairs.items() if rows.source[i].mode == "deep-equal"))
    return diff(expected, snapshot, matcher=matching, ignore=["bounds", *REPORTED]), closed


class _Rows:
    """The elements of a baseline as a tree below one document, each with the node that it comes from.

    The text in a field is its value.
    """

    def __init__(self, template: AriaTemplate) -> None:
        self.nodes: list[dict[str, object]] = [{"role": "document"}]
        self.source = [AriaNode(0, "document")]
        self.numbers = [-1]
        parents = {child: number for number, node in enumerate(template.nodes) for child in node.children}
        places: dict[int, int] = {}
        for number, node in enumerate(template.nodes):
            above = places.get(parents.get(number, -1), 0)
            if node.role == "text" and self.nodes[above]["role"] in HOLD_VALUES:
                self.nodes[above]["value"] = node.name or ""
            elif node.role:  # without one its elements are side by side
                places[number] = len(self.nodes)
                states = {"states": node.states} if node.states else {}
                self.nodes.append({"role": node.role, "parent": above, "name": node.name, **states})
                self.source.append(node)
                self.numbers.append(number)

    def paired(self, found: Matches, snapshot: Snapshot) -> dict[int, int]:
        """Pair rows with elements: those that match first, then those of one role and name, of one name, of one role.

        A row is looked for below the element of the nearest row around it that has one.
        """
        roles, names = snapshot.columns.role, snapshot.columns.name
        pairs, used = {0: 0}, {0}

        def matches(i: int, j: int) -> bool:
            return j in found.plain[self.numbers[i]]

        def same_name(i: int, j: int) -> bool:
            name = self.source[i].name
            return name is not None and text_matches(name, names[j])

        def same_role(i: int, j: int) -> bool:
            return self.source[i].role == roles[j]

        def alike(i: int, j: int) -> bool:
            return same_role(i, j) and (self.source[i].name is None or same_name(i, j))

        for fits in (matches, alike, same_name, same_role):
            for i in range(1, len(self.nodes)):
                around = self.around(i, pairs)
                fitting = [j for j in range(around + 1, snapshot.ends[around]) if j not in used and fits(i, j)]
                if i not in pairs and fitting and (fits is not same_role or len(fitting) == 1):
                    pairs[i] = fitting[0]
                    used.add(fitting[0])
        return pairs

    def around(self, i: int, pairs: Mapping[int, int]) -> int:
        """Return the element of the nearest row around a row that has one."""
        above = i
        while above and (above == i or above not in pairs):
            above = int(str(self.nodes[above]["parent"]))
        return pairs[above]
