import { createRoot } from "react-dom/client";
import { Devices } from "./devices";

createRoot(document.getElementById("app")).render(<Devices />);
