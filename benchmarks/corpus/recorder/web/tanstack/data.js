// Orders of an invented shop; the generator is seeded, so that each build shows the same data.
function random(seed) {
  return () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
}

const CUSTOMERS = [
  ["Acme Tools Ltd", "United Kingdom"], ["Bergmann GmbH", "Germany"], ["Café Lumière", "France"],
  ["Dos Hermanos SA", "Spain"], ["Eastside Garage", "United States"], ["Fjord Marine AS", "Norway"],
  ["Giardini Verdi", "Italy"], ["Harbour & Sons", "United Kingdom"], ["Iwata Works", "Japan"],
];
const PRODUCTS = ["Claw hammer", "Cordless drill", "Pipe wrench", "Workbench", "Safety gloves", "Angle grinder", "Paint set", "Tape measure"];
export const STATUSES = ["Open", "Packed", "Shipped", "Delivered", "Returned"];
const WORKERS = ["Ana", "Boris", "Chen", "Dipa"];

export function makeOrders(count) {
  const next = random(7);
  const pick = (list) => list[Math.floor(next() ** 1.6 * list.length)];
  return Array.from({ length: count }, (_, i) => {
    const [customer, country] = pick(CUSTOMERS);
    const quantity = 1 + Math.floor(next() * 12);
    return {
      id: 10482 + i * 3,
      customer,
      country,
      product: pick(PRODUCTS),
      status: STATUSES[Math.floor(next() * STATUSES.length)],
      quantity,
      amount: Math.round(quantity * (4 + next() * 90) * 100) / 100,
      date: new Date(Date.UTC(2026, 2, 1 + Math.floor(next() * 60))).toISOString().slice(0, 10),
    };
  });
}

export function makeEvents(orders, count) {
  const next = random(21);
  const verbs = ["packed", "shipped", "called the customer of", "printed the label of", "checked"];
  return Array.from({ length: count }, (_, i) => ({
    id: `e${i}`,
    at: `${String(17 - Math.floor(i / 60)).padStart(2, "0")}:${String(59 - (i % 60)).padStart(2, "0")}`,
    who: WORKERS[Math.floor(next() * WORKERS.length)],
    what: `${verbs[Math.floor(next() * verbs.length)]} order ${orders[Math.floor(next() * orders.length)].id}`,
  }));
}
