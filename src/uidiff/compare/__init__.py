"""What became less accessible from one run of a program to another: a gate for tests and pull requests.

    result = compare_runs(open_run("main.jsonl.gz"), open_run("branch.jsonl.gz"))
    for finding in result.findings:
        print(finding)

Two runs are aligned by their actions, and each pair of steps is compared. Reported is what a user of a screen reader or
a keyboard loses; what moved, is new, or is called otherwise is no loss.
"""

from uidiff.compare.comparing import RunComparison, compare_runs
from uidiff.compare.findings import KINDS, Finding
from uidiff.compare.runs import Run, RunStep, StepPlace, open_run

__all__ = ["KINDS", "Finding", "Run", "RunComparison", "RunStep", "StepPlace", "compare_runs", "open_run"]
