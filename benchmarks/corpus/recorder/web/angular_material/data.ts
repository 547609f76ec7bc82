import csv from "./node_modules/vega-datasets/data/airports.csv";

export interface Airport {
  code: string;
  name: string;
  city: string;
  state: string;
  status: string;
}

const STATUS = ["Open", "Open", "Closed", "Open", "Delays", "Open", "Delays"];
const WANTED = ["AK", "CA", "CO", "FL", "TX", "WA"];

export const airports: Airport[] = csv
  .trim()
  .split("\n")
  .slice(1)
  .map((line: string) => line.trim().split(","))
  .filter((cells: string[]) => cells.length === 7 && WANTED.includes(cells[3]))
  .filter((_: string[], at: number) => at % 5 === 0)
  .slice(0, 120)
  .map(([code, name, city, state]: string[], at: number) => ({ code, name, city, state, status: STATUS[at % STATUS.length] }));

export interface Place {
  name: string;
  children?: Place[];
}

export const places: Place[] = WANTED.map((state) => {
  const here = airports.filter((airport) => airport.state === state).slice(0, 8);
  return { name: `${state} (${here.length})`, children: here.map(({ city, name }) => ({ name: city, children: [{ name }, { name: "Weather" }] })) };
});
