import { useState } from "react";
import { Accordion, Progress, RadioGroup, Slider, Switch } from "radix-ui";
import { POLICIES } from "./data.js";

export function Policies({ say }) {
  const [on, setOn] = useState(["At least 12 characters", "Allow CSV", "Remember this device"]);
  const toggle = (rule) => setOn((old) => (old.includes(rule) ? old.filter((other) => other !== rule) : [...old, rule]));
  return (
    <Accordion.Root type="multiple" defaultValue={["Passwords"]}>
      {POLICIES.map(([title, ...rules]) => (
        <Accordion.Item key={title} value={title}>
          <Accordion.Header>
            <Accordion.Trigger>{title} ({rules.filter((rule) => on.includes(rule)).length} of {rules.length} on)</Accordion.Trigger>
          </Accordion.Header>
          <Accordion.Content>
            {rules.map((rule) => (
              <p key={rule}>
                <label>{rule} <Switch.Root checked={on.includes(rule)} onCheckedChange={() => toggle(rule)}><Switch.Thumb /></Switch.Root></label>
              </p>
            ))}
            <button onClick={() => say(`${title} saved`)}>Save</button>
          </Accordion.Content>
        </Accordion.Item>
      ))}
    </Accordion.Root>
  );
}

export function Profile({ say }) {
  const [seats, setSeats] = useState([25]);
  const [theme, setTheme] = useState("light");
  const choose = (value) => {
    setTheme(value);
    document.body.className = value;
  };
  return (
    <section aria-label="Organisation">
      <h2>Holm Logistics</h2>
      <p>{seats[0]} seats, {seats[0] * 8} € a month</p>
      <Slider.Root value={seats} onValueChange={setSeats} min={20} max={60}>
        <Slider.Track><Slider.Range /></Slider.Track>
        <Slider.Thumb aria-label="Seats" />
      </Slider.Root>
      <Progress.Root aria-label="Seats in use" value={20} max={seats[0]}><Progress.Indicator /></Progress.Root>
      <RadioGroup.Root aria-label="Theme" value={theme} onValueChange={choose}>
        {["light", "dark", "system"].map((one) => (
          <label key={one}><RadioGroup.Item value={one}><RadioGroup.Indicator>●</RadioGroup.Indicator></RadioGroup.Item> {one}</label>
        ))}
      </RadioGroup.Root>
      <button onClick={() => say("Organisation saved")}>Save</button>
    </section>
  );
}
