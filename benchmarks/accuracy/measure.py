"""All that is measured on one recording, in a process of its own."""

from __future__ import annotations

import attrs

import uidiff
from benchmarks.accuracy.contestants import CONTESTANTS, STRATEGIES, STRUCTURAL
from benchmarks.accuracy.documents import weaker_pairs
from benchmarks.conditions import AUTHORS_IDS, CONDITIONS, NO_IDS, under
from benchmarks.corpus.score import Tally
from benchmarks.recorded import Entry, Recording, read, scored
from benchmarks.scoring import Tallies, content_of

__all__ = ["AUTO", "Measured", "measured"]

AUTO = "auto"
STRICT_ACROSS_DOCUMENTS = (STRUCTURAL, AUTO)


@attrs.define
class Measured:
    """What was found on a recording.

    Attributes:
        found: by contestant, without ids.
        reader: what a reader who follows the content without a fault scores by node: the ceiling.
        conditions: the strategy auto under each condition, by node.
        elements, with_id: how many elements there are, and have a unique author's id.
        weaker: pairs across navigations that are weaker than the specification allows, by strategy.
    """

    entry: Entry
    found: dict[str, Tallies] = attrs.field(factory=lambda: {name: Tallies() for name in CONTESTANTS})
    reader: Tally = attrs.field(factory=Tally)
    conditions: dict[str, Tally] = attrs.field(factory=lambda: {name: Tally() for name in CONDITIONS})
    elements: int = 0
    with_id: int = 0
    weaker: dict[str, int] = attrs.field(factory=lambda: dict.fromkeys(STRICT_ACROSS_DOCUMENTS, 0))

    @property
    def has_ceiling(self) -> bool:
        """Whether truth and reader differ."""
        return self.reader.scores()["lenient_f1"] < 1


def measured(entry: Entry) -> Measured:
    """Every contestant on every step of a recording, by both truths."""
    recording = read(entry)
    result = Measured(entry)
    for step in under(NO_IDS, recording).steps:
        content = content_of(recording, step)
        result.reader.count(step.truth, content.true_pairs)
        for name, contestant in CONTESTANTS.items():
            result.found[name].count(step.truth, content, contestant(step))
        if step.truth.is_navigation:
            for name in STRICT_ACROSS_DOCUMENTS:
                pairs = uidiff.match(step.before, step.after, matcher=STRATEGIES[name]).pairs
                result.weaker[name] += len(weaker_pairs(step.before, step.after, pairs))
    _in_conditions(recording, result)
    return result


def _in_conditions(recording: Recording, result: Measured) -> None:
    for condition in CONDITIONS:
        replayed = under(condition, recording)
        for step in replayed.steps:
            pairs = scored(step, uidiff.match(step.before, step.after, matcher=AUTO).pairs)
            result.conditions[condition].count(step.truth, pairs)
        if condition == AUTHORS_IDS:
            result.elements = sum(len(step.after) for step in replayed.steps)
            result.with_id = sum(sum(step.after.columns.id_stable) for step in replayed.steps)
