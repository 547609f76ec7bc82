"""Blocks of code run in this process, as JSON on the standard input: those that go on from one another in a list.

What each of them printed is the answer.
"""

import io
import json
import sys
from contextlib import redirect_stdout


def main() -> None:
    """Run them in their order."""
    printed = []
    for blocks in json.load(sys.stdin):
        names: dict[str, object] = {"__name__": "a page"}
        for code in blocks:
            with redirect_stdout(io.StringIO()) as said:
                exec(compile(code, "a page's python block", "exec"), names)  # noqa: S102  # it is ours
            printed.append(said.getvalue())
    json.dump(printed, sys.stdout)


if __name__ == "__main__":
    main()
