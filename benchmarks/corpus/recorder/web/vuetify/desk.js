// A support desk: tickets in a table with groups, a dialog with a checked form, a tree of topics, a wizard, a long list.

import { useTheme } from "vuetify";
import template from "./desk.html";

const CUSTOMERS = ["Nordwind GmbH", "Acme Corp", "Blue Harbor Ltd", "Kestrel & Sons", "Tanaka Shoji", "Café Lumière"];
const SUBJECTS = ["Cannot sign in", "Invoice is wrong", "Export stops at 50 %", "Slow search", "Request for a feature", "Printer not found", "Cannot sign in", "Data missing after import"];
const STATES = ["Open", "Waiting", "Closed", "Open"];
const AGENTS = ["Mia", "Noah", "Unassigned", "Lena"];
const tickets = Array.from({ length: 84 }, (_, at) => ({
  id: 4100 + at,
  subject: SUBJECTS[(at * 5) % SUBJECTS.length],
  customer: CUSTOMERS[(at * at + 1) % CUSTOMERS.length],
  state: STATES[(at * 3 + (at >> 3)) % STATES.length],
  agent: AGENTS[(at * 7 + (at >> 2)) % AGENTS.length],
  priority: ["Low", "Normal", "High"][(at * 11) % 3],
  replies: (at * 13) % 9,
}));
let topic = 0;
const topics = (title, ...children) => ({ id: ++topic, title, children: children.map((child) => (typeof child === "string" ? { id: ++topic, title: child } : child)) });

export default {
  template,
  setup: () => ({ theme: useTheme() }),
  data: () => ({
    tab: "tickets",
    drawer: true,
    tickets,
    headers: [
      { title: "No.", key: "id" },
      { title: "Subject", key: "subject" },
      { title: "Customer", key: "customer" },
      { title: "Agent", key: "agent" },
      { title: "Priority", key: "priority" },
      { title: "State", key: "state" },
      { title: "Replies", key: "replies", align: "end" },
      { title: "Actions", key: "actions", sortable: false },
    ],
    search: "",
    selected: [],
    groups: [],
    sorted: [],
    density: "default",
    dialog: false,
    draft: {},
    rules: { needed: (value) => !!value || "Please fill this in", long: (value) => (value ?? "").length > 4 || "At least 5 characters" },
    customers: CUSTOMERS,
    agents: AGENTS,
    priorities: ["Low", "Normal", "High"],
    toast: { open: false, text: "" },
    deleted: null,
    topics: [
      topics("Account", topics("Sign in", "Password", "Two factors"), "Profile", "Permissions"),
      topics("Billing", "Invoices", "Payment", topics("Taxes", "VAT", "Receipts")),
      topics("Data", "Import", "Export", "Backup"),
    ],
    opened: [],
    picked: [],
    activity: Array.from({ length: 600 }, (_, at) => ({ id: at, who: AGENTS[at % 4], what: ["replied to", "closed", "opened", "assigned"][(at * 3) % 4], ticket: 4100 + ((at * 17) % 84) })),
    phase: 1,
    channels: ["E-mail"],
    level: 3,
    answers: [["How fast do you answer?", "Within 8 hours on working days."], ["Can I call?", "Yes, from 9 to 17."], ["Where is my data?", "In two data centres."]],
  }),
  computed: {
    open() {
      return this.tickets.filter((ticket) => ticket.state === "Open").length;
    },
  },
  methods: {
    color: (state) => ({ Open: "error", Waiting: "warning", Closed: "success" })[state],
    say(text) {
      this.toast = { open: true, text };
    },
    edit(ticket) {
      this.draft = ticket ? { ...ticket } : { id: 4100 + this.tickets.length, state: "Open", agent: "Unassigned", priority: "Normal", replies: 0, subject: "", customer: null };
      this.dialog = true;
    },
    async save() {
      const { valid } = await this.$refs.form.validate();
      if (!valid) return;
      const known = this.tickets.some((ticket) => ticket.id === this.draft.id);
      this.tickets = known ? this.tickets.map((ticket) => (ticket.id === this.draft.id ? this.draft : ticket)) : [this.draft, ...this.tickets];
      this.dialog = false;
      this.say(`Ticket ${this.draft.id} ${known ? "saved" : "created"}`);
    },
    remove(ticket) {
      this.deleted = ticket;
      this.tickets = this.tickets.filter((other) => other.id !== ticket.id);
      this.say(`Ticket ${ticket.id} deleted`);
    },
    undo() {
      this.tickets = [...this.tickets, this.deleted].sort((a, b) => a.id - b.id);
      this.deleted = null;
      this.toast.open = false;
    },
    close() {
      this.tickets = this.tickets.map((ticket) => (this.selected.includes(ticket.id) ? { ...ticket, state: "Closed" } : ticket));
      this.selected = [];
    },
    refresh() {
      this.tickets = this.tickets.map((ticket, at) => ({ ...ticket, replies: ticket.replies + (at % 3), state: at % 6 === 0 ? "Waiting" : ticket.state }));
    },
  },
};
