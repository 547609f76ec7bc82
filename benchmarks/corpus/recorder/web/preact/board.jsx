import { useSignal } from "@preact/signals";
import { add, building, cards, change, COLUMNS, compact, dismiss, editing, found, log, move, opened, points, progress, query, ranked, remove, TAGS, tags, toasts } from "./state";

function Title({ card }) {
  if (editing.value !== card.id) return <h3 onDblClick={() => (editing.value = card.id)}>{card.title}</h3>;
  const keys = (event) => {
    if (event.key === "Enter") change(card.id, { title: event.currentTarget.value });
    if (["Enter", "Escape"].includes(event.key)) editing.value = null;
  };
  return <input aria-label="Title" defaultValue={card.title} onKeyDown={keys} ref={(field) => field?.focus()} />;
}

function Card({ card }) {
  return (
    <article draggable aria-label={`#${card.id}`} onDragStart={(event) => event.dataTransfer.setData("text", String(card.id))}>
      <Title card={card} />
      {!compact.value && <p>{card.person} · {card.points} {card.points === 1 ? "point" : "points"} · <em>{card.tag}</em></p>}
      <button onClick={() => card.votes.value++} aria-label="Vote">▲ {card.votes}</button>
      <button onClick={() => (opened.value = opened.value === card.id ? null : card.id)} aria-expanded={opened.value === card.id}>Details</button>
      <button onClick={() => remove(card)}>Delete</button>
      {opened.value === card.id && (
        <ul>{["Reproduced", "Fixed", "Tested"].map((name) => <li key={name}><label><input type="checkbox" /> {name}</label></li>)}</ul>
      )}
    </article>
  );
}

function Column({ name }) {
  const cards = found.value.filter((card) => card.column === name);
  const own = ranked.value ? cards.toSorted((a, b) => b.votes.value - a.votes.value) : cards;
  const drop = (event) => {
    event.preventDefault();
    move(Number(event.dataTransfer.getData("text")), name);
  };
  return (
    <section aria-label={name} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <h2>{name} ({own.length})</h2>
      {own.map((card) => <Card key={card.id} card={card} />)}
      {!own.length && <p>Nothing here</p>}
    </section>
  );
}

function NewCard() {
  const title = useSignal("");
  const tried = useSignal(false);
  const wrong = tried.value && title.value.trim().length < 4;
  const submit = (event) => {
    event.preventDefault();
    tried.value = true;
    if (title.value.trim().length < 4) return;
    add(title.value);
    title.value = "";
    tried.value = false;
  };
  return (
    <form onSubmit={submit}>
      <input aria-label="New card" aria-invalid={wrong} value={title} onInput={(event) => (title.value = event.currentTarget.value)} /> <button>Add</button>
      {wrong && <span role="alert">At least 4 letters</span>}
    </form>
  );
}

export function Board() {
  return (
    <>
      <header>
        <h1>Release 7.2</h1>
        <span role="status">{cards.value.length} cards, {points} points done</span>
        <button onClick={() => { progress.value = building.value ? progress.value : 0; building.value = !building.value; }}>{building.value ? "Stop the build" : "Build"}</button>
        <progress aria-label="Build" value={progress} max={100} />
      </header>
      <div class="tools">
        <input type="search" aria-label="Search" value={query} onInput={(event) => (query.value = event.currentTarget.value)} />
        <button aria-pressed={compact.value} onClick={() => (compact.value = !compact.value)}>{compact.value ? "Roomy" : "Compact"}</button>
        <button aria-pressed={ranked.value} onClick={() => (ranked.value = !ranked.value)}>{ranked.value ? "By date" : "By votes"}</button>
        {TAGS.map((tag) => <label key={tag}><input type="checkbox" checked={tags.value.includes(tag)} onChange={() => (tags.value = tags.value.includes(tag) ? tags.value.filter((other) => other !== tag) : [...tags.value, tag])} /> {tag}</label>)}
        <NewCard />
      </div>
      {log.value.length > 0 && <ol class="log" role="log" aria-label="Log">{log.value.map((line) => <li key={line.at}>{line.text}</li>)}</ol>}
      <div class="board">{COLUMNS.map((name) => <Column key={name} name={name} />)}</div>
      <div aria-label="Messages" role="group">{toasts.value.map((toast) => <p key={toast.id}>{toast.text} {toast.undo && <button onClick={() => { toast.undo(); dismiss(toast.id); }}>Undo</button>} <button onClick={() => dismiss(toast.id)}>Dismiss</button></p>)}</div>
    </>
  );
}
