// morphdom and idiomorph: the page changes itself to look like a text of HTML.

import { Idiomorph } from "idiomorph/dist/idiomorph.esm.js";
import morphdom from "morphdom";
import { host } from "../host.mjs";
import { html } from "../node.mjs";

const morphed = (morph) => (root) => (view) => {
  if (root.firstElementChild === null) root.innerHTML = html(view);
  else morph(root.firstElementChild, html(view));
};
const byMorphdom = morphed((element, text) => morphdom(element, text));
const byIdiomorph = morphed((element, text) => Idiomorph.morph(element, text));

host({
  "morphdom": { make: byMorphdom },
  "morphdom, ids": { make: byMorphdom, ids: true },
  "idiomorph": { make: byIdiomorph },
  "idiomorph, ids": { make: byIdiomorph, ids: true },
});
