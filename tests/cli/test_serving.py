"""``uidiff mcp``: what cannot be served is refused before anything begins. What it serves is tested in tests/mcp."""

import os
import subprocess
import sys

import pytest

from tests.cli.calls import Run

SEE = "see uidiff mcp --help"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("--host 127.0.0.1", f"--host and --port say where --http listens: add it, or leave them out; {SEE}"),
        ("--port 0", f"--host and --port say where --http listens: add it, or leave them out; {SEE}"),
        ("--budget 3", f"Invalid value for '--budget': 3 is not in the range x>=110; {SEE}"),
        ("--backend recorded --cdp http://127.0.0.1:1", "--cdp is for a browser: leave --backend out, or say "),
        ("--backend recorded --http --host 192.0.2.1", "host '192.0.2.1' is not this machine: "),
        ("--backend recorded --ignore bound", "unknown field 'bound'; did you mean 'bounds'?"),
        ("--backend recorde", "unknown backend 'recorde'; did you mean 'recorded'?"),
        ("--url shop", "which browser? start it with --remote-debugging-port=9222, and give --cdp "),
    ],
)
def test_what_cannot_be_served_is_one_line_and_exit_code_2(run: Run, call: str, message: str) -> None:
    ended = run("mcp", *call.split())
    assert ended[:2] == (2, "")
    assert ended.err.startswith(f"uidiff: {message}")
    assert ended.err.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="a shell is another thing there")
def test_a_closed_input_is_trouble_in_one_line() -> None:
    shell = f"exec {sys.executable} -m uidiff mcp --backend recorded <&-"
    done = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, text=True, check=False, timeout=600)
    line = "uidiff: there is no standard input or output to talk by: leave both open, or serve by HTTP\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)
