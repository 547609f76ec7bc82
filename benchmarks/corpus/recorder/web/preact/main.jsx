import { render } from "preact";
import { Board } from "./board";

render(<Board />, document.getElementById("app"));
