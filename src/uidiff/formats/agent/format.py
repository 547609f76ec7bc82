"""The ``agent`` format: an unambiguous text in few tokens. docs/concepts/agent-format.md has its grammar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from uidiff.diffing.events import EVENTS
from uidiff.diffing.refs import Refs
from uidiff.diffing.summary import LIMIT, SHORTEST, summarize
from uidiff.diffing.table_rows import refs_with_rows
from uidiff.diffing.tree_diff import TreeDiff, with_table_rows
from uidiff.formats.agent.bound import least_tokens
from uidiff.formats.agent.printed_diff import PrintedDiff
from uidiff.formats.agent.record_blocks import added_blocks, removed_blocks, unread_blocks
from uidiff.formats.agent.statement_lines import (
    changed_blocks,
    circumstance_blocks,
    newly_printed_blocks,
    shifted_blocks,
)
from uidiff.formats.agent.tree_text import TreeWriter
from uidiff.formats.budget import TextBlock, within_budget
from uidiff.formats.options import RenderOptions
from uidiff.formats.outline import Outline
from uidiff.formats.ref_words import RefWords
from uidiff.matching.structural.flat_tables import with_any_rows
from uidiff.model.snapshot import Snapshot
from uidiff.text import quote, shorten

__all__ = ["AgentFormat"]

COUNTS = 20
"""Characters that the first line needs to have counts."""

_KINDS = ("added", "removed", "changed", "moved", "hidden", "shown", "not read", "not read before")
"""Kinds of blocks in the order of their counts in the first line."""

_BY_KIND = ("changed", "added", "removed", "moved", "shown", "hidden", "not read before", "not read")
"""Kinds of blocks in their order of importance, for blocks that no event refers to."""


class AgentFormat:
    """The text that a language model reads."""

    __api__ = 1
    native_refs = True
    least_tokens = staticmethod(least_tokens)

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """Return the text of a diff: a summary line, then the changes in document order."""
        with_rows = with_table_rows(delta) if delta and options.fold else delta
        told: Counter[str] = Counter()

        def blocks(clip: int | None) -> list[TextBlock]:
            renewed = _renewed_blocks(delta) if options.native_refs else []
            if not delta:
                Outline.share(delta.before, delta.after)  # for the next text
                return renewed
            if options.fold:
                found = _diff_blocks(with_rows, options, clip)
            else:
                from uidiff.formats.agent.unfolded import unfolded_blocks  # only what is not folded needs it

                found = unfolded_blocks(with_rows, bounds=options.bounds, native=options.native_refs, clip=clip)
            told.update({} if told else _told(found))
            return [*renewed, *(found if clip is None else _ranked(with_rows, found))]

        return within_budget(lambda room: _diff_head(delta, options, room, told), blocks, options)

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """Return the text of a whole tree: a line with the number of elements, then the elements."""

        def blocks(clip: int | None) -> list[TextBlock]:
            if not options.fold:
                from uidiff.formats.agent.unfolded import unfolded_tree  # as above

                words = RefWords.of(snapshot, refs, native=options.native_refs)
                return unfolded_tree(snapshot, words, bounds=options.bounds, clip=clip)
            tree = with_any_rows(snapshot)
            outline = Outline.of(tree.snapshot)
            words = RefWords.of(tree.snapshot, refs_with_rows(refs, tree), native=options.native_refs)
            writer = TreeWriter(
                outline, words, bounds=options.bounds, urls=options.urls, clip=clip, written=options.written
            )
            return [TextBlock("elements", [(line.indented, line.size) for line in writer.lines(outline.tops)])]

        return within_budget(lambda room: _tree_head(snapshot, options, room), blocks, options)


def _told(blocks: Iterable[TextBlock]) -> Counter[str]:
    """Return what the lines tell by kind, in the order of the kinds."""
    found: Counter[str] = Counter()
    for block in blocks:
        found[block.kind] += block.told
    return Counter({kind: found[kind] for kind in _KINDS if found[kind]})


def _diff_head(delta: TreeDiff, options: RenderOptions, room: int | None, told: Counter[str]) -> str:
    outside = options.outside_sentence
    if not delta:
        return f"# No change.{outside}"
    if options.summary and (room is None or room >= SHORTEST):
        limit = LIMIT if room is None else max(SHORTEST, room - len(outside))
        return f"# diff: {summarize(delta.delta, delta.events, limit=limit, told=told)}{outside}"
    outside = f".{outside}" if outside else ""
    if room is not None and room < COUNTS:
        return f"# diff: {delta.unchanged_count} unchanged{outside}"
    said = [f"{count} {kind}" for kind, count in told.items()]
    return f"# diff: {', '.join([*said, f'{delta.unchanged_count} unchanged'])}{outside}"


def _tree_head(snapshot: Snapshot, options: RenderOptions, room: int | None) -> str:
    """Return the number of elements, the title, the address, and what happened since the last text if it is known."""
    title, url = snapshot.title, snapshot.url
    is_roomy = room is None or room >= SHORTEST
    head = f"# full: {options.elements(len(snapshot))}"
    if title and title not in {element.name for element in snapshot.roots} and is_roomy:
        head += f" of {quote(title if room is None else shorten(title, room // 2))}"
    if url and "://" in url and is_roomy:  # neither about:blank nor data:
        head += f" at {quote(url if room is None else shorten(url, room // 2))}"
    unread = sum(snapshot.columns.unread)
    if unread:
        head += f", not read below {unread} of them"
    news = f" {options.news}" if options.news and (room is None or len(head) + len(options.news) < room) else ""
    sentences = f"{news}{options.outside_sentence}"
    return f"{head}.{sentences}" if sentences else head


def _diff_blocks(delta: TreeDiff, options: RenderOptions, clip: int | None) -> list[TextBlock]:
    """Return all lines of a bound delta as blocks."""
    context = PrintedDiff(delta, bounds=options.bounds, urls=options.urls, native=options.native_refs, clip=clip)
    return [
        *circumstance_blocks(context),
        *added_blocks(context, delta.added, "added", "+"),
        *added_blocks(context, delta.newly_read, "not read before", "+?"),
        *_concealed_blocks(context),
        *removed_blocks(context),
        *changed_blocks(context),
        *newly_printed_blocks(context),
        *shifted_blocks(context),
        *_moved_blocks(context),
        *unread_blocks(context),
    ]


def _renewed_blocks(delta: TreeDiff) -> list[TextBlock]:
    from uidiff.formats.agent.renewed_refs import renewed_blocks  # only of trees that another tool reads

    return renewed_blocks(delta)


def _concealed_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    if context.delta.hidden or context.delta.shown:
        from uidiff.formats.agent.hidden_blocks import hidden_blocks, shown_blocks  # rarely needed

        yield from shown_blocks(context)
        yield from hidden_blocks(context)


def _moved_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    if context.delta.moved or context.delta.reordered:
        from uidiff.formats.agent.moves import moved_blocks  # rarely needed

        yield from moved_blocks(context)


def _ranked(delta: TreeDiff, blocks: Iterable[TextBlock]) -> list[TextBlock]:
    """Return the blocks, each ranked by the most important event of its elements, else by its kind."""
    order = {kind: rank for rank, kind in enumerate(EVENTS)}
    before: dict[int, int] = {}
    after: dict[int, int] = {}
    for event in reversed(delta.events):  # the most important last: they overwrite the others
        rank = order.get(type(event), len(order))
        for record in event.records:
            if record.after is not None:
                after[record.after.index] = rank
            elif record.before is not None:
                before[record.before.index] = rank

    last = len(order) + len(_BY_KIND)  # blocks without elements: circumstances, which the head has too, and counts

    def rank_of(block: TextBlock) -> int:
        ranks = before if block.kind in {"removed", "hidden", "not read"} else after
        usual = len(order) + _BY_KIND.index(block.kind)
        return min((ranks.get(index, usual) for index in block.members), default=last)

    return [attrs.evolve(block, rank=rank_of(block)) for block in blocks]
