// A page of which a part is hidden and shown again, in each way that there is.

import { h } from "./node.mjs";

const NOTES = ["Call Ada about the lamp", "Order more paper", "The key is below the mat"];

const part = (attrs, rows = NOTES) =>
  h("section", { key: "part", "aria-label": "Notes", ...attrs },
    h("h2", { key: "part-title" }, "Notes"),
    h("ul", { key: "part-list" }, rows.map((text, i) => h("li", { key: `note-${i}` }, text, h("button", { key: `note-${i}-edit` }, "Edit")))),
    h("input", { key: "part-field", "aria-label": "Add a note" }));

const WAYS = {
  "display none": { style: "display:none" },
  "visibility hidden": { style: "visibility:hidden" },
  "hidden": { hidden: true },
  "inert": { inert: true },
  "aria-hidden": { "aria-hidden": "true" },
  "content-visibility": { style: "content-visibility:hidden" },
};

const way = (hidden) => (s) => ({ ...s, hidden });
const thereAndBack = Object.fromEntries(Object.keys(WAYS).map((name) => [`${name} and back`, { back: true, steps: [way(name), way(null)] }]));

export const hiding = {
  state: { hidden: null, made: true, open: true, dialog: false, count: 3 },
  view: (s) =>
    h("main", {},
      h("h1", {}, "Desk"),
      h("button", { key: "menu" }, "Menu"),
      s.made ? part(s.hidden === null ? {} : WAYS[s.hidden]) : null,
      h("details", { key: "more", open: s.open }, h("summary", { key: "more-title" }, "More"), h("p", { key: "more-text" }, "Written on a Monday."), h("button", { key: "more-print" }, "Print")),
      h("p", { key: "count" }, `${s.count} notes`),
      h("dialog", { key: "ask", "data-modal": s.dialog ? "yes" : null }, h("p", { key: "ask-text" }, "Delete all notes?"), h("button", { key: "ask-yes" }, "Yes"), h("button", { key: "ask-no" }, "No"))),
  operations: {
    ...thereAndBack,
    "modal and back": { back: true, steps: [(s) => ({ ...s, dialog: true }), (s) => ({ ...s, dialog: false })] },
    "details closed and open": { back: true, steps: [(s) => ({ ...s, open: false }), (s) => ({ ...s, open: true })] },
    "unmounted and back": { back: true, steps: [(s) => ({ ...s, made: false }), (s) => ({ ...s, made: true })] },
    "hidden while another text changes": { back: true, steps: [(s) => ({ ...s, hidden: "hidden", count: 4 }), (s) => ({ ...s, hidden: null, count: 5 })] },
  },
};
