import { createApp, h, nextTick, shallowRef } from "vue/dist/vue.runtime.esm-bundler.js";
import { host } from "../host.mjs";

function element(node, withKeys) {
  if (typeof node === "string") return node;
  const props = { ...node.attrs };
  if (withKeys && node.own) props.key = node.key;
  return h(node.tag, props, node.children.map((child) => (child === null ? null : element(child, withKeys))));
}

const vue = (withKeys) => (at) => {
  const view = shallowRef(null);
  let app = null;
  return async (now) => {
    view.value = now;
    if (app === null) (app = createApp({ render: () => element(view.value, withKeys) })).mount(at);
    await nextTick();
  };
};

host({ "vue, keys": { make: vue(true) }, "vue, no keys": { make: vue(false) } });
