import ko from "knockout";
import { Report } from "./report.js";

ko.applyBindings(new Report());
