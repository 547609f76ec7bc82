"""A Panel application: a to-do board of cards, a form of widgets with validation, indicators that tick, a feed, a chat.

python server.py PORT
"""

from __future__ import annotations

import os
import random
import sys

os.environ["BOKEH_RESOURCES"] = "server"

import panel as pn

PEOPLE = ["Ana", "Björn", "Chidi", "Dilan", "Ewa"]
STATES = ["Open", "Waiting", "Fixed"]
TICKETS = [
    ("Printer on floor 2 is offline", "Ana", "Open"),
    ("Mailbox is full", "Björn", "Waiting"),
    ("No sound in meeting room 3", "Chidi", "Open"),
    ("VPN drops every hour", "Ana", "Open"),
    ("New laptop for the trainee", "Dilan", "Waiting"),
    ("Licence of the drawing tool", "Ewa", "Fixed"),
    ("Printer on floor 4 is offline", "Chidi", "Open"),
    ("Wrong name in the directory", "Ewa", "Fixed"),
    ("Badge does not open gate B", "Dilan", "Open"),
]


class Ticket:
    def __init__(self, desk: Desk, number: int, title: str, person: str, state: str) -> None:
        self.desk, self.number, self.title = desk, number, title
        self.state = pn.widgets.RadioButtonGroup(name="State", options=STATES, value=state)
        self.person = pn.widgets.Select(name="Assigned to", options=PEOPLE, value=person, width=150)
        self.hours = pn.widgets.IntSlider(name="Hours", start=0, end=12, value=number % 5)
        drop = pn.widgets.Button(name="Delete", button_type="danger", width=80)
        up = pn.widgets.Button(name="Move up", width=80)
        self.card = pn.Card(
            pn.Row(self.person, self.hours), self.state, pn.Row(up, drop), title=self.heading(), collapsed=True, width=460
        )
        self.state.param.watch(self.renamed, "value")
        self.person.param.watch(self.renamed, "value")
        drop.on_click(lambda _: desk.drop(self))
        up.on_click(lambda _: desk.move_up(self))

    def heading(self) -> str:
        return f"#{self.number} {self.title} ({self.person.value}, {self.state.value})"

    def renamed(self, _: object) -> None:
        self.card.title = self.heading()
        self.desk.say(f"#{self.number} is now {self.state.value}, {self.person.value}")
        self.desk.count()


class Desk:
    def __init__(self) -> None:
        self.chance = random.Random(3)
        self.cards = pn.Column()
        self.feed = pn.Feed(height=260, load_buffer=20)
        self.open = pn.indicators.Number(name="Open", value=0, format="{value}", font_size="24pt")
        self.done = pn.indicators.Progress(name="Fixed", value=0, max=100, width=200)
        self.load = pn.indicators.Number(name="Load", value=41, format="{value} %", font_size="24pt")
        self.trend = pn.pane.Markdown("", width=300)
        self.tickets: list[Ticket] = []
        for title, person, state in TICKETS:
            self.add(title, person, state)
        self.filter = pn.widgets.CheckButtonGroup(name="Show", options=STATES, value=STATES)
        self.person = pn.widgets.MultiChoice(name="People", options=PEOPLE, value=[])
        self.order = pn.widgets.RadioBoxGroup(name="Sort by", options=["Number", "Person", "State"], inline=True)
        for widget in (self.filter, self.person, self.order):
            widget.param.watch(lambda _: self.show(), "value")
        self.show()
        self.tick()

    def add(self, title: str, person: str, state: str) -> None:
        self.tickets.append(Ticket(self, 201 + len(self.tickets), title, person, state))
        self.count()

    def drop(self, ticket: Ticket) -> None:
        self.tickets.remove(ticket)
        self.say(f"#{ticket.number} was deleted")
        self.count()
        self.show()

    def move_up(self, ticket: Ticket) -> None:
        place = self.tickets.index(ticket)
        self.tickets.insert(max(0, place - 1), self.tickets.pop(place))
        self.show()

    def show(self) -> None:
        keys = {
            "Number": None,
            "Person": lambda t: t.person.value,
            "State": lambda t: STATES.index(t.state.value),
        }
        people = self.person.value or PEOPLE
        shown = [t for t in self.tickets if t.state.value in self.filter.value and t.person.value in people]
        key = keys[self.order.value]
        self.cards[:] = [t.card for t in (sorted(shown, key=key) if key else shown)]

    def say(self, text: str) -> None:
        self.feed.append(pn.pane.Markdown(text, margin=0))

    def count(self) -> None:
        states = [t.state.value for t in self.tickets]
        self.open.value = states.count("Open")
        self.done.value = round(100 * states.count("Fixed") / len(states)) if states else 0

    def tick(self, _: object = None) -> None:
        self.load.value = max(5, min(99, self.load.value + self.chance.choice([-9, -4, 3, 6, 11])))
        rows = "\n".join(f"| server {n} | {self.chance.randint(1, 9) * 10} % | {self.chance.choice(['ok', 'ok', 'slow'])} |" for n in range(1, 6))
        self.trend.object = f"| Host | Load | State |\n|---|---|---|\n{rows}"


def new_ticket(desk: Desk) -> pn.Column:
    title = pn.widgets.TextInput(name="Title", placeholder="What is wrong?")
    person = pn.widgets.AutocompleteInput(name="Person", options=PEOPLE, min_characters=1, case_sensitive=False)
    day = pn.widgets.DatePicker(name="Due")
    urgent = pn.widgets.Checkbox(name="Urgent")
    problem = pn.pane.Alert("", alert_type="danger", visible=False)
    create = pn.widgets.Button(name="Create ticket", button_type="primary")

    def made(_: object) -> None:
        missing = [w.name for w in (title, person) if not w.value]
        problem.visible, problem.object = bool(missing), f"Please fill in: {', '.join(missing)}"
        if not missing:
            desk.add(title.value + (" (urgent)" if urgent.value else ""), person.value, "Open")
            desk.show()
            pn.state.notifications.success(f"Ticket {desk.tickets[-1].number} was created", duration=0)
            title.value = person.value = ""

    create.on_click(made)
    return pn.Column(title, person, day, urgent, problem, create)


def reply(text: str, user: str, chat: pn.chat.ChatInterface) -> str:
    return "Have you tried to turn it off and on again?" if "printer" in text.lower() else f"I noted: {text}"


def page() -> pn.Column:
    desk = Desk()
    refresh = pn.widgets.Button(name="Refresh load", width=120)
    refresh.on_click(desk.tick)
    compact = pn.widgets.Toggle(name="Hide activity", width=120)
    side = pn.Column("### Activity", desk.feed, width=320)
    compact.param.watch(lambda e: (side.param.update(visible=not e.new), compact.param.update(name="Show activity" if e.new else "Hide activity")), "value")
    tickets = pn.Row(pn.Column(pn.Row(desk.filter, desk.order), desk.person, desk.cards), side)
    help_texts = pn.Accordion(
        ("Printers", pn.pane.Markdown("1. Look for paper\n2. Look for a jam\n3. Call floor 2")),
        ("Passwords", pn.pane.Markdown("Passwords expire after **90 days**.")),
        ("Laptops", pn.pane.Markdown("| Model | Weeks |\n|---|---|\n| 13 inch | 2 |\n| 15 inch | 3 |\n| 17 inch | 3 |")),
        toggle=True,
        width=500,
    )
    chat = pn.chat.ChatInterface(callback=reply, user="Guest", callback_user="Desk", avatar="G", show_stop=False, height=420, message_params={"show_timestamp": False})
    tabs = pn.Tabs(("Tickets", tickets), ("New", new_ticket(desk)), ("Help", help_texts), ("Chat", chat), dynamic=True)
    numbers = pn.Row(desk.open, pn.Column("Fixed", desk.done), desk.load, desk.trend, pn.Column(refresh, compact))
    return pn.Column("# Help desk", numbers, tabs)


pn.extension(notifications=True)

if __name__ == "__main__":
    pn.serve({"/": page}, port=int(sys.argv[1]), address="localhost", show=False, title="Help desk", allow_websocket_origin=["*"])
