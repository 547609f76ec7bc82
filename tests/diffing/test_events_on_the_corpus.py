"""spec/features#d15 on recorded UIs: precision and recall of the events against labels made by reading
(benchmarks/events).
"""

from benchmarks.events import judged


def test_d1_5_precision_and_recall_are_95_percent_on_80_steps_and_more() -> None:
    steps = list(judged())
    found, labelled, right = (
        sum(getattr(step, name).total() for step in steps) for name in ("found", "labelled", "right")
    )
    assert len(steps) >= 80
    assert right / found >= 0.95
    assert right / labelled >= 0.95
