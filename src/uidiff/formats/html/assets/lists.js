// A long list of which only the rows in sight are drawn.

const TALLEST = 8000000; // pixels that every browser scrolls; longer lists are scrolled in larger steps

class LongList {
  /** `draw(row)` makes the element of a row, `chosen` is called with the row that the keyboard or a click chose. */
  constructor(box, height, draw, chosen) {
    Object.assign(this, { box, height, draw, chosen, count: 0, current: -1, all: false });
    this.inside = make("div", { class: "inside", role: "presentation" });
    box.append(this.inside);
    box.addEventListener("scroll", () => this.soon(), { passive: true });
    box.addEventListener("keydown", (event) => this.key(event));
    this.inside.addEventListener("click", (event) => {
      const row = event.target.closest("[data-row]");
      if (row) this.choose(Number(row.dataset.row), event);
    });
    new ResizeObserver(() => this.soon()).observe(box);
  }

  /** Show `count` rows; `keep`: stay where it is scrolled to. */
  show(count, keep = false) {
    this.count = count;
    this.inside.style.height = `${Math.min(count * this.height, TALLEST)}px`;
    if (!keep) this.box.scrollTop = 0;
    this.paint();
  }

  get stretch() {
    return Math.max(1, (this.count * this.height) / TALLEST);
  }

  soon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.paint();
    });
  }

  paint() {
    const top = this.box.scrollTop;
    const first = Math.max(0, Math.floor((top * this.stretch) / this.height) - 8);
    const inSight = Math.ceil(this.box.clientHeight / this.height) + 16;
    const [from, end] = this.all ? [0, Math.min(this.count, 3000)] : [first, Math.min(this.count, first + inSight)];
    const shift = this.stretch > 1 ? top - top * this.stretch : 0;
    const rows = [];
    for (let row = from; row < end; row += 1) {
      const node = this.draw(row);
      node.dataset.row = row;
      node.id = `${this.box.id}-${row}`;
      node.style.top = `${row * this.height + shift}px`;
      node.style.height = `${this.height}px`;
      node.setAttribute("aria-selected", row === this.current);
      rows.push(node);
    }
    this.inside.replaceChildren(...rows);
    const seen = this.current >= from && this.current < end;
    if (seen) this.box.setAttribute("aria-activedescendant", `${this.box.id}-${this.current}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  /** Scroll so that a row is in sight, in the middle where it was far away. */
  reveal(row) {
    const top = (row * this.height) / this.stretch;
    const room = this.box.clientHeight;
    const seen = this.box.scrollTop;
    if (top < seen || top + this.height > seen + room) {
      const far = top < seen - this.height * 2 || top > seen + room + this.height * 2;
      this.box.scrollTop = far ? top - room / 2 : top < seen ? top : top + this.height - room;
    }
    this.paint();
  }

  mark(row) {
    this.current = row;
    if (row >= 0) this.reveal(row);
    else this.paint();
  }

  choose(row, event) {
    if (row < 0 || row >= this.count) return;
    this.mark(row);
    this.chosen(row, event);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.count) return;
    const page = Math.max(1, Math.floor(this.box.clientHeight / this.height) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count };
    if (event.key in steps) {
      const wanted = Math.max(0, Math.min(this.count - 1, Math.max(this.current, event.key === "ArrowUp" ? 1 : -1) + steps[event.key]));
      this.choose(wanted, event);
    } else if (event.key === "Enter" && this.current >= 0) this.choose(this.current, event);
    else return;
    event.preventDefault();
  }
}
