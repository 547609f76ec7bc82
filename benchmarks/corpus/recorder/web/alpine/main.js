import Alpine from "alpinejs";
import { ARTICLES, CUSTOMERS, INVOICES } from "./data.js";

const copy = (value) => JSON.parse(JSON.stringify(value));

Alpine.store("toasts", {
  items: [],
  next: 1,
  say(text) {
    const id = this.next++;
    this.items.push({ id, text });
    setTimeout(() => (this.items = this.items.filter((toast) => toast.id !== id)), 1500);
  },
});

Alpine.data("invoices", () => ({
  articles: ARTICLES,
  customers: CUSTOMERS,
  states: ["All", "Draft", "Sent", "Paid", "Overdue"],
  list: copy(INVOICES),
  wanted: "All",
  words: "",
  open: 2041,
  editing: false,
  confirming: false,
  menu: false,
  dense: false,
  history: [],
  nextLine: 5000,

  get shown() {
    const words = this.words.toLowerCase();
    return this.list.filter(
      (invoice) =>
        (this.wanted === "All" || invoice.state === this.wanted) &&
        `${invoice.number} ${invoice.customer}`.toLowerCase().includes(words),
    );
  },
  get invoice() {
    return this.list.find((invoice) => invoice.number === this.open);
  },
  get net() {
    return this.invoice.lines.reduce((sum, line) => sum + this.amount(line), 0);
  },
  get rates() {
    const rates = [...new Set(this.invoice.lines.map((line) => line.vat))].sort((a, b) => a - b);
    return rates.map((rate) => ({ rate, vat: this.vatOf(rate) }));
  },
  get total() {
    return this.rates.reduce((sum, { vat }) => sum + vat, this.net);
  },
  get valid() {
    return this.invoice.lines.every((line) => !this.fault(line));
  },

  count(state) {
    return state === "All" ? this.list.length : this.list.filter((invoice) => invoice.state === state).length;
  },
  totalOf(invoice) {
    return invoice.lines.reduce((sum, line) => sum + this.amount(line) * (1 + line.vat / 100), 0);
  },
  vatOf(rate) {
    return this.invoice.lines.reduce((sum, line) => sum + (line.vat === rate ? (this.amount(line) * rate) / 100 : 0), 0);
  },
  amount: (line) => (line.price || 0) * (line.quantity || 0),
  money: (value) => value.toLocaleString("en-GB", { style: "currency", currency: "GBP" }),
  fault(line) {
    if (!line.name.trim()) return "Enter a description";
    if (!(line.quantity > 0)) return "Quantity must be more than 0";
    return line.quantity > 99 ? "At most 99 in stock" : "";
  },

  remember() {
    this.history.push(copy(this.invoice.lines));
  },
  undo() {
    this.invoice.lines = this.history.pop();
  },
  show(number) {
    this.open = number;
    this.editing = false;
    this.history = [];
  },
  toggle() {
    if (this.editing && !this.valid) return this.$store.toasts.say("Some lines are not valid");
    this.editing = !this.editing;
    if (!this.editing) this.$store.toasts.say(`Invoice ${this.open} saved`);
  },
  add(article) {
    this.remember();
    const { code, name, price } = article;
    this.invoice.lines.push({ id: this.nextLine++, code, name, price, quantity: 1, vat: 20 });
    this.menu = false;
  },
  remove(line) {
    this.remember();
    this.invoice.lines = this.invoice.lines.filter((other) => other.id !== line.id);
  },
  double(index) {
    this.remember();
    this.invoice.lines.splice(index + 1, 0, { ...this.invoice.lines[index], id: this.nextLine++ });
  },
  move(index, by) {
    this.remember();
    const [line] = this.invoice.lines.splice(index, 1);
    this.invoice.lines.splice(index + by, 0, line);
  },
  sort() {
    this.remember();
    this.invoice.lines.sort((a, b) => a.name.localeCompare(b.name));
  },
  send() {
    this.invoice.state = "Sent";
    this.confirming = false;
    this.$store.toasts.say(`Invoice ${this.open} sent to ${this.invoice.customer}`);
  },
}));

Alpine.start();
