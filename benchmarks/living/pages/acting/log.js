// What the page received, told to the server at once, so that it is known even when the page then hangs or goes.
// Elements that count have a data-key, which no tree shows.

function received(...words) {
  const request = new XMLHttpRequest();
  request.open("POST", "/log", false);
  request.send(words.join(" "));
}
function keyOf(event) {
  return event.composedPath().find((node) => node.dataset?.key)?.dataset.key;
}
for (const [type, word] of [["click", "press"], ["dblclick", "double"], ["contextmenu", "menu"]]) {
  addEventListener(type, (event) => keyOf(event) && received(word, keyOf(event)), true);
}
addEventListener("input", (event) => keyOf(event) && event.target.type !== "file" && received("type", keyOf(event), event.composedPath()[0].value ?? event.target.textContent), true);
addEventListener("keydown", (event) => keyOf(event) && event.key.length > 1 && received("key", keyOf(event), event.key), true);
addEventListener("change", (event) => event.target.type === "file" && received("upload", keyOf(event), [...event.target.files].map((file) => file.name).join(",")), true);
