import { createApp } from "vue";
import Aura from "@primeuix/themes/aura";
import PrimeVue from "primevue/config";
import ConfirmationService from "primevue/confirmationservice";
import ToastService from "primevue/toastservice";
import "primeicons/primeicons.css";
import cars from "./cars.js";

createApp(cars)
  .use(PrimeVue, { theme: { preset: Aura, options: { darkModeSelector: ".dark" } } })
  .use(ConfirmationService)
  .use(ToastService)
  .mount("#app");
