"""``python -m benchmarks.honesty [application …]``: every violation, and every line that fits another element too, on a
line, under each condition; the exit code is 1 if there is a violation.
"""

from __future__ import annotations

import sys
from itertools import product

from benchmarks.conditions import CONDITIONS
from benchmarks.honesty import AMBIGUOUS, findings
from benchmarks.recorded import OLDER, PLACES, recordings


def main(apps: list[str]) -> int:
    counts = {True: 0, False: 0}
    for corpus, place in product(OLDER, PLACES):
        for recording in recordings(place, corpus):
            if apps and recording.app not in apps:
                continue
            for one in (found for condition in CONDITIONS for found in findings(recording, condition)):
                counts[one.about == AMBIGUOUS] += 1
                print(f"{one.app} {one.step}, {one.condition}: {one.violation.kind}: {one.violation.message}")
    print(f"{counts[False]} violations, {counts[True]} ambiguous lines")
    return 1 if counts[False] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
