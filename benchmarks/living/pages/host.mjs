// What a page of a renderer does: `begin` and `step` show the steps of one operation, `shop` is a shop to be used.

import { APPS } from "./apps.mjs";
import { keyed } from "./node.mjs";
import { start } from "./shop.mjs";

const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/** Open and close the modal dialogs as the view has them. A morph takes the attribute `open` away, and the page stays blocked. */
function syncDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    const wanted = dialog.dataset.modal === "yes";
    if (dialog.matches(":modal")) dialog.setAttribute("open", "");
    if (wanted && !dialog.open) dialog.showModal();
    if (!wanted && dialog.open) dialog.close();
  }
}

/** A page of its own for each renderer: `make(root)` gives the function that renders a view. */
export function host(makers) {
  window.operations = () =>
    Object.entries(APPS).flatMap(([app, { operations }]) =>
      Object.entries(operations).map(([operation, { steps, back }]) => ({ app, operation, steps: steps.length, back: Boolean(back) })));
  window.shop = (renderer, every) => start(makers[renderer], every, syncDialogs);
  window.begin = async (renderer, app, operation) => {
    const { make, ids = false } = makers[renderer];
    const { state, view, operations } = APPS[app];
    const { steps, first } = operations[operation];
    const render = make(document.getElementById("app"));
    let now = first ? first(state) : state;
    const shown = async () => {
      await render(keyed(view(now), { ids }));
      syncDialogs();
      await frame();
      await frame();
    };
    let taken = 0;
    window.step = async () => {
      now = steps[taken++](now);
      await shown();
    };
    await shown();
  };
}
