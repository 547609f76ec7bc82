// The two trees side by side: which rows are shown, how each is drawn, and which one is selected.

const ROW = 22;
const FEW = 60; // rows that are shown whole without being asked
const AROUND = 1; // unchanged rows shown on either side of a changed one
const DEEPEST = 24; // levels that are shown by white space
const INDENT = 11; // pixels of white space for each

class Trees {
  constructor(box, selected, hovered) {
    this.selected = selected;
    this.list = new LongList(box, ROW, (line) => this.drawn(line), (line, event) => this.chosen(line, event));
    box.addEventListener("mousemove", (event) => hovered(this.rowAt(event)));
    box.addEventListener("mouseleave", () => hovered(-1));
    this.lines = []; // rows from 0 on; -1 - k for the k-th fold
    this.row = -1;
  }

  /** Show a step. `view`: whole, unified, shifts, words. `fresh`: it is another step than before. */
  show(step, view, fresh) {
    const row = this.row;
    const [left, right] = row >= 0 && !fresh ? [this.rows.left[row], this.rows.right[row]] : [-1, -1];
    this.single = view.unified || !step.before.size;
    Object.assign(this, { step, view, rows: rowsOf(step, this.single), opened: new Set() });
    this.bits = view.shifts ? 255 : 255 & ~SHIFTED;
    this.whole = view.whole ?? (this.rows.count <= FEW || !step.before.size);
    this.marks = new Uint16Array(this.rows.count);
    for (let at = 0; at < this.rows.count; at += 1) {
      const [i, j] = [this.rows.left[at], this.rows.right[at]];
      this.marks[at] = ((i >= 0 ? step.marksBefore[i] : 0) | (j >= 0 ? step.marksAfter[j] : 0)) & this.bits;
    }
    this.row = right >= 0 ? this.rows.ofAfter[right] : left >= 0 ? this.rows.ofBefore[left] : -1;
    this.layOut(!fresh);
    this.list.mark(this.lineOf(this.row));
  }

  /** Where a row is shown, -1 if it is not: a line below 0 is a fold. */
  lineOf(row) {
    return row < 0 ? -1 : this.lines.indexOf(row);
  }

  // ------------------------------------------------------------------------------------------------- which rows there are

  /** Find the lines again. `stay`: where it is scrolled to. */
  layOut(stay = true) {
    const { count } = this.rows;
    this.folds = [];
    this.hits = null;
    if (this.view.words.length) {
      const shown = this.found();
      this.lines = Array.from(shown.keys()).filter((at) => shown[at]);
    } else if (this.whole) {
      this.lines = Array.from({ length: count }, (_, at) => at);
    } else {
      this.lines = this.folded(this.aroundChanges());
    }
    this.list.box.setAttribute("aria-rowcount", this.lines.length);
    this.list.show(this.lines.length, stay);
  }

  /** Rows that a filter finds, and what is above them. */
  found() {
    const { left, right, count } = this.rows;
    const { before, after } = this.step;
    this.hits = new Uint8Array(count);
    for (let at = 0; at < count; at += 1) {
      if (!this.whole && !this.marks[at]) continue;
      const inBefore = left[at] >= 0 && matches(before, left[at], this.view.words);
      if (inBefore || (right[at] >= 0 && matches(after, right[at], this.view.words))) this.hits[at] = 1;
    }
    const shown = this.hits.slice();
    this.hits.forEach((hit, at) => hit && this.keepAbove(at, shown));
    return shown;
  }

  aroundChanges() {
    const shown = new Uint8Array(this.rows.count);
    this.marks.forEach((mark, at) => {
      if (!mark) return;
      this.keepAbove(at, shown);
      shown.fill(1, Math.max(0, at - AROUND), at + AROUND + 1);
    });
    return shown;
  }

  keepAbove(at, shown) {
    const { left, right, ofBefore, ofAfter } = this.rows;
    const climb = (index, parents, ofSide) => {
      for (let above = parents[index]; above >= 0 && !shown[ofSide[above]]; above = parents[above]) shown[ofSide[above]] = 1;
    };
    if (left[at] >= 0) climb(left[at], this.step.before.parents, ofBefore);
    if (right[at] >= 0) climb(right[at], this.step.after.parents, ofAfter);
    shown[at] = 1;
  }

  /** Lines for shown rows, and one for each run of others; a run of one is shown. */
  folded(shown) {
    const lines = [];
    for (let at = 0; at < this.rows.count; ) {
      let end = at;
      while (end < this.rows.count && !shown[end]) end += 1;
      if (end - at > 1 && !this.opened.has(at)) {
        this.folds.push([at, end]);
        lines.push(-this.folds.length);
      } else for (let row = at; row < end; row += 1) lines.push(row);
      if (end < this.rows.count) lines.push(end);
      at = end + 1;
    }
    return lines;
  }

  // ---------------------------------------------------------------------------------------------------------- selecting

  rowAt(event) {
    const line = event.target.closest?.("[data-row]")?.dataset.row;
    const row = line === undefined ? -1 : (this.lines[line] ?? -1);
    return row >= 0 ? row : -1;
  }

  chosen(line, event) {
    const row = this.lines[line];
    if (row < 0) {
      if (event.type !== "click" && event.key !== "Enter") return;
      this.opened.add(this.folds[-row - 1][0]);
      this.layOut();
      this.list.mark(line);
      return;
    }
    this.row = row;
    this.selected(row);
  }

  /** Select a row, unfolding it or giving up what leaves it out. */
  select(row) {
    this.row = row;
    if (!this.lines.includes(row)) {
      const fold = this.folds.find(([from, end]) => from <= row && row < end);
      if (!fold) return false;
      this.opened.add(fold[0]);
      this.layOut();
    }
    this.list.mark(this.lineOf(row));
    this.selected(row);
    return true;
  }

  /** The next or previous row that begins a change, from the selected one. */
  change(by) {
    const start = this.list.current;
    for (let line = start + by; line >= 0 && line < this.lines.length; line += by) {
      const row = this.lines[line];
      if (row >= 0 && this.begins(row) && (!this.hits || this.hits[row])) return this.select(row);
    }
    return false;
  }

  /** Whether a row is changed and not just below one that came or went as a whole. */
  begins(row) {
    if (!this.marks[row]) return false;
    const { step, rows } = this;
    const begun = (index, marks, parents) =>
      index >= 0 && marks[index] & this.bits && !(marks[index] === marks[parents[index]] && marks[index] & CAME_OR_WENT);
    const { before, after } = step;
    return Boolean(begun(rows.left[row], step.marksBefore, before.parents) || begun(rows.right[row], step.marksAfter, after.parents));
  }

  // ------------------------------------------------------------------------------------------------------------ drawing

  drawn(line) {
    const row = this.lines[line];
    if (row < 0) {
      const [from, end] = this.folds[-row - 1];
      const text = `⋯ ${counted(end - from, "unchanged row")}`;
      return make("div", { class: "row fold", role: "row", "aria-rowindex": line + 1, "aria-expanded": "false" }, make("span", { role: "gridcell" }, text));
    }
    const [i, j] = [this.rows.left[row], this.rows.right[row]];
    const { step, single } = this;
    const level = (j >= 0 ? step.after.depth[j] : step.before.depth[i]) + 1;
    const aside = this.hits && !this.hits[row] ? " aside" : "";
    const spoken = { "aria-level": level, "aria-rowindex": line + 1, "aria-label": this.spoken(i, j) };
    const node = make("div", { class: `row${aside}`, role: "row", ...spoken });
    if (!single || j < 0) node.append(this.cell("before", i, j));
    if (!single || j >= 0) node.append(this.cell("after", j, i));
    return node;
  }

  cell(side, index, other) {
    const isAfter = side === "after";
    if (index < 0) return make("div", { class: `cell ${side} none`, role: "gridcell" });
    const tree = this.step[side];
    const mark = (isAfter ? this.step.marksAfter : this.step.marksBefore)[index] & this.bits;
    const kind = KINDS.find(([bit]) => mark & bit)?.[1] ?? "";
    const node = make("div", { class: `cell ${side} ${kind}`, role: "gridcell" });
    const depth = tree.depth[index];
    node.style.paddingLeft = `${8 + Math.min(depth, DEEPEST) * INDENT}px`;
    node.append(make("span", { class: "signs" }, ...signs(mark)));
    if (depth > DEEPEST) node.append(make("span", { class: "flag" }, `(${depth})`));
    node.append(...namesOf(tree, index));
    if (isAfter && mark & (CHANGED | SHIFTED)) node.append(...this.changes(index));
    if (mark & (MOVED | REORDERED)) node.append(this.moved(side, index));
    const flags = flagsOf(tree, index, isAfter ? this.step.fields.get(index) : []);
    if (flags.length) node.append(make("span", { class: "flags" }, clipped(flags.join(" "), 200)));
    if (this.single && !isAfter && other < 0 && mark & (MOVED | REORDERED)) node.classList.add("was");
    return node;
  }

  changes(index) {
    return this.said(index).map((field) => changeChip(this.step, index, field));
  }

  /** The fields of a change that are told. */
  said(index) {
    const fields = this.step.fields.get(index) ?? [];
    return fields.filter((field) => this.view.shifts || field !== "bounds" || fields.length === 1);
  }

  /** A row in words: one element that is on both sides is named once. */
  spoken(i, j) {
    const { step } = this;
    const { before, after, marksBefore, marksAfter } = step;
    const one = (tree, index, mark, side) => {
      const words = KINDS.filter(([bit]) => mark & this.bits & bit).map(([, , , word]) => word);
      return `${words.join(", ") || side} ${labelOf(tree, index)}`.trim();
    };
    if (isPair(step, i, j)) {
      const changes = marksAfter[j] & this.bits ? this.said(j).map((field) => changeText(step, j, field)) : [];
      return [one(after, j, marksAfter[j], ""), ...changes].join("; ");
    }
    return [i >= 0 && one(before, i, marksBefore[i], "before:"), j >= 0 && one(after, j, marksAfter[j], step.before.size ? "after:" : "")].filter(Boolean).join("; ");
  }

  moved(side, index) {
    const { step } = this;
    const [other, partner, word] = side === "after" ? [step.before, step.beforeOf[index], "from"] : [step.after, step.afterOf[index], "to"];
    return make("span", { class: "chip moved" }, `${word} ${placeOf(other, partner)}`);
  }
}

/** Role and texts of an element. */
function namesOf(tree, index) {
  const name = tree.name[index];
  const value = tree.value[index];
  const description = name || value ? null : tree.description[index];
  return [
    make("span", { class: "role" }, tree.role[index]),
    name === null ? null : make("span", { class: "name" }, `"${clipped(name, 300)}"`),
    value === null ? null : make("span", { class: "value" }, `="${clipped(value, 300)}"`),
    description ? make("span", { class: "value" }, `"${clipped(description, 300)}"`) : null,
  ].filter(Boolean);
}

function changeText(step, index, field) {
  const [old, now] = changeOf(step, index, field);
  if (now === null) return `${field} ${old}`;
  if (booleans.has(field)) return now === "true" ? field : `not ${field}`;
  return `${field} ${clipped(old, 40)} → ${clipped(now, 40)}`;
}

function changeChip(step, index, field) {
  const text = changeText(step, index, field);
  return make("span", { class: field === "bounds" ? "chip shifted" : "chip changed", title: text }, text);
}

/** Where an element hangs: its parent, and its place there from 1 on. */
function placeOf(tree, index) {
  const parent = tree.parents[index];
  let place = 1;
  for (let at = parent + 1; at < index; at += 1) if (tree.parents[at] === parent) place += 1;
  return `${parent < 0 ? "the roots" : labelOf(tree, parent)}, place ${place}`;
}
