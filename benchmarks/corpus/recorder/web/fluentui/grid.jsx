import {
  Badge, Button, createTableColumn, DataGrid, DataGridBody, DataGridCell, DataGridHeader, DataGridHeaderCell, DataGridRow,
  Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger, TableCellLayout,
} from "@fluentui/react-components";

const COLORS = { "In use": "success", Spare: "informative", "In repair": "warning", Lost: "danger" };

const text = (columnId, title) =>
  createTableColumn({
    columnId,
    compare: (a, b) => a[columnId].localeCompare(b[columnId]),
    renderHeaderCell: () => title,
    renderCell: (device) => device[columnId],
  });

const columns = ({ onEdit, onRepair, onRemove }) => [
  text("id", "Number"),
  createTableColumn({
    columnId: "model",
    compare: (a, b) => a.model.localeCompare(b.model),
    renderHeaderCell: () => "Model",
    renderCell: (device) => <TableCellLayout description={device.kind}>{device.model}</TableCellLayout>,
  }),
  text("owner", "Owner"),
  text("room", "Room"),
  createTableColumn({
    columnId: "state",
    compare: (a, b) => a.state.localeCompare(b.state),
    renderHeaderCell: () => "State",
    renderCell: (device) => <Badge appearance="tint" color={COLORS[device.state]}>{device.state}</Badge>,
  }),
  text("checked", "Checked"),
  createTableColumn({
    columnId: "actions",
    renderHeaderCell: () => "Actions",
    renderCell: (device) => (
      <>
        <Button size="small" onClick={() => onEdit(device)}>Edit</Button>
        <Menu>
          <MenuTrigger disableButtonEnhancement><Button size="small" appearance="subtle" aria-label={`More for ${device.id}`}>…</Button></MenuTrigger>
          <MenuPopover>
            <MenuList>
              <MenuItem onClick={() => onRepair(device)}>{device.state === "In repair" ? "Back from repair" : "Send to repair"}</MenuItem>
              <MenuItem disabled>Print a label</MenuItem>
              <MenuDivider />
              <MenuItem onClick={() => onRemove(device)}>Remove</MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
      </>
    ),
  }),
];

export function Grid({ rows, hidden, picked, onPick, sort, onSort, ...actions }) {
  return (
    <DataGrid
      items={rows}
      columns={columns(actions).filter(({ columnId }) => !hidden.includes(columnId))}
      getRowId={(device) => device.id}
      sortable
      sortState={sort}
      onSortChange={(_, next) => onSort(next)}
      selectionMode="multiselect"
      selectedItems={picked}
      onSelectionChange={(_, { selectedItems }) => onPick(selectedItems)}
      size="small"
      aria-label="Devices"
    >
      <DataGridHeader>
        <DataGridRow selectionCell={{ checkboxIndicator: { "aria-label": "Select all rows" } }}>
          {({ columnId, renderHeaderCell }) => <DataGridHeaderCell key={columnId}>{renderHeaderCell()}</DataGridHeaderCell>}
        </DataGridRow>
      </DataGridHeader>
      <DataGridBody>
        {({ item, rowId }) => (
          <DataGridRow key={rowId} selectionCell={{ checkboxIndicator: { "aria-label": "Select row" } }}>
            {({ columnId, renderCell }) => <DataGridCell key={columnId} focusMode={columnId === "actions" ? "group" : "cell"}>{renderCell(item)}</DataGridCell>}
          </DataGridRow>
        )}
      </DataGridBody>
    </DataGrid>
  );
}
