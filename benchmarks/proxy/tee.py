"""Stands between a proxy and its server, and writes when each call came by, and its answer: ``tee.py LOG COMMAND …``.

A line for each result: the seconds that the server took, and the text of the result.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any


def main(log: str, *command: str) -> int:
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603  # as it was told
    assert server.stdin is not None
    assert server.stdout is not None
    began: dict[Any, tuple[str, float]] = {}
    threading.Thread(target=_ask, args=(server.stdin, began), daemon=True).start()
    with Path(log).open("a", encoding="utf-8") as file:
        for line in server.stdout:
            now = time.perf_counter()
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
            answer = json.loads(line)
            if answer.get("id") in began and "method" not in answer:
                content = answer.get("result", {}).get("content", [])
                text = "\n".join(item.get("text", "") for item in content)
                tool, start = began.pop(answer["id"])
                file.write(json.dumps({"tool": tool, "seconds": now - start, "text": text}) + "\n")
                file.flush()
    return server.wait()


def _ask(server: IO[bytes], began: dict[Any, tuple[str, float]]) -> None:
    for line in sys.stdin.buffer:
        now = time.perf_counter()
        message = json.loads(line)
        if message.get("method") == "tools/call":
            began[message["id"]] = message["params"]["name"], now
        server.write(line)
        server.flush()
    server.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
