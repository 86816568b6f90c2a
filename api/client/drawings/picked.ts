import {type Field, numberIn, type Source, textIn} from "../../../shared/content/charts/vega/read.ts";
import type {Drawing} from "../../../shared/core/wire/drawing.ts";

/** A dimension of a clicked shape, with its value in the rows. */
export interface Picked {
  field: string;
  value: unknown;
}

/** The properties of a Vega scenegraph item that are read. */
export interface Clicked {
  datum?: unknown;
  mark?: {marktype?: string};
}

const MARKS_OF_POINTS = /^(line|area|trail)$/;

/**
 * The dimensions, with values, that a clicked shape, label or legend entry stands for; empty where they are unknown, as
 * for the category `Other`. A line or an area as a whole stands for its series.
 */
export function pickedOf(source: Source, item: Clicked | null | undefined): Picked[] {
  const datum: unknown = item?.datum;
  if (typeof datum !== "object" || datum === null) return [];
  const {dimensions, rows} = source;
  const values = new Map(Object.entries(datum));
  // Vega has one item for the whole line, with the data of its first point.
  if (MARKS_OF_POINTS.test(item?.mark?.marktype ?? "")) values.delete("x");
  const point = POINT_CHARTS.has(source.drawing.type) ? rowAt(source, values) : undefined;
  if (point) return dimensions.map(field => pickIn(point, field));
  const category = values.get("of") ?? values.get("x");
  const series = values.get("s") ?? values.get("by");
  // A category of several dimensions is the text of all of them, joined.
  const whole = rows.find(row => dimensions.map(field => textIn(row, field)).join(" · ") === category);
  if (whole && dimensions.length > 1) return dimensions.map(field => pickIn(whole, field));
  const found = findTwo(dimensions, rows, category, series);
  if (found.length > 0) return found;
  // A text label can name a category. Number dimensions are left out: the label may be a measure's value.
  const text: unknown = values.get("text");
  const words = dimensions.filter(({kind}) => kind !== "number");
  const known = [
    findOne(dimensions, rows, category),
    findOne(dimensions, rows, series),
    findOne(words, rows, text),
  ].find(one => one.length > 0);
  return known ?? [];
}

/** Charts whose points are placed by two numbers of a row. */
const POINT_CHARTS: ReadonlySet<Drawing["type"]> = new Set(["scatter", "map"]);

function rowAt({fields, rows, dimensions}: Source, values: ReadonlyMap<string, unknown>) {
  const [x, y, series] = ["x", "y", "s"].map(name => values.get(name));
  // Texts and the outlines of a map are not points.
  if (!values.has("size") || values.has("text")) return undefined;
  if (typeof x !== "number" || typeof y !== "number") return undefined;
  const has = (row: readonly unknown[], value: number) => fields.some(one => numberIn(row, one) === value);
  const there = rows.filter(row => has(row, x) && has(row, y));
  return there.find(row => dimensions.some(field => isValueOf(series, row, field))) ?? there[0];
}

/** The two dimensions of a category and a series. Where both have the same values, the first one is the category's. */
function findTwo(
  dimensions: Field[],
  rows: readonly unknown[][],
  category: unknown,
  series: unknown,
): Picked[] {
  for (const one of dimensions) {
    for (const other of dimensions) {
      if (one === other) continue;
      const row = rows.find(each => isValueOf(category, each, one) && isValueOf(series, each, other));
      if (row) return [one, other].map(field => pickIn(row, field));
    }
  }
  return [];
}

function findOne(dimensions: Field[], rows: readonly unknown[][], value: unknown): Picked[] {
  for (const field of dimensions) {
    const row = rows.find(each => isValueOf(value, each, field));
    if (row) return [pickIn(row, field)];
  }
  return [];
}

function pickIn(row: readonly unknown[], {column, index}: Field): Picked {
  return {field: column.name, value: row[index]};
}

function isValueOf(value: unknown, row: readonly unknown[], field: Field): boolean {
  if (typeof value === "string") return value === textIn(row, field);
  return typeof value === "number" && field.kind === "time" && numberIn(row, field) === value;
}

/** The dimensions of one row. */
export function pickedRow({columns}: Pick<Drawing, "columns">, row: readonly unknown[]): Picked[] {
  return columns.flatMap(({name, role}, c) => (role === "dimension" ? [{field: name, value: row[c]}] : []));
}
