import {forEachConcurrently} from "../../shared/core/for-each-concurrently.ts";
import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {Dimension, Measure} from "../../shared/semantic/documents.ts";
import {ADAPTERS} from "../warehouses/adapters.ts";
import type {WarehouseColumn, WarehouseTable} from "../warehouses/tables.ts";
import {asText} from "./date-forms.ts";
import {holdsSecret} from "./hide-secrets.ts";
import {CONCURRENCY, type Probing} from "./probing.ts";
import {type Fields, snakeCase} from "./propose-fields.ts";
import {quote, sourceOf} from "./source.ts";

const SAMPLED_ROWS = 500;
/** Names of numeric columns that are shares. The data shows whether they are fractions of 1 or percentages. */
const SHARE = /(^|_)(rate|ratio|share|percent|percentage|pct|discount)$/;
const MONEY =
  /(^|_)(price|amount|revenue|sales|cost|costs|total|subtotal|fee|fees|tax|salary|budget|spend|income|profit|charge|payment)(_|$)/;
const CURRENCY = /(?:^|_)(usd|eur|gbp|jpy|cny|inr|chf|sek|nok|dkk|pln|cad|aud)$/;
const CENTS = /(?:_in)?_cents?$/;
const CURRENCY_COLUMN = /^(currency|currency_code|iso_currency)$/;
const QUANTITY = /^(quantity|qty|units|pieces|number_of_units)$/;
const UNIT_PRICE = /^(unit_price|price|price_each|price_per_unit|list_price|unit_cost)$/;
/** Names of semi-additive columns: levels at a point in time, which add up over other dimensions but not over time. */
const LEVEL =
  /(^|_)(balance|stock|on_hand|in_stock|inventory|headcount|backlog|open_orders|outstanding)(_|$)/;

/**
 * Recognizes the units of numeric columns: cents, a currency, shares. Sets the formats of their fields, and notes what
 * a person has to decide: percentages, semi-additive levels, and a product that is worth a measure.
 */
export async function findUnits(
  probing: Probing,
  models: ReadonlyMap<WarehouseTable, string>,
  fieldsOf: ReadonlyMap<WarehouseTable, Fields>,
  notes: GraphNote[],
): Promise<void> {
  await forEachConcurrently([...models], CONCURRENCY, async ([table, model]) => {
    const fields = fieldsOf.get(table);
    if (!fields) return;
    const numbers = table.columns.filter(isNumber).filter(column => !isKey(table, column));
    const sampled = table.columns.filter(
      column =>
        (isNumber(column) && SHARE.test(snakeCase(column.name)) && !holdsSecret(column)) ||
        (column.kind === "text" && CURRENCY_COLUMN.test(snakeCase(column.name))),
    );
    const values = await valuesOf(probing, table, sampled);
    const currency = onlyCurrency(sampled, values);
    for (const column of numbers) {
      setMoney(fields, column, currency);
      setShare(fields, column, values.get(column), model, notes);
      noteLevel(fields, column, model, notes);
    }
    noteProduct(fields, numbers, model, notes);
  });
}

async function valuesOf(
  probing: Probing,
  table: WarehouseTable,
  columns: readonly WarehouseColumn[],
): Promise<Map<WarehouseColumn, string[]>> {
  if (columns.length === 0) return new Map();
  const {dialect} = probing.warehouse;
  const {dates} = ADAPTERS[dialect].expressions;
  const list = columns.map(({name}) => asText(dates, quote(dialect, name)));
  const rows = await probing.ask(
    `select ${list.join(", ")} from ${sourceOf(dialect, table)} limit ${SAMPLED_ROWS}`,
  );
  return new Map(columns.map((column, c) => [column, (rows ?? []).flatMap(row => row[c] ?? [])]));
}

/** The currency of a table, if all sampled rows have the same one. */
function onlyCurrency(
  columns: readonly WarehouseColumn[],
  values: ReadonlyMap<WarehouseColumn, readonly string[]>,
): string | undefined {
  const column = columns.find(({kind}) => kind === "text");
  const [only, ...others] = new Set(column ? values.get(column) : []);
  return only !== undefined && others.length === 0 && /^[A-Z]{3}$/.test(only) ? only : undefined;
}

function setMoney(fields: Fields, column: WarehouseColumn, ofTable: string | undefined): void {
  const plain = snakeCase(column.name);
  const cents = CENTS.exec(plain);
  const named = CURRENCY.exec(cents ? plain.slice(0, cents.index) : plain)?.[1]?.toUpperCase();
  const currency = named ?? (MONEY.test(plain) || cents ? ofTable : undefined);
  const format = currency ? ({style: "currency", currency} as const) : undefined;
  if (!cents) {
    if (format) for (const field of fieldsOver(fields, column)) field.format = format;
    return;
  }
  const taken = new Set([...fields.dimensions, ...fields.measures].map(({name}) => name));
  for (const measure of measuresOver(fields, column)) {
    const name = measure.name.replace(/(?:_in)?_cents?(?=_(?:sum|avg)$)/i, "");
    if (!taken.has(name)) measure.name = name;
    const {column: own, sql} = measure;
    Reflect.deleteProperty(measure, "column");
    measure.sql = `${own === undefined ? `(${sql})` : `\${TABLE}."${own.replaceAll('"', '""')}"`} / 100`;
    measure.format = format ?? {style: "number", decimals: 2};
  }
}

function setShare(
  fields: Fields,
  column: WarehouseColumn,
  texts: readonly string[] | undefined,
  model: string,
  notes: GraphNote[],
): void {
  const values = (texts ?? []).map(Number).filter(Number.isFinite);
  const most = values.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  if (values.length === 0 || most === 0) return;
  if (most <= 1 && values.some(value => !Number.isInteger(value))) {
    for (const field of fieldsOver(fields, column)) field.format = {style: "percent", decimals: 1};
  } else if (most > 1 && most <= 100) {
    const field = fields.nameOf.get(column.name);
    const message = `"${column.name}" seems to be in percent, from 0 to 100. As a share, to be formatted as a percentage: \${${field}} / 100 with {"style": "percent"}.`;
    const known = fields.dimensions.map(({name}) => name);
    notes.push({
      model,
      ...(field ? {field, proposes: {dimension: shareOf(field, known)}} : {}),
      code: "percent_of_hundred",
      message,
    });
  }
}

/** A new dimension with the share, so that measures over the column keep their meaning. */
function shareOf(field: string, known: readonly string[]): Dimension {
  const bare = field.replace(/_?(percentage|percent|pct)$/i, "") || field;
  const name = [`${bare}_share`, `${field}_share`].find(one => !known.includes(one)) ?? `${field}_of_one`;
  return {name, type: "number", sql: `\${${field}} / 100.0`, format: {style: "percent", decimals: 1}};
}

function noteLevel(fields: Fields, column: WarehouseColumn, model: string, notes: GraphNote[]): void {
  if (!LEVEL.test(snakeCase(column.name))) return;
  const field = fields.nameOf.get(column.name);
  const time = fields.dimensions.find(({type}) => type === "date" || type === "timestamp");
  const how = time ? `"nonAdditive": {"dimension": "${time.name}", "take": "last"}` : `"nonAdditive"`;
  const message = `"${column.name}" looks like a level at a point in time: a sum over days counts it every day. If so, give its sum ${how}.`;
  notes.push({model, ...(field ? {field} : {}), code: "level_at_a_time", message});
}

function noteProduct(
  fields: Fields,
  numbers: readonly WarehouseColumn[],
  model: string,
  notes: GraphNote[],
): void {
  const quantity = numbers.find(({name}) => QUANTITY.test(snakeCase(name)));
  const price = numbers.find(({name}) => UNIT_PRICE.test(snakeCase(name)));
  if (!quantity || !price) return;
  const [a, b] = [quantity, price].map(({name}) => `\${${fields.nameOf.get(name)}}`);
  const message = `A sum of "${quantity.name}" × "${price.name}" is probably useful: {"name": "value", "type": "sum", "sql": "${a} * ${b}"}.`;
  const measure: Measure = {name: "value", type: "sum", sql: `${a} * ${b}`};
  notes.push({model, code: "product_suggested", message, proposes: {measure}});
}

function fieldsOver(fields: Fields, column: WarehouseColumn) {
  const dimension = fields.dimensions.filter(({name}) => name === fields.nameOf.get(column.name));
  return [...dimension, ...measuresOver(fields, column)];
}

/** The sums and averages of a column. */
function measuresOver(fields: Fields, {name}: WarehouseColumn): Measure[] {
  const quoted = `"${name.replaceAll('"', '""')}"`;
  return fields.measures.filter(
    ({type, column, sql}) =>
      (type === "sum" || type === "avg") && (column === name || sql?.includes(`\${TABLE}.${quoted}`)),
  );
}

function isNumber({kind}: WarehouseColumn): boolean {
  return kind === "integer" || kind === "decimal" || kind === "money";
}

function isKey({primaryKey, foreignKeys}: WarehouseTable, {name}: WarehouseColumn): boolean {
  return primaryKey.includes(name) || foreignKeys.some(key => key.columns.includes(name));
}
