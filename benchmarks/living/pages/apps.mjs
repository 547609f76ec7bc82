// The applications: a state, how it looks, and what may happen to it. Each operation is a list of functions of the
// state: the steps, one after the other. `back: true` says that the last step brings back what an earlier one hid.

import { h } from "./node.mjs";
import { cards, dashboard, tabs } from "./apps_panels.mjs";
import { chat, tree, windowed } from "./apps_lists.mjs";
import { form, menu } from "./apps_forms.mjs";
import { hiding } from "./apps_hiding.mjs";

export const insert = (list, index, ...items) => [...list.slice(0, index), ...items, ...list.slice(index)];
export const without = (list, ...indices) => list.filter((_, index) => !indices.includes(index));
export const replace = (list, index, change) => list.map((item, i) => (i === index ? { ...item, ...change } : item));
const sorted = (list, field) => [...list].sort((a, b) => (a[field] < b[field] ? -1 : 1));

const items = (change) => (state) => ({ ...state, items: change(state.items) });
const one = (...steps) => ({ steps });

const todo = {
  state: {
    items: ["Buy bread", "Call the bank", "Water plants", "Send invoice", "Book a table", "Fix the lamp"].map(
      (text, index) => ({ id: `t${index}`, text, done: index === 2 }),
    ),
  },
  view: ({ items }) =>
    h("main", {},
      h("h1", {}, "To-dos"),
      h("input", { "aria-label": "New to-do", placeholder: "What is next?" }),
      h("ul", {}, items.map((item) =>
        h("li", { key: item.id },
          h("input", { type: "checkbox", checked: item.done, "aria-label": item.text }),
          h("span", {}, item.text),
          h("button", {}, "Delete")))),
      h("p", { role: "status" }, `${items.filter((item) => !item.done).length} left of ${items.length}`)),
  operations: {
    "toggle": one(items((list) => replace(list, 1, { done: true }))),
    "add last": one(items((list) => [...list, { id: "new", text: "Pay the rent", done: false }])),
    "add first": one(items((list) => insert(list, 0, { id: "new", text: "Pay the rent", done: false }))),
    "add in the middle": one(items((list) => insert(list, 3, { id: "new", text: "Pay the rent", done: false }))),
    "remove first": one(items((list) => without(list, 0))),
    "remove in the middle": one(items((list) => without(list, 3))),
    "remove last": one(items((list) => without(list, 5))),
    "edit a text": one(items((list) => replace(list, 3, { text: "Send the invoice" }))),
    "replace a text": one(items((list) => replace(list, 4, { text: "Cancel" }))),
    "toggle all": one(items((list) => list.map((item) => ({ ...item, done: true })))),
    "sort": one(items((list) => sorted(list, "text"))),
    "move last to first": one(items((list) => [list[5], ...list.slice(0, 5)])),
    "filter and back": { steps: [items((list) => list.filter((item) => !item.done)), () => todo.state] },
    "clear": one(items(() => [])),
  },
};

const PEOPLE = [
  ["1041", "Ada Young", "Paid", "12.50"], ["1042", "Ben Miller", "Open", "99.00"], ["1043", "Cleo Dorn", "Paid", "7.20"],
  ["1044", "Dan Brook", "Open", "310.00"], ["1045", "Eve Stone", "Late", "45.90"], ["1046", "Finn Hale", "Paid", "18.00"],
];
const order = ([number, customer, status, amount]) => ({ id: `o${number}`, number, customer, status, amount });
const table = {
  state: { items: PEOPLE.map(order), by: "number", chosen: null },
  view: ({ items, by, chosen }) =>
    h("main", {},
      h("h1", {}, "Orders"),
      h("table", {},
        h("thead", {}, h("tr", {}, ["number", "customer", "status", "amount"].map((field) =>
          h("th", { key: field, scope: "col", "aria-sort": by === field ? "ascending" : null }, h("button", {}, field))))),
        h("tbody", {}, items.map((item) =>
          h("tr", { key: item.id, "aria-selected": item.id === chosen ? "true" : null },
            ["number", "customer", "status", "amount"].map((field) => h("td", {}, item[field])),
            h("td", {}, h("button", {}, "Edit"), h("button", {}, "Delete")))))),
      h("p", {}, `${items.length} orders`)),
  operations: {
    "change a cell": one(items((list) => replace(list, 1, { status: "Paid" }))),
    "change two rows": one(items((list) => replace(replace(list, 0, { amount: "13.00" }), 4, { amount: "0.00" }))),
    "insert first": one(items((list) => insert(list, 0, order(["1047", "Gil Moss", "Open", "64.00"])))),
    "insert in the middle": one(items((list) => insert(list, 3, order(["1047", "Gil Moss", "Open", "64.00"])))),
    "remove in the middle": one(items((list) => without(list, 2))),
    "remove two": one(items((list) => without(list, 1, 4))),
    "sort": one((state) => ({ ...state, by: "amount", items: sorted(state.items, "amount") })),
    "choose a row": one((state) => ({ ...state, chosen: "o1043" })),
    "next page": one(items(() => [
      ["1061", "Hal Winter", "Open", "5.00"], ["1062", "Ida Frost", "Paid", "81.40"], ["1063", "Jon Reed", "Late", "29.99"],
      ["1064", "Kim Vale", "Paid", "650.00"], ["1065", "Lou Finch", "Open", "3.10"], ["1066", "Mia Cole", "Paid", "72.80"],
    ].map(order))),
  },
};

export const APPS = { todo, table, tree, chat, windowed, form, menu, cards, tabs, dashboard, hiding };
