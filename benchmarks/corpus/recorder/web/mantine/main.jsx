import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { createRoot } from "react-dom/client";
import { Orders } from "./orders";

createRoot(document.getElementById("app")).render(
  <MantineProvider>
    <ModalsProvider>
      <Notifications />
      <Orders />
    </ModalsProvider>
  </MantineProvider>,
);
