// A dealer of used cars: rows edited in place, rows in groups, a tree of offices, orders to be put in order.

import Button from "primevue/button";
import Column from "primevue/column";
import ConfirmDialog from "primevue/confirmdialog";
import DataTable from "primevue/datatable";
import Dialog from "primevue/dialog";
import InputNumber from "primevue/inputnumber";
import InputText from "primevue/inputtext";
import Menu from "primevue/menu";
import Menubar from "primevue/menubar";
import MultiSelect from "primevue/multiselect";
import OrderList from "primevue/orderlist";
import Select from "primevue/select";
import Tab from "primevue/tab";
import TabList from "primevue/tablist";
import TabPanel from "primevue/tabpanel";
import TabPanels from "primevue/tabpanels";
import Tabs from "primevue/tabs";
import Tag from "primevue/tag";
import Toast from "primevue/toast";
import ToggleSwitch from "primevue/toggleswitch";
import Tree from "primevue/tree";
import { useConfirm } from "primevue/useconfirm";
import { useToast } from "primevue/usetoast";
import data from "./node_modules/vega-datasets/data/cars.json";
import template from "./cars.html";

const STATES = ["In stock", "Reserved", "In stock", "Sold", "In stock", "Workshop"];
const title = (text) => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
const rows = data.slice(60, 150).map((car, at) => ({
  id: 1000 + at,
  name: title(car.Name),
  maker: title(car.Name.split(" ")[0]),
  year: Number(car.Year.slice(0, 4)),
  origin: car.Origin,
  power: car.Horsepower ?? 0,
  price: 900 + ((at * 137) % 40) * 50,
  state: STATES[(at * 5) % STATES.length],
}));
const office = (key, label, people) => ({
  key,
  label,
  icon: "pi pi-building",
  children: people.map((name, at) => ({ key: `${key}-${at}`, label: name, icon: "pi pi-user" })),
});

export default {
  template,
  components: {
    Button, Column, ConfirmDialog, DataTable, Dialog, InputNumber, InputText, Menu, Menubar, MultiSelect, OrderList,
    Select, Tab, TabList, TabPanel, TabPanels, Tabs, Tag, Toast, ToggleSwitch, Tree,
  },
  setup: () => ({ confirm: useConfirm(), toast: useToast() }),
  data: () => ({
    rows,
    editing: [],
    selected: [],
    search: "",
    origins: [],
    striped: false,
    expandedGroups: ["Japan", "Europe"],
    tab: "stock",
    creating: false,
    tried: false,
    draft: {},
    states: ["In stock", "Reserved", "Sold", "Workshop"],
    offices: [
      { key: "eu", label: "Europe", icon: "pi pi-globe", children: [office("ber", "Berlin", ["Anna Weber", "Jonas Roth"]), office("lyo", "Lyon", ["Claire Petit", "Anna Weber"])] },
      { key: "us", label: "USA", icon: "pi pi-globe", children: [office("det", "Detroit", ["Jim Fields", "Rosa Diaz", "Lee Park"]), office("aus", "Austin", ["Rosa Diaz"])] },
      { key: "jp", label: "Japan", icon: "pi pi-globe", children: [office("osa", "Osaka", ["Yui Mori"])] },
    ],
    open: { eu: true },
    ticked: {},
    queue: rows.slice(0, 14),
    row: null,
  }),
  computed: {
    shown() {
      const text = this.search.toLowerCase();
      return this.rows.filter((car) => car.name.toLowerCase().includes(text) && (!this.origins.length || this.origins.includes(car.origin)));
    },
    grouped() {
      return [...this.shown].sort((a, b) => a.origin.localeCompare(b.origin) || a.name.localeCompare(b.name)).slice(0, 40);
    },
    bar() {
      return [
        { label: "File", icon: "pi pi-file", items: [{ label: "New car", icon: "pi pi-plus", command: () => this.create() }, { label: "Import", icon: "pi pi-upload", items: [{ label: "From CSV" }, { label: "From JSON" }] }, { separator: true }, { label: "Print", icon: "pi pi-print" }] },
        { label: "View", icon: "pi pi-eye", items: [{ label: this.striped ? "Plain rows" : "Striped rows", command: () => { this.striped = !this.striped; } }, { label: "Refresh", icon: "pi pi-refresh", command: () => this.refresh() }] },
        { label: "Help", icon: "pi pi-question" },
      ];
    },
    actions() {
      return [
        { label: "Reserve", icon: "pi pi-bookmark", command: () => this.mark("Reserved") },
        { label: "Sell", icon: "pi pi-dollar", command: () => this.mark("Sold") },
        { label: "Delete", icon: "pi pi-trash", command: () => this.remove(this.row) },
      ];
    },
  },
  methods: {
    severity: (state) => ({ "In stock": "success", Reserved: "warn", Sold: "secondary", Workshop: "danger" })[state],
    tell(severity, summary, detail, life) {
      this.toast.add({ severity, summary, detail, life });
    },
    saved({ newData, index }) {
      this.rows = this.rows.map((car) => (car.id === newData.id ? newData : car));
      this.tell("success", "Saved", `${newData.name}, row ${index + 1}`);
    },
    mark(state) {
      this.rows = this.rows.map((car) => (car.id === this.row.id ? { ...car, state } : car));
      this.tell("info", state, this.row.name, 1500);
    },
    menu(event, row) {
      this.row = row;
      this.$refs.menu.toggle(event);
    },
    remove(row) {
      this.confirm.require({
        header: "Delete car",
        message: `Delete ${row.name} (${row.id})?`,
        icon: "pi pi-exclamation-triangle",
        accept: () => {
          this.rows = this.rows.filter((car) => car.id !== row.id);
          this.tell("warn", "Deleted", row.name);
        },
      });
    },
    create() {
      this.draft = { id: 2000 + this.rows.length, name: "", maker: "", year: 1974, origin: "Europe", power: 60, price: 1200, state: "In stock" };
      this.tried = false;
      this.creating = true;
    },
    add() {
      this.tried = true;
      if (!this.draft.name) return;
      this.rows = [this.draft, ...this.rows];
      this.creating = false;
    },
    refresh() {
      this.rows = this.rows.map((car, at) => ({ ...car, price: car.price + ((at * 7) % 5) * 20, state: at % 4 === 0 ? "Sold" : car.state }));
    },
  },
};
