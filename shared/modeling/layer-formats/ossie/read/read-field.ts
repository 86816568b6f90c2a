import type {Dimension, DimensionType} from "../../../../semantic/documents.ts";
import {rowFaults} from "../../../../semantic/layers.ts";
import type {Entry} from "../../common/entry.ts";
import {sourceOf} from "../../common/sql.ts";
import {datasetsIn} from "./add-metric.ts";
import {type FieldLinks, linkFields} from "./link-fields.ts";

const TYPES: Readonly<Record<string, DimensionType>> = {
  String: "string",
  Integer: "number",
  Decimal: "number",
  Float: "number",
  Boolean: "boolean",
  Date: "date",
  Time: "string",
  DateTime: "timestamp",
  DateTimeTz: "timestamp",
  Opaque: "json",
};

/** The fields of a dataset by their SQL expressions, and which of them refer to others. */
export interface Siblings {
  expressions: ReadonlyMap<string, string>;
  links: FieldLinks;
  /** The names of all datasets. */
  datasets: ReadonlyMap<string, unknown>;
}

export function readField(
  entry: Entry,
  name: string,
  expression: string | undefined,
  siblings: Siblings,
  model: string,
): Dimension | undefined {
  if (expression === undefined) {
    entry.note(
      "field_dropped",
      `The field "${name}" is left out: it has no expression in SQL.`,
      "expression",
    );
    return undefined;
  }
  const others = datasetsIn(expression, siblings.datasets).filter(other => other !== model);
  if (others.length > 0 && rowFaults(expression).length === 0) {
    entry.note(
      "field_dropped",
      `The field "${name}" is left out: it is of "${others[0]}", whose fields a query names itself, over the relationship. What mixes fields of both is computed in a statement that is the source of the dataset.`,
      "expression",
    );
    return undefined;
  }
  const declaredType = entry.text("datatype");
  const known = declaredType === undefined ? undefined : TYPES[declaredType];
  if (declaredType !== undefined && known === undefined)
    entry.note("not_understood", `The datatype "${declaredType}" is not known.`, "datatype");
  const isTime = entry.entry("dimension")?.flag("is_time") === true;
  if (known === undefined) {
    entry.notes.unused("field", "no datatype", entry.place, `${isTime ? "a time" : "text"} is assumed`);
  }
  return {
    name,
    type: known ?? (isTime ? "timestamp" : "string"),
    ...sourceOfField(entry, name, expression, siblings, model),
  };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The source of a field. In its expression, the field's own name means the column, and another field's name that field.
 */
export function sourceOfField(
  entry: Entry,
  name: string,
  expression: string,
  {expressions, links}: Siblings,
  model: string,
  key = "expression",
): {column: string} | {sql: string} {
  const bare = sourceOf(linkFields(expression, model, NONE));
  if ("column" in bare && isItself(bare.column, expressions.get(bare.column), model)) return bare;
  const circular = new Set<string>();
  const others = new Set([...expressions.keys()].filter(other => other !== name));
  const own = linkFields(expression, model, others, other => {
    if (links.add(name, other)) return true;
    circular.add(other);
    return false;
  });
  for (const other of circular) {
    const message = `"${other}" refers to "${name}": within "${name}" it is taken for the column of that name.`;
    entry.note("not_supported", message, key);
  }
  return sourceOf(own);
}

/** Whether a field of this name, if there is one, is just the column of that name. */
function isItself(column: string, expression: string | undefined, model: string): boolean {
  if (expression === undefined) return true;
  const source = sourceOf(linkFields(expression, model, NONE));
  return "column" in source && source.column === column;
}
