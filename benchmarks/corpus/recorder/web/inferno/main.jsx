import { Component, Fragment, render } from "inferno";
import { createElement } from "inferno-create-element";
import { ISSUES, PRIORITIES, STATES } from "./data.js";
import "./style.css";

const COLUMNS = { id: "No.", title: "Title", customer: "Customer", who: "Assignee", state: "State", priority: "Priority", opened: "Opened", votes: "Votes", waiting: "Waiting" };
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

class Tracker extends Component {
  state = {
    issues: ISSUES, hidden: [], sort: "id", down: true, text: "", only: "", chosen: [], renaming: null,
    menu: null, dialog: null, toasts: [], past: [], live: false, ticks: 0, compact: false,
  };

  componentDidMount() {
    this.timer = setInterval(() => this.state.live && this.tick(), 400);
  }
  componentWillUnmount() {
    clearInterval(this.timer);
  }
  tick() {
    this.setState(({ issues, ticks }) => ({
      ticks: ticks + 1,
      issues: issues.map((issue, index) => {
        if (issue.state === "Closed") return issue;
        const vote = (index + ticks) % 5 === 0 ? 1 : 0;
        return { ...issue, waiting: issue.waiting + 1, votes: issue.votes + vote };
      }),
    }));
  }
  commit(issues, said) {
    this.setState((old) => ({ issues, past: [...old.past, old.issues], toasts: said ? [...old.toasts, { id: old.past.length, said }] : old.toasts }));
  }
  change(ids, part, said) {
    this.commit(this.state.issues.map((issue) => (ids.includes(issue.id) ? { ...issue, ...part } : issue)), said);
  }
  remove(ids) {
    this.commit(this.state.issues.filter((issue) => !ids.includes(issue.id)), `${ids.length} issue${ids.length > 1 ? "s" : ""} deleted`);
    this.setState({ chosen: [], dialog: null, menu: null });
  }
  undo = () => {
    this.setState(({ past }) => ({ issues: past[past.length - 1], past: past.slice(0, -1), toasts: [] }));
  };
  save = (event) => {
    event.preventDefault();
    const { id, ...draft } = this.state.dialog;
    if (draft.title.trim().length < 5) return this.setState({ dialog: { ...this.state.dialog, fault: "At least 5 characters" } });
    delete draft.fault;
    if (id) this.change([id], draft, `Issue ${id} saved`);
    else {
      const next = Math.max(...this.state.issues.map((issue) => issue.id)) + 1;
      this.commit([...this.state.issues, { id: next, opened: "2026-07-01", votes: 0, waiting: 0, ...draft }], `Issue ${next} created`);
    }
    this.setState({ dialog: null });
  };
  sortBy(name) {
    this.setState({ sort: name, down: this.state.sort === name && !this.state.down });
  }
  shown() {
    const { issues, text, only, sort, down } = this.state;
    const kept = issues.filter((issue) => (!only || issue.state === only) && issue.title.toLowerCase().includes(text.toLowerCase()));
    return kept.sort((a, b) => compare(a[sort], b[sort]) * (down ? -1 : 1));
  }

  render() {
    const { issues, hidden, sort, down, text, only, chosen, dialog, toasts, past, live, ticks, compact, menu } = this.state;
    const shown = this.shown();
    const columns = Object.keys(COLUMNS).filter((name) => !hidden.includes(name));
    const count = (state) => issues.filter((issue) => issue.state === state).length;
    return (
      <Fragment>
        <h1>Issues ({issues.length})</h1>
        <div role="toolbar" aria-label="Issues">
          <input type="search" aria-label="Filter" value={text} onInput={(event) => this.setState({ text: event.target.value })} />
          <button aria-pressed={!only} onClick={() => this.setState({ only: "" })}>All</button>
          {STATES.map((state) => (
            <button key={state} aria-pressed={only === state} onClick={() => this.setState({ only: state })}>{state} ({count(state)})</button>
          ))}
          <button aria-expanded={menu === "columns"} onClick={() => this.setState({ menu: menu === "columns" ? null : "columns" })}>Columns</button>
          <button onClick={() => this.setState({ compact: !compact })}>{compact ? "Comfortable" : "Compact"}</button>
          <button onClick={() => this.setState({ live: !live })}>{live ? "Pause" : "Go live"}</button>
          <button disabled={!past.length} onClick={this.undo}>Undo</button>
          <button onClick={() => this.setState({ dialog: { title: "", customer: "Inver Bank", who: "Mira", state: "Open", priority: "Normal" } })}>New issue</button>
        </div>
        {menu === "columns" && (
          <div role="menu" aria-label="Columns">
            {Object.keys(COLUMNS).map((name) => (
              <div key={name} role="menuitemcheckbox" tabIndex={0} aria-checked={!hidden.includes(name)}
                onClick={() => this.setState({ hidden: hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name] })}>
                {COLUMNS[name]}
              </div>
            ))}
          </div>
        )}
        {chosen.length > 0 && (
          <div role="group" aria-label="Selection">
            <b>{chosen.length} selected</b>
            <button onClick={() => this.change(chosen, { state: "Closed" }, `${chosen.length} issues closed`)}>Close</button>
            <button onClick={() => this.remove(chosen)}>Delete</button>
            <button onClick={() => this.setState({ chosen: [] })}>Clear</button>
          </div>
        )}
        <div className={compact ? "list compact" : "list"}>
          <table>
            <thead>
              <tr>
                <th>Select</th>
                {columns.map((name) => (
                  <th key={name} aria-sort={sort === name ? (down ? "descending" : "ascending") : "none"}>
                    <button onClick={() => this.sortBy(name)}>{COLUMNS[name]}{sort === name ? (down ? " ▼" : " ▲") : ""}</button>
                  </th>
                ))}
                <th>Actions</th>
              </tr>
            </thead>
            <tbody>{shown.map((issue) => this.row(issue, columns))}</tbody>
          </table>
          {!shown.length && <p>No issue matches</p>}
        </div>
        <p role="status">{shown.length} of {issues.length} shown, {live ? `live, ${ticks} ticks` : "paused"}</p>
        {dialog && this.form(dialog)}
        <div className="toasts">
          {toasts.map((toast) => (
            <div key={toast.id} role="status">
              {toast.said} <button onClick={() => this.setState({ toasts: toasts.filter((other) => other !== toast) })}>Dismiss</button>
            </div>
          ))}
        </div>
      </Fragment>
    );
  }
  row(issue, columns) {
    const { chosen, renaming } = this.state;
    const selected = chosen.includes(issue.id);
    const rename = (event) => {
      if (event.key === "Enter") this.change([issue.id], { title: event.target.value });
      if (event.key === "Enter" || event.key === "Escape") this.setState({ renaming: null });
    };
    const toggle = () => this.setState({ chosen: selected ? chosen.filter((id) => id !== issue.id) : [...chosen, issue.id] });
    return (
      <tr key={issue.id} aria-selected={selected}>
        <td><input type="checkbox" aria-label={`Select ${issue.id}`} checked={selected} onChange={toggle} /></td>
        {columns.map((name) => (
          <td key={name} onDblClick={name === "title" ? () => this.setState({ renaming: issue.id }) : null}>
            {name === "title" && renaming === issue.id
              ? <input aria-label="Title" defaultValue={issue.title} ref={(input) => input && input.focus()} onKeyDown={rename} />
              : name === "waiting" ? `${issue.waiting} min` : issue[name]}
          </td>
        ))}
        <td>
          <button onClick={() => this.setState({ dialog: { id: issue.id, title: issue.title, customer: issue.customer, who: issue.who, state: issue.state, priority: issue.priority } })}>Edit</button>
          <button onClick={() => this.remove([issue.id])}>Delete</button>
        </td>
      </tr>
    );
  }
  form(dialog) {
    const put = (name) => (event) => this.setState({ dialog: { ...this.state.dialog, [name]: event.target.value } });
    const pick = (name, label, options) => (
      <label>{label} <select value={dialog[name]} onChange={put(name)}>{options.map((option) => <option key={option} value={option}>{option}</option>)}</select></label>
    );
    return (
      <form role="dialog" aria-modal="true" aria-label={dialog.id ? `Issue ${dialog.id}` : "New issue"} onSubmit={this.save}>
        <h2>{dialog.id ? `Issue ${dialog.id}` : "New issue"}</h2>
        <label>Summary <input value={dialog.title} aria-invalid={Boolean(dialog.fault)} onInput={put("title")} /></label>
        {dialog.fault && <p role="alert">{dialog.fault}</p>}
        {pick("state", "Status", STATES)} {pick("priority", "Urgency", PRIORITIES)}
        <button type="submit">Save</button> <button type="button" onClick={() => this.setState({ dialog: null })}>Cancel</button>
      </form>
    );
  }
}

render(<Tracker />, document.getElementById("root"));
