// Who is who in two trees, what is marked on each side, and the rows in which the two stand beside each other.

const ADDED = 1;
const REMOVED = 2;
const CHANGED = 4;
const MOVED = 8;
const REORDERED = 16;
const SHIFTED = 32;
const NEWLY_READ = 64;
const UNKNOWN = 128;
const CONCEALED = 256;
const RETURNED = 512;
const WENT = REMOVED | UNKNOWN | CONCEALED;
const CAME_OR_WENT = ADDED | NEWLY_READ | RETURNED | WENT;
const KINDS = [
  [ADDED, "added", "+", "came"],
  [REMOVED, "removed", "-", "went"],
  [NEWLY_READ, "unknown", "+?", "not read before"],
  [UNKNOWN, "unknown", "-?", "not read now"],
  [RETURNED, "unknown", "^", "shown again"],
  [CONCEALED, "unknown", "<", "hidden, and lives on"],
  [MOVED, "moved", ">", "moved"],
  [REORDERED, "moved", "=", "left the order"],
  [CHANGED, "changed", "~", "changed"],
  [SHIFTED, "shifted", "↕", "shifted"],
];

/** Two trees and what a step says of them. */
function compared(before, after, body) {
  const found = {
    before,
    after,
    afterOf: new Int32Array(before.size).fill(-1),
    beforeOf: new Int32Array(after.size).fill(-1),
    marksBefore: new Uint16Array(before.size),
    marksAfter: new Uint16Array(after.size),
    fields: new Map(), // by after-index, the names of what is reported
    runs: body.runs ?? [],
  };
  const { afterOf, beforeOf, marksBefore, marksAfter, runs } = found;
  for (let k = 0; k < runs.length; k += 3) {
    for (let n = 0; n < runs[k + 2]; n += 1) {
      afterOf[runs[k] + n] = runs[k + 1] + n;
      beforeOf[runs[k + 1] + n] = runs[k] + n;
    }
  }
  afterOf.forEach((partner, index) => partner < 0 && (marksBefore[index] = REMOVED));
  beforeOf.forEach((partner, index) => partner < 0 && (marksAfter[index] = ADDED));
  for (const index of indicesOf(body.unknown)) marksBefore[index] = UNKNOWN;
  for (const index of indicesOf(body.newly_read)) marksAfter[index] = NEWLY_READ;
  for (const index of indicesOf(body.hidden)) marksBefore[index] = CONCEALED;
  for (const index of indicesOf(body.shown)) marksAfter[index] = RETURNED;
  const mark = (gaps, bit) => {
    for (const index of indicesOf(gaps)) {
      marksAfter[index] |= bit;
      marksBefore[beforeOf[index]] |= bit;
    }
  };
  mark(body.moved, MOVED);
  for (const [, gaps] of body.reordered ?? []) mark(gaps, REORDERED);
  for (const [fields, gaps] of body.changed ?? []) {
    mark(gaps, fields.length === 1 && fields[0] === "bounds" ? SHIFTED : CHANGED);
    for (const index of indicesOf(gaps)) found.fields.set(index, fields);
  }
  return found;
}

/** One tree, with nothing to compare it with. */
function alone(tree) {
  return {
    before: empty,
    after: tree,
    afterOf: new Int32Array(0),
    beforeOf: new Int32Array(tree.size).fill(-1),
    marksBefore: new Uint16Array(0),
    marksAfter: new Uint16Array(tree.size),
    fields: new Map(),
    runs: [],
  };
}

/** The heaviest runs that stand in one order in both trees: the rows that both sides share. */
function commonRuns(runs, beforeSize) {
  const count = runs.length / 3;
  const weights = new Float64Array(beforeSize + 1); // the heaviest chain that ends before an index, as a Fenwick tree
  const ends = new Int32Array(beforeSize + 1).fill(-1);
  const previous = new Int32Array(count).fill(-1);
  let heaviest = -1;
  let most = 0;
  for (let k = 0; k < count; k += 1) {
    const i = runs[3 * k];
    const n = runs[3 * k + 2];
    let weight = 0;
    for (let at = i; at > 0; at -= at & -at) {
      if (weights[at] > weight) [weight, previous[k]] = [weights[at], ends[at]];
    }
    weight += n;
    if (weight > most) [most, heaviest] = [weight, k];
    for (let at = i + n; at <= beforeSize; at += at & -at) {
      if (weights[at] < weight) [weights[at], ends[at]] = [weight, k];
    }
  }
  const chain = [];
  for (let k = heaviest; k >= 0; k = previous[k]) chain.push(k);
  return chain.reverse();
}

/** The rows, as before- and after-indices, -1 where a side has none. */
function rowsOf({ before, after, runs }, unified) {
  const left = [];
  const right = [];
  let i = 0;
  let j = 0;
  const upTo = (endBefore, endAfter) => {
    while (i < endBefore || j < endAfter) {
      const takeLeft = i < endBefore;
      const takeRight = j < endAfter && !(unified && takeLeft);
      left.push(takeLeft ? i++ : -1);
      right.push(takeRight ? j++ : -1);
    }
  };
  for (const k of commonRuns(runs, before.size)) {
    upTo(runs[3 * k], runs[3 * k + 1]);
    for (let n = runs[3 * k + 2]; n > 0; n -= 1) {
      left.push(i++);
      right.push(j++);
    }
  }
  upTo(before.size, after.size);
  const rows = { left: Int32Array.from(left), right: Int32Array.from(right), count: left.length };
  rows.ofBefore = new Int32Array(before.size);
  rows.ofAfter = new Int32Array(after.size);
  rows.left.forEach((index, row) => index >= 0 && (rows.ofBefore[index] = row));
  rows.right.forEach((index, row) => index >= 0 && (rows.ofAfter[index] = row));
  return rows;
}

/** Whether a row shows one element on both sides. */
const isPair = (step, left, right) => left >= 0 && right >= 0 && step.afterOf[left] === right;

// -------------------------------------------------------------------------------------------------------- what is said

/** A field or a state of an element. */
function valueOf(tree, index, field) {
  if (field in tree && config.columns.includes(field)) return tree[field][index];
  const states = tree.states[index];
  for (let k = 0; k < states.length; k += 2) if (states[k] === field) return states[k + 1];
  return booleans.has(field) ? false : null;
}

function wordOf(value, field) {
  if (value === null || value === undefined) return "none";
  if (field === "role") return value;
  if (field === "bounds") return `(${value[0]},${value[1]}) ${value[2]}×${value[3]}`;
  if (Array.isArray(value)) return `[${value.map((part) => `"${part}"`).join(", ")}]`;
  return typeof value === "string" ? `"${value}"` : String(value);
}

const HIDDEN = "changed (hidden)";

/** What a field was and is, in words. */
function changeOf(step, index, field) {
  const old = wordOf(valueOf(step.before, step.beforeOf[index], field), field);
  const now = wordOf(valueOf(step.after, index, field), field);
  return old === now ? [HIDDEN, null] : [old, now];
}

/** States as short words, but for those that are said elsewhere: what is true by its name, the rest with its value. */
function flagsOf(tree, index, said = []) {
  const states = tree.states[index];
  const words = [];
  for (let k = 0; k < states.length; k += 2) {
    if (!said.includes(states[k])) words.push(states[k + 1] === true ? states[k] : `${states[k]}=${wordOf(states[k + 1])}`);
  }
  if (tree.secret[index]) words.push("secret");
  if (tree.unread[index]) words.push("not read below");
  return words;
}

/** What a filter looks at. */
function haystackOf(tree, index) {
  const texts = [tree.role[index], tree.name[index], tree.value[index], tree.description[index]];
  texts.push(tree.automation_id[index], tree.native_role[index], `e${tree.refs[index]}`);
  return texts.filter(Boolean).join("\n").toLowerCase().replace(/\\(["\\])/g, "$1");
}

function wordsOf(filter) {
  return filter.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether every word of a filter is in an element: a ref has to be whole. */
function matches(tree, index, words) {
  const text = haystackOf(tree, index);
  return words.every((word) => (/^e\d+$/.test(word) ? word === `e${tree.refs[index]}` : text.includes(word)));
}

const LABEL = 80;
const clipped = (text, most = LABEL) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function labelOf(tree, index) {
  const text = tree.name[index] || tree.value[index] || tree.description[index];
  return tree.role[index] + (text ? ` "${clipped(text)}"` : "");
}
