const NAMES =
  "Agnes Holm, Bilal Aydin, Carla Rossi, David Okafor, Elin Berg, Farid Nasser, Greta Holm, Henrik Dahl, Ines Duarte, Jonas Berg, " +
  "Kaja Lund, Liam Byrne, Marta Nowak, Nils Berg, Olga Petrova, Pedro Duarte, Quynh Tran, Rosa Marino, Sami Virtanen, Tove Lund";
export const ROLES = ["Viewer", "Editor", "Planner", "Owner"];
export const TEAMS = ["Warehouse", "Transport", "Finance"];
const STATES = ["Active", "Active", "Invited", "Active", "Suspended"];

export const PEOPLE = NAMES.split(", ").map((name, i) => ({
  id: i + 1,
  name,
  mail: `${name.toLowerCase().replace(" ", ".")}@holm.example`,
  role: ROLES[(i * 7) % 3 === 0 ? 0 : (i * 5) % 4],
  team: TEAMS[(i * i) % 3],
  state: STATES[i % 5],
  seen: (i * 13) % 47,
}));

export const POLICIES = [
  ["Passwords", "At least 12 characters", "Expire after 90 days", "Forbid the last 5"],
  ["Sessions", "Sign out after 30 minutes", "One device at a time", "Remember this device"],
  ["Exports", "Allow CSV", "Allow PDF", "Keep for 30 days"],
];
