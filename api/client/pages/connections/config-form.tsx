import {useState} from "preact/hooks";
import {SelectField, TextField} from "../../parts/field.tsx";
import {WithCode} from "../../parts/with-code.tsx";
import {type ConfigField, fromAddress, isSeldom, type Typed} from "./config-fields.ts";

interface Props {
  fields: readonly ConfigField[];
  typed: Typed;
  onTyped: (typed: Typed) => void;
  faultAt: (pointer: string) => string | undefined;
  /** The stored configuration of a connection that is edited. */
  stored?: Readonly<Record<string, string | number>>;
}

/** The controls of a connection's configuration. Secrets that are stored already are never shown. */
export function ConfigForm({fields, typed, onTyped, faultAt, stored}: Props) {
  const control = (field: ConfigField) => (
    <ConfigControl
      key={field.name}
      field={field}
      value={typed[field.name] ?? String(stored?.[field.name] ?? "")}
      isStored={stored !== undefined}
      fault={faultAt(`/config/${field.name}`)}
      onInput={value => onTyped({...typed, [field.name]: value})}
    />
  );
  const seldom = fields.filter(isSeldom);
  const isFaulty = seldom.some(({name}) => faultAt(`/config/${name}`) !== undefined);
  return (
    <>
      <div class="config">{fields.filter(field => !isSeldom(field)).map(control)}</div>
      {seldom.length > 0 && (
        <details class="seldom" open={isFaulty || seldom.some(({name}) => typed[name] || stored?.[name])}>
          <summary>More settings</summary>
          {seldom.map(control)}
        </details>
      )}
    </>
  );
}

function ConfigControl({
  field: {label, hint, kind, isRequired, choices},
  value,
  isStored,
  fault,
  onInput,
}: {
  field: ConfigField;
  value: string;
  isStored: boolean;
  fault: string | undefined;
  onInput: (value: string) => void;
}) {
  const isSecret = kind === "secret" || kind === "secret_lines";
  const shared = {
    label,
    fault,
    required: isRequired && !(isSecret && isStored),
    hint:
      isSecret && isStored ? (
        "Stored, and never shown. Leave the field empty to keep the stored secret."
      ) : (
        <WithCode text={hint} />
      ),
  };
  if (kind === "choice") {
    const offered = [{value: "", text: "Default"}, ...choices.map(choice => ({value: choice, text: choice}))];
    return <SelectField {...shared} value={value} onChange={onInput} choices={offered} />;
  }
  return (
    <TextField
      {...shared}
      value={value}
      onInput={onInput}
      type={kind === "secret" ? "password" : kind === "number" ? "number" : "text"}
      {...(kind === "secret_lines" && {rows: 6, code: true})}
    />
  );
}

/** Whether an input is a single typed letter. Text that is pasted, dropped, or filled in by the browser is not. */
function isTyped({inputType, data}: Event & {inputType?: string; data?: string | null}): boolean {
  if (inputType === undefined || inputType.startsWith("insertFrom")) return false;
  return inputType !== "insertReplacementText" && (inputType !== "insertText" || (data ?? "").length <= 1);
}

/** The field for a pasted address, whose parts fill in the other controls. */
export function AddressField({
  fields,
  onParts,
}: {
  fields: readonly ConfigField[];
  onParts: (typed: Typed) => void;
}) {
  const [text, setText] = useState("");
  const [isRead, setRead] = useState(true);
  const read = (value: string) => {
    const parts = fromAddress(fields, value);
    // The address may have a password, so it does not stay where it can be read.
    setText(parts ? "" : value);
    setRead(parts !== undefined || value.trim() === "");
    if (parts) onParts(parts);
  };
  const take = (value: string, event: Event) => {
    if (!isTyped(event)) return read(value);
    // An address that is typed by hand is complete only when the field is left, so it is not parsed at each letter.
    setText(value);
    setRead(true);
  };
  return (
    <TextField
      label="Paste an address"
      value={text}
      onInput={take}
      onLeave={read}
      fault={
        isRead
          ? undefined
          : "This is not a readable address. Fill in the fields below, or paste another address."
      }
      placeholder="postgres://user:password@host:5432/database"
      hint="The address fills in the fields below. You can also fill them in yourself."
      code
    />
  );
}
