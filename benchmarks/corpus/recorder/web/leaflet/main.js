import L from "leaflet";
import "leaflet/dist/leaflet.css";
import "./style.css";
import { feature } from "topojson-client";
import world from "world-atlas/countries-110m.json";
import { DEPOTS, KIND_NAMES, ROUTES, STATE_NAMES } from "./data.js";

const COLOURS = { Open: "green", Delayed: "orange", Closed: "crimson" };
const find = (id) => document.getElementById(id);

const map = L.map("map", { worldCopyJump: true, zoomAnimation: false, fadeAnimation: false }).setView([48, 12], 4);
map.attributionControl.setPrefix(false).addAttribution("Borders: Natural Earth");
L.control.scale({ imperial: false }).addTo(map);

const countries = L.geoJSON(feature(world, world.objects.countries), {
  style: { color: "#999", weight: 1, fillColor: "#eee", fillOpacity: 1 },
  onEachFeature: ({ properties }, layer) => layer.bindTooltip(properties.name, { sticky: true }),
}).addTo(map);
const groups = Object.fromEntries(KIND_NAMES.map((kind) => [kind, L.layerGroup().addTo(map)]));
const routes = L.layerGroup(
  ROUTES.map((stops) => L.polyline(stops.map((id) => DEPOTS[id - 1].at), { color: "steelblue" })),
);
L.control.layers(null, { Countries: countries, Routes: routes, ...groups }).addTo(map);

const Summary = L.Control.extend({
  options: { position: "bottomright" },
  onAdd() {
    return L.DomUtil.create("div", "summary");
  },
});
const summary = new Summary().addTo(map);

const markers = new Map();
let open = null;
let order = "city";

function icon({ state }) {
  return L.divIcon({ className: "pin", html: `<span style="background:${COLOURS[state]}"></span>`, iconSize: [16, 16] });
}

function popup(depot) {
  const element = L.DomUtil.create("div");
  const { city, kind, state, parcels } = depot;
  element.innerHTML = `<h3>${city}</h3><p>${kind}, ${state.toLowerCase()}</p><p><b>${parcels}</b> parcels waiting</p>`;
  const button = L.DomUtil.create("button", "", element);
  button.textContent = state === "Closed" ? "Reopen" : "Close depot";
  button.onclick = (event) => {
    event.stopPropagation(); // the map would close the popup
    depot.state = state === "Closed" ? "Open" : "Closed";
    draw(depot);
    markers.get(depot.id).setPopupContent(popup(depot));
    list();
  };
  return element;
}

function draw(depot) {
  markers.get(depot.id).setIcon(icon(depot));
}

for (const depot of DEPOTS) {
  const marker = L.marker(depot.at, { title: depot.city, alt: `${depot.city}, ${depot.kind}`, icon: icon(depot) });
  marker.bindPopup(() => popup(depot));
  marker.on("popupopen", () => choose(depot.id)).on("popupclose", () => choose(null));
  markers.set(depot.id, marker);
}

function choose(id) {
  open = id;
  for (const item of find("results").children) item.ariaCurrent = String(Number(item.dataset.id) === id);
}

function wanted(depot) {
  const words = find("words").value.toLowerCase();
  const state = find("state").value;
  const seen = !find("seen").checked || map.getBounds().contains(depot.at);
  return seen && (state === "All" || depot.state === state) && depot.city.toLowerCase().includes(words);
}

function list() {
  const shown = DEPOTS.filter(wanted).sort((a, b) => (order === "city" ? a.city.localeCompare(b.city) : b.parcels - a.parcels));
  for (const depot of DEPOTS) {
    const group = groups[depot.kind];
    if (shown.includes(depot)) group.addLayer(markers.get(depot.id));
    else group.removeLayer(markers.get(depot.id));
  }
  find("results").replaceChildren(...shown.map(row));
  const parcels = shown.reduce((sum, depot) => sum + depot.parcels, 0);
  find("count").textContent = `${shown.length} of ${DEPOTS.length} depots`;
  summary.getContainer().textContent = `${parcels.toLocaleString("en")} parcels in ${shown.length} depots`;
}

function row(depot) {
  const item = document.createElement("li");
  item.dataset.id = depot.id;
  item.ariaCurrent = String(depot.id === open);
  item.innerHTML = `<b>${depot.city}</b> <span>${depot.kind}</span> <em>${depot.state}</em> <span>${depot.parcels} parcels</span> <button>Show</button>`;
  item.querySelector("button").onclick = () => {
    map.setView(depot.at, 5, { animate: false });
    groups[depot.kind].addTo(map);
    markers.get(depot.id).openPopup();
  };
  return item;
}

for (const name of ["All", ...STATE_NAMES]) find("state").add(new Option(name));
for (const id of ["words", "state", "seen"]) find(id).addEventListener("input", list);
map.on("moveend", () => find("seen").checked && list());
find("order").onclick = () => {
  order = order === "city" ? "parcels" : "city";
  find("order").textContent = order === "city" ? "Sort by parcels" : "Sort by city";
  list();
};
find("refresh").onclick = () => {
  for (const depot of DEPOTS) {
    depot.parcels = Math.max(0, depot.parcels + ((depot.id * 61) % 90) - 40);
    if (depot.id % 6 === 0) depot.state = depot.state === "Delayed" ? "Open" : "Delayed";
    draw(depot);
  }
  list();
};
list();
