// The page as a whole: which step is looked at and how, the timeline, the filter, keys and links.

const ITEM = 91;
const view = { step: -1, whole: null, unified: isNarrow(), shifts: false, words: [] };
let shown = null; // the comparison that is on the page
let shownStep = -1;
let order = heads.map((_, step) => step); // steps in the timeline
let hits = null; // by step, how many of its changed elements the filter finds
let unifiedByHand = false;

const timeline = new LongList(byId("timeline"), ITEM, drawnStep, (line) => go(order[line]));
const trees = new Trees(byId("trees"), selected, (row) => hovered(row));
const picture = new Wireframe(byId("picture"), (i, j) => pick(i, j), (i, j) => hint(i, j));

// ------------------------------------------------------------------------------------------------------------- timeline

function drawnStep(line) {
  const step = order[line];
  const head = heads[step];
  const earlier = heads[stepBefore(step)]?.at;
  const title = head.action ? `"${clipped(head.action, 120)}"` : { first: "first tree", failed: "read failed" }[head.kind] ?? (isChange(head) ? "changed" : "unchanged");
  const events = (head.events ?? []).map(([kind, count]) => make("span", { class: `event ${kind}` }, spelled(kind) + (count > 1 ? ` ×${count}` : "")));
  const found = hits?.[step] ? make("span", { class: "count found" }, `${hits[step].toLocaleString("en")} found`) : null;
  return make(
    "div",
    { class: `item ${head.kind}`, role: "option", "aria-posinset": line + 1, "aria-setsize": order.length },
    make("div", { class: "line" }, make("span", { class: "number" }, step), make("span", { class: "action" }, title), make("span", { class: "when" }, elapsed(head.at - earlier))),
    make("div", { class: "said" }, head.kind === "failed" ? `"${head.error}"` : head.summary),
    make("div", { class: "facts", title: events.map((event) => event.textContent).join(", ") }, found, ...countsOf(head.counts), ...events),
  );
}

// ---------------------------------------------------------------------------------------------------------------- steps

/** Show a step. What is asked for meanwhile comes instead. */
async function go(step) {
  if (!(step >= 0 && step < heads.length)) return;
  const fresh = step !== view.step;
  view.step = step;
  if (fresh) nameInAddress(step);
  byId("place").textContent = `Step ${step} of ${heads.length - 1}`;
  byId("said").textContent = `Step ${step}: ${heads[step].summary ?? `"${heads[step].error}"`}`;
  byId("previous").disabled = step === 0;
  byId("next").disabled = step === heads.length - 1;
  timeline.mark(order.indexOf(step));
  const earlier = stepBefore(step);
  const failed = heads[step].kind === "failed";
  const before = earlier < 0 || failed ? empty : await treeOf(earlier);
  const after = failed ? (earlier < 0 ? empty : await treeOf(earlier)) : await treeOf(step);
  if (view.step !== step) return;
  const body = failed ? {} : bodyOf(step);
  shown = failed || heads[step].kind === "first" ? alone(after) : compared(before, after, body);
  shownStep = step;
  byId("story").replaceChildren(...storyOf(step, body, (side, index) => pick(...(side === "after" ? [-1, index] : [index, -1]))));
  byId("text").textContent = body.text ?? "";
  byId("reading").hidden = !body.text;
  byId("trees").setAttribute("aria-label", `Step ${step}: before and after`);
  showTrees(true);
  picture.show(shown, view.shifts);
  nameSide();
}

/** Whether a step says that anything changed. */
const isChange = (head) => Boolean(head.changes || head.events?.length || Object.keys(head.counts ?? {}).some((kind) => kind !== "unchanged"));

function nameInAddress(step) {
  try {
    if (location.hash !== `#step-${step}`) history.replaceState(null, "", `#step-${step}`);
  } catch {
    // a page inside of another may have no address of its own
  }
}

function showTrees(fresh) {
  if (!shown) return;
  trees.show(shown, view, fresh);
  document.body.classList.toggle("single", trees.single);
  byId("whole").setAttribute("aria-pressed", trees.whole);
  byId("unified").setAttribute("aria-pressed", view.unified);
  byId("shifts").setAttribute("aria-pressed", view.shifts);
  if (trees.row < 0) selected(-1);
  const changed = trees.marks.some(Boolean);
  const shifts = heads[view.step].counts?.shifted;
  let words = "";
  if (view.words.length && !trees.lines.length) words = trees.whole ? "No element matches." : "No changed element matches: press w for the whole tree.";
  else if (heads[view.step].kind === "failed") words = "There is no tree of this read; below is the one before it.";
  else if (heads[view.step].kind === "change" && !changed) words = shifts ? `No element changed, but ${counted(shifts, "element")} shifted on the screen: press s.` : "No element changed.";
  byId("nothing").textContent = words;
  byId("nothing").hidden = !words;
  if (view.words.length) sayFound();
}

function sayFound() {
  const here = trees.hits ? trees.hits.reduce((sum, hit) => sum + hit, 0) : 0;
  const steps = hits ? `, ${order.length} of ${counted(heads.length, "step")}` : ", searching the steps …";
  byId("found").textContent = view.words.length ? `${counted(here, "row")} here${steps}` : "";
}

// ------------------------------------------------------------------------------------------------------------ selecting

function selected(row) {
  const [i, j] = row < 0 ? [-1, -1] : [trees.rows.left[row], trees.rows.right[row]];
  byId("details").hidden = row < 0;
  byId("details").replaceChildren(...(row < 0 ? [] : detailsOf(shown, i, j)));
  picture.highlight(i, j, row >= 0);
  if (row >= 0) trees.list.reveal(trees.list.current);
}

function hovered(row) {
  const at = row < 0 ? trees.row : row;
  picture.highlight(at < 0 ? -1 : trees.rows.left[at], at < 0 ? -1 : trees.rows.right[at], false);
}

/** Select the row of an element that was pointed at in the picture or named by an event. */
function pick(i, j) {
  if (i < 0 && j < 0) return;
  const row = j >= 0 ? trees.rows.ofAfter[j] : trees.rows.ofBefore[i];
  if (trees.select(row)) return;
  leaveFilter(); // it leaves the row out
  trees.select(row);
}

function hint(i, j) {
  const [tree, index] = j >= 0 ? [shown.after, j] : [shown.before, i];
  picture.highlight(i, j, false);
  picture.inside.title = index >= 0 ? labelOf(tree, index) : "";
}

// --------------------------------------------------------------------------------------------------------------- filter

let scan = 0;

function filter(text) {
  view.words = wordsOf(text);
  hits = null;
  if (!view.words.length) showSteps();
  showTrees(false);
  sayFound();
  if (view.words.length) scanSteps((scan += 1));
  else scan += 1;
}

function showSteps() {
  order = heads.map((_, step) => step).filter((step) => !hits || hits[step] || headMatches(heads[step]));
  timeline.show(order.length, true);
  timeline.mark(order.indexOf(view.step));
}

function headMatches(head) {
  const kinds = (head.events ?? []).map(([kind]) => spelled(kind));
  const text = [head.action, head.summary, head.error, head.title, ...kinds].filter(Boolean).join("\n").toLowerCase();
  return view.words.every((word) => text.includes(word));
}

/** Count in every step the changed elements that the filter finds, a few milliseconds at a time. */
async function scanSteps(own) {
  const found = new Int32Array(heads.length);
  let tree = empty;
  let since = performance.now();
  for (let step = 0; step < heads.length; step += 1) {
    if (heads[step].kind === "failed") continue;
    const body = bodyOf(step);
    const after = kept.get(step) ?? treeAfter(tree, body);
    if (heads[step].kind === "first") found[step] = countIn(after, null);
    else {
      const { marksBefore, marksAfter } = compared(tree, after, body);
      found[step] = countIn(after, marksAfter) + countIn(tree, marksBefore, WENT);
    }
    tree = after;
    if (performance.now() - since > SLICE) {
      await turn();
      if (scan !== own) return;
      since = performance.now();
    }
  }
  hits = found;
  showSteps();
  sayFound();
}

function countIn(tree, marks, bits = 255 & ~SHIFTED) {
  let count = 0;
  for (let index = 0; index < tree.size; index += 1) {
    if ((!marks || marks[index] & bits) && matches(tree, index, view.words)) count += 1;
  }
  return count;
}

function leaveFilter() {
  byId("filter").value = "";
  filter("");
}

// --------------------------------------------------------------------------------------------------------- keys, buttons

function stepBy(by) {
  const line = order.indexOf(view.step);
  const wanted = line < 0 ? order.find((step) => (by > 0 ? step > view.step : step < view.step)) : order[line + by];
  if (wanted !== undefined) go(wanted);
}

/** To the next or previous change; the trees have the focus then, so that who only hears hears the row. */
function changeBy(by) {
  byId("trees").focus({ preventScroll: true });
  trees.change(by);
}

function toggle(name, value) {
  view[name] = value;
  if (!shown) return;
  showTrees(false);
  if (name === "shifts") picture.show(shown, view.shifts);
}

function toggleWire() {
  const off = document.body.classList.toggle("no-screen");
  byId("wire").setAttribute("aria-pressed", !off);
}

function isDark() {
  return (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}

function toggleTheme() {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  nameTheme();
  picture.paint();
}

function nameTheme() {
  byId("theme").textContent = isDark() ? "Light" : "Dark";
}

const actions = {
  j: () => stepBy(1),
  k: () => stepBy(-1),
  ArrowRight: () => stepBy(1),
  ArrowLeft: () => stepBy(-1),
  n: () => changeBy(1),
  p: () => changeBy(-1),
  w: () => toggle("whole", !trees.whole),
  u: () => ((unifiedByHand = true), toggle("unified", !view.unified)),
  s: () => toggle("shifts", !view.shifts),
  b: toggleWire,
  d: toggleTheme,
  "/": () => byId("filter").select(),
  "?": () => byId("keys").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  const field = byId("filter");
  if (event.target === field) {
    if (event.key === "Escape") {
      if (field.value) leaveFilter();
      field.blur();
      event.preventDefault();
    } else if (event.key === "Enter") byId("trees").focus();
    return;
  }
  const inPicture = byId("picture").contains(event.target) && event.key.startsWith("Arrow");
  const inRadios = event.target.getAttribute?.("role") === "radio" && event.key.startsWith("Arrow");
  if (event.key === "Escape" && view.words.length) leaveFilter();
  else if (event.key in actions && !inPicture && !inRadios && !event.defaultPrevented) {
    actions[event.key]();
    event.preventDefault();
  }
});

const buttons = { previous: "k", next: "j", whole: "w", unified: "u", shifts: "s", wire: "b", theme: "d", help: "?" };
for (const [id, key] of Object.entries(buttons)) byId(id).addEventListener("click", actions[key]);

const sides = Array.from(document.querySelectorAll("[data-side]"));
function chooseSide(button) {
  picture.asked = button.dataset.side;
  picture.side = picture.asked;
  nameSide();
  picture.paint();
}
function nameSide() {
  for (const one of sides) {
    one.setAttribute("aria-checked", one.dataset.side === picture.side);
    one.tabIndex = one.dataset.side === picture.side ? 0 : -1;
  }
}
for (const button of sides) {
  button.addEventListener("click", () => chooseSide(button));
  button.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = sides[(sides.indexOf(button) + by + sides.length) % sides.length];
    chooseSide(next);
    next.focus();
    event.preventDefault();
  });
}
nameSide();

let typing = 0;
byId("filter").addEventListener("input", (event) => {
  clearTimeout(typing);
  typing = setTimeout(() => filter(event.target.value), 120);
});

window.matchMedia("(max-width: 760px)").addEventListener("change", () => {
  if (!unifiedByHand) toggle("unified", isNarrow());
});
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => (nameTheme(), picture.paint()));

/** A printed page has no scroll bars: all rows are drawn, up to 3,000. */
function drawAll(all) {
  for (const list of [timeline, trees.list]) {
    list.all = all;
    list.paint();
  }
}
window.addEventListener("beforeprint", () => drawAll(true));
window.addEventListener("afterprint", () => drawAll(false));

// --------------------------------------------------------------------------------------------------------------- begin

function linked() {
  const asked = /^#step-(\d{1,9})$/.exec(location.hash);
  return asked && Number(asked[1]) < heads.length ? Number(asked[1]) : null;
}

window.addEventListener("hashchange", () => go(linked() ?? view.step));

/** The trees as the page has them, for its tests. */
Object.defineProperty(window, "uidiffReport", {
  value: Object.freeze({
    steps: heads.length,
    shown: () => shownStep,
    tree: treeOf,
    compared: async (step) => compared(await treeOf(stepBefore(step)), await treeOf(step), bodyOf(step)),
  }),
});

nameTheme();
timeline.show(order.length);
if (heads.length) {
  const first = heads.findIndex(isChange);
  go(linked() ?? (first < 0 ? Math.min(1, heads.length - 1) : first));
}
else {
  byId("nothing").textContent = "There is nothing in this recording.";
  byId("nothing").hidden = false;
  for (const id of ["previous", "next"]) byId(id).disabled = true;
}
