// htmx: the server sends HTML. Here the page first leaves it with the server, which keeps it and sends it back.

import htmx from "htmx.org";
import { host } from "../host.mjs";
import { html } from "../node.mjs";

const swapped = (swap, ids = false) => ({
  ids,
  make: (root) => {
    let count = 0;
    return async (view) => {
      const address = `/kept/${swap}/${(count += 1)}`;
      await fetch(address, { method: "PUT", body: html(view) });
      await htmx.ajax("GET", address, { target: root, swap });
    };
  },
});

host({
  "htmx, innerHTML": swapped("innerHTML"),
  "htmx, innerMorph": swapped("innerMorph"),
  "htmx, innerMorph, ids": swapped("innerMorph", true),
});
