// A film archive: a table with a tree of genres as its filter, a long log, a form in steps.

import { Dialog, Notify } from "quasar/dist/quasar.client.js";
import movies from "./node_modules/vega-datasets/data/movies.json";
import template from "./archive.html";

const WORDS = ["Checked", "Lent", "Returned", "Damaged", "Restored"];
const films = movies
  .filter((film) => film.Title && film["Major Genre"] && film.Distributor && film.Director)
  .slice(0, 160)
  .map((film, id) => ({
    id: id + 1,
    title: String(film.Title),
    genre: film["Major Genre"],
    distributor: film.Distributor,
    director: film.Director,
    rating: film["MPAA Rating"] ?? "Not Rated",
    gross: film["US Gross"] ?? 0,
    state: id % 7 === 3 ? "Lent" : id % 11 === 5 ? "Damaged" : "Available",
  }));
const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const count = (key, value) => films.filter((film) => film[key] === value).length;
const groups = (key) => [...new Set(films.map((film) => film[key]))].sort();
const tree = (key) => groups(key).map((value) => ({ id: `${key}:${value}`, label: `${value} (${count(key, value)})` }));

export default {
  template,
  data: () => ({
    tab: "films",
    dark: false,
    dense: false,
    filter: "",
    rows: films,
    selected: [],
    pagination: { rowsPerPage: 12, sortBy: null, descending: false, page: 1 },
    columns: [
      { name: "title", label: "Title", field: "title", align: "left", sortable: true },
      { name: "genre", label: "Genre", field: "genre", align: "left", sortable: true },
      { name: "distributor", label: "Distributor", field: "distributor", align: "left" },
      { name: "gross", label: "US gross", field: "gross", sortable: true, format: (value) => money.format(value) },
      { name: "state", label: "State", field: "state", align: "center" },
      { name: "actions", label: "", field: "id" },
    ],
    tree: [
      { id: "genre", label: "Genres", icon: "category", children: tree("genre") },
      { id: "rating", label: "Ratings", icon: "grade", children: tree("rating") },
      { id: "distributor", label: "Distributors", icon: "business", children: tree("distributor") },
    ],
    expanded: ["genre"],
    picked: null,
    log: films.flatMap((film, at) =>
      WORDS.slice(0, 1 + (at % 5)).map((word, of) => ({
        key: `${film.id}-${of}`,
        word,
        title: film.title,
        when: `2024-0${1 + (at % 9)}-1${of} 0${(at * 3) % 10}:${10 + at % 50}`,
      })),
    ),
    step: 1,
    loan: { name: "", mail: "", weeks: 2, delivery: "Pick up" },
    insured: true,
    volume: 40,
    edited: null,
    draft: null,
  }),
  computed: {
    shown() {
      const [key, value] = (this.picked ?? "").split(":");
      return value ? this.rows.filter((film) => film[key] === value) : this.rows;
    },
    lent() {
      return this.rows.filter((film) => film.state === "Lent").length;
    },
  },
  methods: {
    color: (state) => ({ Available: "positive", Lent: "warning", Damaged: "negative" })[state],
    edit(film) {
      this.edited = film;
      this.draft = { ...film };
    },
    save() {
      Object.assign(this.edited, this.draft);
      Notify.create({ message: `Saved "${this.draft.title}"`, icon: "done", timeout: 0, actions: [{ label: "Undo" }, { icon: "close", "aria-label": "Dismiss" }] });
      this.edited = null;
    },
    lend() {
      for (const film of this.selected) film.state = "Lent";
      Notify.create({ message: `${this.selected.length} films lent`, type: "warning", timeout: 1500 });
      this.selected = [];
    },
    remove(film) {
      Dialog.create({ title: "Delete film", message: `Delete "${film.title}" from the archive?`, cancel: true, persistent: true }).onOk(() => {
        this.rows = this.rows.filter((other) => other.id !== film.id);
        Notify.create({ message: `Deleted "${film.title}"`, type: "negative", timeout: 0, actions: [{ icon: "close", color: "white", "aria-label": "Dismiss" }] });
      });
    },
    refresh() {
      this.rows = this.rows.map((film, at) => ({ ...film, gross: film.gross + (at % 3) * 1250, state: at % 5 ? film.state : "Available" }));
    },
  },
};
