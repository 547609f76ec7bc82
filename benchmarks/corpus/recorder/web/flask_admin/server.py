"""Flask-Admin over airports of three states (vega-datasets) and invented inspections of them.

python server.py PORT
"""

from __future__ import annotations

import random
import sys
from datetime import date, timedelta

from flask import Flask, Response, flash, redirect
from flask_admin import Admin
from flask_admin.actions import action
from flask_admin.contrib.sqla import ModelView
from flask_admin.theme import Bootstrap4Theme
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column, relationship
from vega_datasets import local_data
from wtforms.validators import NumberRange, Regexp

STATES = {"CO": "Colorado", "MA": "Massachusetts", "NY": "New York"}
STATUSES = [(s, s) for s in ("Open", "Open, limited", "Closed")]
RESULTS = [(r, r) for r in ("Passed", "Passed with remarks", "Failed")]
INSPECTORS = ["A. Novak", "B. Okafor", "C. Lindqvist"]

db = SQLAlchemy()


class State(db.Model):  # type: ignore[name-defined]
    code: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]

    def __str__(self) -> str:
        return self.name


class Airport(db.Model):  # type: ignore[name-defined]
    id: Mapped[int] = mapped_column(primary_key=True)
    iata: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    city: Mapped[str]
    state_code: Mapped[str] = mapped_column(ForeignKey("state.code"))
    state: Mapped[State] = relationship(backref="airports")
    status: Mapped[str] = mapped_column(default="Open")
    lit: Mapped[bool] = mapped_column(default=False)
    runways: Mapped[int] = mapped_column(default=1)

    def __str__(self) -> str:
        return self.name


class Inspection(db.Model):  # type: ignore[name-defined]
    id: Mapped[int] = mapped_column(primary_key=True)
    day: Mapped[date]
    inspector: Mapped[str]
    result: Mapped[str]
    airport_id: Mapped[int] = mapped_column(ForeignKey("airport.id"))
    airport: Mapped[Airport] = relationship(backref="inspections")

    def __str__(self) -> str:
        return f"{self.day}: {self.result}"


class AirportView(ModelView):
    page_size = 20
    create_modal = details_modal = can_view_details = can_set_page_size = True
    column_list = ("iata", "name", "city", "state", "status", "lit", "runways")
    column_editable_list = ("name", "status", "runways")
    column_searchable_list = ("name", "city")
    column_filters = ("state.name", "status", "runways", "lit")
    column_default_sort = "iata"
    column_labels = {"iata": "Code", "lit": "Lights"}
    form_columns = ("iata", "name", "city", "state", "status", "lit", "runways")
    form_choices = {"status": STATUSES}
    form_args = {
        "iata": {"validators": [Regexp("^[A-Z0-9]{3}$", message="Three capital letters or digits.")]},
        "runways": {"validators": [NumberRange(1, 9)]},
    }
    inline_models = ((Inspection, {"form_choices": {"result": RESULTS}}),)

    @action("close", "Close", "Close the selected airports?")
    def close(self, ids: list[str]) -> None:
        for airport in db.session.query(Airport).filter(Airport.id.in_(ids)):
            airport.status = "Closed"
        db.session.commit()
        flash(f"{len(ids)} airports were closed.", "success")


class InspectionView(ModelView):
    create_modal = edit_modal = can_export = True
    column_list = ("day", "airport", "inspector", "result")
    column_default_sort = ("day", True)
    column_editable_list = ("result", "inspector")
    column_filters = ("result", "inspector")
    form_choices = {"result": RESULTS, "inspector": [(i, i) for i in INSPECTORS]}


def fill() -> None:
    chance = random.Random(3)
    db.session.add_all(State(code=code, name=name) for code, name in STATES.items())
    found = local_data.airports()
    for row in found[found.state.isin(STATES)].head(70).itertuples():
        status = chance.choice(["Open", "Open", "Open, limited", "Closed"])
        airport = Airport(iata=row.iata, name=row.name, city=row.city, state_code=row.state, status=status)
        airport.lit, airport.runways = chance.random() < 0.4, chance.choice([1, 1, 1, 2, 3])
        for _ in range(chance.choice([0, 0, 1, 2])):
            day, inspector = date(2026, 1, 5) + timedelta(chance.randrange(250)), chance.choice(INSPECTORS)
            airport.inspections.append(Inspection(day=day, inspector=inspector, result=chance.choice(RESULTS)[0]))
        db.session.add(airport)
    db.session.commit()


app = Flask(__name__)
app.config |= {"SECRET_KEY": "any", "SQLALCHEMY_DATABASE_URI": "sqlite://"}
db.init_app(app)
admin = Admin(app, name="Airfields", theme=Bootstrap4Theme())
admin.add_view(AirportView(Airport, db, name="Airports"))
admin.add_view(InspectionView(Inspection, db, name="Inspections"))
admin.add_view(ModelView(State, db, name="States"))


@app.get("/")
def index() -> Response:
    return redirect("/admin/airport/")  # type: ignore[return-value]


if __name__ == "__main__":
    with app.app_context():
        db.create_all()
        fill()
    app.run(port=int(sys.argv[1]))
