import { createApp } from "vue";
import { createVuetify } from "vuetify";
import * as components from "vuetify/components";
import * as directives from "vuetify/directives";
import "@mdi/font/css/materialdesignicons.css";
import "vuetify/styles";
import desk from "./desk.js";

createApp(desk).use(createVuetify({ components, directives, theme: { defaultTheme: "light" } })).mount("#app");
