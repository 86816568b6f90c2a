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
  const isNegated = (value: Plain) => typeof value === "string" && value.startsWith("!");
  const negative = comparand.every(isNegated);
  if (!negative && comparand.some(isNegated))
    throw new FilterFault(`"${name}" is compared both with values to keep and with values to exclude`);
  const parts = comparand.map(value => one(field, value, type));
  return parts.length === 1 ? parts[0]! : parts.map(part => `(${part})`).join(negative ? " and " : " or ");
}

function one(field: string, comparand: Plain, type: DimensionType): string {
  if (comparand === null) return `${field} is null`;
  if (typeof comparand === "number" || typeof comparand === "boolean")
    return `${field} = ${literal(String(comparand), type)}`;
  if (typeof comparand !== "string") throw new FilterFault("a filter's value is a text, a number or a list");
  if (/^null$/i.test(comparand)) return `${field} is null`;
  if (/^!null$/i.test(comparand)) return `${field} is not null`;
  if (/^!?empty$/i.test(comparand)) throw new FilterFault(`"${comparand}" is a keyword of Lightdash`);
  if (PERIODS.test(comparand)) throw new FilterFault(`"${comparand}" depends on the day of the query`);
  const compared = COMPARISON.exec(comparand);
  if (compared) return `${field} ${compared[1]} ${literal(compared[2] ?? "", type)}`;
  const negated = comparand.startsWith("!");
  const text = negated ? comparand.slice(1) : comparand;
  if (text.includes("%")) {
    const pattern = `'${text.replaceAll("'", "''")}'`;
    return negated ? `(${field} not like ${pattern} or ${field} is null)` : `${field} like ${pattern}`;
  }
  const value = literal(text, type);
  return negated ? `(${field} <> ${value} or ${field} is null)` : `${field} = ${value}`;
}

function literal(text: string, type: DimensionType): string {
  if (type === "number" && /^-?\d+(\.\d+)?$/.test(text)) return text;
  // dbt reads YAML 1.1, in which `yes` and `on` are booleans.
  if (type === "boolean" && /^(true|yes|on)$/i.test(text)) return "true";
  if (type === "boolean" && /^(false|no|off)$/i.test(text)) return "false";
  return `'${text.replaceAll("'", "''")}'`;
}
