import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { host } from "../host.mjs";

const NAMES = { for: "htmlFor", tabindex: "tabIndex" };
const ignore = () => {};

function element(node, withKeys, key = null) {
  if (node === null || typeof node === "string") return node;
  const props = {};
  for (const [name, value] of Object.entries(node.attrs)) props[NAMES[name] ?? name] = value;
  if (typeof props.style === "string") {
    const [name, value] = props.style.split(":");
    props.style = { [name.replace(/-./g, (two) => two[1].toUpperCase())]: value };
  }
  if ("value" in props || "checked" in props) props.onChange = ignore;
  if (node.tag === "select") {
    props.value = node.children.find((child) => child.attrs.selected)?.children[0];
    props.onChange = ignore;
  }
  delete props.selected;
  if (key !== null) props.key = key;
  else if (withKeys && node.own) props.key = node.key;
  return createElement(node.tag, props, ...node.children.map((child) => element(child, withKeys)));
}

const react = (withKeys, again = false) => (at) => {
  const root = createRoot(at);
  let count = 0;
  return (view) => {
    count += 1;
    flushSync(() => root.render(element(view, withKeys, again ? String(count) : null)));
  };
};

host({
  "react, keys": { make: react(true) },
  "react, no keys": { make: react(false) },
  "react, mounted again": { make: react(true, true) },
});
