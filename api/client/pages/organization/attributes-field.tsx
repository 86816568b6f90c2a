import {TextField} from "../../parts/field.tsx";

/** The attributes that decide which rows somebody sees. */
export function AttributesField({
  value,
  onInput,
  fault,
}: {
  value: string;
  onInput: (value: string) => void;
  fault: string | undefined;
}) {
  return (
    <TextField
      label="Attributes"
      value={value}
      onInput={onInput}
      rows={3}
      code
      placeholder="region: EU, US"
      hint="One a line. Models with row access show only rows whose dimension is among the values."
      fault={fault}
    />
  );
}
