import type {Dimension, Measure} from "../../../../../shared/semantic/documents.ts";
import type {LayerChange} from "../changes.ts";

export type Kind = "dimension" | "measure";

/** The subject of the field dialog: an existing `field`, or a new one. */
export interface Edited {
  kind: Kind;
  field?: Dimension | Measure;
}

export interface Draft {
  name: string;
  label: string;
  description: string;
  /** The field's synonyms, separated by commas. */
  synonyms: string;
  style: string;
  currency: string;
  decimals: string;
  hidden: boolean;
  type: string;
  /** Either a `column` or an expression (`sql`). */
  column: string;
  sql: string;
  where: string;
}

export function draftOf({kind, field}: Edited): Draft {
  const {label = "", description = "", synonyms = [], format, hidden = false} = field ?? {};
  return {
    name: field?.name ?? "",
    label,
    description,
    synonyms: synonyms.join(", "),
    style: format?.style ?? "",
    currency: format?.currency ?? "",
    decimals: format?.decimals === undefined ? "" : String(format.decimals),
    hidden,
    type: field?.type ?? (kind === "measure" ? "sum" : "string"),
    column: field?.column ?? "",
    sql: field?.sql ?? "",
    where: field && "where" in field ? (field.where ?? "") : "",
  };
}

/** The change that turns the field into the draft: only keys that differ. */
export function changeOf(model: string, {kind, field}: Edited, draft: Draft): LayerChange {
  const before = draftOf({kind, ...(field && {field})});
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  const format = draft.style
    ? {
        style: draft.style,
        ...(draft.style === "currency" && draft.currency && {currency: draft.currency.toUpperCase()}),
        ...(draft.decimals !== "" && {decimals: Number(draft.decimals)}),
      }
    : null;
  const isFormatKept = (["style", "currency", "decimals"] as const).every(key => draft[key] === before[key]);
  const value = {
    ...(draft.type !== before.type || !field ? {type: draft.type} : {}),
    ...(draft.label !== before.label && {label: orNull(draft.label)}),
    ...(draft.description !== before.description && {description: orNull(draft.description)}),
    ...(draft.synonyms !== before.synonyms && {synonyms: synonymsIn(draft.synonyms)}),
    ...(draft.hidden !== before.hidden && {hidden: draft.hidden || null}),
    ...(!isFormatKept && {format}),
    ...(draft.column !== before.column && {column: orNull(draft.column)}),
    ...(draft.sql !== before.sql && {sql: orNull(draft.sql)}),
    ...(draft.where !== before.where && {where: orNull(draft.where)}),
  };
  // A new field has no keys to remove.
  const set = field ? value : Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));
  return {op: "set", kind, model, name: draft.name.trim(), value: set};
}

/** The words between commas, each once; `null` where there are none. */
export function synonymsIn(text: string): string[] | null {
  const words = text
    .split(",")
    .map(word => word.trim())
    .filter(word => word !== "");
  return words.length > 0 ? [...new Set(words)] : null;
}
