"""``python -m benchmarks.honesty [application …]``: every violation, and every line that fits another element too, on a
line; the exit code is 1 if there is a violation.
"""

from __future__ import annotations

import sys

from benchmarks.honesty import AMBIGUOUS, findings
from benchmarks.recorded import PLACES, recordings


def main(apps: list[str]) -> int:
    counts = {True: 0, False: 0}
    for place in PLACES:
        for recording in recordings(place):
            if apps and recording.app not in apps:
                continue
            for one in findings(recording):
                counts[one.violation.kind.startswith(AMBIGUOUS)] += 1
                print(f"{one.app} {one.step}: {one.violation.kind}: {one.violation.message}")
    print(f"{counts[False]} violations, {counts[True]} ambiguous lines")
    return 1 if counts[False] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
