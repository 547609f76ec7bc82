// Without a library: changed by hand where it stands, written as HTML, or item by item.

import { host } from "../host.mjs";
import { html, setAttributes } from "../node.mjs";

const isText = (node) => node.children.every((child) => child === null || typeof child === "string");

function made(node) {
  if (typeof node === "string") return document.createTextNode(node);
  const element = document.createElement(node.tag);
  setAttributes(element, {}, node.attrs);
  for (const child of node.children) if (child !== null) element.append(made(child));
  return element;
}

/** Texts by textContent, attributes by name; children are kept, made, removed and put in their places by their keys. */
function patch(element, before, after) {
  setAttributes(element, before.attrs, after.attrs);
  if (isText(before) && isText(after)) {
    const text = after.children.join("");
    if (element.textContent !== text) element.textContent = text;
    return;
  }
  const nodes = [...element.childNodes];
  const old = before.children.filter((child) => child !== null);
  const wanted = after.children.filter((child) => child !== null);
  const known = new Map(old.map((child, index) => [child.key ?? `text ${index}`, [child, nodes[index]]]));
  let place = element.firstChild;
  wanted.forEach((child, index) => {
    const [was, node] = known.get(child.key ?? `text ${index}`) ?? [];
    if (was === undefined || was.tag !== child.tag) {
      element.insertBefore(made(child), place);
      return;
    }
    known.delete(child.key ?? `text ${index}`);
    if (typeof child === "string") node.data !== child && (node.data = child);
    else patch(node, was, child);
    if (node === place) place = place.nextSibling;
    else element.insertBefore(node, place);
  });
  for (const [, node] of known.values()) node.remove();
}

const byHand = (root) => {
  let before = null;
  return (view) => {
    if (before === null) root.append(made(view));
    else patch(root.firstChild, before, view);
    before = view;
  };
};

const byHtml = (root) => (view) => {
  root.innerHTML = html(view);
};

/** As by hand, but an item of which anything differs is made again as a whole. */
function replaceItems(element, before, after) {
  const items = (node) => node.children.some((child) => child?.own);
  if (!items(before) && !items(after)) {
    const old = before.children.filter((child) => child !== null);
    const wanted = after.children.filter((child) => child !== null);
    const nodes = [...element.childNodes];
    const fits = old.length === wanted.length && old.every((child, i) => child.tag === wanted[i].tag);
    if (fits && !isText(after)) {
      setAttributes(element, before.attrs, after.attrs);
      wanted.forEach((child, i) => typeof child !== "string" && replaceItems(nodes[i], old[i], child));
      return;
    }
    if (html(before) !== html(after)) element.replaceWith(made(after));
    return;
  }
  setAttributes(element, before.attrs, after.attrs);
  const old = before.children.filter((child) => child !== null);
  const nodes = new Map(old.map((child, index) => [child.key, [child, element.childNodes[index]]]));
  const all = after.children.filter((child) => child !== null).map((child) => {
    const [was, node] = nodes.get(child.key) ?? [];
    if (was === undefined || typeof child === "string") return made(child);
    if (!child.own) {
      replaceItems(node, was, child);
      return node.isConnected ? node : made(child);
    }
    return html(was) === html(child) ? node : made(child);
  });
  const kept = new Set(all);
  for (const node of [...element.childNodes]) if (!kept.has(node)) node.remove();
  all.forEach((node, index) => element.childNodes[index] !== node && element.insertBefore(node, element.childNodes[index] ?? null));
}

const byItem = (root) => {
  let before = null;
  return (view) => {
    if (before === null) root.append(made(view));
    else replaceItems(root.firstChild, before, view);
    before = view;
  };
};

host({
  "by hand": { make: byHand },
  "innerHTML": { make: byHtml },
  "innerHTML, ids": { make: byHtml, ids: true },
  "item again": { make: byItem },
});
