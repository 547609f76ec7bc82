// A shop to be used for a while: a list of which a part is in the page, a basket, a modal dialog, tabs with hidden
// panels, and a renderer that draws everything again, also while nothing happens.

import { h, keyed } from "./node.mjs";

const NAMES = "Lamp Chair Shelf Rug Clock Vase Stool Desk Bench Mirror Basket Candle Frame Hook Jar Kettle Ladder Mug Plate Quilt Rack Sofa Tray Urn Wreath".split(" ");
const GOODS = Array.from({ length: 100 }, (_, i) => ({
  id: `g${i}`,
  name: i < NAMES.length ? NAMES[i] : `${NAMES[i % NAMES.length]} ${Math.floor(i / NAMES.length) + 1}`,
  price: ((i * 37) % 90) + 5,
  stock: i % 5 !== 4,
}));
const SHOWN = 8;

const START = { top: 0, search: "", byPrice: false, inStock: false, basket: {}, at: "Shop", asking: false, name: "", delivery: "Normal", orders: [], visitors: 12 };

function found(s) {
  const all = GOODS.filter((item) => item.name.toLowerCase().includes(s.search.toLowerCase()) && (!s.inStock || item.stock));
  return s.byPrice ? [...all].sort((a, b) => a.price - b.price) : all;
}

const row = (s) => (item) =>
  h("li", { key: item.id }, h("span", {}, item.name), h("span", {}, `${item.price} euros`), s.basket[item.id] ? h("em", { key: `${item.id}-count` }, `${s.basket[item.id]} in the basket`) : null,
    h("button", { key: `${item.id}-add`, "data-act": `add ${item.id}` }, `Add ${item.name}`));

const button = (act, label, more = {}) => h("button", { key: act, type: "button", "data-act": act, ...more }, label);

function view(s) {
  const all = found(s);
  const count = Object.values(s.basket).reduce((a, b) => a + b, 0);
  return h("div", { key: "shop" },
    h("h1", {}, "Shop"),
    h("p", { key: "visitors" }, `${s.visitors} visitors`),
    h("div", { role: "tablist", key: "tabs" }, ["Shop", "Orders"].map((name) => button(`at ${name}`, name, { role: "tab", "aria-selected": String(s.at === name) }))),
    h("div", { key: "panel-shop", role: "tabpanel", "aria-label": "Shop", hidden: s.at !== "Shop" },
      h("input", { key: "search", "aria-label": "Search", placeholder: "Name", value: s.search, "data-input": "search" }),
      h("label", { key: "stock" }, h("input", { key: "stock-box", type: "checkbox", checked: s.inStock, "data-act": "inStock" }), "Only in stock"),
      button("byPrice", s.byPrice ? "Sort by number" : "Sort by price"),
      h("ul", { key: "list", "aria-label": "Goods" }, all.slice(s.top, s.top + SHOWN).map(row(s))),
      h("p", { key: "page" }, `${Math.min(s.top + 1, all.length)} to ${Math.min(s.top + SHOWN, all.length)} of ${all.length}`),
      button("previous", "Previous page", { disabled: s.top === 0 }),
      button("next", "Next page", { disabled: s.top + SHOWN >= all.length }),
      button("checkout", "Checkout", { disabled: count === 0 }),
      h("p", { key: "basket", role: "status" }, `${count} in the basket`)),
    h("div", { key: "panel-orders", role: "tabpanel", "aria-label": "Orders", hidden: s.at !== "Orders" },
      h("ol", { key: "orders" }, s.orders.map((text, i) => h("li", { key: `order-${i}` }, text))),
      button("again", "Repeat the last order", { disabled: s.orders.length === 0 })),
    h("dialog", { key: "ask", "aria-label": "Your order", "data-modal": s.asking ? "yes" : null },
      h("input", { key: "ask-name", "aria-label": "Your name", value: s.name, "data-input": "name" }),
      h("select", { key: "ask-delivery", "aria-label": "Delivery", "data-input": "delivery" }, ["Normal", "Express"].map((one) => h("option", { key: `ask-${one}`, selected: one === s.delivery }, one))),
      button("confirm", "Order now", { disabled: s.name === "" }),
      button("cancel", "Not yet")));
}

const page = (s, by) => ({ ...s, top: s.top + by * SHOWN });
const ACTS = {
  add: (s, id) => ({ ...s, basket: { ...s.basket, [id]: (s.basket[id] ?? 0) + 1 } }),
  at: (s, at) => ({ ...s, at }),
  inStock: (s) => ({ ...s, inStock: !s.inStock, top: 0 }),
  byPrice: (s) => ({ ...s, byPrice: !s.byPrice, top: 0 }),
  previous: (s) => page(s, -1),
  next: (s) => page(s, 1),
  checkout: (s) => ({ ...s, asking: true }),
  cancel: (s) => ({ ...s, asking: false }),
  confirm: (s) => ({ ...s, asking: false, basket: {}, orders: [...s.orders, `${s.name}, ${s.delivery}, ${Object.keys(s.basket).length} things`], name: "" }),
  again: (s) => ({ ...s, orders: [...s.orders, s.orders.at(-1)] }),
};

/** Draw the shop, again after each event, and every `every` milliseconds. */
export async function start({ make, ids = false }, every, synced) {
  const render = make(document.getElementById("app"));
  let now = START;
  let drawing = Promise.resolve();
  const draw = () => {
    drawing = drawing.then(() => render(keyed(view(now), { ids }))).then(synced);
    return drawing;
  };
  const change = (next) => {
    now = next;
    return draw();
  };
  addEventListener("click", ({ target }) => {
    const [act, value] = target.closest("[data-act]")?.dataset.act.split(" ") ?? [];
    if (act && !target.closest("[data-act]").disabled) change(ACTS[act](now, value));
  });
  addEventListener("input", ({ target }) => {
    const name = target.closest("[data-input]")?.dataset.input;
    if (name) change({ ...now, [name]: target.value, top: 0 });
  }, true);
  await draw();
  setInterval(draw, every);
  setInterval(() => change({ ...now, visitors: now.visitors + 1 }), every * 10);
}
