import { createApp } from "vue";
import { Dialog, Notify, Quasar } from "quasar/dist/quasar.client.js";
import * as all from "quasar/dist/quasar.client.js";
import "@quasar/extras/material-icons/material-icons.css";
import "quasar/dist/quasar.prod.css";
import archive from "./archive.js";

const components = Object.fromEntries(Object.entries(all).filter(([name]) => /^Q[A-Z][a-zA-Z]+$/.test(name)));
const directives = { Ripple: all.Ripple, ClosePopup: all.ClosePopup };

createApp(archive)
  .use(Quasar, { components, directives, plugins: { Dialog, Notify } })
  .mount("#q-app");
