const OWNERS = ["Ada Brandt", "Jonas Weber", "Mei Tanaka", "Nobody", "Sofia Rossi", "Jonas Weber", "Omar Haddad", "Mei Tanaka"];
const KINDS = ["Laptop", "Phone", "Printer", "Laptop", "Monitor", "Tablet", "Laptop"];
const MODELS = { Laptop: ["Falcon 14", "Falcon 16", "Otter 13"], Phone: ["Finch 5", "Finch 6"], Printer: ["Heron 300", "Heron 420"], Monitor: ["Lynx 27"], Tablet: ["Wren 10", "Wren 12"] };
const ROOMS = ["A 101", "A 102", "B 210", "Storage", "B 214", "Home"];
const STATES = ["In use", "In use", "Spare", "In repair", "In use", "Lost"];

export const KIND_NAMES = Object.keys(MODELS);
export const ROOM_NAMES = ROOMS;

export const devices = Array.from({ length: 54 }, (_, at) => {
  const kind = KINDS[(at * 5) % KINDS.length];
  return {
    id: `D-${1203 + at * 7}`,
    model: MODELS[kind][at % MODELS[kind].length],
    kind,
    owner: OWNERS[(at * 3 + (at >> 2)) % OWNERS.length],
    room: ROOMS[(at * at + (at >> 1)) % ROOMS.length],
    state: STATES[(at * 7 + (at >> 3)) % STATES.length],
    checked: `2025-0${(at % 6) + 1}-${String(((at * 11) % 27) + 1).padStart(2, "0")}`,
  };
});

export const sites = [
  { name: "House A", floors: [{ name: "Ground floor", rooms: ["A 001", "Reception"] }, { name: "Floor 1", rooms: ["A 101", "A 102"] }] },
  { name: "House B", floors: [{ name: "Ground floor", rooms: ["Reception", "Kitchen"] }, { name: "Floor 2", rooms: ["B 210", "B 214"] }] },
  { name: "Elsewhere", floors: [{ name: "Storage", rooms: ["Shelf 1", "Shelf 2", "Shelf 3"] }] },
];
