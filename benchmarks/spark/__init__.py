"""Recordings by the million elements: uidiff's functions for Spark beside what one would write without them.

It runs when it is named (``python -m benchmarks spark``), as it needs Java 17 or later. Workers import this package
too: it loads nothing until it is run.
"""

from __future__ import annotations

from benchmarks.report import Report

__all__ = ["run"]


def run() -> Report:
    from benchmarks.spark.whole import run_all

    return run_all()
