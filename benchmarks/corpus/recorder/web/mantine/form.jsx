import { Button, Group, NumberInput, Select, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ITEMS } from "./data";

export function OrderForm({ row, onSave }) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { customer: row?.customer ?? "", item: row?.item ?? null, count: row?.count ?? 1 },
    validate: {
      customer: (value) => (value.trim().length < 3 ? "A customer has at least 3 letters" : null),
      item: (value) => (value ? null : "Choose an item"),
    },
  });
  return (
    <form onSubmit={form.onSubmit(onSave)} noValidate>
      <TextInput label="Customer" withAsterisk key={form.key("customer")} {...form.getInputProps("customer")} />
      <Select label="Item" withAsterisk data={ITEMS} searchable key={form.key("item")} {...form.getInputProps("item")} />
      <NumberInput label="Count" min={1} key={form.key("count")} {...form.getInputProps("count")} />
      <Switch label="Gift" my="sm" />
      <Group justify="flex-end"><Button type="submit">Save order</Button></Group>
    </form>
  );
}
