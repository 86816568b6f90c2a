import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {Dimension, DimensionType, ItemType, Measure} from "../../shared/semantic/documents.ts";
import type {Expressions} from "../warehouses/expressions.ts";
import type {ColumnKind, WarehouseColumn, WarehouseTable} from "../warehouses/tables.ts";
import {freeName, layerName} from "./names.ts";

const TYPES: Readonly<Record<Exclude<ColumnKind, "other">, DimensionType>> = {
  integer: "number",
  decimal: "number",
  money: "number",
  boolean: "boolean",
  text: "string",
  textual: "string",
  date: "date",
  timestamp: "timestamp",
  json: "json",
  nested: "json",
};

/** Names of numeric columns that are identifiers, codes or coordinates: their sums and averages make no sense. */
const IDENTIFYING =
  /(^|_)(id|ids|key|code|codes|no|nr|num|number|zip|zipcode|postcode|postal|phone|fax|year|month|week|day|hour|minute|quarter|date|dt|ts|epoch|version|seq|sequence|sort|position|ordinal|index|idx|lat|latitude|lon|lng|long|longitude|x|y|port|sku|isbn|ean|ssn|fips|ref|reference|account|barcode|iban|yyyymm|yyyymmdd|rank|status|state|type|kind|level|flag|category|class|group|priority)$/;
/** Names of numeric columns whose average makes sense and whose sum does not. */
const AVERAGED =
  /(^|_)(rate|ratio|share|percent|percentage|pct|price|unit_price|score|rating|stars|age|temperature|temp|margin_pct|discount|speed|humidity|pressure|average|avg|mean)$/;

/** The most dimensions, and the most measures, of a model. */
const MAX_FIELDS = 2000;

export interface Fields {
  dimensions: Dimension[];
  measures: Measure[];
  /** The name of each column's dimension. */
  nameOf: Map<string, string>;
}

/**
 * Proposes a dimension for each column whose type can be grouped by, and the measures that a careful analyst would
 * define first.
 */
export function proposeFields(
  table: WarehouseTable,
  model: string,
  expressions: Expressions,
  notes: GraphNote[],
): Fields {
  const taken = new Set<string>();
  const dimensions: Dimension[] = [];
  const nameOf = new Map<string, string>();
  for (const column of table.columns) {
    if (column.kind === "other") {
      const message = `The column "${column.name}" is left out: a ${column.type} cannot be displayed or grouped by.`;
      notes.push({model, code: "column_skipped", message});
      continue;
    }
    const name = freeName(layerName(column.name), taken);
    nameOf.set(column.name, name);
    if (name !== column.name) {
      const message = `The column "${column.name}" became the dimension "${name}".`;
      notes.push({model, field: name, code: "name_changed", message});
    }
    dimensions.push({
      name,
      type: TYPES[column.kind],
      ...dimensionSource(column, expressions),
      ...(column.comment ? {description: column.comment.slice(0, 4000)} : {}),
    });
  }
  const measures = proposeMeasures(table, nameOf, taken, expressions);
  return {dimensions: dimensions.slice(0, MAX_FIELDS), measures: measures.slice(0, MAX_FIELDS), nameOf};
}

/** The column itself, or an expression that turns it into a value of the dimension's type that can be grouped by. */
function sourceOf(column: WarehouseColumn, {json, textual}: Expressions): {column: string} | {sql: string} {
  const value = columnIn(column);
  if (column.kind === "money") return {sql: `cast(${value} as numeric)`};
  if (column.kind === "nested") return {sql: json(value)};
  if (column.kind === "textual" && textual) return {sql: textual(value)};
  return {column: column.name};
}

/** The engines' names of the item types that arrays can be filtered by. */
const ITEMS: readonly (readonly [RegExp, ItemType])[] = [
  [/^(text|string|varchar|character varying|character|bpchar|citext|name)(\(\d+\))?$/i, "string"],
  [
    /^(u?int\d*|u?(tiny|small|medium|big|huge)int|u?integer|(big)?(numeric|decimal)|float\d*|double( precision)?|real)(\(.*\))?$/i,
    "number",
  ],
  [/^bool(ean)?$/i, "boolean"],
];

/**
 * The source of a dimension. An array with comparable items stays an array, so that queries can filter by its items.
 */
function dimensionSource(
  column: WarehouseColumn,
  expressions: Expressions,
): Omit<Dimension, "name" | "type"> {
  const items = column.kind === "nested" ? itemsOf(column.type) : undefined;
  return items === undefined ? sourceOf(column, expressions) : {items, column: column.name};
}

/** Parses `text[]`, `array(varchar)`, `ARRAY<STRING>` and `Array(LowCardinality(Nullable(String)))`. */
function itemsOf(type: string): ItemType | undefined {
  const [, listed] = /^(.*)\[\d*\]$/.exec(type) ?? /^array\s*[(<](.*)[)>]$/i.exec(type) ?? [];
  const item = listed
    ?.replace(/^LowCardinality\((.*)\)$/, "$1")
    .replace(/^Nullable\((.*)\)$/, "$1")
    .trim();
  return item === undefined ? undefined : ITEMS.find(([known]) => known.test(item))?.[1];
}

function summandOf(column: WarehouseColumn, expressions: Expressions): {column: string} | {sql: string} {
  const sql = expressions.summand?.(column, columnIn(column));
  return sql === undefined ? sourceOf(column, expressions) : {sql};
}

function columnIn({name}: WarehouseColumn): string {
  return `\${TABLE}."${name.replaceAll('"', '""')}"`;
}

function proposeMeasures(
  table: WarehouseTable,
  nameOf: ReadonlyMap<string, string>,
  taken: Set<string>,
  expressions: Expressions,
): Measure[] {
  const measures: Measure[] = [{name: freeName("count", taken), type: "count"}];
  const foreign = new Set(
    table.foreignKeys.filter(key => key.columns.length === 1).flatMap(key => key.columns),
  );
  const keys = new Set(
    [...table.primaryKey, ...table.uniqueKeys, ...table.foreignKeys.map(k => k.columns)].flat(),
  );
  const add = (column: WarehouseColumn, type: Measure["type"], suffix: string) => {
    const name = freeName(layerName(`${nameOf.get(column.name)}_${suffix}`), taken);
    measures.push({name, type, ...(type === "sum" ? summandOf : sourceOf)(column, expressions)});
  };
  for (const column of table.columns) {
    if (!nameOf.has(column.name)) continue;
    if (foreign.has(column.name)) add(column, "count_distinct", "distinct");
    const isNumber =
      ["integer", "decimal", "money"].includes(column.kind) && expressions.hasSum?.(column) !== false;
    const plain = snakeCase(column.name);
    if (!isNumber || keys.has(column.name) || IDENTIFYING.test(plain)) continue;
    if (!AVERAGED.test(plain)) add(column, "sum", "sum");
    add(column, "avg", "avg");
  }
  return measures;
}

export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .toLowerCase();
}
