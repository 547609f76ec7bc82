import { ActionIcon, Alert, AppShell, Badge, Burger, Button, Checkbox, Group, Menu, NavLink, Pagination, Progress, SegmentedControl, Table, Tabs, Text, TextInput, Title, Tree, useMantineColorScheme } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { Spotlight, spotlight } from "@mantine/spotlight";
import { useState } from "react";
import { ITEMS, orders, STATES, shelves } from "./data";
import { OrderForm } from "./form";
import { Setup } from "./setup";

const PAGE = 12;
const COLORS = { New: "blue", Packed: "grape", Sent: "green", Back: "red" };

export function Orders() {
  const [rows, setRows] = useState(orders);
  const [picked, setPicked] = useState([]);
  const [search, setSearch] = useState("");
  const [state, setState] = useState("All");
  const [sort, setSort] = useState({ by: null, down: false });
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState(true);
  const { colorScheme, toggleColorScheme } = useMantineColorScheme();

  const found = rows
    .filter((row) => (state === "All" || row.state === state) && `${row.customer} ${row.item}`.toLowerCase().includes(search.toLowerCase()))
    .toSorted((a, b) => (sort.by ? (a[sort.by] < b[sort.by] ? -1 : a[sort.by] > b[sort.by] ? 1 : 0) * (sort.down ? -1 : 1) : 0));
  const shown = found.slice((page - 1) * PAGE, page * PAGE);
  const change = (id, values) => setRows((all) => all.map((row) => (row.id === id ? { ...row, ...values } : row)));

  const edit = (row) =>
    modals.open({
      title: row ? `Order ${row.id}` : "New order",
      children: (
        <OrderForm
          row={row}
          onSave={(values) => {
            modals.closeAll();
            if (row) change(row.id, values);
            else setRows((all) => [{ id: 700 + all.length, state: "New", date: "2025-03-31", ...values }, ...all]);
            notifications.show({ title: row ? "Saved" : "Ordered", message: `${values.item} for ${values.customer}`, autoClose: false });
          }}
        />
      ),
    });
  const remove = (row) =>
    modals.openConfirmModal({
      title: "Delete order",
      children: <Text size="sm">Delete order {row.id} of {row.customer}?</Text>,
      labels: { confirm: "Delete", cancel: "Keep" },
      onConfirm: () => {
        setRows((all) => all.filter((other) => other.id !== row.id));
        notifications.show({ message: `Order ${row.id} deleted`, color: "red", autoClose: 1500 });
      },
    });
  const refresh = () => setRows((all) => all.map((row, at) => ({ ...row, state: at % 4 === 1 ? "Sent" : row.state, count: row.count + (at % 3 === 0 ? 1 : 0) })));
  const send = () => {
    setRows((all) => all.map((row) => (picked.includes(row.id) ? { ...row, state: "Sent" } : row)));
    setPicked([]);
  };
  const header = (by, label) => (
    <Table.Th aria-sort={sort.by === by ? (sort.down ? "descending" : "ascending") : "none"}>
      <Button variant="subtle" size="compact-sm" onClick={() => setSort({ by, down: sort.by === by && !sort.down })}>{label}{sort.by === by ? (sort.down ? " ↓" : " ↑") : ""}</Button>
    </Table.Th>
  );

  return (
    <AppShell header={{ height: 50 }} navbar={{ width: 220, breakpoint: 0, collapsed: { desktop: !open, mobile: !open } }} footer={{ height: 32 }} padding="md">
      <AppShell.Header>
        <Group h="100%" px="md">
          <Burger opened={open} onClick={() => setOpen(!open)} aria-label={open ? "Hide shelves" : "Show shelves"} size="sm" />
          <Title order={3}>Orders ({rows.length})</Title>
          <Button variant="default" size="xs" onClick={spotlight.open}>Search everywhere</Button>
          <Button variant="default" size="xs" onClick={refresh}>Refresh</Button>
          <Button variant="default" size="xs" onClick={toggleColorScheme}>{colorScheme === "dark" ? "Light" : "Dark"}</Button>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <NavLink label="All shelves" active /><NavLink label="Returns" description="2 to check" />
        <Tree data={shelves} />
      </AppShell.Navbar>
      <AppShell.Main>
        <Tabs defaultValue="orders">
          <Tabs.List><Tabs.Tab value="orders">Orders</Tabs.Tab><Tabs.Tab value="stock" rightSection={<Badge size="xs">{ITEMS.length}</Badge>}>Stock</Tabs.Tab><Tabs.Tab value="setup">Setup</Tabs.Tab></Tabs.List>
          <Tabs.Panel value="orders">
            <Group my="xs">
              <TextInput placeholder="Customer or item" aria-label="Search" value={search} onChange={(event) => { setSearch(event.currentTarget.value); setPage(1); }} />
              <SegmentedControl data={["All", ...STATES]} value={state} onChange={(value) => { setState(value); setPage(1); }} />
              <Button size="xs" onClick={() => edit(null)}>New order</Button>
              {picked.length > 0 && <Button size="xs" color="green" onClick={send}>Send {picked.length}</Button>}
            </Group>
            {found.length === 0 && <Alert title="Nothing found">No order has this customer or item.</Alert>}
            <Table striped highlightOnHover verticalSpacing={4}>
              <Table.Thead><Table.Tr><Table.Th />{header("id", "No.")}{header("customer", "Customer")}{header("item", "Item")}{header("count", "Count")}<Table.Th>Date</Table.Th>{header("state", "State")}<Table.Th /></Table.Tr></Table.Thead>
              <Table.Tbody>
                {shown.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td><Checkbox aria-label="Select row" checked={picked.includes(row.id)} onChange={(event) => setPicked(event.currentTarget.checked ? [...picked, row.id] : picked.filter((id) => id !== row.id))} /></Table.Td>
                    <Table.Td>{row.id}</Table.Td><Table.Td>{row.customer}</Table.Td><Table.Td>{row.item}</Table.Td><Table.Td>{row.count}</Table.Td><Table.Td>{row.date}</Table.Td>
                    <Table.Td><Badge color={COLORS[row.state]}>{row.state}</Badge></Table.Td>
                    <Table.Td>
                      <Menu>
                        <Menu.Target><ActionIcon variant="subtle" aria-label="Actions">⋮</ActionIcon></Menu.Target>
                        <Menu.Dropdown><Menu.Label>Order {row.id}</Menu.Label><Menu.Item onClick={() => edit(row)}>Edit</Menu.Item><Menu.Item onClick={() => change(row.id, { state: "Back" })}>Take back</Menu.Item><Menu.Divider /><Menu.Item color="red" onClick={() => remove(row)}>Delete</Menu.Item></Menu.Dropdown>
                      </Menu>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Pagination total={Math.ceil(found.length / PAGE)} value={page} onChange={setPage} getControlProps={(control) => ({ "aria-label": `${control} page` })} getItemProps={(number) => ({ "aria-label": `Page ${number}` })} />
          </Tabs.Panel>
          <Tabs.Panel value="stock">{ITEMS.map((item, at) => <div key={item}><Text>{item}: {(at * 17) % 90} left</Text><Progress value={(at * 17) % 90} aria-label={item} /></div>)}</Tabs.Panel>
          <Tabs.Panel value="setup"><Setup /></Tabs.Panel>
        </Tabs>
      </AppShell.Main>
      <AppShell.Footer px="md">{found.length} found, {rows.filter((row) => row.state === "Sent").length} sent, {picked.length} selected</AppShell.Footer>
      <Spotlight actions={ITEMS.map((item) => ({ id: item, label: item, description: `${rows.filter((row) => row.item === item).length} orders`, onClick: () => setSearch(item) }))} searchProps={{ placeholder: "Find an item" }} nothingFound="Nothing like that" />
    </AppShell>
  );
}
