import { createMemo, createSignal, For, onCleanup, Show } from "solid-js";
import { createStore, produce } from "solid-js/store";
import { STOCKS } from "./data.js";

export function Prices() {
  const [stocks, setStocks] = createStore(STOCKS);
  const [live, setLive] = createSignal(false);
  const [byChange, setByChange] = createSignal(false);
  const [ticks, setTicks] = createSignal(0);
  const rows = createMemo(() => (byChange() ? [...stocks].sort((a, b) => b.change - a.change) : stocks));

  function tick() {
    setTicks((old) => old + 1);
    setStocks(
      produce((all) =>
        all.forEach((stock, index) => {
          const move = (((ticks() * 37 + index * 53) % 21) - 10) / 20;
          if ((ticks() + index) % 3 === 0) return;
          stock.price = Math.max(1, stock.price + move);
          stock.change = move;
        }),
      ),
    );
  }
  const timer = setInterval(() => live() && tick(), 400);
  onCleanup(() => clearInterval(timer));

  return (
    <aside>
      <h2>Prices</h2>
      <button onClick={() => setLive(!live())}>{live() ? "Pause" : "Start"}</button>
      <button onClick={() => setByChange(!byChange())}>{byChange() ? "Sort by code" : "Sort by change"}</button>
      <table>
        <thead><tr><th>Code</th><th>Company</th><th>Price</th><th>Change</th></tr></thead>
        <tbody>
          <For each={rows()}>
            {(stock) => (
              <tr>
                <td>{stock.code}</td><td>{stock.name}</td><td>{stock.price.toFixed(2)}</td>
                <td>
                  <Show when={stock.change !== 0} fallback="0.00">
                    <span class={stock.change > 0 ? "up" : "down"}>{stock.change > 0 ? "▲" : "▼"} {Math.abs(stock.change).toFixed(2)}</span>
                  </Show>
                </td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
      <p>{live() ? "Live" : "Paused"}, {ticks()} ticks</p>
    </aside>
  );
}
