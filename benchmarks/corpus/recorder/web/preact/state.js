import { computed, signal } from "@preact/signals";

const TITLES = ["Fix the login page", "Update translations", "Write release notes", "Flaky test in search", "Faster start", "Icon is blurred", "Update translations", "Crash on empty file"];
const PEOPLE = ["Kim", "Priya", "Tomás", "Kim", "Unassigned"];
export const COLUMNS = ["To do", "Doing", "Review", "Done"];
export const TAGS = ["bug", "docs", "speed"];

export const cards = signal(
  Array.from({ length: 26 }, (_, at) => ({
    id: 310 + at,
    title: TITLES[(at * 3 + (at >> 3)) % TITLES.length],
    person: PEOPLE[(at * 2 + (at >> 2)) % PEOPLE.length],
    column: COLUMNS[(at * 5 + (at >> 3)) % COLUMNS.length],
    tag: TAGS[(at * 7 + (at >> 1)) % TAGS.length],
    points: [1, 2, 3, 5][(at * 3) % 4],
    votes: signal((at * 11) % 6),
  })),
);
export const query = signal("");
export const compact = signal(false);
export const ranked = signal(false);
export const tags = signal([]);
export const editing = signal(null);
export const opened = signal(null);
export const toasts = signal([]);
export const log = signal([]);
export const building = signal(false);
export const progress = signal(0);

export const found = computed(() => cards.value.filter((card) => (!tags.value.length || tags.value.includes(card.tag)) && `${card.title} ${card.person}`.toLowerCase().includes(query.value.toLowerCase())));
export const points = computed(() => cards.value.filter((card) => card.column === "Done").reduce((sum, card) => sum + card.points, 0));

let toast = 0;
export const say = (text, undo) => (toasts.value = [...toasts.value, { id: ++toast, text, undo }]);
export const dismiss = (id) => (toasts.value = toasts.value.filter((other) => other.id !== id));
export const change = (id, values) => (cards.value = cards.value.map((card) => (card.id === id ? { ...card, ...values } : card)));

export function move(id, column) {
  const card = { ...cards.value.find((other) => other.id === id), column };
  cards.value = [...cards.value.filter((other) => other.id !== id), card];
  write(`#${id} is in ${column}`);
}

export function remove(card) {
  const before = cards.value;
  cards.value = before.filter((other) => other.id !== card.id);
  say(`#${card.id} deleted`, () => (cards.value = before));
}

export function add(title) {
  cards.value = [{ id: 310 + cards.value.length, title, person: "Unassigned", column: "To do", tag: "bug", points: 1, votes: signal(0) }, ...cards.value];
}

export function write(text) {
  log.value = [...log.value, { at: log.value.length, text }].slice(-40);
}

const STAGES = ["fetch", "compile core", "compile ui", "test core", "test ui", "package", "upload"];
setInterval(() => {
  if (!building.value) return;
  write(`${STAGES[Math.floor(progress.value / 15) % STAGES.length]}: ${(progress.value * 7) % 90} files`);
  progress.value = Math.min(progress.value + 5, 100);
  if (progress.value === 100) {
    building.value = false;
    say("Build finished");
  }
}, 120);
