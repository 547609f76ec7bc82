"""The script that watches a document from an isolated world: what is as it was since the last read, and what is not."""

__all__ = ["WATCH"]

WATCH = """(() => {
  if (globalThis.uidiffWatch) return;
  const MOST = 20;  // nodes that are named one by one
  const ALL = {subtree: true, childList: true, attributes: true, characterData: true};
  const FIELDS = new Set(["input", "textarea", "select"]);
  const PICKED = ["date", "datetime-local", "month", "time", "week", "color"].map(kind => `input[type=${kind}]`);
  const TELLS_OPEN = CSS.supports("selector(:open)");
  const BLIND = ["video[controls]", "audio[controls]", "object", "embed", ...TELLS_OPEN ? [] : [...PICKED, "select"]];
  const TOP = [":modal", ":popover-open"].filter(each => CSS.supports(`selector(${each})`)).join() || ":not(*)";
  const known = new WeakSet();
  let begun = 0, blind = false, picking = false, moving = [], fields = [], scrolled = [];
  let roots = [], place = [], rules = [], focus = [];
  let mutated = new Set(), meanwhile = null;  // since the watch began; by the end of the read

  const note = records => { for (const record of records) if (mutated.size <= MOST) mutated.add(record.target); };
  const observer = new MutationObserver(note);
  const same = (one, other) => one.length === other.length && one.every((each, at) => Object.is(each, other[at]));
  const isOpen = ([field]) => TELLS_OPEN && field.matches(":open");  // what is in a picker is no part of the document
  const animated = () => document.getAnimations().filter(each => each.playState === "running")
    .map(each => each.effect?.target || document.documentElement);
  const marks = field => [field.validity.valid, field.indeterminate];
  const content = field => field.localName === "select"
    ? Array.from(field.selectedOptions, option => option.index)
    : [field.value, field.checked];
  const scrolls = element => {
    const {scrollHeight, clientHeight, scrollWidth, clientWidth} = element;
    const isLarger = scrollHeight > clientHeight || scrollWidth > clientWidth;
    return isLarger && getComputedStyle(element).overflow !== "visible";
  };
  const focused = () => {
    const found = [];
    for (let root = document; root && root.activeElement; root = root.activeElement.shadowRoot)
      found.push(root.activeElement);
    return found;
  };
  const whereabouts = () => {
    const {scale, offsetLeft, offsetTop} = visualViewport || {};
    return [scrollX, scrollY, scale, offsetLeft, offsetTop, document.readyState, location.href];
  };
  const ruled = () => {  // what style sheets and the window may change anywhere
    const found = [innerWidth, innerHeight, devicePixelRatio, document.hasFocus(), document.fullscreenElement,
      document.designMode];
    for (const root of roots) found.push(...root.querySelectorAll(TOP));
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
      found.push(sheet, sheet.disabled);
      try { found.push(sheet.cssRules.length); } catch { }  // of another site
    }
    return found;
  };
  const fieldsWith = differs => fields.filter(differs).map(([field]) => field);

  // Whether what may show anywhere, and no captured snapshot has, is as it was.
  const isSteady = () => begun > 0 && !blind && !fields.some(isOpen) && meanwhile !== null && same(rules, ruled());
  const touched = () => {
    const now = focused(), found = new Set([...meanwhile, ...moving, ...animated()]);
    if (!same(focus, now)) [...focus, ...now].forEach(each => each === document.body || found.add(each));
    fieldsWith(([field, value, marked]) => !same(value, content(field)) || !same(marked, marks(field)))
      .forEach(each => found.add(each));
    return [...found];
  };
  const isStill = () => {
    note(observer.takeRecords());
    return !mutated.size && same(place, whereabouts())
      && fields.every(([field, before]) => same(before, content(field)))
      && scrolled.every(([element, top, left]) => element.scrollTop === top && element.scrollLeft === left);
  };
  const begin = () => {
    roots = [document];
    blind = false, fields = [], scrolled = [];
    for (const root of roots) {
      if (!known.has(root)) { known.add(root); observer.observe(root, ALL); }
      blind = blind || root.querySelector(BLIND.join()) !== null;
      for (const element of root.querySelectorAll("*")) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        if (FIELDS.has(element.localName)) fields.push([element, content(element), marks(element)]);
        if (scrolls(element)) scrolled.push([element, element.scrollTop, element.scrollLeft]);
      }
    }
    observer.takeRecords();
    mutated = new Set(), meanwhile = null;
    moving = animated(), picking = fields.some(isOpen), place = whereabouts(), rules = ruled(), focus = focused();
    begun += 1;
  };
  globalThis.uidiffWatch = {
    touched: [],
    look(restart) {
      document.documentElement?.getBoundingClientRect();  // the engine makes styles and layout now, and counts it
      const before = begun, steady = isSteady();
      this.touched = steady ? touched() : [];
      const few = steady && this.touched.length <= MOST;
      if (restart || !few || this.touched.length || !isStill()) begin();
      console.timeStamp("uidiff");  // sends Performance.metrics
      return [begun, few ? before : -1, few ? this.touched.length : 0];
    },
    done() {
      note(observer.takeRecords());
      const found = [...mutated, ...fieldsWith(([field, before]) => !same(before, content(field)))];
      meanwhile = found.length <= MOST && !picking && !fields.some(isOpen) ? found : null;
    },
  };
})();
"""
