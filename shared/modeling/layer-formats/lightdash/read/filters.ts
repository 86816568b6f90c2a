import type {DimensionType} from "../../../../semantic/documents.ts";
import {isPlainMap, type Plain} from "../../common/document.ts";

/** The reason why a filter cannot be a condition on rows, as a clause for a note. */
export class FilterFault extends Error {}

const COMPARISON = /^\s*(>=|<=|>|<)\s*(.+?)\s*$/;
const PERIODS = /^\s*(in ?the ?(past|next|current)|not ?in ?the|between|in ?between)\b/i;

/** The conditions in a metric's `filters`; `typeOf` gives the types of the model's dimensions. */
export function readFilters(
  value: Plain | undefined,
  typeOf: (dimension: string) => DimensionType | undefined,
): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new FilterFault("filters are a list");
  return value.flatMap(item => {
    if (!isPlainMap(item)) throw new FilterFault("a filter names a dimension and its value");
    return Object.entries(item).map(([dimension, comparand]) => condition(dimension, comparand, typeOf));
  });
}

function condition(
  name: string,
  comparand: Plain,
  typeOf: (name: string) => DimensionType | undefined,
): string {
  const type = typeOf(name);
  if (type === undefined) throw new FilterFault(`"${name}" is not a dimension of the model itself`);
  const field = `\${${name}}`;
  if (!Array.isArray(comparand)) return one(field, comparand, type);
  if (comparand.length === 0) throw new FilterFault(`"${name}" is compared with an empty list`);
  const negative = comparand.every(value => typeof value === "string" && value.startsWith("!"));
  const parts = comparand.map(value => one(field, value, type));
  return parts.length === 1 ? parts[0]! : parts.map(part => `(${part})`).join(negative ? " and " : " or ");
}

function one(field: string, comparand: Plain, type: DimensionType): string {
  if (comparand === null) return `${field} is null`;
  if (typeof comparand === "number" || typeof comparand === "boolean") return `${field} = ${comparand}`;
  if (typeof comparand !== "string") throw new FilterFault("a filter's value is a text, a number or a list");
  if (comparand === "null") return `${field} is null`;
  if (comparand === "!null") return `${field} is not null`;
  if (PERIODS.test(comparand)) throw new FilterFault(`"${comparand}" depends on the day of the query`);
  const compared = COMPARISON.exec(comparand);
  if (compared) return `${field} ${compared[1]} ${literal(compared[2] ?? "", type)}`;
  const negated = comparand.startsWith("!");
  const text = negated ? comparand.slice(1) : comparand;
  if (/[%*]/.test(text)) {
    const pattern = `'${text.replaceAll("*", "%").replaceAll("'", "''")}'`;
    return negated ? `(${field} not like ${pattern} or ${field} is null)` : `${field} like ${pattern}`;
  }
  const value = literal(text, type);
  return negated ? `(${field} <> ${value} or ${field} is null)` : `${field} = ${value}`;
}

function literal(text: string, type: DimensionType): string {
  if (type === "number" && /^-?\d+(\.\d+)?$/.test(text)) return text;
  if (type === "boolean" && /^(true|false)$/i.test(text)) return text.toLowerCase();
  return `'${text.replaceAll("'", "''")}'`;
}
