import {useState} from "preact/hooks";
import type {Dimension, Measure} from "../../../../shared/semantic/documents.ts";
import {CheckField, Field, SelectField, TextField} from "../../parts/field.tsx";
import type {Change} from "./graph-edits.ts";
import {describeMeasurePlainly} from "./words.ts";

const TYPES = ["string", "number", "boolean", "date", "timestamp", "json"] as const;

interface FieldProps<T> {
  field: T;
  onChange: (change: Change<T>) => void;
  onRename: (name: string) => void;
}

export function ReviewedDimension({field, onChange, onRename}: FieldProps<Dimension>) {
  const {name, label = "", type, hidden = false} = field;
  return (
    <li>
      <NameField label="Name" name={name} onName={onRename} />
      <TextField label="Label" value={label} placeholder={name} onInput={value => onChange({label: value})} />
      <SelectField
        label="Type"
        value={type}
        onChange={value => onChange({type: value})}
        choices={TYPES.map(value => ({value, text: value}))}
      />
      <CheckField
        label="Hidden"
        checked={hidden}
        onChange={isHidden => onChange({hidden: isHidden || undefined})}
      />
    </li>
  );
}

export function ReviewedMeasure({field, onChange, onRename}: FieldProps<Measure>) {
  const {name, label = "", hidden = false} = field;
  return (
    <li>
      <NameField label="Name" name={name} onName={onRename} />
      <TextField label="Label" value={label} placeholder={name} onInput={value => onChange({label: value})} />
      <span class="soft">{describeMeasurePlainly(field)}</span>
      <CheckField
        label="Hidden"
        checked={hidden}
        onChange={isHidden => onChange({hidden: isHidden || undefined})}
      />
    </li>
  );
}

/** The field of the name that queries use. An empty name is reset when the field loses the focus. */
export function NameField({
  label,
  name,
  onName,
}: {
  label: string;
  name: string;
  onName: (name: string) => void;
}) {
  const [typed, setTyped] = useState(name);
  return (
    <Field label={label}>
      {tied => (
        <input
          {...tied}
          class="code"
          autocomplete="off"
          value={typed}
          onInput={event => setTyped(event.currentTarget.value)}
          onBlur={() => {
            const next = typed.trim();
            if (next === "") setTyped(name);
            else if (next !== name) onName(next);
          }}
        />
      )}
    </Field>
  );
}
