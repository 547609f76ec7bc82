// Elements made by their names, never from markup: texts of the recorded interface are set as text and nothing else.

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.className = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

const byId = (id) => document.getElementById(id);
const isNarrow = () => window.matchMedia("(max-width: 760px)").matches;

/** "3 rows", "1 row". */
const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** "DialogAppeared" as words. */
const spelled = (kind) => kind.replace(/([a-z])([A-Z])/g, (_, one, two) => `${one} ${two.toLowerCase()}`);

/** The time of a read; nothing of one that no calendar has. */
function clock(at) {
  const date = new Date((at ?? NaN) * 1000);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().replace("T", " ").replace(/(\.\d+)?Z$/, "Z");
}

function elapsed(seconds) {
  if (!(seconds >= 0)) return "";
  if (seconds < 60) return `+${seconds.toFixed(1)} s`;
  return seconds < 3600 ? `+${Math.round(seconds / 60)} min` : `+${(seconds / 3600).toFixed(1)} h`;
}

/** A sign with its name, for those who see neither signs nor colours. */
function signs(mark) {
  return KINDS.filter(([bit]) => mark & bit).map(([, kind, sign, word]) =>
    make("b", { class: `sign ${kind}`, role: "img", "aria-label": word }, sign),
  );
}

/** The counts of a step, as signs and numbers. */
function countsOf(counts = {}) {
  const order = [["added", "+"], ["removed", "-"], ["changed", "~"], ["moved", ">"], ["shifted", "↕"]];
  order.push(["newly_read", "+?"], ["unknown", "-?"], ["shown", "^"], ["hidden", "<"]);
  return order
    .filter(([kind]) => counts[kind])
    .map(([kind, sign]) => {
      const word = { newly_read: "not read before", unknown: "not read now" }[kind] ?? kind;
      const style = ["newly_read", "shown", "hidden"].includes(kind) ? "unknown" : kind;
      const text = `${sign}${counts[kind].toLocaleString("en")}`;
      return make("span", { class: `count ${style}`, title: `${counts[kind]} ${word}`, role: "img", "aria-label": `${counts[kind]} ${word}` }, text);
    });
}
