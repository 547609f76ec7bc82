"""How the texts of agent-browser are read: without it."""

from pathlib import Path

import pytest

from benchmarks.living.agent_browser import AgentBrowser

SNAPSHOT = """\
- heading "Rows" [level=1, ref=e1]
- list
  - listitem [level=1]
    - StaticText "Bread "
    - button "Edit" [ref=e2]
    - button "Edit" [disabled, ref=e3]
- textbox "Say \\"hi\\"" [ref=e4]: 7
- generic [ref=e5] clickable [cursor:pointer, onclick]
- combobox "S" [expanded=false, ref=e6]: A"""


def test_refs_are_found_by_role_name_and_number(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    driver = AgentBrowser(tmp_path)
    answers = {"snapshot": SNAPSHOT, "dialog": "✓ No dialog is currently open"}
    monkeypatch.setattr(driver, "_run", lambda *command: answers[command[0]])
    assert driver.read() == SNAPSHOT
    assert driver.ref("button", "Edit", 1) == "e3"
    assert driver.ref("textbox", 'Say "hi"') == "e4"
    assert driver.ref("generic", "") == "e5"
    with pytest.raises(LookupError):
        driver.ref("listitem", "")
