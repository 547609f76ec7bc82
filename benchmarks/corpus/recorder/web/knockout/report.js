// Expenses in a table whose rows are read or edited, with totals, exchange rates that move, and messages.

import ko from "knockout";
import { CATEGORIES, expense } from "./data.js";

const PAGE = 12;
const FIELDS = ["date", "category", "what", "amount"];
const money = (value) => value.toFixed(2);

class Row {
  constructor(values, rates) {
    this.id = values.id;
    this.date = ko.observable(values.date);
    this.category = ko.observable(values.category);
    this.what = ko.observable(values.what);
    this.person = values.person;
    this.amount = ko.observable(values.amount);
    this.currency = values.currency;
    this.state = ko.observable(values.state);
    this.editing = ko.observable(false);
    this.selected = ko.observable(false);
    this.euros = ko.pureComputed(() => (Number(this.amount()) || 0) / rates[this.currency].value());
    this.template = ko.pureComputed(() => (this.editing() ? "edited" : "read"));
  }

  edit() {
    const draft = Object.fromEntries(FIELDS.map((name) => [name, ko.observable(this[name]())]));
    draft.error = ko.pureComputed(() => (!draft.what().trim() ? "Say what it was" : Number(draft.amount()) > 0 ? "" : "The amount must be more than 0"));
    this.draft = draft;
    this.editing(true);
  }

  save() {
    for (const name of FIELDS) this[name](this.draft[name]());
    this.editing(false);
  }
}

export class Report {
  constructor() {
    this.money = money;
    this.categories = CATEGORIES;
    this.rates = { EUR: { name: "EUR", value: ko.observable(1) }, CHF: { name: "CHF", value: ko.observable(0.94) }, GBP: { name: "GBP", value: ko.observable(0.85) } };
    this.rows = ko.observableArray(Array.from({ length: 46 }, (_, at) => new Row(expense(at), this.rates)));
    this.tabs = ["Expenses", "Totals", "Rules"];
    this.tab = ko.observable("Expenses");
    this.search = ko.observable("").extend({ rateLimit: 50 });
    this.category = ko.observable();
    this.sorted = ko.observable("id");
    this.down = ko.observable(false);
    this.page = ko.observable(0);
    this.live = ko.observable(false);
    this.messages = ko.observableArray();
    this.asked = ko.observable();
    this.rules = ko.observableArray(["Meals up to 40 EUR", "Hotels up to 150 EUR a night", "Taxi only at night"].map((text) => ({ text: ko.observable(text), strict: ko.observable("Warn") })));
    this.open = ko.observableArray(["Travel"]);

    this.found = ko.pureComputed(() => {
      const key = this.sorted();
      const rows = this.rows().filter((row) => (!this.category() || row.category() === this.category()) && `${row.what()} ${row.person} ${row.state()}`.toLowerCase().includes(this.search().toLowerCase()));
      return rows.sort((a, b) => {
        const [left, right] = [ko.unwrap(a[key]), ko.unwrap(b[key])];
        return (left < right ? -1 : left > right ? 1 : 0) * (this.down() ? -1 : 1);
      });
    });
    this.pages = ko.pureComputed(() => Math.max(1, Math.ceil(this.found().length / PAGE)));
    this.shown = ko.pureComputed(() => this.found().slice(this.page() * PAGE, (this.page() + 1) * PAGE));
    this.selected = ko.pureComputed(() => this.rows().filter((row) => row.selected()));
    this.total = ko.pureComputed(() => this.found().reduce((sum, row) => sum + row.euros(), 0));
    const totals = CATEGORIES.map((name) => {
      const rows = ko.pureComputed(() => this.rows().filter((row) => row.category() === name));
      return { name, rows, sum: ko.pureComputed(() => rows().reduce((sum, row) => sum + row.euros(), 0)) };
    });
    this.totals = ko.pureComputed(() => totals.toSorted((a, b) => b.sum() - a.sum()));
    ko.computed(() => [this.search(), this.category(), this.page(0)]);
    setInterval(() => this.live() && this.tick(), 300);
    for (const name of ["sort", "save", "remove", "undo", "dismiss", "toggle"]) this[name] = this[name].bind(this);
  }

  tick() {
    for (const { name, value } of Object.values(this.rates)) if (name !== "EUR") value(value() + (Math.round(value() * 1000) % 7 === 3 ? -0.006 : 0.001));
  }

  sort(key) {
    this.down(this.sorted() === key && !this.down());
    this.sorted(key);
  }

  save(row) {
    row.save();
    this.say(`${row.what()} saved`);
  }

  add() {
    const row = new Row({ ...expense(this.rows().length), what: "", amount: 0, state: "Draft" }, this.rates);
    row.edit();
    this.sorted("id");
    this.down(true);
    this.page(0);
    this.rows.push(row);
  }

  ask(row) {
    this.asked(row);
    document.querySelector("dialog").showModal();
  }

  answer(yes) {
    document.querySelector("dialog").close();
    if (yes) this.remove(this.asked());
  }

  remove(row) {
    const place = this.rows.indexOf(row);
    this.rows.remove(row);
    this.say(`Expense ${row.id} deleted`, () => this.rows.splice(place, 0, row));
  }

  say(text, back) {
    this.messages.push({ text, back });
  }

  undo(message) {
    message.back();
    this.dismiss(message);
  }

  dismiss(message) {
    this.messages.remove(message);
  }

  approve() {
    const rows = this.selected();
    for (const row of rows) {
      row.state("Approved");
      row.selected(false);
    }
    this.say(`${rows.length} expenses approved`);
  }

  receive() {
    this.rows.unshift(...[60, 61, 62].map((at) => new Row(expense(at), this.rates)));
    for (const [at, row] of this.rows().entries()) if (at % 5 === 2 && row.state() === "Sent") row.state("Approved");
    this.say("3 expenses received");
  }

  toggle({ name }) {
    if (!this.open.remove(name).length) this.open.push(name);
  }

  up(rule) {
    const rules = this.rules.slice(0);
    const place = rules.indexOf(rule);
    rules.splice(place - 1, 0, ...rules.splice(place, 1));
    this.rules(rules);
  }
}
