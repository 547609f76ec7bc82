import {
  Button, Drawer, DrawerBody, DrawerFooter, DrawerHeader, DrawerHeaderTitle, Dropdown, Field, Input, Option, Radio, RadioGroup, Switch, Textarea,
} from "@fluentui/react-components";
import { useState } from "react";
import { KIND_NAMES, ROOM_NAMES } from "./data";

const NEW = { model: "", kind: "Laptop", owner: "Nobody", room: "Storage", state: "Spare" };

export function Panel({ device, onSave, onClose }) {
  const [draft, setDraft] = useState(device ?? NEW);
  const [tried, setTried] = useState(false);
  const put = (values) => setDraft({ ...draft, ...values });
  const wrong = tried && draft.model.trim().length < 3;
  const save = () => {
    setTried(true);
    if (draft.model.trim().length >= 3) onSave(draft);
  };
  return (
    <Drawer type="overlay" position="end" open onOpenChange={(_, { open }) => open || onClose()} aria-label="Device">
      <DrawerHeader><DrawerHeaderTitle action={<Button appearance="subtle" aria-label="Close" onClick={onClose}>×</Button>}>{device ? `Device ${device.id}` : "New device"}</DrawerHeaderTitle></DrawerHeader>
      <DrawerBody>
        <Field label="Model" required validationState={wrong ? "error" : "none"} validationMessage={wrong ? "A model has at least 3 letters" : undefined}><Input value={draft.model} onChange={(_, { value }) => put({ model: value })} /></Field>
        <Field label="Kind"><Dropdown value={draft.kind} selectedOptions={[draft.kind]} onOptionSelect={(_, { optionValue }) => put({ kind: optionValue })}>{KIND_NAMES.map((name) => <Option key={name} value={name}>{name}</Option>)}</Dropdown></Field>
        <Field label="Owner" hint="As in the staff list"><Input value={draft.owner} onChange={(_, { value }) => put({ owner: value })} /></Field>
        <Field label="Room"><RadioGroup value={draft.room} onChange={(_, { value }) => put({ room: value })}>{ROOM_NAMES.map((name) => <Radio key={name} value={name} label={name} />)}</RadioGroup></Field>
        <Switch label={draft.insured ? "Insured" : "Not insured"} checked={!!draft.insured} onChange={(_, { checked }) => put({ insured: checked })} />
        {draft.insured && <Field label="Policy"><Textarea placeholder="Number and company" /></Field>}
      </DrawerBody>
      <DrawerFooter><Button appearance="primary" onClick={save}>Save</Button><Button onClick={onClose}>Cancel</Button></DrawerFooter>
    </Drawer>
  );
}
