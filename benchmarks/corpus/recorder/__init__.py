"""Records the applications of this corpus: ``python -m benchmarks.corpus.recorder NAME``; README.md says how."""
