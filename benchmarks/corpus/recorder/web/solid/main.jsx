import { createMemo, createSignal, For, Show } from "solid-js";
import { createStore, produce } from "solid-js/store";
import { render } from "solid-js/web";
import { CARDS, COLUMNS } from "./data.js";
import { Prices } from "./prices.jsx";
import "./style.css";

function Board() {
  const [cards, setCards] = createStore(CARDS);
  const [who, setWho] = createSignal("");
  const [editing, setEditing] = createSignal(null);
  const [dragged, setDragged] = createSignal(null);
  const [adding, setAdding] = createSignal(null);
  const [folded, setFolded] = createSignal([]);
  const [toast, setToast] = createSignal(null);
  const people = [...new Set(CARDS.map((card) => card.who))].sort();

  const shown = createMemo(() => cards.filter((card) => !who() || card.who === who()));
  const inColumn = (column) => shown().filter((card) => card.column === column);
  const points = (column) => inColumn(column).reduce((sum, card) => sum + card.points, 0);

  function drop(column, before) {
    const id = dragged();
    if (id === null || id === before) return;
    setCards(
      produce((all) => {
        const [card] = all.splice(all.findIndex((other) => other.id === id), 1);
        card.column = column;
        const place = before === undefined ? all.length : all.findIndex((other) => other.id === before);
        all.splice(place, 0, card);
      }),
    );
    setDragged(null);
  }
  function remove(card) {
    const place = cards.findIndex((other) => other.id === card.id);
    setToast({ card: { ...card }, place });
    setCards(produce((all) => all.splice(place, 1)));
  }
  function undo() {
    const { card, place } = toast();
    setCards(produce((all) => all.splice(place, 0, card)));
    setToast(null);
  }
  function add(column, title) {
    const id = Math.max(...cards.map((card) => card.id)) + 1;
    setCards(cards.length, { id, title, who: who() || "Mira", label: "feature", points: 1, column });
    setAdding(null);
  }
  const fold = (column) =>
    setFolded((old) => (old.includes(column) ? old.filter((other) => other !== column) : [...old, column]));

  return (
    <main>
      <h1>Board</h1>
      <div role="group" aria-label="People">
        <button aria-pressed={!who()} onClick={() => setWho("")}>Everyone ({cards.length})</button>
        <For each={people}>
          {(name) => (
            <button aria-pressed={who() === name} onClick={() => setWho(name)}>
              {name} ({cards.filter((card) => card.who === name).length})
            </button>
          )}
        </For>
      </div>
      <div class="board">
        <For each={COLUMNS}>
          {(column) => (
            <section aria-label={column} onDragOver={(event) => event.preventDefault()} onDrop={() => drop(column)}>
              <h2>{column} <small>{inColumn(column).length} cards, {points(column)} points</small></h2>
              <button aria-expanded={!folded().includes(column)} onClick={() => fold(column)}>
                {folded().includes(column) ? "Unfold" : "Fold"}
              </button>
              <Show when={!folded().includes(column)}>
                <ul>
                  <For each={inColumn(column)} fallback={<li>No cards</li>}>
                    {(card) => (
                      <li
                        draggable="true"
                        onDragStart={() => setDragged(card.id)}
                        onDrop={(event) => {
                          event.stopPropagation();
                          drop(column, card.id);
                        }}
                      >
                        <Show when={editing() === card.id} fallback={<b onDblClick={() => setEditing(card.id)}>{card.title}</b>}>
                          <input
                            aria-label="Title"
                            value={card.title}
                            ref={(input) => setTimeout(() => input.select())}
                            onKeyDown={(event) => {
                              if (event.key === "Enter") setCards((other) => other.id === card.id, "title", event.target.value);
                              if (event.key === "Enter" || event.key === "Escape") setEditing(null);
                            }}
                          />
                        </Show>
                        <p><span class="label">{card.label}</span> <span>{card.who}</span> <span>{card.points} pt</span></p>
                        <button onClick={() => setCards((other) => other.id === card.id, "points", (old) => old + 1)}>+1</button>
                        <button onClick={() => setEditing(card.id)}>Edit</button>
                        <button onClick={() => remove(card)}>Delete</button>
                      </li>
                    )}
                  </For>
                </ul>
                <Show when={adding() === column} fallback={<button onClick={() => setAdding(column)}>Add card</button>}>
                  <NewCard onAdd={(title) => add(column, title)} onCancel={() => setAdding(null)} />
                </Show>
              </Show>
            </section>
          )}
        </For>
      </div>
      <Show when={toast()}>
        <div role="status" class="toast">
          Deleted “{toast().card.title}” <button onClick={undo}>Undo</button> <button onClick={() => setToast(null)}>Dismiss</button>
        </div>
      </Show>
    </main>
  );
}

function NewCard(props) {
  const [title, setTitle] = createSignal("");
  const [tried, setTried] = createSignal(false);
  const fault = () => tried() && title().trim().length < 4;
  const submit = (event) => {
    event.preventDefault();
    setTried(true);
    if (!fault()) props.onAdd(title().trim());
  };
  return (
    <form onSubmit={submit}>
      <input aria-label="New card" aria-invalid={fault()} value={title()} onInput={(event) => setTitle(event.target.value)} />
      <Show when={fault()}>
        <p role="alert">At least 4 characters</p>
      </Show>
      <button>Save</button> <button type="button" onClick={props.onCancel}>Cancel</button>
    </form>
  );
}

render(
  () => (
    <>
      <Board />
      <Prices />
    </>
  ),
  document.getElementById("root"),
);
