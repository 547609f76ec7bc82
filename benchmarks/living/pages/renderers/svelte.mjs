import { flushSync, mount } from "svelte";
import { host } from "../host.mjs";
import Page from "../Page.svelte";

const svelte = (keys) => (target) => {
  let page = null;
  return (view) => {
    if (page === null) page = mount(Page, { target, props: { keys, first: view } });
    else page.show(view);
    flushSync();
  };
};

host({ "svelte, keys": { make: svelte(true) }, "svelte, no keys": { make: svelte(false) } });
