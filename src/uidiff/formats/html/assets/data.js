// What the page carries, and the trees that are made of it (formats/html/encoding.py and steps.py write it).

const config = JSON.parse(document.querySelector("script.config").textContent);
const heads = Array.from(document.querySelectorAll("script.head"), (block) => JSON.parse(block.textContent));
const booleans = new Set(config.booleans);
const absent = { states: [], actions: [], secret: 0, unread: 0 };

/** A coded column: distinct values, and codes; one below 0 says how many times more the one before it stands. */
function expanded([values, codes]) {
  const cells = [];
  let cell = null;
  for (const code of codes) {
    if (code >= 0) cells.push((cell = values[code]));
    else for (let more = code; more < 0; more += 1) cells.push(cell);
  }
  return cells;
}

/** Ascending indices from gaps and lengths. */
function indicesOf(gaps = []) {
  const indices = [];
  let index = 0;
  for (let k = 0; k < gaps.length; k += 2) {
    index += gaps[k];
    for (const end = index + gaps[k + 1]; index < end; index += 1) indices.push(index);
  }
  return indices;
}

function numbersOf(ranges = []) {
  const numbers = [];
  for (let k = 0; k < ranges.length; k += 2) for (let n = 0; n < ranges[k + 1]; n += 1) numbers.push(ranges[k] + n);
  return numbers;
}

/** The tree after a step, made of the tree before it: columns of cells in pre-order. */
function treeAfter(before, body) {
  const tree = { size: body.size };
  const put = { ...body.put, refs: null };
  for (const name of [...config.columns, "refs"]) {
    let came = null;
    if (name === "refs") came = numbersOf(body.refs);
    else if (put[name]) came = expanded(put[name]);
    const nothing = name in absent ? absent[name] : null;
    tree[name] = body.whole ? came ?? new Array(body.size).fill(nothing) : spliced(before[name], body, came, nothing);
  }
  if (!body.whole) for (const name of Object.keys(body.set ?? {})) setCells(tree, name, body.set[name]);
  tree.parents = parentsOf(tree.depth);
  return tree;
}

function spliced(old, { runs = [], size }, came, nothing) {
  const cells = new Array(size);
  let place = 0;
  let taken = 0;
  const fill = (end) => {
    for (; place < end; place += 1) cells[place] = came ? came[taken++] : nothing;
  };
  for (let k = 0; k < runs.length; k += 3) {
    fill(runs[k + 1]);
    for (let i = runs[k], n = runs[k + 2]; n > 0; n -= 1) cells[place++] = old[i++];
  }
  fill(size);
  return cells;
}

function setCells(tree, name, [gaps, coded]) {
  const cells = expanded(coded);
  const column = tree[name];
  indicesOf(gaps).forEach((index, k) => {
    const old = column[index];
    if (name === "depth") column[index] = old + cells[k];
    else if (name === "bounds" && old && cells[k]) column[index] = cells[k].map((by, side) => old[side] + by);
    else column[index] = cells[k];
  });
}

function parentsOf(depths) {
  const parents = new Int32Array(depths.length);
  const path = [];
  depths.forEach((depth, index) => {
    parents[index] = depth ? path[depth - 1] : -1;
    path[depth] = index;
  });
  return parents;
}

// ---------------------------------------------------------------------------------------------------------- the steps

const empty = { size: 0, parents: new Int32Array(0), refs: [], ...Object.fromEntries(config.columns.map((c) => [c, []])) };
const kept = new Map(); // trees by step, the ones looked at last at the end
const KEPT_ELEMENTS = 400000;
const SLICE = 12; // milliseconds of work before others have their turn

/** The body of a step; null of a read that failed. */
function bodyOf(step) {
  const block = document.getElementById(`body-${step}`);
  return block && JSON.parse(block.textContent);
}

/** The step whose tree stands before a step; -1 if none does. */
function stepBefore(step) {
  let earlier = step - 1;
  while (earlier >= 0 && heads[earlier].kind === "failed") earlier -= 1;
  return earlier;
}

function keep(step, tree) {
  kept.delete(step);
  kept.set(step, tree);
  let sum = 0;
  for (const one of kept.values()) sum += one.size;
  for (const [oldest, one] of kept) {
    if (sum <= KEPT_ELEMENTS || kept.size <= 4) break;
    kept.delete(oldest);
    sum -= one.size;
  }
}

const turn = () => new Promise((done) => setTimeout(done, 0));

/** The tree after a step; others have their turn while it is made. */
async function treeOf(step) {
  const missing = [];
  let from = step;
  while (from >= 0 && !kept.has(from)) {
    if (heads[from].kind !== "failed") missing.push(from);
    if (heads[from].kind === "first") break;
    const body = missing.at(-1) === from ? bodyOf(from) : null;
    if (body?.whole) break;
    from = stepBefore(from);
  }
  let tree = kept.get(from) ?? empty;
  let since = performance.now();
  for (const next of missing.reverse()) {
    tree = treeAfter(tree, bodyOf(next));
    keep(next, tree);
    if (performance.now() - since > SLICE) {
      await turn();
      since = performance.now();
    }
  }
  if (from >= 0) keep(step, tree);
  return tree;
}
