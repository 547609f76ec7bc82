// The picture of the screen, drawn from bounds: what stayed in grey, what came, went, changed and moved on top of it.

const WIDEST = 3; // widths of the roots that are drawn: what stands further out is hidden by its program
const HIGHEST = 400000;
const FAR = 20000; // no screen is wider

class Wireframe {
  constructor(box, picked, hovered) {
    this.box = box;
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.inside = make("div", { class: "inside" }, this.canvas);
    this.none = make("p", { class: "notice" }, "No element of this step says where it is on the screen.");
    box.append(this.inside, this.none);
    this.side = "both";
    this.asked = null; // the side that was asked for; else the one that says most
    this.marked = [-1, -1];
    box.addEventListener("scroll", () => this.soon(), { passive: true });
    new ResizeObserver(() => this.fit()).observe(box);
    this.inside.addEventListener("click", (event) => picked(...this.under(event)));
    this.inside.addEventListener("mousemove", (event) => hovered(...this.under(event)));
    this.inside.addEventListener("mouseleave", () => hovered(-1, -1));
  }

  show(step, shifts) {
    this.step = step;
    this.bits = shifts ? 255 : 255 & ~SHIFTED;
    this.side = this.asked ?? (isReplaced(step) ? "after" : "both");
    this.fit();
    this.box.scrollTop = this.firstChange();
  }

  /** The part of the plane that is drawn: around the largest of the outermost elements, wherever its screen is. */
  extent() {
    const { before, after } = this.step;
    const outermost = [...outermostOf(before), ...outermostOf(after)];
    const found = { any: outermost.length > 0, left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    if (!found.any) return found;
    const [atX, atY, wide, , depth] = outermost.reduce((one, other) => (other[2] * other[3] > one[2] * one[3] ? other : one));
    const reach = depth ? FAR : Math.min(FAR, wide * WIDEST); // a root without bounds tells nothing of its window
    for (const [x, y] of outermost) {
      if (x < atX - reach || x > atX + reach || y < atY - FAR) continue;
      found.left = Math.min(found.left, x);
      found.top = Math.min(found.top, y);
    }
    const [limit, lowest] = [atX + reach, found.top + HIGHEST];
    for (const tree of [before, after]) {
      for (let index = 0; index < tree.size; index += 1) {
        const [x, y, width, height] = boundsOf(tree, index) ?? [limit + 1, 0, 0, 0];
        if (x + width <= found.left || y + height <= found.top || x > limit || y > lowest) continue;
        found.right = Math.max(found.right, Math.min(x + width, limit));
        found.bottom = Math.max(found.bottom, Math.min(y + height, lowest));
      }
    }
    return found;
  }

  fit() {
    if (!this.step || !this.box.clientWidth) return;
    this.area = this.extent();
    const { left, top, right, bottom, any } = this.area;
    this.inside.hidden = !any;
    this.none.hidden = any;
    this.box.setAttribute("aria-label", any ? "Where the elements stand on the screen" : this.none.textContent);
    if (!any) return;
    const width = Math.max(1, right - left);
    this.scale = Math.min(1, (this.box.clientWidth - 2) / width);
    this.inside.style.height = `${Math.max(1, (bottom - top) * this.scale)}px`;
    this.paint();
  }

  /** How far to scroll for the uppermost change that is drawn to be in sight. */
  firstChange() {
    const { before, after, marksBefore, marksAfter } = this.step;
    let first = Infinity;
    const look = (tree, marks, bits) => {
      for (let index = 0; index < tree.size; index += 1) {
        const bounds = marks[index] & bits && boundsOf(tree, index);
        if (bounds) first = Math.min(first, Math.max(bounds[1], this.area.top));
      }
    };
    if (this.side !== "before") look(after, marksAfter, this.bits);
    if (this.side !== "after") look(before, marksBefore, this.side === "both" ? this.bits & (WENT | MOVED) : this.bits);
    const top = (first - this.area?.top) * this.scale;
    return top < this.box.clientHeight - 60 || !Number.isFinite(top) ? 0 : top - 60;
  }

  soon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.paint();
    });
  }

  /** Where bounds are drawn. */
  placed([x, y, width, height]) {
    const { scale, area } = this;
    return [(x - area.left) * scale, (y - area.top) * scale - this.scrolled, Math.max(1, width * scale), Math.max(1, height * scale)];
  }

  paint() {
    if (!this.step || !this.area?.any) return;
    const ratio = window.devicePixelRatio || 1;
    const width = this.box.clientWidth - 2;
    const height = Math.max(1, Math.min(this.box.clientHeight, Math.ceil((this.area.bottom - this.area.top) * this.scale)));
    this.scrolled = Math.min(this.box.scrollTop, Math.max(0, this.inside.clientHeight - height));
    this.canvas.style.top = `${this.scrolled}px`;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    this.height = height;
    this.colors = colorsOf(this.box);
    const { step, side, bits } = this;
    const marked = [];
    if (side !== "after" && step.before.size) {
      for (let i = 0; i < step.before.size; i += 1) {
        const mark = step.marksBefore[i] & bits;
        if (side === "before" || mark & (WENT | MOVED)) (mark ? marked : [this.plain(pen, step.before, i)]).push([step.before, i, mark, true]);
      }
    }
    if (side !== "before" || !step.before.size) {
      for (let j = 0; j < step.after.size; j += 1) {
        const mark = step.marksAfter[j] & bits;
        if (mark) marked.push([step.after, j, mark, false]);
        else this.plain(pen, step.after, j);
      }
    }
    for (const [tree, index, mark, isBefore] of marked) this.changed(pen, tree, index, mark, isBefore);
    this.selection(pen);
  }

  /** Whether something is drawn at all, and where. */
  inSight(tree, index) {
    const bounds = boundsOf(tree, index);
    if (!bounds) return null;
    const place = this.placed(bounds);
    return place[1] > this.height || place[1] + place[3] < 0 ? null : place;
  }

  plain(pen, tree, index) {
    const place = this.inSight(tree, index);
    if (!place) return;
    pen.strokeStyle = this.colors.line;
    pen.lineWidth = 1;
    pen.strokeRect(Math.round(place[0]) + 0.5, Math.round(place[1]) + 0.5, Math.round(place[2]) - 1, Math.round(place[3]) - 1);
    this.label(pen, tree, index, place, this.colors.text);
  }

  label(pen, tree, index, [x, y, width, height], color) {
    const isLeaf = index + 1 >= tree.size || tree.depth[index + 1] <= tree.depth[index];
    const text = isLeaf && (tree.name[index] || tree.value[index]);
    const size = Math.min(11, height * 0.8);
    if (!text || size < 5 || width < 12) return;
    pen.save();
    pen.beginPath();
    pen.rect(x, y, width, height);
    pen.clip();
    pen.fillStyle = color;
    pen.font = `${size}px system-ui, sans-serif`;
    pen.textBaseline = "middle";
    pen.fillText(clipped(text, 200), x + 2, y + Math.min(height / 2, size));
    pen.restore();
  }

  changed(pen, tree, index, mark, isBefore) {
    const place = this.inSight(tree, index);
    if (!place) return;
    const [, kind, sign] = KINDS.find(([bit]) => mark & bit);
    const color = this.colors[kind];
    const [x, y, width, height] = place.map(Math.round);
    const isWhole = mark & CAME_OR_WENT;
    const marks = tree === this.step.before ? this.step.marksBefore : this.step.marksAfter;
    const isRoot = mark !== SHIFTED && !(isWhole && marks[tree.parents[index]] & isWhole);
    pen.strokeStyle = color;
    pen.fillStyle = color;
    pen.globalAlpha = isRoot ? 0.12 : 0.04;
    pen.fillRect(x, y, width, height);
    pen.globalAlpha = isRoot ? 1 : 0.45;
    pen.lineWidth = isRoot ? 1.5 : 1;
    pen.setLineDash(isBefore ? [4, 3] : []);
    pen.strokeRect(x + 0.5, y + 0.5, Math.max(1, width - 1), Math.max(1, height - 1));
    pen.setLineDash([]);
    const isSigned = isRoot && width > 10 && height > 8;
    pen.globalAlpha = 1;
    if (!isBefore || isWhole) this.label(pen, tree, index, [x + (isSigned ? 12 : 0), y, width - (isSigned ? 12 : 0), height], color);
    if (isSigned) this.sign(pen, sign, x, y);
    if (mark & MOVED && !isBefore) this.arrow(pen, index, place, color);
  }

  sign(pen, sign, x, y) {
    pen.font = "bold 10px system-ui, sans-serif";
    pen.textBaseline = "top";
    const width = pen.measureText(sign).width + 5;
    pen.fillRect(x, y, width, 12);
    pen.fillStyle = this.colors.paper;
    pen.fillText(sign, x + 2.5, y + 1);
  }

  /** From where an element was to where it is. */
  arrow(pen, index, [x, y, width, height], color) {
    const bounds = boundsOf(this.step.before, this.step.beforeOf[index]);
    if (!bounds || this.side !== "both") return;
    const [oldX, oldY, oldWidth, oldHeight] = this.placed(bounds);
    const [fromX, fromY, toX, toY] = [oldX + oldWidth / 2, oldY + oldHeight / 2, x + width / 2, y + height / 2];
    if (Math.hypot(toX - fromX, toY - fromY) < 6) return;
    const angle = Math.atan2(toY - fromY, toX - fromX);
    pen.strokeStyle = color;
    pen.beginPath();
    pen.moveTo(fromX, fromY);
    pen.lineTo(toX, toY);
    for (const turned of [2.6, -2.6]) {
      pen.moveTo(toX, toY);
      pen.lineTo(toX + 7 * Math.cos(angle + turned), toY + 7 * Math.sin(angle + turned));
    }
    pen.stroke();
  }

  selection(pen) {
    const sides = [[this.step.before, this.marked[0], "after"], [this.step.after, this.marked[1], "before"]];
    for (const [tree, index, not] of sides) {
      const place = index >= 0 && this.side !== not && this.inSight(tree, index);
      if (!place) continue;
      pen.strokeStyle = this.colors.focus;
      pen.lineWidth = 2.5;
      pen.strokeRect(place[0] - 1, place[1] - 1, place[2] + 2, place[3] + 2);
    }
  }

  /** Mark the elements of a row. `reveal`: scroll to them. */
  highlight(before, after, reveal) {
    this.marked = [before, after];
    if (reveal && this.area?.any) {
      const bounds = (after >= 0 && boundsOf(this.step.after, after)) || (before >= 0 && boundsOf(this.step.before, before));
      const top = bounds && (bounds[1] - this.area.top) * this.scale;
      const seen = this.box.scrollTop;
      if (bounds && (top < seen || top > seen + this.box.clientHeight - 20)) this.box.scrollTop = top - this.box.clientHeight / 2;
    }
    this.soon();
  }

  /** The smallest elements under the pointer, of each side that is drawn. */
  under(event) {
    const frame = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    const smallest = (tree) => {
      let found = -1;
      let least = Infinity;
      for (let index = 0; index < tree.size; index += 1) {
        const place = this.inSight(tree, index);
        if (!place || x < place[0] || y < place[1] || x > place[0] + place[2] || y > place[1] + place[3]) continue;
        if (place[2] * place[3] <= least) [found, least] = [index, place[2] * place[3]];
      }
      return [found, least];
    };
    const [i, small] = this.side === "after" ? [-1, Infinity] : smallest(this.step.before);
    const [j, least] = this.side === "before" ? [-1, Infinity] : smallest(this.step.after);
    if (i < 0 || (j >= 0 && least <= small)) return [j >= 0 ? this.step.beforeOf[j] : -1, j];
    return [i, this.step.afterOf[i]];
  }
}

/** Where an element is seen; null if it has no size, or is off the screen or below one that is. */
function boundsOf(tree, index) {
  tree.hidden ??= hiddenOf(tree);
  const bounds = tree.bounds[index];
  return bounds && bounds[2] > 0 && bounds[3] > 0 && !tree.hidden[index] ? bounds : null;
}

/** The bounds of elements that stand in no other with bounds, and their depths; bounds that no screen has aside. */
function outermostOf(tree) {
  const found = [];
  const within = new Uint8Array(tree.size);
  for (let index = 0; index < tree.size; index += 1) {
    const bounds = boundsOf(tree, index);
    within[index] = within[tree.parents[index]] || (bounds && bounds[2] <= FAR && bounds[3] <= HIGHEST) ? 1 : 0;
    if (within[index] && !within[tree.parents[index]]) found.push([...bounds, tree.depth[index]]);
  }
  return found;
}

/** Whether more than half of what there was is gone: then both trees over each other say nothing. */
function isReplaced({ before, marksBefore }) {
  return marksBefore.reduce((sum, mark) => sum + (mark & REMOVED ? 1 : 0), 0) > before.size / 2;
}

function hiddenOf(tree) {
  const hidden = new Uint8Array(tree.size);
  for (let index = 0; index < tree.size; index += 1) {
    hidden[index] = hidden[tree.parents[index]] || tree.states[index].includes("offscreen") ? 1 : 0;
  }
  return hidden;
}

function colorsOf(node) {
  const style = getComputedStyle(node);
  const names = ["added", "removed", "changed", "moved", "shifted", "unknown", "line", "text", "paper", "focus"];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}
