// A form, and a page with a menu.

import { h } from "./node.mjs";

const set = (change) => ({ steps: [(state) => ({ ...state, ...change })] });

const field = (key, label, attrs, problem) =>
  h("div", { key: `${key}-row` },
    h("label", { key: `${key}-label`, for: key }, label),
    h("input", { key: `${key}-field`, id: key, "aria-invalid": problem ? "true" : null, ...attrs }),
    problem ? h("p", { key: `${key}-problem`, role: "alert" }, problem) : null);

export const form = {
  state: { name: "Ada Young", mail: "ada@example.com", land: "Chile", terms: false, plan: "Small", phone: null, problem: null, ready: false, locked: false, step: 1 },
  view: (s) =>
    h("form", {},
      h("h1", {}, "Sign up"),
      h("p", {}, `Step ${s.step} of 3`),
      field("name", "Name", { value: s.name, readOnly: s.locked }),
      field("mail", "E-mail", { value: s.mail }, s.problem),
      s.phone === null ? null : field("phone", "Telephone", { value: s.phone }),
      h("select", { key: "land", "aria-label": "Country" }, ["Brazil", "Chile", "Peru"].map((one) => h("option", { key: one, selected: one === s.land }, one))),
      h("fieldset", { key: "plan" }, h("legend", {}, "Plan"), ["Small", "Large"].map((one) =>
        h("label", { key: `plan-${one}` }, h("input", { type: "radio", name: "plan", value: one, checked: one === s.plan }), one))),
      h("label", { key: "terms" }, h("input", { type: "checkbox", checked: s.terms }), "I agree"),
      h("progress", { key: "progress", "aria-label": "Progress", max: "3", value: String(s.step) }),
      h("button", { key: "send", type: "button", disabled: !s.ready }, "Send")),
  operations: {
    "fill in": set({ name: "Ben Miller" }),
    "show a problem": set({ problem: "This address is taken" }),
    "accept": set({ terms: true, ready: true }),
    "add a field": set({ phone: "" }),
    "choose": set({ land: "Peru", plan: "Large" }),
    "lock": set({ locked: true }),
    "next step": set({ step: 2, ready: true }),
  },
};

const LINKS = ["Home", "Products", "Prices", "About"];

export const menu = {
  state: { at: "Home", open: false, trail: ["Home"], count: 0 },
  view: (s) =>
    h("div", {},
      h("nav", { key: "nav", "aria-label": "Main" }, LINKS.map((one) =>
        h("a", { key: `to-${one}`, href: `#${one}`, "aria-current": one === s.at ? "page" : null }, one)),
        h("button", { key: "more", "aria-expanded": String(s.open), "aria-haspopup": "menu" }, "More"),
        h("a", { key: "basket", href: "#basket" }, s.count ? `Basket (${s.count})` : "Basket")),
      s.open
        ? h("div", { key: "menu", role: "menu", "aria-label": "More" }, ["Blog", "Jobs", "Press"].map((one) => h("div", { key: `in-${one}`, role: "menuitem", tabindex: "-1" }, one)))
        : null,
      h("ol", { key: "trail", "aria-label": "You are here" }, s.trail.map((one) => h("li", { key: `at-${one}` }, one))),
      h("main", { key: "main" }, h("h1", {}, s.at), h("p", {}, "Choose a page above."))),
  operations: {
    "open and close": { back: false, steps: [(s) => ({ ...s, open: true }), (s) => ({ ...s, open: false })] },
    "go": set({ at: "Prices", trail: ["Home", "Prices"] }),
    "count": set({ count: 3 }),
  },
};
