// What acting needs inside of a page: one step with one node. It runs in a world of its own where the browser has one.
//
// Steps: "ready" checks whether the action can be done and where to point; "arrived" and "release" tell and end the
// guard that lets an input through only to the element that was checked; the others do the action, in one go.
// The answer is null or an object; "stale", "moved" and "cause" say that nothing was done: the node is gone, what is
// around it has changed since "ready", or why it does not take it.
(node, ask) => {
  const CLOSE = 2000, LEVELS = 6; // characters and ancestors of what is compared around an element
  const GUARDED = {
    pointer: ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick", "auxclick", "contextmenu"],
    key: ["keydown", "keypress", "beforeinput"],
  };
  const above = one => one.assignedSlot || one.parentNode || one.host || null;
  const within = (inner, outer) => {
    for (let one = inner; one; one = above(one)) if (one === outer) return true;
    return false;
  };
  const closest = (inner, selector) => {
    for (let one = inner; one; one = above(one)) if (one.matches && one.matches(selector)) return one;
    return null;
  };
  const elementOf = one => {
    let found = one.nodeType === 9 ? one.documentElement : one;
    while (found && found.nodeType !== 1) found = above(found);
    return found;
  };
  const element = elementOf(node);
  const kept = (globalThis.uidiffActing ||= {});
  if (!element || (!node.isConnected && !["arrived", "release"].includes(ask.step))) return { stale: true };
  const view = element.ownerDocument.defaultView;

  // ---------------------------------------------------------------- identity

  const around = () => {
    let found = element;
    for (let level = 0; level < LEVELS; level++) {
      const parent = found.parentElement;
      if (!parent || ["body", "html"].includes(parent.localName) || parent.textContent.length > CLOSE) break;
      found = parent;
    }
    return found;
  };
  const labels = () => ["aria-label", "title", "alt"].map(name => element.getAttribute(name)).join("\n");
  const texts = root => {
    const found = [], walker = root.ownerDocument.createTreeWalker(root, 4 /* texts */);
    while (walker.nextNode()) found.push(walker.currentNode);
    return found;
  };
  // What has changed at an earlier try too, between which the page was read, changes all the time: a clock or the like.
  const same = () => {
    if (kept.element !== element || !node.isConnected || labels() !== kept.labels) return false;
    const now = texts(kept.around);
    if (now.length !== kept.texts.length) return false;
    const changed = [...now.keys()].filter(place => now[place].data !== kept.texts[place]);
    if (changed.every(place => kept.changing.has(place) && !element.contains(now[place]))) return true;
    for (const place of changed) kept.changing.add(place);
    return false;
  };
  const keep = () => {
    const near = around(), again = ask.again && kept.element === element && kept.around === near;
    if (!again) kept.changing = new Set();
    Object.assign(kept, { element, around: near, texts: texts(near).map(one => one.data), labels: labels() });
  };

  // ------------------------------------------------------------------ causes

  const select = element.localName === "option" ? element.closest("select") : element.localName === "select" && element;
  const control = () => (element.localName === "label" && element.control) || element;
  const off = one => {
    if (one.matches(":disabled") || closest(one, '[aria-disabled="true" i]')) return { cause: "disabled" };
    return closest(one, "[inert]") ? { cause: "inert" } : null;
  };
  const hidden = one => {
    const shown = one.checkVisibility ? one.checkVisibility({ visibilityProperty: true }) : true;
    const box = one.getBoundingClientRect();
    return !shown || !(box.width > 0 && box.height > 0) || view.getComputedStyle(one).visibility !== "visible";
  };
  const hit = (one, x, y) => {
    let found = one.getRootNode().elementFromPoint(x, y) || one.ownerDocument.elementFromPoint(x, y);
    if (!found || within(found, one)) return { found, right: !!found };
    const label = closest(found, "label");
    return { found, right: !!label && label.control === one };
  };
  const seen = (x, y) => x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight;
  const points = one => {
    const found = [];
    for (const { left, top, width, height } of one.getClientRects())
      for (const [across, down] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.2], [0.5, 0.8]])
        if (width > 0 && height > 0) found.push([left + width * across, top + height * down]);
    return found.slice(0, 25);
  };
  const framed = (x, y) => { // what covers the frames around, as far as they may be looked at
    try {
      for (let here = view; here.frameElement; here = here.parent) {
        const holder = here.frameElement, box = holder.getBoundingClientRect();
        x += box.left + holder.clientLeft, y += box.top + holder.clientTop;
        const found = holder.getRootNode().elementFromPoint(x, y);
        if (found && !within(found, holder)) return found;
      }
    } catch { /* another site's: the guard sees whether an input arrives */ }
    return null;
  };
  const point = one => {
    if (hidden(one)) return { cause: "hidden" };
    const box = one.getBoundingClientRect(), all = points(one);
    if (!all.some(([x, y]) => seen(x, y)) || !hit(one, ...all[0]).right)
      one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    let cover = null;
    for (const [x, y] of points(one)) {
      if (!seen(x, y)) continue;
      const { found, right } = hit(one, x, y), outer = right ? framed(x, y) : null;
      if (right && !outer) {
        const { left, top } = one.getBoundingClientRect();
        return { x, y, left, top, framed: view !== view.parent, target: one };
      }
      cover ||= outer || found;
    }
    if (!cover) return { cause: "offscreen" };
    if (view.getComputedStyle(one).pointerEvents === "none") return { cause: "untouchable" };
    return { cause: "covered", cover };
  };
  const pointed = () => {
    const first = point(element);
    if (!first.cause) return first;
    for (const label of element.labels || []) { // a box that is drawn by its label
      const other = point(label);
      if (!other.cause) return other;
    }
    return first;
  };
  const DATED = ["date", "datetime-local", "month", "time", "week"];
  const TEXTLESS = ["button", "submit", "reset", "image", "checkbox", "radio", "file", "hidden"];
  const typed = one => {
    if (one.isContentEditable) return "rich";
    if (one.localName === "textarea") return "text";
    if (one.localName !== "input" || TEXTLESS.includes(one.type)) return null;
    return ["text", "search", "email", "tel", "url", "password", "number"].includes(one.type) ? "text" : "set";
  };
  const unfit = one => {
    if (!typed(one)) return { cause: "not editable" };
    return one.readOnly || closest(one, '[aria-readonly="true" i]') === one ? { cause: "readonly" } : null;
  };
  const choice = () => {
    if (!select) return { cause: "no list" };
    const label = one => (one.label || one.textContent).trim().replace(/\s+/g, " ");
    const wanted = ask.value === null ? null : ask.value.trim().replace(/\s+/g, " ");
    const all = [...select.options];
    const found = element.localName === "option" ? element
      : all.find(one => label(one) === wanted) || all.find(one => one.value === ask.value);
    if (!found) return { cause: "no such option", options: all.slice(0, 200).map(label) };
    const shut = found.disabled || (found.closest("optgroup") || {}).disabled;
    return shut ? { cause: "disabled option" } : { found };
  };

  // ------------------------------------------------------------------- guard

  const release = () => {
    if (!kept.guard) return;
    for (const kind of kept.guard.kinds) kept.guard.view.removeEventListener(kind, kept.guard.handler, true);
    kept.guard = null;
  };
  const guard = (target, kinds) => {
    release();
    const host = target.getRootNode().host;
    const state = { arrived: false, blocked: false, moved: false, cover: null, kinds, view };
    state.handler = event => {
      if (!event.isTrusted) return;
      if (!state.arrived && !state.blocked) {
        const path = event.composedPath();
        const right = path.some(one => one === target || (one.localName === "label" && one.control === target))
          || (target.getRootNode().mode === "closed" && path.includes(host));
        state.moved = !same();
        state.arrived = right && !state.moved;
        state.blocked = !state.arrived;
        state.cover = path[0] instanceof view.Element ? path[0] : null;
      }
      if (!state.blocked) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const kind of kinds) view.addEventListener(kind, state.handler, true);
    kept.guard = state;
  };

  // ------------------------------------------------------------------- steps

  const inserted = (one, text) => {
    one.focus();
    const root = one.getRootNode(), held = (root.activeElement || null) === one;
    if (!held && !within(root.activeElement || one, one)) return { cause: "not focusable" };
    if (typed(one) === "set") return assigned(one, text);
    if (one.type === "number" && !Number.isFinite(Number(text))) return { cause: "no such value", kind: "number" };
    if (typed(one) === "rich") {
      const range = one.ownerDocument.createRange(), selection = one.ownerDocument.getSelection();
      range.selectNodeContents(one);
      selection.removeAllRanges();
      selection.addRange(range);
    } else one.select();
    const done = one.ownerDocument.execCommand(text ? "insertText" : "delete", false, text);
    return done || typed(one) === "rich" || one.value === text ? {} : assigned(one, text);
  };
  const assigned = (one, text) => {
    const shape = Object.getPrototypeOf(one), set = Object.getOwnPropertyDescriptor(shape, "value");
    const before = one.value;
    set ? set.set.call(one, text) : (one.value = text);
    const dated = DATED.includes(one.type) && one.value; // the browser writes it in its own way: without :00
    if (typed(one) === "set" && text && !dated && one.value !== text && one.value !== text.toLowerCase()) {
      set ? set.set.call(one, before) : (one.value = before);
      return { cause: "no such value", kind: one.type };
    }
    for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
    return {};
  };
  const SCROLLED = { down: [0, 1], up: [0, -1], right: [1, 0], left: [-1, 0] };
  const scrolled = (one, value) => {
    const page = one.ownerDocument.scrollingElement || one.ownerDocument.documentElement;
    if (value === null) return one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" }), {};
    let box = one;
    const room = each => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1;
    const moves = each => /auto|scroll/.test(view.getComputedStyle(each).overflow);
    while (box && box !== page && !(box.nodeType === 1 && room(box) && moves(box))) box = above(box);
    box ||= page;
    const size = box === page ? [view.innerWidth, view.innerHeight] : [box.clientWidth, box.clientHeight];
    const from = [box.scrollLeft, box.scrollTop];
    const end = { top: [0, -box.scrollHeight], bottom: [0, box.scrollHeight] }[value];
    const pixels = Number(value), steps = SCROLLED[value];
    const by = end || (steps ? steps.map((step, axis) => step * size[axis] * 0.8) : [0, pixels]);
    box.scrollBy({ left: by[0], top: by[1], behavior: "instant" });
    return from[0] === box.scrollLeft && from[1] === box.scrollTop ? { cause: "at its end" } : {};
  };
  const files = () => {
    const one = control();
    if (one.localName !== "input" || one.type !== "file") return { cause: "no file field" };
    return off(one) || (ask.count > 1 && !one.multiple ? { cause: "one file" } : {});
  };

  const steps = {
    ready() {
      keep();
      switch (ask.action) {
        case "type": return off(control()) || unfit(control()) || (hidden(control()) ? { cause: "hidden" } : {});
        case "select": return off(select || element) || choice();
        case "upload": return files();
        case "scroll": case "focus": case "key":
          return (ask.action !== "scroll" && off(element)) || (hidden(element) && { cause: "hidden" }) || {};
      }
      if (select && element !== select) return off(select) || choice();
      const found = (ask.action !== "hover" && off(control())) || pointed();
      if (!found.cause && ask.action !== "hover") guard(found.target, GUARDED.pointer);
      return found;
    },
    is_option: () => ({ yes: !!select && element !== select }),
    is_checked() {
      const one = control(), given = one.getAttribute("aria-checked") || one.getAttribute("aria-pressed");
      const box = one.localName === "input" && ["checkbox", "radio"].includes(one.type);
      if (!box && given === null) return { cause: "not checkable" };
      return { checked: box ? one.checked && !one.indeterminate : given === "true" };
    },
    arrived() {
      const { arrived, blocked, moved, cover } = kept.guard || {};
      if (arrived) release(); // else what is still to come is stopped too
      return { arrived: !!arrived, blocked: !!blocked, moved: !!moved, cover };
    },
    release: () => (release(), {}),
    focus() {
      if (!same()) return { moved: true };
      element.focus();
      const root = element.getRootNode();
      if (root.activeElement !== element && !within(root.activeElement || root, element)) return { cause: "not focusable" };
      if (ask.guarded) guard(element, GUARDED.key);
      return {};
    },
    type: () => (same() ? inserted(control(), ask.value) : { moved: true }),
    select() {
      if (!same()) return { moved: true };
      const { found, ...wrong } = choice();
      if (!found) return wrong;
      found.selected = select.multiple && element === found ? !found.selected : true;
      for (const kind of ["input", "change"])
        select.dispatchEvent(new Event(kind, { bubbles: true, composed: kind === "input" }));
      return {};
    },
    scroll: () => (same() ? scrolled(element, ask.value) : { moved: true }),
  };
  const answer = steps[ask.step]();
  for (const [name, value] of Object.entries(answer)) {
    if (!(value instanceof view.Node)) continue;
    delete answer[name];
    if (name === "cover") kept.cover = value, (answer.covered = true);
  }
  return answer;
}
