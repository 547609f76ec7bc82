// What is known of the selected row, and the story of a step above its trees.

const FIELDS = ["role", "native_role", "name", "value", "description", "automation_id", "url", "bounds", "actions"];

/** The elements of a row, field by field. */
function detailsOf(step, left, right) {
  const isOne = isPair(step, left, right);
  const cards = isOne || left < 0 || right < 0 ? [[left, right]] : [[left, -1], [-1, right]];
  return cards.map(([i, j]) => card(step, i, j));
}

function card(step, i, j) {
  const { before, after } = step;
  const [tree, index] = j >= 0 ? [after, j] : [before, i];
  const mark = j >= 0 ? step.marksAfter[j] : step.marksBefore[i];
  const words = KINDS.filter(([bit]) => mark & bit).map(([, kind, sign, word]) => make("span", { class: `count ${kind}` }, `${sign} ${word}`));
  const title = make("h3", {}, make("span", { class: "ref" }, `e${tree.refs[index]}`), ` ${labelOf(tree, index)} `, ...words);
  const rows = [];
  const add = (name, old, now) => {
    const differs = i >= 0 && j >= 0 && old !== now;
    const cells = differs ? [make("td", { class: "was" }, old), make("td", { class: "is" }, now)] : [make("td", { colspan: 2 }, j >= 0 ? now : old)];
    if (differs || !["none", "false"].includes(j >= 0 ? now : old)) rows.push(make("tr", {}, make("th", { scope: "row" }, name), ...cells));
  };
  const hidden = (step.fields.get(j) ?? []).filter((field) => i >= 0 && changeOf(step, j, field)[1] === null);
  for (const field of [...FIELDS, ...statesOf(before, i, after, j)]) {
    const word = (one, at) => (at < 0 ? "none" : fieldWord(one, at, field));
    add(field, word(before, i), word(after, j));
    if (hidden.includes(field)) rows.push(make("tr", {}, make("th", { scope: "row" }, field), make("td", { colspan: 2, class: "is" }, HIDDEN)));
  }
  for (const flag of ["secret", "unread"]) add(flag, i >= 0 && before[flag][i] ? "yes" : "none", j >= 0 && after[flag][j] ? "yes" : "none");
  if (mark & (MOVED | REORDERED)) add("place", placeOf(before, i), placeOf(after, j));
  const path = make("p", { class: "path" }, pathOf(tree, index));
  return make("div", { class: "card" }, title, path, make("table", {}, make("tbody", {}, ...rows)));
}

function fieldWord(tree, index, field) {
  const value = valueOf(tree, index, field);
  if (field === "actions" && !value.length) return "none";
  return wordOf(value, field);
}

function statesOf(before, i, after, j) {
  const names = new Set();
  for (const [tree, index] of [[before, i], [after, j]]) {
    if (index >= 0) tree.states[index].forEach((part, k) => k % 2 === 0 && names.add(part));
  }
  return Array.from(names).sort();
}

function pathOf(tree, index) {
  const roles = [];
  for (let above = tree.parents[index]; above >= 0 && roles.length < 16; above = tree.parents[above]) roles.unshift(tree.role[above]);
  return roles.join(" › ");
}

/** The head of a step: what was done, what came of it, what is known of the moment. */
function storyOf(number, body, chosen) {
  const head = heads[number];
  if (head.kind === "failed") {
    return [make("h2", {}, "A read that failed"), make("p", { class: "summary failed" }, `"${head.error}"`), facts(head)];
  }
  const events = (body.events ?? []).map(([kind, label, side, index]) => {
    const text = label ? `${spelled(kind)} "${clipped(label, 40)}"` : spelled(kind);
    const button = make("button", { type: "button", class: `event ${kind}`, disabled: side === undefined }, text);
    if (side !== undefined) button.addEventListener("click", () => chosen(side, index));
    return button;
  });
  const total = (head.events ?? []).reduce((sum, [, count]) => sum + count, 0);
  if (total > events.length) events.push(make("span", { class: "more" }, `and ${total - events.length} more`));
  const changes = Object.entries(head.changes ?? {}).map(([name, [old, now]]) => {
    const [was, is] = [wordOf(old), wordOf(now)];
    return make("p", { class: "circumstance" }, make("b", { class: "sign changed" }, "~"), ` ${name} `, was === is ? HIDDEN : `${was} → ${is}`);
  });
  return [
    make("h2", {}, head.action ? `"${head.action}"` : head.kind === "first" ? "The first tree" : `Step ${number}`),
    make("p", { class: "summary" }, head.summary),
    ...changes,
    make("div", { class: "facts" }, ...countsOf(head.counts), head.outside ? make("span", { class: "more" }, head.outside) : null, ...events),
    facts(head),
  ];
}

function facts(head) {
  const words = [head.app && `"${head.app}"`, head.title && `"${head.title}"`, head.url && `"${head.url}"`, clock(head.at)];
  return make("p", { class: "known" }, words.filter(Boolean).join("  ·  "));
}
