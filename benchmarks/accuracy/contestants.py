"""Who is compared: uidiff's strategies, the naive rules of the corpus's scorer, and rules of peers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import uidiff
from benchmarks.corpus import score
from benchmarks.peers import PEERS, Rule
from benchmarks.recorded import RecordedStep, scored
from uidiff.matching.matching import Matching

__all__ = ["CONTESTANTS", "GROUPS", "STRATEGIES", "STRUCTURAL"]

Pairs: TypeAlias = set[tuple[int, int]]
Contestant: TypeAlias = Callable[[RecordedStep], Pairs]

STRUCTURAL = "structural"
STRATEGIES: dict[str, str] = {
    "id": "id",
    "name-role-parent": "name-role-parent",
    "content-hash": "content-hash",
    STRUCTURAL: "structural",
    "auto": "auto",
}
"""The name in the tables, and the matcher that is asked for."""


def _by_strategy(strategy: str, step: RecordedStep) -> Pairs:
    return scored(step, uidiff.match(step.before, step.after, matcher=STRATEGIES[strategy]).pairs)


def _by_naive_rule(rule: score.Matcher, step: RecordedStep) -> Pairs:
    return step.truth.predicted_by(rule)


def _by_peer(rule: Rule, step: RecordedStep) -> Pairs:
    pairs = Matching.from_pairs(rule(step.before, step.after), before=step.before, after=step.after).pairs  # one-to-one
    return scored(step, pairs)


GROUPS: dict[str, dict[str, Contestant]] = {
    "uidiff": {name: partial(_by_strategy, name) for name in STRATEGIES},
    "naive rules": {name: partial(_by_naive_rule, rule) for name, rule in score.BASELINES.items()},
    "rules of peers, re-implemented": {name: partial(_by_peer, rule) for name, rule in PEERS.items()},
}
"""The contestants in groups, as the plot shows them. Each answers a step with the pairs that count."""

CONTESTANTS: dict[str, Contestant] = {name: run for group in GROUPS.values() for name, run in group.items()}
