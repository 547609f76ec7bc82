// Invented depots of an invented carrier, in real cities.

const CITIES = `Lisbon 38.7 -9.1|Madrid 40.4 -3.7|Lyon 45.8 4.8|Rotterdam 51.9 4.5|Hamburg 53.5 10|Oslo 59.9 10.7|Gdansk 54.4 18.6
Vienna 48.2 16.4|Milan 45.5 9.2|Athens 38 23.7|Istanbul 41 29|Cairo 30 31.2|Lagos 6.5 3.4|Nairobi -1.3 36.8|Durban -29.9 31
Dubai 25.2 55.3|Mumbai 19.1 72.9|Colombo 6.9 79.9|Singapore 1.4 103.8|Shanghai 31.2 121.5|Busan 35.2 129|Osaka 34.7 135.5
Sydney -33.9 151.2|Auckland -36.8 174.8|Santos -24 -46.3|Lima -12 -77|Panama 9 -79.5|Houston 29.8 -95.4|Oakland 37.8 -122.3|Montreal 45.5 -73.6`;
const KINDS = ["Sea port", "Warehouse", "Warehouse", "Airport"];
const STATES = ["Open", "Open", "Delayed", "Closed", "Open"];

export const DEPOTS = CITIES.split(/[|\n]/).map((text, index) => {
  const [city, lat, lng] = text.split(" ");
  return {
    id: index + 1,
    city,
    at: [Number(lat), Number(lng)],
    kind: KINDS[(index * 3) % KINDS.length],
    state: STATES[(index * 7) % STATES.length],
    parcels: 40 + ((index * 137) % 900),
  };
});

export const KIND_NAMES = [...new Set(KINDS)];
export const STATE_NAMES = [...new Set(STATES)];
export const ROUTES = [[1, 4, 5, 6], [4, 12, 16, 17, 19], [19, 20, 21, 22], [4, 30, 28, 27]];
