import {
  Accordion, AccordionHeader, AccordionItem, AccordionPanel, Avatar, Card, CardHeader, Checkbox, CounterBadge, Field, InteractionTag, InteractionTagPrimary, InteractionTagSecondary, ProgressBar, SpinButton, Slider, TagGroup, Text, Tree, TreeItem, TreeItemLayout,
} from "@fluentui/react-components";
import { useState } from "react";
import { sites } from "./data";

export function Sites({ rows }) {
  const count = (room) => rows.filter((device) => device.room === room).length;
  return (
    <Tree aria-label="Sites">
      {sites.map((site) => (
        <TreeItem key={site.name} itemType="branch" value={site.name}>
          <TreeItemLayout>{site.name}</TreeItemLayout>
          <Tree>
            {site.floors.map((floor) => (
              <TreeItem key={floor.name} itemType="branch" value={`${site.name}/${floor.name}`}>
                <TreeItemLayout>{floor.name}</TreeItemLayout>
                <Tree>{floor.rooms.map((room) => <TreeItem key={room} itemType="leaf" value={`${site.name}/${floor.name}/${room}`}><TreeItemLayout aside={<CounterBadge count={count(room)} size="small" />}>{room}</TreeItemLayout></TreeItem>)}</Tree>
              </TreeItem>
            ))}
          </Tree>
        </TreeItem>
      ))}
    </Tree>
  );
}

export function People({ rows }) {
  const names = [...new Set(rows.map((device) => device.owner))].sort();
  return names.map((name) => {
    const own = rows.filter((device) => device.owner === name);
    const used = own.filter((device) => device.state === "In use").length;
    return (
      <Card key={name} size="small">
        <CardHeader image={<Avatar name={name} />} header={<Text weight="semibold">{name}</Text>} description={`${own.length} devices, ${used} in use`} />
        <ProgressBar value={used / own.length} aria-label="In use" />
      </Card>
    );
  });
}

export function Rules() {
  const [words, setWords] = useState(["Laptop", "Phone", "Printer", "Beamer"]);
  const [days, setDays] = useState(30);
  return (
    <>
      <Field label="Check every (days)"><SpinButton value={days} min={5} step={5} onChange={(_, { value }) => setDays(value)} /></Field>
      <Field label={`Warn ${Math.round(days / 3)} days before`}><Slider value={Math.round(days / 3)} max={60} /></Field>
      <TagGroup aria-label="Kinds that are checked" onDismiss={(_, { value }) => setWords(words.filter((word) => word !== value))}>
        {words.map((word) => <InteractionTag key={word} value={word}><InteractionTagPrimary hasSecondaryAction>{word}</InteractionTagPrimary><InteractionTagSecondary aria-label={`Remove ${word}`} /></InteractionTag>)}
      </TagGroup>
      <Accordion multiple collapsible defaultOpenItems={["Who is told"]}>
        {["Who is told", "When it is lost", "When it is old"].map((title) => (
          <AccordionItem key={title} value={title}>
            <AccordionHeader>{title}</AccordionHeader>
            <AccordionPanel>{["Owner", "Office", "Insurance"].map((name) => <Checkbox key={name} label={name} defaultChecked={name === "Owner"} />)}</AccordionPanel>
          </AccordionItem>
        ))}
      </Accordion>
    </>
  );
}
