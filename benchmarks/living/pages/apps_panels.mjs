// Cards, tabs, and a page of numbers.

import { h } from "./node.mjs";

const GOODS = [
  ["lamp", "Desk lamp", "18.90", "A small lamp with a long arm."], ["chair", "Chair", "79.00", "Oak, with a low back."],
  ["shelf", "Shelf", "45.50", "Five boards, no screws."], ["rug", "Rug", "120.00", "Wool from the hills."],
].map(([id, name, price, text]) => ({ id, name, price, text, badge: null }));
const goods = (change) => ({ steps: [(s) => ({ ...s, items: change(s.items) })] });

const card = (item) =>
  h("article", { key: item.id },
    h("h2", { key: `${item.id}-name` }, item.name), item.badge ? h("em", { key: `${item.id}-badge` }, item.badge) : null,
    h("p", { key: `${item.id}-text` }, item.text), h("p", { key: `${item.id}-price` }, item.price), h("button", { key: `${item.id}-buy` }, "Buy"));

export const cards = {
  state: { items: GOODS, grouped: false, title: "Shop" },
  view: ({ items, grouped, title }) =>
    h("main", {},
      h("h1", {}, title),
      grouped
        ? h("section", { key: "group", "aria-label": "Popular" }, h("h2", { key: "group-name" }, "Popular"), items.slice(0, 2).map(card))
        : items.slice(0, 2).map(card),
      items.slice(2).map(card)),
  operations: {
    "change a price": goods((list) => list.map((item) => (item.id === "shelf" ? { ...item, price: "39.50" } : item))),
    "change all prices": goods((list) => list.map((item) => ({ ...item, price: `${item.price} net` }))),
    "add a badge": goods((list) => list.map((item) => (item.id === "rug" ? { ...item, badge: "New" } : item))),
    "insert": goods((list) => [list[0], { id: "vase", name: "Vase", price: "22.00", text: "Blown glass.", badge: null }, ...list.slice(1)]),
    "remove": goods((list) => list.filter((item) => item.id !== "chair")),
    "move": goods((list) => [list[1], list[2], list[3], list[0]]),
    "replace one": goods((list) => list.map((item) => (item.id === "chair" ? { id: "bench", name: "Bench", price: "64.00", text: "For three people.", badge: null } : item))),
    "wrap": { steps: [(s) => ({ ...s, grouped: true })] },
    "rename the page": { steps: [(s) => ({ ...s, title: "Shop of the month" })] },
  },
};

const PANELS = {
  Account: [["Name", "Ada Young"], ["Town", "Leeds"]],
  Mail: [["Signature", "Regards, Ada"], ["Reply to", "ada@example.com"]],
  Keys: [["Public key", "ed25519 AAAA"], ["Made on", "3 May"]],
};

const panel = (name, hidden) =>
  h("div", { key: `panel-${name}`, role: "tabpanel", "aria-label": name, hidden },
    h("h2", { key: `panel-${name}-title` }, name),
    PANELS[name].map(([label, value]) => h("label", { key: `field-${label}` }, label, h("input", { key: `input-${label}`, value }))),
    h("button", { key: `save-${name}` }, "Save"));

const tabView = (keep) => ({ tabs, at, unread }) =>
  h("main", {},
    h("h1", {}, "Settings"),
    h("div", { role: "tablist", key: "tabs" }, tabs.map((name) =>
      h("button", { key: `tab-${name}`, role: "tab", "aria-selected": String(name === at) }, name === "Mail" && unread ? `Mail (${unread})` : name))),
    keep ? tabs.map((name) => panel(name, name !== at)) : panel(at, false));

const at = (name) => (s) => ({ ...s, at: name });
const tabState = { tabs: ["Account", "Mail"], at: "Account", unread: 0, keep: true };

export const tabs = {
  state: tabState,
  view: (s) => tabView(s.keep)(s),
  operations: {
    "hidden panels, there and back": { back: true, steps: [at("Mail"), at("Account")] },
    "made panels, there and back": { back: true, first: (s) => ({ ...s, keep: false }), steps: [at("Mail"), at("Account")] },
    "add a tab": { steps: [(s) => ({ ...s, tabs: [...s.tabs, "Keys"] })] },
    "close a tab": { steps: [(s) => ({ ...s, tabs: ["Account"] })] },
    "count in a tab": { steps: [(s) => ({ ...s, unread: 4 })] },
  },
};

const NUMBERS = [["cpu", "CPU", 41], ["mem", "Memory", 63], ["disk", "Disk", 80], ["net", "Network", 12], ["temp", "Temperature", 55]];

export const dashboard = {
  state: { time: "10:15:01", numbers: NUMBERS.map(([id, name, value]) => ({ id, name, value })), alarm: null },
  view: ({ time, numbers, alarm }) =>
    h("main", {},
      h("h1", {}, "Server 4"),
      h("p", { key: "time", role: "timer" }, time),
      alarm ? h("p", { key: "alarm", role: "alert" }, alarm) : null,
      h("dl", { key: "list" }, numbers.flatMap(({ id, name, value }) => [h("dt", { key: `${id}-name` }, name), h("dd", { key: `${id}-value` }, `${value} %`)])),
      h("div", { key: "bar", role: "meter", "aria-label": "Load", "aria-valuenow": String(numbers[0].value), "aria-valuemin": "0", "aria-valuemax": "100" }),
      h("button", { key: "stop" }, "Restart")),
  operations: {
    "tick": { steps: [(s) => ({ ...s, time: "10:15:02" })] },
    "all numbers": { steps: [(s) => ({ ...s, time: "10:15:02", numbers: s.numbers.map((one, i) => ({ ...one, value: one.value + i + 1 })) })] },
    "alarm": { steps: [(s) => ({ ...s, alarm: "Disk almost full" })] },
  },
};
