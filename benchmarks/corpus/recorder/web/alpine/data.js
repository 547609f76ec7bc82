// Articles, customers and invoices of an invented shop for workshops.

export const ARTICLES = [
  ["BR-110", "Bracket 110 mm", 4.2],
  ["BR-160", "Bracket 160 mm", 5.9],
  ["HN-025", "Hinge, brass", 7.5],
  ["SC-440", "Screws 4 × 40, 200 pcs", 9.8],
  ["SC-550", "Screws 5 × 50, 200 pcs", 12.4],
  ["PL-012", "Plywood 12 mm, sheet", 38],
  ["PL-018", "Plywood 18 mm, sheet", 52.5],
  ["VN-001", "Varnish, clear, 1 l", 21.9],
  ["GL-300", "Wood glue 300 g", 8.6],
  ["SP-080", "Sandpaper 80, 10 sheets", 6.4],
].map(([code, name, price]) => ({ code, name, price }));

export const CUSTOMERS = ["Arden Joinery", "Bakewell School", "Cove Boatyard", "Dunmore Theatre", "Elmet Furniture"];

const STATES = ["Paid", "Sent", "Draft", "Sent", "Paid", "Overdue"];

export const INVOICES = Array.from({ length: 14 }, (_, index) => ({
  number: 2041 + index,
  customer: CUSTOMERS[(index * 3) % CUSTOMERS.length],
  state: STATES[(index * 5) % STATES.length],
  due: `2026-0${1 + (index % 6)}-${String(10 + ((index * 7) % 18)).padStart(2, "0")}`,
  note: "",
  lines: Array.from({ length: 3 + ((index * 2) % 5) }, (_, line) => {
    const article = ARTICLES[(index * 3 + line * line) % ARTICLES.length];
    return { id: index * 100 + line, code: article.code, name: article.name, price: article.price, quantity: 1 + ((index + line * 3) % 8), vat: line % 3 ? 20 : 5 };
  }),
}));
