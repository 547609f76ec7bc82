export const STATES = ["New", "Packed", "Sent", "Back"];
export const ITEMS = ["Desk lamp", "Office chair", "Bookcase", "Desk", "Notice board", "Coat stand", "Footrest", "Monitor arm"];
const CUSTOMERS = ["Alder & Co", "Birch School", "City Library", "Alder & Co", "Dune Hotel", "Elm Clinic", "Birch School"];

export const orders = Array.from({ length: 66 }, (_, at) => ({
  id: 501 + at,
  customer: CUSTOMERS[(at * 4 + (at >> 3)) % CUSTOMERS.length],
  item: ITEMS[(at * 5 + (at >> 2)) % ITEMS.length],
  count: 1 + ((at * 7) % 6),
  date: `2025-0${1 + (at % 3)}-${10 + ((at * 3) % 18)}`,
  state: STATES[(at * 3 + (at >> 4)) % 4],
}));

const shelf = (name, ...items) => ({ value: name, label: name, children: items.map((item) => ({ value: `${name}/${item}`, label: item })) });
export const shelves = [
  { value: "hall", label: "Hall 1", children: [shelf("Shelf A", "Desk lamp", "Notice board"), shelf("Shelf B", "Footrest", "Desk lamp")] },
  { value: "yard", label: "Hall 2", children: [shelf("Shelf C", "Desk", "Bookcase"), shelf("Shelf D", "Office chair")] },
];
