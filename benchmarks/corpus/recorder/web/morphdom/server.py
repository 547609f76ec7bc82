"""A job monitor whose server keeps the state, renders the whole view after each event, and has the page patched with
morphdom, as Phoenix LiveView does.

Run in a folder with node_modules (morphdom): python server.py PORT
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask, render_template, request, send_from_directory
from flask.typing import ResponseReturnValue

KINDS = ["Encode video", "Send invoices", "Rebuild search index", "Import price list", "Resize images", "Nightly backup"]
QUEUES = ["default", "media", "mail", "maintenance"]
STATES = ["queued", "running", "failed", "done", "cancelled"]
ERRORS = ["connection reset", "disk quota exceeded", "timeout after 30 s"]
COLUMNS = [("id", "Job"), ("kind", "Kind"), ("queue", "Queue"), ("state", "State"), ("progress", "Progress")]


@dataclass
class Job:
    id: int
    kind: str
    queue: str
    state: str
    progress: int = 0
    attempts: int = 1
    worker: str = ""
    lines: list[str] = field(default_factory=list)


class Monitor:
    """All that the view shows, and what each event does to it."""

    def __init__(self) -> None:
        self.chance = random.Random(11)
        self.minute = 0
        self.jobs: list[Job] = []
        self.log: list[tuple[int, str, str]] = []
        self.sort, self.descending, self.state, self.query, self.shown = "id", False, "", "", 18
        self.chosen: set[int] = set()
        self.opened: set[int] = set()
        self.modal, self.tab, self.job = "", "Progress", 0
        self.form: dict[str, str] = {}
        self.live, self.grouped, self.dark, self.flash = True, False, False, ""
        for _ in range(26):
            self.add(self.chance.choice(KINDS), self.chance.choice(QUEUES))
        for _ in range(12):
            self.tick()

    def add(self, kind: str, queue: str) -> Job:
        job = Job(3101 + len(self.jobs), kind, queue, "queued")
        self.jobs.append(job)
        return job

    def say(self, text: str) -> None:
        self.log.insert(0, (len(self.log) + 1, f"{9 + self.minute // 60:02}:{self.minute % 60:02}", text))

    def find(self, number: int) -> Job:
        return self.jobs[number - 3101]

    def tick(self) -> None:
        self.minute += 1
        for job in [j for j in self.jobs if j.state == "running"]:
            job.progress = min(100, job.progress + self.chance.choice([0, 5, 10, 10, 25]))
            job.lines.append(f"{job.progress} % after minute {self.minute}")
            if job.progress == 100:
                job.state = "done"
                self.say(f"Job {job.id} is done")
            elif self.chance.random() < 0.04:
                job.state = "failed"
                job.lines.append(self.chance.choice(ERRORS))
                self.say(f"Job {job.id} failed: {job.lines[-1]}")
        waiting = [j for j in self.jobs if j.state == "queued"]
        free = sorted({f"worker {n}" for n in range(1, 7)} - {j.worker for j in self.jobs if j.state == "running"})
        for worker, job in zip(free, waiting, strict=False):
            job.state, job.worker = "running", worker
            self.say(f"Job {job.id} was started by {worker}")

    @property
    def found(self) -> list[Job]:
        jobs = [j for j in self.jobs if self.state in ("", j.state) and self.query in j.kind.lower()]
        return sorted(jobs, key=lambda j: getattr(j, self.sort), reverse=self.descending)

    @property
    def groups(self) -> list[tuple[str, list[Job]]]:
        rows = self.found[: self.shown]
        return [(q, [j for j in rows if j.queue == q]) for q in QUEUES] if self.grouped else [("", rows)]

    @property
    def workers(self) -> list[tuple[str, Job | None]]:
        busy = {j.worker: j for j in self.jobs if j.state == "running"}
        return [(f"worker {n}", busy.get(f"worker {n}")) for n in range(1, 7)]

    def errors(self) -> dict[str, str]:
        if not self.form.get("touched"):
            return {}
        return {} if len(self.form.get("kind", "")) > 3 else {"kind": "is too short (at least 4 characters)"}

    # the events of the page

    def by(self, value: str) -> None:
        self.descending = self.sort == value and not self.descending
        self.sort = value

    def filter(self, value: dict[str, str]) -> None:
        self.state, self.query = value["state"], value["query"].lower()

    def choose(self, value: str) -> None:
        self.chosen ^= {int(value)}

    def expand(self, value: str) -> None:
        self.opened ^= {int(value)}

    def show(self, value: str) -> None:
        self.modal, self.job, self.tab = "job", int(value), "Progress"

    def ask(self, value: str) -> None:
        self.modal = value
        self.form = {}

    def close(self, _: str) -> None:
        self.modal = ""

    def select_tab(self, value: str) -> None:
        self.tab = value

    def cancel_chosen(self, _: str) -> None:
        for number in sorted(self.chosen):
            self.find(number).state = "cancelled"
            self.say(f"Job {number} was cancelled")
        self.flash = f"{len(self.chosen)} jobs were cancelled"
        self.chosen, self.modal = set(), ""

    def retry(self, value: str) -> None:
        job = self.find(int(value))
        job.state, job.progress, job.attempts = "queued", 0, job.attempts + 1
        self.say(f"Job {job.id} is tried again")
        self.flash = f"Job {job.id} is queued again"

    def validate(self, value: dict[str, str]) -> None:
        self.form = {**value, "touched": "yes"}

    def create(self, value: dict[str, str]) -> None:
        self.validate(value)
        if not self.errors():
            job = self.add(value["kind"], value["queue"])
            self.flash, self.modal = f"Job {job.id} was created", ""
            self.say(f"Job {job.id} was created")

    def unflash(self, _: str) -> None:
        self.flash = ""

    def more(self, _: str) -> None:
        self.shown += 18

    def toggle(self, value: str) -> None:
        setattr(self, value, not getattr(self, value))


app = Flask(__name__)
monitor = Monitor()
EVENTS: dict[str, Callable[[Monitor, object], None]] = {
    name: made for name, made in vars(Monitor).items() if callable(made) and not name.startswith("_")
}


def view() -> str:
    return render_template("view.html", m=monitor, columns=COLUMNS, states=STATES, queues=QUEUES)


@app.get("/")
def index() -> ResponseReturnValue:
    return render_template("index.html", view=view())


@app.post("/live")
def live() -> ResponseReturnValue:
    message = request.get_json()
    if message["event"] == "tick":
        monitor.tick()
    else:
        EVENTS[message["event"]](monitor, message["value"])
    return view()


@app.get("/node_modules/<path:name>")
def modules(name: str) -> ResponseReturnValue:
    return send_from_directory(Path.cwd() / "node_modules", name)


if __name__ == "__main__":
    app.run(port=int(sys.argv[1]))
