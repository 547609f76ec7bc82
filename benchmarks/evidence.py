"""What each kind of evidence of the structural matcher is worth: its accuracy without it.

One kind is taken away, the others stay as they are: what another kind finds as well costs nothing here. Scores are
means of the recordings (macro), by content, without ids. No rule and no constant was chosen with the recordings of the
set "later".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from unittest.mock import patch

import attrs

import uidiff
from benchmarks.recorded import PLACES, Entry, entries
from benchmarks.report import Report
from benchmarks.scoring import Scorer
from uidiff.matching.matching import Matching
from uidiff.matching.strategies import resolve_matcher
from uidiff.matching.structural.fields import UNKNOWN

__all__ = ["KINDS", "Without", "run"]

LOSS = 0.001
"""A recording needs a kind of evidence if its score is lower by this without it."""


def _nothing(*_: object, **__: object) -> None:
    """A step that pairs nothing, or a view that says nothing."""


def _unknown(*_: object) -> object:
    return UNKNOWN


def _none_repeated(*_: object) -> frozenset[int]:
    return frozenset()


KINDS: Mapping[str, Mapping[str, Callable[..., object]]] = {
    "rows of flat tables": {"matcher.with_rows": _nothing},
    "the place in a row": {"matcher.pair_by_column": _nothing},
    "equal subtrees": {"matcher.pair_equal_subtrees": _nothing},
    "names": {"matcher.pair_equal_names": _nothing},
    "wrappers": {"matcher.pair_unwrapped": _nothing, "matcher.pair_unwrapped_by_children": _nothing},
    "items as records": {"records.Records.odds": _nothing},
    "the key of a collection": {"records.columns_of": _unknown},
    "containers without a role as items": {"records._repeated": _none_repeated},
    "boxes": {"matcher.pair_same_place": _nothing, "matcher.pair_renamed_in_place": _nothing},
    "likeness": {"matcher.pair_alike": _nothing},
    "votes of texts": {"matcher.pair_by_votes": _nothing, "leftovers.pair_by_votes": _nothing},
    "equal siblings across others": {"matcher.pair_equal_across": _nothing},
    "the role between neighbours": {"matcher.pair_same_role": _nothing, "matcher.pair_only_of_role": _nothing},
    "moved subtrees": {"matcher.pair_moved_subtrees": _nothing},
    "votes of children": {"matcher.pair_by_children": _nothing},
}
"""By kind of evidence what is replaced in ``uidiff.matching.structural``, and by what."""


@attrs.frozen
class Without:
    """The structural matcher without one kind of evidence; with all, for ""."""

    kind: str = ""

    def match(self, before: uidiff.Snapshot, after: uidiff.Snapshot, *, given: Matching) -> Matching:
        matcher = resolve_matcher("structural")
        with ExitStack() as replaced:
            for name, other in KINDS.get(self.kind, {}).items():
                replaced.enter_context(patch(f"uidiff.matching.structural.{name}", other))
            return matcher.match(before, after, given=given)


def run() -> Report:
    report = Report("What each kind of evidence is worth (lenient F1 without ids, macro by content)")
    report.notes.append((__doc__ or "").strip())
    found = entries()
    groups: dict[str, Sequence[Entry]] = {place: [one for one in found if one.place == place] for place in PLACES}
    groups |= {f"{place}, later": [one for one in some if one.set == "later"] for place, some in groups.items()}
    groups = {name: some for name, some in groups.items() if some}
    rows = []
    with Scorer(found) as scorer:
        whole = {name: scorer.macro(Without(), some) for name, some in groups.items()}
        each = [one.f1("content") for one in scorer.tallies(Without(), found)]
        for kind in KINDS:
            scores = [one.f1("content") for one in scorer.tallies(Without(kind), found)]
            need = [entry.app for entry, a, b in zip(found, each, scores, strict=True) if a - b >= LOSS]
            lost = [f"{scorer.macro(Without(kind), some) - whole[name]:+.5f}" for name, some in groups.items()]
            rows.append([kind, *lost, len(need), ", ".join(need[:8]) + (", …" if len(need) > 8 else "")])
    with_all = ["(all of them)", *(f"{whole[name]:.5f}" for name in groups), "", ""]
    columns = ("without", *groups, "need it", "recordings")
    report.table("Score with all evidence, and what is lost without one kind", columns, [with_all, *rows])
    return report
