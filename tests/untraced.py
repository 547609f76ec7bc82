"""Tests that run without coverage: they compute much, and execute no line that other tests do not execute as well."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["UNTRACED", "not_traced"]

UNTRACED = (
    "tests/arrow/test_same_rows.py",
    "tests/backends/atspi/test_atspi_sessions.py",
    "tests/benchmarks/",
    "tests/cli/test_act.py",
    "tests/corpus/",
    "tests/diffing/test_corpus.py",
    "tests/diffing/test_corpus_conditions.py",
    "tests/diffing/test_delta_damage.py",
    "tests/diffing/test_diff_oracles.py",
    "tests/diffing/test_event_scale.py",
    "tests/formats/agent/test_untrusted_text.py",
    "tests/formats/html/test_exact_trees.py",
    "tests/formats/html/test_using.py",
    "tests/formats/test_every_format.py",
    "tests/formats/test_honesty.py",
    "tests/importers/test_corpus.py",
    "tests/importers/test_foreign.py",
    "tests/laws/",
    "tests/live/test_corpus_sessions.py",
    "tests/live/test_d3_observe_oracle.py",
    "tests/live/test_file_store_processes.py",
    "tests/live/test_hostile_texts_in_sessions.py",
    "tests/live/test_session_machine.py",
    "tests/live/test_since_after_still_reads.py",
    "tests/live/test_two_reader_machine.py",
    "tests/live/test_watcher_refs.py",
    "tests/living/test_recorded_pairs.py",
    "tests/matching/structural/test_dangers.py",
    "tests/matching/structural/test_edit_scripts.py",
    "tests/matching/structural/test_metamorphic.py",
    "tests/matching/test_oracles.py",
    "tests/mistakes/",
    "tests/recordings/test_damage.py",
    "tests/spark/test_benchmark.py",
    "tests/spark/test_notebook.py",
    "tests/test_docs_console.py",
    "tests/test_docs_site.py",
    "tests/test_examples.py",
    "tests/test_import_circles.py",
    "tests/test_readme.py",
    "tests/test_spec.py",
    "tests/ui_trees/",
)
"""The beginnings of their names."""

PROCESSES = "COVERAGE_PROCESS_CONFIG"
"""With this variable, coverage watches the processes that a test starts (``patch = subprocess`` in pyproject.toml)."""


@contextmanager
def not_traced() -> Iterator[None]:
    """Stop coverage, here and in the processes that are started; it makes them two or three times as slow."""
    current = sys.modules["coverage"].Coverage.current() if "coverage" in sys.modules else None
    if current is None:
        yield
        return
    current.stop()
    watched = os.environ.pop(PROCESSES, None)
    try:
        yield
    finally:
        if watched is not None:
            os.environ[PROCESSES] = watched
        current.start()
