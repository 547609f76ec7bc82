import {
  Breadcrumb, BreadcrumbButton, BreadcrumbDivider, BreadcrumbItem, Button, Dialog, DialogActions, DialogBody, DialogContent, DialogSurface, DialogTitle,
  FluentProvider, Menu, MenuItemCheckbox, MenuList, MenuPopover, MenuTrigger, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle, SearchBox, Tab, TabList,
  Text, Toast, ToastBody, Toaster, ToastFooter, ToastTitle, Toolbar, ToolbarButton, ToolbarDivider, ToolbarToggleButton, useId, useToastController, webDarkTheme, webLightTheme,
} from "@fluentui/react-components";
import { useState } from "react";
import { devices } from "./data";
import { Grid } from "./grid";
import { People, Rules, Sites } from "./other";
import { Panel } from "./panel";

const SHOWN = 12;
const COLUMNS = { owner: "Owner", room: "Room", checked: "Checked" };

export function Devices() {
  const [rows, setRows] = useState(devices);
  const [shown, setShown] = useState(SHOWN);
  const [hidden, setHidden] = useState([]);
  const [picked, setPicked] = useState(new Set());
  const [sort, setSort] = useState({ sortColumn: undefined, sortDirection: "ascending" });
  const [search, setSearch] = useState("");
  const [spare, setSpare] = useState(false);
  const [tab, setTab] = useState("devices");
  const [panel, setPanel] = useState(null);
  const [asked, setAsked] = useState(null);
  const [warned, setWarned] = useState(true);
  const [dark, setDark] = useState(false);
  const toaster = useId("toaster");
  const { dispatchToast, dismissToast } = useToastController(toaster);

  const { sortColumn: by, sortDirection } = sort;
  const found = rows
    .filter((device) => (!spare || device.state === "Spare") && Object.values(device).join(" ").toLowerCase().includes(search.toLowerCase()))
    .toSorted((a, b) => (by ? a[by].localeCompare(b[by]) * (sortDirection === "ascending" ? 1 : -1) : 0));
  const change = (id, values) => setRows((all) => all.map((device) => (device.id === id ? { ...device, ...values } : device)));
  const say = (title, body, undo) => {
    const toastId = title;
    dispatchToast(
      <Toast>
        <ToastTitle action={<Button size="small" appearance="transparent" onClick={() => dismissToast(toastId)}>Dismiss</Button>}>{title}</ToastTitle>
        <ToastBody>{body}</ToastBody>
        {undo && <ToastFooter><Button size="small" onClick={() => { undo(); dismissToast(toastId); }}>Undo</Button></ToastFooter>}
      </Toast>,
      { intent: "success", timeout: -1, toastId },
    );
  };
  const save = (draft) => {
    if (draft.id) change(draft.id, draft);
    else setRows((all) => [{ ...draft, id: `D-${1203 + all.length * 7}`, checked: "2025-07-01" }, ...all]);
    setPanel(null);
    say(draft.id ? "Device saved" : "Device added", `${draft.model}, ${draft.room}`);
  };
  const remove = () => {
    const before = rows;
    setRows(rows.filter((device) => !asked.has(device.id)));
    setPicked(new Set());
    setAsked(null);
    say("Removed", asked.size === 1 ? `Device ${[...asked][0]}` : `${asked.size} devices`, () => setRows(before));
  };
  const repair = (device) => change(device.id, { state: device.state === "In repair" ? "In use" : "In repair" });
  const refresh = () => setRows((all) => all.map((device, at) => ({ ...device, checked: at % 4 === 1 ? "2025-07-02" : device.checked, state: at % 7 === 2 ? "In use" : device.state, room: at % 9 === 4 ? "Storage" : device.room })));
  const lost = rows.filter((device) => device.state === "Lost").length;

  return (
    <FluentProvider theme={dark ? webDarkTheme : webLightTheme}>
      <Breadcrumb aria-label="Place">
        <BreadcrumbItem><BreadcrumbButton>Office</BreadcrumbButton></BreadcrumbItem><BreadcrumbDivider />
        <BreadcrumbItem><BreadcrumbButton current>Devices ({rows.length})</BreadcrumbButton></BreadcrumbItem>
      </Breadcrumb>
      {warned && lost > 0 && (
        <MessageBar intent="warning">
          <MessageBarBody><MessageBarTitle>{lost} devices are lost</MessageBarTitle>Tell the insurance within 14 days.</MessageBarBody>
          <MessageBarActions containerAction={<Button appearance="transparent" aria-label="Hide the warning" onClick={() => setWarned(false)}>×</Button>}><Button onClick={() => setSearch("Lost")}>Show them</Button></MessageBarActions>
        </MessageBar>
      )}
      <Toolbar aria-label="Actions" checkedValues={{ filter: spare ? ["spare"] : [], theme: dark ? ["dark"] : [] }}>
        <ToolbarButton appearance="primary" onClick={() => setPanel({})}>New device</ToolbarButton>
        <ToolbarButton onClick={refresh}>Refresh</ToolbarButton>
        <ToolbarButton disabled={!picked.size} onClick={() => setAsked(picked)}>{picked.size ? `Remove ${picked.size}` : "Remove"}</ToolbarButton>
        <ToolbarDivider />
        <ToolbarToggleButton name="filter" value="spare" onClick={() => setSpare(!spare)}>Only spare</ToolbarToggleButton>
        <ToolbarToggleButton name="theme" value="dark" onClick={() => setDark(!dark)}>{dark ? "Light" : "Dark"}</ToolbarToggleButton>
        <Menu checkedValues={{ columns: Object.keys(COLUMNS).filter((name) => !hidden.includes(name)) }} onCheckedValueChange={(_, { checkedItems }) => setHidden(Object.keys(COLUMNS).filter((name) => !checkedItems.includes(name)))}>
          <MenuTrigger><ToolbarButton>Columns</ToolbarButton></MenuTrigger>
          <MenuPopover><MenuList>{Object.entries(COLUMNS).map(([name, title]) => <MenuItemCheckbox key={name} name="columns" value={name}>{title}</MenuItemCheckbox>)}</MenuList></MenuPopover>
        </Menu>
        <SearchBox placeholder="Search devices" value={search} onChange={(_, { value }) => setSearch(value)} />
      </Toolbar>
      <TabList selectedValue={tab} onTabSelect={(_, { value }) => setTab(value)}><Tab value="devices">Devices</Tab><Tab value="people">People</Tab><Tab value="rules">Rules</Tab></TabList>
      <div style={{ display: "flex", gap: 16 }}>
        <div style={{ width: 220 }}><Sites rows={rows} /></div>
        <div style={{ flex: 1 }}>
          {tab === "devices" && <Grid rows={found.slice(0, shown)} hidden={hidden} picked={picked} onPick={setPicked} sort={sort} onSort={setSort} onEdit={setPanel} onRepair={repair} onRemove={(device) => setAsked(new Set([device.id]))} />}
          {tab === "devices" && shown < found.length && <Button onClick={() => setShown(shown + SHOWN)}>Show {Math.min(SHOWN, found.length - shown)} more</Button>}
          {tab === "people" && <People rows={rows} />}
          {tab === "rules" && <Rules />}
        </div>
      </div>
      <Text role="status">{found.length} found, {Math.min(shown, found.length)} shown, {picked.size} selected</Text>
      {panel && <Panel device={panel.id ? panel : null} onSave={save} onClose={() => setPanel(null)} />}
      <Dialog modalType="alert" open={!!asked} onOpenChange={(_, { open }) => open || setAsked(null)}>
        <DialogSurface><DialogBody>
          <DialogTitle>Remove {asked?.size} {asked?.size === 1 ? "device" : "devices"}?</DialogTitle>
          <DialogContent>{asked && [...asked].join(", ")}</DialogContent>
          <DialogActions><Button appearance="primary" onClick={remove}>Remove</Button><Button onClick={() => setAsked(null)}>Keep</Button></DialogActions>
        </DialogBody></DialogSurface>
      </Dialog>
      <Toaster toasterId={toaster} />
    </FluentProvider>
  );
}
