// Invented issues of an invented company.

const TITLES = [
  "Search is slow with many tags", "Export drops the last row", "Wrong time zone in reminders", "Login fails after update", "Typo in the invoice",
  "Search is slow on mobile", "Dark theme: unreadable links", "Export drops umlauts", "Attachments over 10 MB fail", "Login fails after update",
  "Print view cuts the table", "Reminders sent twice", "Rename project breaks links", "Empty page after logout", "Sort by date is wrong",
];
const PEOPLE = ["Mira", "Jonas", "Aiko", "Mira", "Pavel", "Unassigned"];
const CUSTOMERS = ["Halyard Freight", "Inver Bank", "Halyard Freight", "Glen Water"];
export const STATES = ["Open", "In progress", "Closed"];
export const PRIORITIES = ["Low", "Normal", "High"];

export const ISSUES = Array.from({ length: 34 }, (_, index) => ({
  id: 412 - index * 3,
  title: TITLES[(index * 7) % TITLES.length],
  customer: CUSTOMERS[(index * 3) % CUSTOMERS.length],
  who: PEOPLE[(index * 5) % PEOPLE.length],
  state: STATES[[0, 0, 1, 2, 1, 0, 2][index % 7]],
  priority: PRIORITIES[(index * 2 + (index >> 2)) % 3],
  opened: `2026-0${1 + (index % 6)}-${String(1 + ((index * 11) % 28)).padStart(2, "0")}`,
  votes: (index * 13) % 9,
  waiting: (index * 17) % 60,
}));
