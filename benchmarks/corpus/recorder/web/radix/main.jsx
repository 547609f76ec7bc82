import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Tabs, Toast } from "radix-ui";
import { PEOPLE } from "./data.js";
import { People } from "./people.jsx";
import { Policies, Profile } from "./settings.jsx";
import "./style.css";

function Administration() {
  const [people, setPeople] = useState(PEOPLE);
  const [messages, setMessages] = useState([]);
  const say = (text, undo) => setMessages((old) => [...old, { id: Date.now(), text, undo }]);
  const close = (id) => setMessages((old) => old.filter((message) => message.id !== id));

  /** Change the people, and offer to take it back. */
  function change(next, text) {
    const before = people;
    setPeople(next);
    say(text, () => setPeople(before));
  }

  return (
    <Toast.Provider duration={600000} label="Message">
      <header>
        <h1>Administration</h1>
        <p>Holm Logistics · {people.length} people · {people.filter((person) => person.state === "Active").length} active</p>
      </header>
      <Tabs.Root defaultValue="people">
        <Tabs.List aria-label="Sections">
          <Tabs.Trigger value="people">People ({people.length})</Tabs.Trigger>
          <Tabs.Trigger value="policies">Policies</Tabs.Trigger>
          <Tabs.Trigger value="profile">Organisation</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="people"><People people={people} setPeople={setPeople} change={change} /></Tabs.Content>
        <Tabs.Content value="policies"><Policies say={say} /></Tabs.Content>
        <Tabs.Content value="profile"><Profile say={say} /></Tabs.Content>
      </Tabs.Root>
      {messages.map(({ id, text, undo }) => (
        <Toast.Root key={id} onOpenChange={(open) => open || close(id)}>
          <Toast.Title>{text}</Toast.Title>
          {undo && <Toast.Action altText="Undo the change" onClick={undo}>Undo</Toast.Action>}
          <Toast.Close aria-label="Dismiss">×</Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="toasts" />
    </Toast.Provider>
  );
}

createRoot(document.getElementById("root")).render(<Administration />);
