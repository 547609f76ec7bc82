"""``compare_runs``: the findings of two runs, aligned by their actions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import attrs

from uidiff.compare.alignment import aligned, signatures
from uidiff.compare.findings import KINDS, Finding, Loss, StepPair, checked_kinds, merged
from uidiff.compare.losses import Pair, losses_of_pairs
from uidiff.compare.lost_elements import lost_elements
from uidiff.compare.runs import Run, RunStep, StepPlace
from uidiff.diffing.tree_diff import diff
from uidiff.errors import InvalidSnapshot
from uidiff.matching.strategies import MatcherOption, resolve_matcher
from uidiff.model.snapshot import Snapshot

__all__ = ["RunComparison", "compare_runs"]


@attrs.frozen(kw_only=True)
class RunComparison:
    """What two runs have in common, and what the second one lost.

    Attributes:
        findings: the losses, the gravest kind first.
        compared: the pairs of steps.
        only_after: steps that only the second run has; they are no losses.
        notes: what could not be judged or was left out, in words.
    """

    findings: tuple[Finding, ...]
    compared: tuple[StepPair, ...]
    only_after: tuple[StepPlace, ...]
    notes: tuple[str, ...]

    def of_kinds(self, kinds: Iterable[str] = KINDS) -> tuple[Finding, ...]:
        """The findings of some kinds. UnknownName if there is no such kind."""
        wanted = checked_kinds(kinds)
        return tuple(finding for finding in self.findings if finding.kind in wanted)


def compare_runs(
    before: Run | Iterable[Snapshot], after: Run | Iterable[Snapshot], *, matcher: MatcherOption = "auto"
) -> RunComparison:
    """Find what a second run of a program lost for users of a screen reader or a keyboard.

    Args:
        before, after: the runs: what :func:`open_run` gave, or snapshots.
        matcher: pairs the elements, as of ``uidiff.diff``.

    Raises:
        InvalidSnapshot: a run cannot be read, has no snapshot, or no step of the one is a step of the other.
        UnknownName: no such matcher.
    """
    chosen = resolve_matcher(matcher)
    runs = tuple(run if isinstance(run, Run) else Run(snapshots=run) for run in (before, after))
    known = tuple(map(signatures, runs))
    for steps, run, which in zip(known, runs, ("first", "second"), strict=True):
        if not steps:
            raise InvalidSnapshot(f"the {which} run has no snapshot", run.name or "$", "record it again")
    pairs = aligned(*known)
    if not pairs:
        cure = "give two recordings of the same actions, two trees, or two folders with files of the same names"
        raise InvalidSnapshot("no step of the first run is a step of the second one", "$", cure)
    places = [[place for place, _ in steps] for steps in known]
    partners = [{pair[side] for pair in pairs} for side in (0, 1)]
    only = [[place for k, place in enumerate(places[side]) if k not in partners[side]] for side in (0, 1)]
    notes: dict[str, None] = {}
    found: list[tuple[StepPair, Loss]] = [
        ((place, None), Loss("missing-step", "step", place.action or "")) for place in only[0]
    ]
    for one, other in _walked(runs, pairs):
        pair = Pair.of(diff(_comparable(one.snapshot), _comparable(other.snapshot), matcher=chosen, ignore=["bounds"]))
        found += (((one.place, other.place), loss) for loss in _losses(pair))
        notes.update(dict.fromkeys(_notes(pair, other.place)))
    return RunComparison(
        findings=merged(found),
        compared=tuple((places[0][i], places[1][j]) for i, j in pairs),
        only_after=tuple(only[1]),
        notes=(*runs[0].notes, *(note for note in runs[1].notes if note not in runs[0].notes), *notes),
    )


def _walked(runs: Sequence[Run], pairs: Sequence[tuple[int, int]]) -> Iterator[tuple[RunStep, RunStep]]:
    """Yield the pairs of steps; each run is read once, and one step of each is held."""
    picked = [_picked(run, [pair[side] for pair in pairs]) for side, run in enumerate(runs)]
    yield from zip(*picked, strict=True)


def _picked(run: Run, wanted: Collection[int]) -> Iterator[RunStep]:
    kept = set(wanted)
    return (step for number, step in enumerate(run) if number in kept)


def _comparable(snapshot: Snapshot) -> Snapshot:
    """The snapshot without what differs in each run: ids, which would pair elements by chance, address and time."""
    no_ids = (None,) * len(snapshot)
    return Snapshot(
        snapshot.columns._replace(id=no_ids, id_stable=(False,) * len(snapshot)),
        attrs.evolve(
            snapshot.circumstances,
            **dict.fromkeys(("pid", "window", "document", "action", "taken_at", "url", "url_digest")),  # type: ignore[arg-type]
        ),
    )


def _losses(pair: Pair) -> Iterator[Loss]:
    if _is_other_page(pair):
        yield Loss("other-page", "page", pair.before.title or "", None, pair.before.title, pair.after.title)
        return
    yield from losses_of_pairs(pair)
    yield from lost_elements(pair)


def _is_other_page(pair: Pair) -> bool:
    """Whether less than half of the smaller tree has a partner."""
    return 2 * len(pair.delta.matching) < min(len(pair.before), len(pair.after))


def _notes(pair: Pair, place: StepPlace) -> Iterator[str]:
    if pair.before.partial or pair.after.partial:
        yield f"{place}: not read whole; what was not read is not judged"
    if not pair.comparable:
        yield "only one of the runs tells what the keyboard reaches: focus and states are not judged there"
