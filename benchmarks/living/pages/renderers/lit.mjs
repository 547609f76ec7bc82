import { render } from "lit";
import { Directive, directive } from "lit/directive.js";
import { repeat } from "lit/directives/repeat.js";
import { html, unsafeStatic } from "lit/static-html.js";
import { nothing } from "lit";
import { host } from "../host.mjs";
import { setAttributes } from "../node.mjs";

/** Sets all attributes of a node. */
const attributes = directive(
  class extends Directive {
    before = {};
    update({ element }, [after]) {
      setAttributes(element, this.before, after);
      this.before = after;
    }
  },
);

const VOID = new Set(["input", "br", "img", "hr"]);

function element(node, withKeys) {
  if (node === null) return nothing;
  if (typeof node === "string") return node;
  const tag = unsafeStatic(node.tag);
  if (VOID.has(node.tag)) return html`<${tag} ${attributes(node.attrs)}>`;
  const one = (child) => element(child, withKeys);
  const children = withKeys
    ? repeat(node.children, (child, index) => (child?.own ? child.key : index), one)
    : node.children.map(one);
  return html`<${tag} ${attributes(node.attrs)}>${children}</${tag}>`;
}

const lit = (withKeys) => (root) => (view) => render(element(view, withKeys), root);

host({ "lit, repeat": { make: lit(true) }, "lit, map": { make: lit(false) } });
