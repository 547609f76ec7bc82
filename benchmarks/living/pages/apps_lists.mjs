// Nested lists, a conversation, and a list of which only a window is in the page.

import { h } from "./node.mjs";

const leaf = (id, name, children = null) => ({ id, name, open: children !== null, children });
const folder = (id, name) => ({ id, name, open: false, children: [] });

function branch(item) {
  return h("li", { key: item.id },
    h("button", { key: `${item.id}-name`, "aria-expanded": item.children === null ? null : String(item.open) }, item.name),
    item.children !== null && item.open ? h("ul", { key: `${item.id}-in` }, item.children.map(branch)) : null);
}

const edit = (items, id, change) =>
  items.flatMap((item) => {
    if (item.id === id) return change(item);
    return item.children === null ? [item] : [{ ...item, children: edit(item.children, id, change) }];
  });
const step = (id, change) => (state) => ({ ...state, items: edit(state.items, id, change) });

export const tree = {
  state: {
    boxed: false,
    items: [
      leaf("src", "src", [leaf("a", "main.py"), leaf("b", "tools.py"), leaf("deep", "deep", [leaf("c", "one.py"), leaf("d", "two.py")])]),
      leaf("docs", "docs", [leaf("e", "index.md"), leaf("f", "guide.md")]),
      folder("build", "build"),
      leaf("readme", "README.md"),
    ],
  },
  view: ({ items, boxed }) => {
    const list = h("ul", { key: "top" }, items.map(branch));
    return h("main", {}, h("h1", {}, "Files"), boxed ? h("section", { key: "box", "aria-label": "Project" }, list) : list);
  },
  operations: {
    "add a leaf": { steps: [step("docs", (item) => [{ ...item, children: [...item.children, leaf("g", "faq.md")] }])] },
    "add a leaf deep": { steps: [step("deep", (item) => [{ ...item, children: [leaf("g", "zero.py"), ...item.children] }])] },
    "rename": { steps: [step("b", (item) => [{ ...item, name: "helpers.py" }])] },
    "remove a branch": { steps: [step("deep", () => [])] },
    "collapse and expand": {
      back: true,
      steps: [step("src", (item) => [{ ...item, open: false }]), step("src", (item) => [{ ...item, open: true }])],
    },
    "move a branch": {
      steps: [(state) => {
        let moved = null;
        const left = edit(state.items, "deep", (item) => ((moved = item), []));
        return { ...state, items: edit(left, "build", (item) => [{ ...item, open: true, children: [moved] }]) };
      }],
    },
    "unwrap": { steps: [step("docs", (item) => item.children)] },
    "wrap": { steps: [(state) => ({ ...state, boxed: true })] },
  },
};

const SAID = [
  ["m1", "Ana", "Good morning"], ["m2", "Bo", "Did the build pass?"], ["m3", "Ana", "It did, an hour ago"],
  ["m4", "Cy", "Then we can ship"], ["m5", "Bo", "Waiting for the notes"], ["m6", "Ana", "They are in the folder"],
].map(([id, who, text]) => ({ id, who, text, likes: 0 }));
const OLDER = [["k1", "Cy", "See you tomorrow"], ["k2", "Bo", "Bye"], ["k3", "Ana", "Logging off"]].map(([id, who, text]) => ({ id, who, text, likes: 0 }));
const messages = (change) => ({ steps: [(state) => ({ ...state, items: change(state.items) })] });

export const chat = {
  state: { items: SAID, typing: null },
  view: ({ items, typing }) =>
    h("main", {},
      h("h1", {}, "Release"),
      h("div", { role: "log", key: "log" }, items.map((item) =>
        h("article", { key: item.id, "aria-label": `Message of ${item.who}` },
          h("strong", {}, item.who), h("p", {}, item.text),
          h("button", {}, item.likes ? `Like ${item.likes}` : "Like"), h("button", {}, "Reply")))),
      typing ? h("p", { key: "typing", role: "status" }, `${typing} is typing`) : null,
      h("textarea", { key: "box", "aria-label": "Message" })),
  operations: {
    "append": messages((list) => [...list, { id: "m7", who: "Cy", text: "Found them, thanks", likes: 0 }]),
    "append two": messages((list) => [...list, { id: "m7", who: "Cy", text: "Found them", likes: 0 }, { id: "m8", who: "Bo", text: "Good", likes: 0 }]),
    "prepend older": messages((list) => [...OLDER, ...list]),
    "shift": messages((list) => [...list.slice(1), { id: "m7", who: "Cy", text: "Found them, thanks", likes: 0 }]),
    "edit": messages((list) => list.map((item) => (item.id === "m5" ? { ...item, text: "Waiting for the release notes" } : item))),
    "delete": messages((list) => list.filter((item) => item.id !== "m3")),
    "like": messages((list) => list.map((item) => (item.id === "m4" ? { ...item, likes: 1 } : item))),
    "typing": { steps: [(state) => ({ ...state, typing: "Bo" })] },
  },
};

const TOWNS = "Arden Bexley Corby Dover Ely Frome Goole Hove Ilkley Jarrow Kendal Leeds Malvern Newark Otley Penryn Quorn Ripon Selby Thirsk".split(" ");
const scrolled = (top) => (state) => ({ ...state, top });

export const windowed = {
  state: { top: 0 },
  view: ({ top }) =>
    h("main", {},
      h("h1", {}, "Parcels"),
      h("ul", { "aria-label": "All parcels" }, Array.from({ length: 8 }, (_, i) => top + i).map((n) =>
        h("li", { key: `p${n}` }, h("span", {}, `Parcel ${n + 100} to ${TOWNS[(n * 7) % 20]}`), h("button", {}, "Track"), h("button", {}, "Return")))),
      h("p", {}, "400 parcels")),
  operations: {
    "scroll by one": { steps: [scrolled(1)] },
    "scroll by three and back": { back: true, steps: [scrolled(3), scrolled(0)] },
    "scroll by a page and back": { back: true, steps: [scrolled(8), scrolled(0)] },
    "scroll far and back": { back: true, steps: [scrolled(200), scrolled(0)] },
  },
};
