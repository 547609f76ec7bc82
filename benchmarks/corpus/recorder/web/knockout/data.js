const WHAT = {
  Travel: ["Train to Lyon", "Taxi", "Flight to Porto", "Taxi", "Parking"],
  Meals: ["Lunch with customer", "Coffee", "Dinner", "Lunch with customer"],
  Hotel: ["Hotel Garonne, 2 nights", "Hotel Ribeira", "City tax"],
  Office: ["Paper", "Toner", "Stamps"],
};
const PEOPLE = ["Lucas", "Inês", "Amara", "Lucas"];
const STATES = ["Draft", "Sent", "Approved", "Sent", "Rejected"];
const AMOUNTS = [12.5, 48, 186.4, 12.5, 9.9, 74.2, 310, 23.8, 48, 5.6, 132];

export const CATEGORIES = Object.keys(WHAT);

export const expense = (at, category = CATEGORIES[(at * 3 + (at >> 2)) % CATEGORIES.length]) => ({
  id: 500 + at,
  date: `2025-0${(at % 3) + 4}-${String(((at * 7) % 28) + 1).padStart(2, "0")}`,
  category,
  what: WHAT[category][at % WHAT[category].length],
  person: PEOPLE[(at * 5 + (at >> 1)) % PEOPLE.length],
  amount: AMOUNTS[(at * 4) % AMOUNTS.length],
  currency: ["EUR", "EUR", "CHF", "GBP"][(at + (at >> 2)) % 4],
  state: STATES[(at * 3 + (at >> 3)) % STATES.length],
});
