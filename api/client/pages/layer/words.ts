import type {GraphNote} from "../../../../shared/core/wire/catalog.ts";
import type {Dimension, Measure, Model, TableSource} from "../../../../shared/semantic/documents.ts";

/** The source of a model's rows, in words. */
export function describeSource(table: TableSource): string {
  if ("sql" in table) return "a statement";
  const {catalog, schema, name} = table;
  return [catalog, schema, name].filter(part => part !== undefined).join(".");
}

/** A model's row access as sentences. */
export function describeRowAccess({rowAccess = []}: Model): string[] {
  return rowAccess.map(
    ({dimension, attribute}) =>
      `People get only the rows whose “${dimension}” is among the values of their attribute “${attribute}”; people without this attribute get no rows.`,
  );
}

const AGGREGATES: Readonly<Record<Measure["type"], string>> = {
  count: "Number of rows",
  count_distinct: "Number of different values",
  count_distinct_approx: "About the number of different values",
  sum: "Sum",
  avg: "Average",
  min: "Least",
  max: "Greatest",
  median: "Median",
  percentile: "Percentile",
  number: "Calculated",
  conversion: "Conversion",
};

/** The definition of a measure, in words. */
export function describeMeasure({type, column, sql, where}: Measure): string {
  const of = column ?? sql;
  const what = type === "number" ? (sql ?? "") : `${AGGREGATES[type]}${of === undefined ? "" : ` of ${of}`}`;
  return where === undefined ? what : `${what} where ${where}`;
}

/** The definition of a dimension, in words. */
export function describeDimension({column, sql}: Dimension): string {
  return column ?? sql ?? "";
}

type Format = NonNullable<Dimension["format"]>;

export const FORMATS: readonly {value: Format["style"]; text: string}[] = [
  {value: "number", text: "Number"},
  {value: "percent", text: "Percent"},
  {value: "currency", text: "Currency"},
  {value: "bytes", text: "Bytes"},
  {value: "duration", text: "Duration"},
];

export function describeFormats(format: Format | undefined): string {
  if (!format) return "";
  const {style, currency, decimals} = format;
  const name = FORMATS.find(({value}) => value === style)?.text ?? style;
  const places = decimals === undefined ? "" : decimals === 1 ? ", 1 decimal" : `, ${decimals} decimals`;
  return `${currency ?? name}${places}`;
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? "" : "s"}`;
}

/** The definition of a measure for readers of a proposal: without the references of the layer, such as `${TABLE}`. */
export function describeMeasurePlainly({sql, where, ...measure}: Measure): string {
  return describeMeasure({
    ...measure,
    ...(sql !== undefined && {sql: withoutMarks(sql)}),
    ...(where !== undefined && {where: withoutMarks(where)}),
  });
}

/**
 * Matches an expression that is one cast, with at most one level of brackets inside. A cast with more levels stays in
 * the words.
 */
const ONE_CAST = /^cast\(((?:[^()'"]|'[^']*'|"[^"]*"|\((?:[^()'"]|'[^']*'|"[^"]*")*\))*) as \w+\)$/i;

/** SQL of a field without what the layer adds to it: `shipping_cost` of `cast(${TABLE}."shipping_cost" as numeric)`. */
function withoutMarks(sql: string): string {
  return sql
    .replace(ONE_CAST, "$1")
    .replaceAll(
      /\$\{TABLE\}\.(?:"((?:[^"]|"")*)"|`([^`]*)`|(\w+))/g,
      (_, a = "", b = "", c = "") => a || b || c,
    )
    .replaceAll(/\$\{([^}]*)\}/g, "$1");
}

/** The message of a note, for people. A note with a proposal has a button, so the code in its message is left out. */
export function describeNote({message, proposes}: Pick<GraphNote, "message" | "proposes">): string {
  if (!proposes) return message;
  return message.replace(/(?: As an? [a-z]|: \{).*$/s, "").replace(/([^.])$/, "$1.");
}
