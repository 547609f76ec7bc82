import { Accordion, Button, Chip, Group, Slider, Stepper, TagsInput, Text } from "@mantine/core";
import { useState } from "react";

export function Setup() {
  const [step, setStep] = useState(0);
  const [days, setDays] = useState(["Mon", "Thu"]);
  return (
    <>
      <Stepper active={step} onStepClick={setStep}>
        <Stepper.Step label="Days" description="When to send"><Chip.Group multiple value={days} onChange={setDays}><Group>{["Mon", "Tue", "Wed", "Thu", "Fri"].map((day) => <Chip key={day} value={day}>{day}</Chip>)}</Group></Chip.Group></Stepper.Step>
        <Stepper.Step label="Limit" description="How many"><Slider defaultValue={40} thumbLabel="Limit" marks={[{ value: 20, label: "20" }, { value: 80, label: "80" }]} /></Stepper.Step>
        <Stepper.Step label="Labels" description="On the parcel"><TagsInput label="Labels" defaultValue={["Fragile", "Office"]} /></Stepper.Step>
        <Stepper.Completed><Text>Sends on {days.join(", ")}.</Text></Stepper.Completed>
      </Stepper>
      <Group><Button variant="default" onClick={() => setStep(Math.max(step - 1, 0))}>Back</Button><Button onClick={() => setStep(Math.min(step + 1, 3))}>Next</Button></Group>
      <Accordion multiple>
        {["Returns", "Invoices", "Staff"].map((name) => <Accordion.Item key={name} value={name}><Accordion.Control>{name}</Accordion.Control><Accordion.Panel>{name} are looked at by the office, every day.</Accordion.Panel></Accordion.Item>)}
      </Accordion>
    </>
  );
}
