// What a page shows, as plain values: every renderer draws the same view in its own way.
//
// A node is {tag, key, attrs, children}; children are nodes, texts, or null where a place stays empty. `key` is the
// identity of what the node shows, unique in a view: it becomes the attribute data-key, which only the benchmark sees,
// and the key of renderers that are told keys. Nodes without a key of their own get one from their place below the
// nearest node that has one.

export function h(tag, attrs = {}, ...children) {
  const { key = null, ...others } = attrs;
  return { tag, key, own: key !== null, attrs: others, children: children.flat() };
}

/** The view with a key for every node; with `ids`, elements whose key is their own have it as their html id, too. */
export function keyed(node, { ids = false } = {}, place = "root") {
  if (node === null || typeof node === "string") return node;
  const key = node.key ?? place;
  const counts = {};
  const children = node.children.map((child) => {
    if (child === null || typeof child === "string") return child;
    counts[child.tag] = (counts[child.tag] ?? 0) + 1;
    return keyed(child, { ids }, `${key}/${child.tag}${counts[child.tag]}`);
  });
  const attrs = { ...node.attrs, "data-key": key };
  if (ids && node.own) attrs.id = key;
  return { ...node, key, attrs, children };
}

/** Attributes that are properties in the DOM: true or false, or the text of a field. */
export const PROPERTIES = new Set(["checked", "disabled", "hidden", "inert", "open", "readOnly", "required", "selected", "value"]);

const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const VOID = new Set(["input", "br", "img", "hr"]);

/** The view as HTML. */
export function html(node) {
  if (node === null) return "";
  if (typeof node === "string") return escaped(node);
  let text = `<${node.tag}`;
  for (const [name, value] of Object.entries(node.attrs)) {
    if (value === false || value === null || value === undefined) continue;
    text += value === true ? ` ${name.toLowerCase()}` : ` ${name.toLowerCase()}="${escaped(String(value))}"`;
  }
  return VOID.has(node.tag) ? `${text}>` : `${text}>${node.children.map(html).join("")}</${node.tag}>`;
}

/** Set what differs between two sets of attributes. */
export function setAttributes(element, before, after) {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = after[name] ?? null;
    if (value === (before[name] ?? null)) continue;
    if (PROPERTIES.has(name)) element[name] = value ?? (name === "value" ? "" : false);
    else if (value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
  }
}
