"""Tries some damaged texts of one format: ``python -m benchmarks.importers aria 1000 7``."""

import sys

from benchmarks.importers import fuzz

if __name__ == "__main__":
    for what, count in fuzz(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])).most_common():
        print(count, what)
