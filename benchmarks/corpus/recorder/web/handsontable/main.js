import Handsontable from "handsontable";
import "handsontable/dist/handsontable.full.css";
import { EMPLOYEES, PROJECTS, STATES, TASKS, timesheet } from "./data.js";

const entries = timesheet(64);
const byId = (id) => document.getElementById(id);
const shown = { open: false, employee: "" };

const grid = new Handsontable(byId("grid"), {
  data: entries,
  height: 660,
  width: 1240,
  stretchH: "all",
  rowHeaders: true,
  colHeaders: ["No.", "Date", "Employee", "Project", "Task", "Hours", "Billable", "State"],
  columns: [
    { data: "id", type: "numeric", readOnly: true },
    { data: "date" },
    { data: "employee", type: "dropdown", source: EMPLOYEES },
    { data: "project", type: "autocomplete", source: PROJECTS, strict: true },
    { data: "task", type: "dropdown", source: TASKS },
    { data: "hours", type: "numeric", numericFormat: { pattern: "0.0" }, validator: (value, done) => done(value > 0 && value <= 12) },
    { data: "billable", type: "checkbox" },
    { data: "state", type: "dropdown", source: STATES },
  ],
  columnSorting: { indicator: true },
  contextMenu: true,
  manualRowMove: true,
  comments: true,
  minSpareRows: 0,
  afterChange: (changes, source) => source !== "loadData" && update("Unsaved changes"),
  afterCreateRow: () => update("Row inserted"),
  afterRemoveRow: () => update("Row removed"),
  afterValidate: (valid, value) => !valid && update(`Not valid: ${value}`),
});

function update(status) {
  const data = grid ? grid.getSourceData() : entries;
  byId("rows").textContent = `${data.length} entries`;
  byId("hours").textContent = `${data.reduce((sum, e) => sum + (Number(e.hours) || 0), 0).toFixed(1)} hours`;
  byId("status").textContent = status;
}

function show() {
  grid.loadData(entries.filter((e) => (!shown.open || e.state === "Open") && (!shown.employee || e.employee === shown.employee)));
  update("Saved");
}

EMPLOYEES.forEach((name) => byId("employee").append(new Option(name)));
byId("undo").onclick = () => grid.undo();
byId("redo").onclick = () => grid.redo();
byId("employee").onchange = (event) => {
  shown.employee = event.target.value;
  show();
};
byId("filter").onclick = (event) => {
  shown.open = !shown.open;
  event.target.textContent = shown.open ? "Show all states" : "Show open only";
  show();
};
byId("approve").onclick = () => grid.setDataAtCell(grid.getDataAtCol(7).map((_, row) => [row, 7, "Approved"]));
update("Saved");
