// Working hours of an invented company; the generator is seeded, so that each build shows the same data.
const EMPLOYEES = ["Marta Silva", "Jonas Weber", "Aiko Tanaka", "Peter Novák", "Grace Okafor"];
const PROJECTS = ["Harbour app", "Museum guide", "Ticket shop", "Internal"];
const TASKS = ["Development", "Review", "Meeting", "Testing", "Support"];
export const STATES = ["Open", "Submitted", "Approved", "Rejected"];
export { EMPLOYEES, PROJECTS, TASKS };

export function timesheet(count) {
  let seed = 42;
  const next = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const pick = (list) => list[Math.floor(next() * list.length)];
  return Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    date: `2026-03-${30 + Math.floor(i / 40)}`,
    employee: pick(EMPLOYEES),
    project: pick(PROJECTS),
    task: pick(TASKS),
    hours: (1 + Math.floor(next() * 12)) / 2,
    billable: next() > 0.4,
    state: pick(STATES),
  }));
}
