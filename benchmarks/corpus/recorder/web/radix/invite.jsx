import { useState } from "react";
import { Dialog } from "radix-ui";
import { ROLES, TEAMS } from "./data.js";
import { Choice } from "./people.jsx";

export function Invite({ onInvite }) {
  const [open, setOpen] = useState(false);
  const [mail, setMail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState(ROLES[0]);
  const [tried, setTried] = useState(false);
  const fault = tried && !mail.includes("@");

  function submit(event) {
    event.preventDefault();
    setTried(true);
    if (!mail.includes("@")) return;
    onInvite({ name, mail, role, team: TEAMS[0] });
    setOpen(false);
  }

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger>Invite</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content>
          <Dialog.Title>Invite a person</Dialog.Title>
          <Dialog.Description>They get a message with a link.</Dialog.Description>
          <form onSubmit={submit}>
            <label>Full name <input value={name} onChange={(event) => setName(event.target.value)} /></label>
            <label>Mail <input aria-invalid={fault} value={mail} onChange={(event) => setMail(event.target.value)} /></label>
            {fault && <p role="alert">This is no mail address</p>}
            <Choice label="Role" value={role} values={ROLES} onChange={setRole} />
            <button>Send</button> <Dialog.Close>Cancel</Dialog.Close>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
