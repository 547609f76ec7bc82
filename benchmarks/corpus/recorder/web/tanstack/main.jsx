import { useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import {
  flexRender,
  getCoreRowModel,
  getExpandedRowModel,
  getFilteredRowModel,
  getGroupedRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  useReactTable,
} from "@tanstack/react-table";
import { makeEvents, makeOrders, STATUSES } from "./data.js";
import { Activity } from "./activity.jsx";
import "./style.css";

const money = new Intl.NumberFormat("en-GB", { style: "currency", currency: "EUR" });

const columns = [
  {
    id: "select",
    header: ({ table }) => (
      <input type="checkbox" aria-label="Select all orders" checked={table.getIsAllPageRowsSelected()} onChange={table.getToggleAllPageRowsSelectedHandler()} />
    ),
    cell: ({ row }) => (
      <input type="checkbox" aria-label={`Select order ${row.original.id}`} checked={row.getIsSelected()} onChange={row.getToggleSelectedHandler()} />
    ),
    enableSorting: false, enableColumnFilter: false, enableGrouping: false, enableHiding: false,
  },
  { accessorKey: "id", header: "Order", enableGrouping: false, filterFn: "includesString", aggregatedCell: () => null },
  { accessorKey: "customer", header: "Customer" },
  { accessorKey: "country", header: "Country" },
  { accessorKey: "product", header: "Product" },
  { accessorKey: "status", header: "Status", meta: { options: STATUSES } },
  { accessorKey: "quantity", header: "Qty", enableGrouping: false, enableColumnFilter: false, cell: Quantity, aggregationFn: "sum", aggregatedCell: ({ getValue }) => `${getValue()} pcs` },
  { accessorKey: "amount", header: "Amount", enableGrouping: false, enableColumnFilter: false, cell: ({ getValue }) => money.format(getValue()), aggregationFn: "sum", aggregatedCell: ({ getValue }) => <b>{money.format(getValue())}</b> },
  { accessorKey: "date", header: "Date", enableGrouping: false, enableColumnFilter: false },
  {
    id: "actions", header: "Actions", enableHiding: false,
    cell: ({ row, table }) => (
      <>
        <button onClick={() => table.options.meta.edit(row.original.id)}>Edit</button>
        <button onClick={() => table.options.meta.remove(row.original.id)}>Delete</button>
      </>
    ),
  },
];

function Quantity({ row, getValue, table }) {
  const { editing, save, cancel } = table.options.meta;
  const [text, setText] = useState(String(getValue()));
  if (editing !== row.original.id) return getValue();
  const invalid = !/^[1-9]\d*$/.test(text);
  return (
    <form onSubmit={(e) => { e.preventDefault(); if (!invalid) save(row.original.id, Number(text)); }}>
      <input autoFocus aria-label="Quantity" aria-invalid={invalid} value={text} onChange={(e) => setText(e.target.value)} onKeyDown={(e) => e.key === "Escape" && cancel()} />
      {invalid && <span role="alert">Enter a whole number above 0</span>}
    </form>
  );
}

function HeaderCell({ header }) {
  const { column } = header;
  const sorted = column.getIsSorted();
  const title = column.columnDef.header;
  if (header.isPlaceholder || !column.getCanSort()) return <th>{flexRender(title, header.getContext())}</th>;
  const state = [sorted && `sorted ${sorted}ending`, column.getIsFiltered() && "filtered", column.getIsGrouped() && "grouped"].filter(Boolean);
  const mark = { asc: " ▲", desc: " ▼" }[sorted] ?? "";
  return (
    <th aria-sort={sorted ? `${sorted}ending` : "none"}>
      <button aria-label={[title, ...state].join(", ")} onClick={column.getToggleSortingHandler()}>{title}{mark}</button>
      {column.getCanGroup() && <button className="icon" aria-label={column.getIsGrouped() ? `Ungroup ${title}` : `Group by ${title}`} onClick={column.getToggleGroupingHandler()}>⊞</button>}
      {column.getCanFilter() && <Filter column={column} />}
    </th>
  );
}

function Filter({ column }) {
  const label = `Filter ${column.columnDef.header}`;
  const value = column.getFilterValue() ?? "";
  const set = (e) => column.setFilterValue(e.target.value || undefined);
  const options = column.columnDef.meta?.options;
  if (!options) return <input aria-label={label} placeholder="Filter…" value={value} onChange={set} />;
  return (
    <select aria-label={label} value={value} onChange={set}>
      <option value="">All</option>
      {options.map((o) => <option key={o}>{o}</option>)}
    </select>
  );
}

function Cell({ cell, row }) {
  const content = flexRender(cell.column.columnDef.cell, cell.getContext());
  if (cell.getIsGrouped()) {
    return (
      <td>
        <button aria-expanded={row.getIsExpanded()} onClick={row.getToggleExpandedHandler()}>{content}</button> ({row.subRows.length})
      </td>
    );
  }
  if (cell.getIsAggregated()) return <td>{flexRender(cell.column.columnDef.aggregatedCell, cell.getContext())}</td>;
  return <td>{cell.getIsPlaceholder() || (row.getIsGrouped() && cell.column.id === "actions") ? null : content}</td>;
}

function ColumnMenu({ table }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="menu">
      <button aria-expanded={open} onClick={() => setOpen(!open)}>Columns</button>
      {open && (
        <fieldset>
          <legend>Visible columns</legend>
          {table.getAllLeafColumns().filter((c) => c.getCanHide()).map((c) => (
            <label key={c.id}><input type="checkbox" checked={c.getIsVisible()} onChange={c.getToggleVisibilityHandler()} /> {c.columnDef.header}</label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function Pager({ table }) {
  const { pageIndex, pageSize } = table.getState().pagination;
  return (
    <nav aria-label="Pages">
      <button onClick={table.firstPage} disabled={!table.getCanPreviousPage()}>« First</button>
      <button onClick={table.previousPage} disabled={!table.getCanPreviousPage()}>‹ Previous</button>
      <span>Page {pageIndex + 1} of {table.getPageCount()}</span>
      <button onClick={table.nextPage} disabled={!table.getCanNextPage()}>Next ›</button>
      <label>Rows <select value={pageSize} onChange={(e) => table.setPageSize(Number(e.target.value))}>{[10, 20, 50].map((n) => <option key={n}>{n}</option>)}</select></label>
    </nav>
  );
}

function App() {
  const [orders, setOrders] = useState(() => makeOrders(180));
  const [events, setEvents] = useState(() => makeEvents(makeOrders(180), 600));
  const [editing, setEditing] = useState(null);
  const [removed, setRemoved] = useState(null);
  const log = (what) => setEvents((all) => [{ id: `n${all.length}`, at: "18:00", who: "You", what }, ...all]);
  const meta = useMemo(() => ({
    editing,
    edit: setEditing,
    cancel: () => setEditing(null),
    save: (id, quantity) => {
      setOrders((all) => all.map((o) => (o.id === id ? { ...o, quantity } : o)));
      setEditing(null);
      log(`set order ${id} to ${quantity} pcs`);
    },
    remove: (id) => {
      setRemoved(orders.find((o) => o.id === id));
      setOrders((all) => all.filter((o) => o.id !== id));
      log(`deleted order ${id}`);
    },
  }), [editing, orders]);
  const undo = () => {
    setOrders((all) => [...all, removed].sort((a, b) => a.id - b.id));
    setRemoved(null);
  };
  const table = useReactTable({
    data: orders, columns, meta,
    getRowId: (o) => String(o.id),
    initialState: { pagination: { pageIndex: 0, pageSize: 10 } },
    autoResetPageIndex: false,
    getCoreRowModel: getCoreRowModel(), getFilteredRowModel: getFilteredRowModel(), getSortedRowModel: getSortedRowModel(),
    getGroupedRowModel: getGroupedRowModel(), getExpandedRowModel: getExpandedRowModel(), getPaginationRowModel: getPaginationRowModel(),
  });
  const found = table.getFilteredRowModel().rows.length;
  const selected = table.getSelectedRowModel().rows;
  const ship = () => {
    const ids = new Set(selected.map((r) => r.original.id));
    setOrders((all) => all.map((o) => (ids.has(o.id) ? { ...o, status: "Shipped" } : o)));
    table.resetRowSelection();
    log(`shipped ${ids.size} orders`);
  };
  return (
    <div className="app">
      <main>
        <h1>Orders ({found})</h1>
        <div className="bar">
          <ColumnMenu table={table} />
          <button disabled={selected.length === 0} onClick={ship}>{selected.length ? `Ship ${selected.length} selected` : "Ship selected"}</button>
          {removed && <div role="status">Order {removed.id} deleted <button onClick={undo}>Undo</button></div>}
        </div>
        <table aria-label="Orders">
          <thead>
            {table.getHeaderGroups().map((g) => <tr key={g.id}>{g.headers.map((h) => <HeaderCell key={h.id} header={h} />)}</tr>)}
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr key={row.id} aria-selected={row.getIsSelected()}>
                {row.getVisibleCells().map((cell) => <Cell key={cell.id} cell={cell} row={row} />)}
              </tr>
            ))}
          </tbody>
        </table>
        <Pager table={table} />
      </main>
      <Activity events={events} />
    </div>
  );
}

createRoot(document.getElementById("root")).render(<App />);
