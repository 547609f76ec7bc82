"""All benchmarks, by one command: ``python -m benchmarks`` (``make bench``); or some of them: ``… accuracy speed``.

``python -m benchmarks accuracy --app NAME`` scores one recording, in seconds, and writes nothing.

Each prints its tables, writes them to ``benchmarks/results/<name>.md`` and its numbers to ``<name>.json``, and says for
each target whether it was met. The exit code is 1 if one was missed. The last one, tokens, needs Node.js with npm; a
part of speed needs Playwright with Chromium, and is left out without Playwright.

Some run only when they are named: ``tuning``, ``evidence``, ``importers`` and ``tables``, which are slow, ``html`` and
``web``, which need Chromium, ``living``, ``proxy`` and ``rrweb``, which also need Node.js with npm, ``pipeline`` and
``spark``, which need Java, and ``atspi``, which needs Xvfb and programs to read (``tests/system.sh`` installs them).
"""

from __future__ import annotations

import importlib
import sys

from benchmarks.report import Report

NAMES = ("accuracy", "events", "speed", "startup", "scale", "honesty", "sessions", "tokens")
ON_REQUEST = (
    *("atspi", "evidence", "html", "importers", "living", "pipeline"),
    *("proxy", "rrweb", "spark", "tables", "tuning", "web"),
)


def main(names: list[str]) -> int:
    if names[:2] == ["accuracy", "--app"] and len(names) == 3:
        print(importlib.import_module("benchmarks.accuracy").one_recording(names[2]).text())
        return 0
    known = (*NAMES, *ON_REQUEST)
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no benchmark {unknown[0]!a}; known: {', '.join(known)}", file=sys.stderr)
        return 2
    missed = 0
    for name in names or NAMES:
        print(f"== {name}", flush=True)
        report: Report = importlib.import_module(f"benchmarks.{name}").run()
        report.write(name)
        print(report.text())
        missed += sum(not target.met for target in report.targets)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
