// Invented cards of an invented team, and invented stocks.

const TITLES = [
  "Move the login page", "Import of bank files", "Report by month", "Dark theme", "Export as CSV", "Slow search", "Update the price list",
  "Wrong tax on refunds", "Print labels", "Import of bank files, part 2", "Rename accounts", "Invite by mail", "Report by customer",
  "Broken link in footer", "Keyboard shortcuts", "Round totals", "Archive old orders", "Slow start", "Help texts", "Audit log", "Two currencies", "Bulk edit",
];
const PEOPLE = ["Mira", "Jonas", "Aiko", "Mira", "Pavel"];
const LABELS = ["bug", "feature", "chore", "feature"];

export const COLUMNS = ["Backlog", "In progress", "Review", "Done"];

export const CARDS = TITLES.map((title, index) => ({
  id: index + 1,
  title,
  who: PEOPLE[(index * 3) % PEOPLE.length],
  label: LABELS[(index * 5) % LABELS.length],
  points: [1, 2, 3, 5][(index * 7) % 4],
  column: COLUMNS[[0, 1, 0, 2, 3, 0, 1][index % 7]],
}));

export const STOCKS = [
  ["ARDN", "Arden Mills", 41.2], ["BKWL", "Bakewell Foods", 12.85], ["CVBY", "Cove Bay Shipping", 77.1], ["DNMR", "Dunmore Steel", 23.4],
  ["ELMT", "Elmet Power", 55.05], ["FRNH", "Fernhill Retail", 8.9], ["GLEN", "Glen Water", 31.65], ["HLYD", "Halyard Freight", 64.3],
  ["INVR", "Inver Bank", 19.2], ["KELD", "Keld Software", 120.4], ["LORN", "Lorn Textiles", 8.9], ["MUIR", "Muir Paper", 14.75],
].map(([code, name, price]) => ({ code, name, price, change: 0, ticks: 0 }));
