"""An order desk as a Hotwire application: Turbo Drive, frames, streams and morphing refreshes, Stimulus in the page.

Run in a folder with node_modules (@hotwired/turbo, @hotwired/stimulus): python server.py PORT
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, redirect, render_template, request, send_from_directory
from flask.typing import ResponseReturnValue

STATUSES = ["New", "Packed", "Shipped", "Delivered", "Returned"]
CUSTOMERS = [
    ("Adler Optics", "Berlin", "Germany"),
    ("Bluewater Marine", "Bergen", "Norway"),
    ("Casa Verde", "Porto", "Portugal"),
    ("Dunmore Dairy", "Cork", "Ireland"),
    ("Estrella Foods", "Valencia", "Spain"),
    ("Fjord Timber", "Bergen", "Norway"),
    ("Granite & Sons", "Aberdeen", "United Kingdom"),
    ("Hafen Kaffee", "Hamburg", "Germany"),
]
PRODUCTS = ["Desk lamp", "Office chair", "Standing desk", "Monitor arm", "Filing cabinet", "Desk lamp, black"]
PER_PAGE = 12


@dataclass
class Order:
    id: int
    customer: str
    product: str
    quantity: int
    amount: float
    status: str
    day: str


def first_orders() -> list[Order]:
    chance = random.Random(7)
    made = []
    for number in range(1041, 1081):
        quantity = chance.choice([1, 1, 2, 2, 3, 5, 10])
        price = chance.choice([49.0, 129.5, 349.0, 89.9, 210.0])
        day = f"2026-0{chance.randint(7, 9)}-{chance.randint(1, 28):02}"
        customer = chance.choice(CUSTOMERS)[0]
        status = chance.choice(STATUSES)
        made.append(Order(number, customer, chance.choice(PRODUCTS), quantity, quantity * price, status, day))
    return made


app = Flask(__name__)
orders = first_orders()
notes = {name: "" for name, _, _ in CUSTOMERS}
STREAM = "text/vnd.turbo-stream.html"


@app.template_global()
def totals() -> dict[str, float]:
    return {"count": len(orders), "amount": sum(o.amount for o in orders)} | {
        s: sum(o.status == s for o in orders) for s in STATUSES
    }


@app.template_global()
def address(**changes: object) -> str:
    arguments = {**request.args, **changes}
    return "/orders?" + "&".join(f"{key}={value}" for key, value in arguments.items() if value not in ("", None))


def found(number: int) -> Order:
    return next(o for o in orders if o.id == number)


def streams(parts: list[tuple[str, str, str]], status: int = 200, flash: str = "") -> ResponseReturnValue:
    """Turbo streams of (action, target, html), the flash message and the totals."""
    if flash:
        parts = [*parts, ("append", "flashes", render_template("_flash.html", text=flash))]
        parts += [("replace", "summary", render_template("_summary.html"))]
    text = "".join(
        f'<turbo-stream action="{action}" target="{target}"><template>{html}</template></turbo-stream>'
        for action, target, html in parts
    )
    return text, status, {"Content-Type": STREAM}


@app.get("/node_modules/<path:name>")
def modules(name: str) -> ResponseReturnValue:
    return send_from_directory(Path.cwd() / "node_modules", name)


@app.get("/")
@app.get("/orders")
def index() -> ResponseReturnValue:
    shown = orders
    if status := request.args.get("status"):
        shown = [o for o in shown if o.status == status]
    if words := request.args.get("q", "").lower():
        shown = [o for o in shown if words in f"{o.customer} {o.product}".lower()]
    key = request.args.get("sort", "id")
    shown = sorted(shown, key=lambda o: getattr(o, key), reverse=request.args.get("dir", "desc") == "desc")
    page, pages = int(request.args.get("page", 1)), -(-len(shown) // PER_PAGE)
    return render_template(
        "orders.html",
        orders=shown[(page - 1) * PER_PAGE : page * PER_PAGE],
        found=len(shown),
        page=page,
        pages=pages,
        key=key,
        statuses=STATUSES,
    )


@app.get("/orders/new")
def new() -> ResponseReturnValue:
    return render_template("_new.html", errors={}, values={}, customers=CUSTOMERS, products=PRODUCTS)


@app.post("/orders")
def create() -> ResponseReturnValue:
    values = request.form
    errors = {} if values["quantity"].isdigit() and int(values["quantity"]) else {"quantity": "must be a whole number"}
    if errors:
        return render_template(
            "_new.html", errors=errors, values=values, customers=CUSTOMERS, products=PRODUCTS
        ), 422
    quantity = int(values["quantity"])
    order = Order(
        orders[-1].id + 1, values["customer"], values["product"], quantity, quantity * 129.5, "New", "2026-09-30"
    )
    orders.append(order)
    return streams(
        [
            ("prepend", "rows", render_template("_row.html", order=order)),
            ("update", "new_order", '<a href="/orders/new">New order</a>'),
        ],
        flash=f"Order {order.id} was created.",
    )


@app.get("/orders/<int:number>/edit")
def edit(number: int) -> ResponseReturnValue:
    order = found(number)
    return streams([("replace", f"order_{number}", render_template("_edit.html", order=order, statuses=STATUSES))])


@app.get("/orders/<int:number>/row")
def row(number: int) -> ResponseReturnValue:
    return streams([("replace", f"order_{number}", render_template("_row.html", order=found(number)))])


@app.get("/orders/<int:number>")
def detail(number: int) -> ResponseReturnValue:
    return render_template("_detail.html", order=found(number), history=STATUSES)


@app.post("/orders/<int:number>")
def update(number: int) -> ResponseReturnValue:
    order, text = found(number), request.form["quantity"]
    if not text.isdigit():
        html = render_template("_edit.html", order=order, statuses=STATUSES, error="is not a number", typed=text)
        return streams([("replace", f"order_{number}", html)], 422)
    order.amount = order.amount / order.quantity * int(text)
    order.quantity, order.status = int(text), request.form["status"]
    html = render_template("_row.html", order=order)
    return streams([("replace", f"order_{number}", html)], flash=f"Order {number} was saved.")


@app.post("/orders/<int:number>/delete")
def delete(number: int) -> ResponseReturnValue:
    orders.remove(found(number))
    return streams([("remove", f"order_{number}", "")], flash=f"Order {number} was deleted.")


@app.post("/orders/bulk")
def bulk() -> ResponseReturnValue:
    numbers = [int(n) for n in request.form.getlist("id")]
    for number in numbers:
        found(number).status = "Shipped"
    parts = [("replace", f"order_{n}", render_template("_row.html", order=found(n))) for n in numbers]
    return streams(parts, flash=f"{len(numbers)} orders were shipped.")


@app.post("/courier")
def courier() -> ResponseReturnValue:
    """A courier reports: what was packed is shipped, what was shipped is delivered; one order came meanwhile."""
    steps = {"Packed": "Shipped", "Shipped": "Delivered"}
    for order in orders:
        order.status = steps.get(order.status, order.status)
    orders.append(Order(orders[-1].id + 1, "Casa Verde", "Desk lamp", 2, 98.0, "New", "2026-10-01"))
    return redirect(request.referrer or "/orders", 303)


@app.get("/customers")
def customers() -> ResponseReturnValue:
    return render_template("customers.html", customers=CUSTOMERS, orders=orders)


@app.get("/customers/<name>/orders")
def of_customer(name: str) -> ResponseReturnValue:
    return render_template("_of_customer.html", name=name, orders=[o for o in orders if o.customer == name])


@app.route("/customers/<name>/note", methods=["GET", "POST"])
def note(name: str) -> ResponseReturnValue:
    if request.method == "POST":
        notes[name] = request.form["note"]
    return render_template("_note.html", name=name, note=notes[name], editing="edit" in request.args)


if __name__ == "__main__":
    app.run(port=int(sys.argv[1]))
