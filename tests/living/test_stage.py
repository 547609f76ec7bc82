"""How the answers to actions are judged: by what the page received."""

import pytest

from benchmarks.living.drivers import Names, Outcome
from benchmarks.living.site import Site
from benchmarks.living.stage import Stage


class Puppet:
    """A driver that answers, and has the page receive, what a test says."""

    name = "puppet"

    def __init__(self, site: Site, outcome: Outcome, *received: str) -> None:
        self.site, self.outcome, self.received = site, outcome, received

    def open(self, address: str) -> None:
        del address

    def script(self, code: str) -> object:
        del code
        return None

    def read(self) -> str:
        return ""

    def changes(self) -> str:
        return ""

    def names(self) -> Names:
        return {}

    def ref(self, role: str, name: str, nth: int = 0) -> str:
        return f"{role} {name} {nth}"

    def act(self, action: str, ref: str | None = None, value: str | None = None) -> Outcome:
        del action, ref, value
        self.site.log += self.received
        return self.outcome

    def after(self) -> str:
        return ""


DONE = Outcome(done=True, said="Pressed", seconds=0.1)
REFUSED = Outcome(done=False, said="it is disabled", seconds=0.1)
UNKNOWN = Outcome(done=False, said="not known whether", seconds=0.1, unknown=True)


@pytest.mark.parametrize(
    ("outcome", "received", "does", "refuses", "fault"),
    [
        (DONE, ["press a"], ["press a"], None, None),
        (DONE, ["press a", "over"], ["press a", "over?"], None, None),
        (DONE, ["type a ", "type a xy"], ["type a xy"], None, None),
        (DONE, ["press b"], ["press a"], None, "wrong"),
        (REFUSED, ["press b"], ["press a"], "disabled", "wrong"),
        (DONE, ["press me"], None, "disabled", "forced"),
        (DONE, [], ["press a"], None, "claimed"),
        (DONE, [], None, "disabled", "claimed"),
        (REFUSED, ["press a"], ["press a"], None, "denied"),
        (REFUSED, [], ["press a"], None, "refused"),
        (REFUSED, [], ["press a"], "disabled", None),
        (REFUSED, [], None, "disabled", None),
        (REFUSED, [], None, "covered", "cause"),
        (UNKNOWN, ["press a"], ["press a"], None, None),
    ],
)
def test_each_answer_is_judged_by_what_the_page_received(
    outcome: Outcome, received: list[str], does: list[str] | None, refuses: str | None, fault: str | None
) -> None:
    site = Site(0)
    stage = Stage(Puppet(site, outcome, *received), site)
    stage.act("press", "e1", does=does, refuses=refuses, meant="me")
    assert [one.kind for one in stage.faults] == ([fault] if fault else [])


def test_a_refusal_has_to_come_at_once() -> None:
    site = Site(0)
    slow = Outcome(done=False, said="it is disabled", seconds=5.0)
    stage = Stage(Puppet(site, slow), site)
    stage.act("press", "e1", refuses="disabled")
    assert [one.kind for one in stage.faults] == ["late"]
    assert stage.refusals == [5.0]
