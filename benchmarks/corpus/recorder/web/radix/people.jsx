import { useEffect, useState } from "react";
import { AlertDialog, Checkbox, DropdownMenu, Select, Switch, Toolbar } from "radix-ui";
import { ROLES, TEAMS } from "./data.js";
import { Invite } from "./invite.jsx";

const COLUMNS = [["name", "Name"], ["role", "Role"], ["team", "Team"], ["state", "State"], ["seen", "Last seen"]];
const ago = (minutes) => (minutes === 0 ? "now" : `${minutes} min ago`);

export function Choice({ label, value, values, onChange }) {
  return (
    <Select.Root value={value} onValueChange={onChange}>
      <Select.Trigger aria-label={label}><Select.Value /><Select.Icon /></Select.Trigger>
      <Select.Portal>
        <Select.Content position="popper">
          <Select.Viewport>
            {values.map((one) => (
              <Select.Item key={one} value={one}><Select.ItemText>{one}</Select.ItemText><Select.ItemIndicator>✓</Select.ItemIndicator></Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  );
}

export function People({ people, setPeople, change }) {
  const [sort, setSort] = useState(["name", 1]);
  const [team, setTeam] = useState("All teams");
  const [query, setQuery] = useState("");
  const [picked, setPicked] = useState([]);
  const [editing, setEditing] = useState(null);
  const [doomed, setDoomed] = useState(null);
  const [live, setLive] = useState(false);
  const [compact, setCompact] = useState(false);
  const [ticks, setTicks] = useState(0);

  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => {
      setTicks((old) => old + 1);
      setPeople((old) => old.map((person) => ({ ...person, seen: (person.id * 7 + person.seen) % 6 === 0 ? 0 : person.seen + 1 })));
    }, 300);
    return () => clearInterval(timer);
  }, [live]);

  const [key, way] = sort;
  const shown = people
    .filter((person) => team === "All teams" || person.team === team)
    .filter((person) => person.name.toLowerCase().includes(query.toLowerCase()))
    .sort((a, b) => way * (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : a.id - b.id));
  const update = (ids, fields) => people.map((person) => (ids.includes(person.id) ? { ...person, ...fields } : person));
  const toggle = (id) => setPicked((old) => (old.includes(id) ? old.filter((other) => other !== id) : [...old, id]));
  const all = shown.length > 0 && shown.every((person) => picked.includes(person.id));

  function bulk(fields, text) {
    change(update(picked, fields), `${picked.length} people: ${text}`);
    setPicked([]);
  }
  function remove() {
    change(people.filter((person) => person.id !== doomed.id), `Removed ${doomed.name}`);
    setPicked((old) => old.filter((id) => id !== doomed.id));
  }
  function invite(person) {
    const id = Math.max(...people.map((other) => other.id)) + 1;
    change([...people, { ...person, id, state: "Invited", seen: 0 }], `Invited ${person.name}`);
  }

  return (
    <>
      <Toolbar.Root aria-label="People">
        <input type="search" aria-label="Search people" value={query} onChange={(event) => setQuery(event.target.value)} />
        <Choice label="Team" value={team} values={["All teams", ...TEAMS]} onChange={setTeam} />
        <Toolbar.Button onClick={() => setLive(!live)}>{live ? `Pause (${ticks})` : "Go live"}</Toolbar.Button>
        <Toolbar.Separator />
        <label>Compact <Switch.Root checked={compact} onCheckedChange={setCompact}><Switch.Thumb /></Switch.Root></label>
        <Invite onInvite={invite} />
      </Toolbar.Root>
      {picked.length > 0 && (
        <section aria-label="Selection">
          <b>{picked.length} selected</b>
          {ROLES.slice(0, 3).map((role) => (
            <button key={role} onClick={() => bulk({ role }, `now ${role}`)}>Make {role}</button>
          ))}
          <button onClick={() => bulk({ state: "Suspended" }, "suspended")}>Suspend</button>
          <button onClick={() => setPicked([])}>Clear</button>
        </section>
      )}
      <table className={compact ? "compact" : ""}>
        <thead>
          <tr>
            <th>
              <Checkbox.Root
                aria-label="Select all"
                checked={all || (picked.length > 0 && "indeterminate")}
                onCheckedChange={() => setPicked(all ? [] : shown.map((person) => person.id))}
              >
                <Checkbox.Indicator>✓</Checkbox.Indicator>
              </Checkbox.Root>
            </th>
            {COLUMNS.map(([field, title]) => (
              <th key={field} aria-sort={key === field ? (way === 1 ? "ascending" : "descending") : undefined}>
                <button onClick={() => setSort([field, key === field ? -way : 1])}>{title}{key === field && (way === 1 ? " ▲" : " ▼")}</button>
              </th>
            ))}
            <th>Actions</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((person) => (
            <tr key={person.id}>
              <td>
                <Checkbox.Root aria-label="Select" checked={picked.includes(person.id)} onCheckedChange={() => toggle(person.id)}>
                  <Checkbox.Indicator>✓</Checkbox.Indicator>
                </Checkbox.Root>
              </td>
              <td>
                {editing === person.id ? (
                  <input
                    autoFocus
                    aria-label="Name"
                    defaultValue={person.name}
                    onFocus={(event) => event.target.select()}
                    onKeyDown={(event) => {
                      if (event.key === "Enter") change(update([person.id], { name: event.target.value }), "Renamed");
                      if (event.key === "Enter" || event.key === "Escape") setEditing(null);
                    }}
                  />
                ) : (
                  <span onDoubleClick={() => setEditing(person.id)}>{person.name}</span>
                )}
                {!compact && <small> {person.mail}</small>}
              </td>
              <td><Choice label="Role" value={person.role} values={ROLES} onChange={(role) => setPeople(update([person.id], { role }))} /></td>
              <td>{person.team}</td>
              <td>{person.state}</td>
              <td><time>{ago(person.seen)}</time></td>
              <td>
                <DropdownMenu.Root>
                  <DropdownMenu.Trigger aria-label="More">⋯</DropdownMenu.Trigger>
                  <DropdownMenu.Portal>
                    <DropdownMenu.Content onCloseAutoFocus={(event) => event.preventDefault()}>
                      <DropdownMenu.Label>{person.name}</DropdownMenu.Label>
                      <DropdownMenu.Item onSelect={() => setEditing(person.id)}>Rename</DropdownMenu.Item>
                      <DropdownMenu.Item onSelect={() => change(update([person.id], { state: "Active" }), `Activated ${person.name}`)}>Activate</DropdownMenu.Item>
                      <DropdownMenu.Separator />
                      <DropdownMenu.Item onSelect={() => setDoomed(person)}>Remove…</DropdownMenu.Item>
                    </DropdownMenu.Content>
                  </DropdownMenu.Portal>
                </DropdownMenu.Root>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status">{shown.length} of {people.length} people</p>
      <AlertDialog.Root open={doomed !== null} onOpenChange={(open) => open || setDoomed(null)}>
        <AlertDialog.Portal>
          <AlertDialog.Overlay />
          <AlertDialog.Content>
            <AlertDialog.Title>Remove {doomed?.name}?</AlertDialog.Title>
            <AlertDialog.Description>They lose access to all depots at once.</AlertDialog.Description>
            <AlertDialog.Cancel>Cancel</AlertDialog.Cancel> <AlertDialog.Action onClick={remove}>Remove</AlertDialog.Action>
          </AlertDialog.Content>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  );
}
