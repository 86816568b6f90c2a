import type {ComponentChildren} from "preact";
import {useState} from "preact/hooks";

let last = 0;

/**
 * An id that no other element of the document has. The library's own `useId` counts anew in each root, and a page has
 * several: a dialog beside the explorer would share the ids of the explorer's fields, and with them their labels.
 */
export function useOwnId(): string {
  return useState(() => `own-${++last}`)[0];
}

interface FieldProps {
  label: string;
  /** What the field is for, below its label. */
  hint?: ComponentChildren;
  /** What is wrong with the value. */
  fault?: string | undefined;
  required?: boolean;
}

/** The attributes that connect a control with its label, hint and fault. */
interface Tied {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
}

/** A label with its control, a hint, and the error that the service reports for the value. */
export function Field({
  label,
  hint,
  fault,
  required = false,
  children,
}: FieldProps & {children: (tied: Tied) => ComponentChildren}) {
  const id = useOwnId();
  const described = [hint ? `${id}-hint` : "", fault ? `${id}-fault` : ""].filter(Boolean).join(" ");
  return (
    <div class="input">
      <label for={id}>
        {label}
        {required && <span class="soft"> (needed)</span>}
      </label>
      {children({
        id,
        ...(described && {"aria-describedby": described}),
        ...(fault !== undefined && {"aria-invalid": true}),
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p class="fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** The attributes of an input of each type. Each has a literal `type`, because the library's types depend on it. */
const TYPES = {
  text: {type: "text"},
  password: {type: "password"},
  // Without `step`, browsers accept whole numbers only.
  number: {type: "number", step: "any"},
  email: {type: "email"},
  url: {type: "url"},
  date: {type: "date"},
  search: {type: "search"},
  time: {type: "time"},
} as const;

type TextProps = FieldProps & {
  value: string;
  /** Called with the text, and the event of its input. */
  onInput: (value: string, event: Event) => void;
  /** Called when the person leaves the field after a change. */
  onLeave?: (value: string) => void;
  type?: keyof typeof TYPES;
  placeholder?: string;
  /** The number of lines; without it, a single-line input. */
  rows?: number;
  /** Text that is code: fixed width, no corrections. */
  code?: boolean;
};

type At = {currentTarget: {value: string}};

export function TextField({
  value,
  onInput,
  onLeave,
  type = "text",
  placeholder,
  rows,
  code,
  ...field
}: TextProps) {
  const shared = {
    value,
    class: code ? "code" : "",
    required: field.required ?? false,
    spellcheck: !code,
    autocomplete: type === "password" ? ("new-password" as const) : ("off" as const),
    ...(placeholder !== undefined && {placeholder}),
    ...(onLeave && {onChange: (event: At) => onLeave(event.currentTarget.value)}),
  };
  const take = (event: Event & At) => onInput(event.currentTarget.value, event);
  return (
    <Field {...field}>
      {tied =>
        rows === undefined ? (
          <input {...shared} {...tied} {...TYPES[type]} onInput={take} />
        ) : (
          <textarea {...shared} {...tied} rows={rows} onInput={take} />
        )
      }
    </Field>
  );
}

interface Choice<T extends string> {
  value: T;
  text: string;
}

export function SelectField<T extends string>({
  value,
  onChange,
  choices,
  ...field
}: FieldProps & {value: T; onChange: (value: T) => void; choices: readonly Choice<T>[]}) {
  return (
    <Field {...field}>
      {tied => (
        <select {...tied} value={value} onChange={event => onChange(event.currentTarget.value as T)}>
          {choices.map(choice => (
            <option key={choice.value} value={choice.value} selected={choice.value === value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function CheckField({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string;
  hint?: ComponentChildren;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useOwnId();
  return (
    <div class="check">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
        {...(hint ? {"aria-describedby": `${id}-hint`} : {})}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
