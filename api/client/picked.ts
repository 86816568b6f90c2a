import type {Drawing} from "../../shared/charts/vega/drawing.ts";
import {type Field, numberIn, readDrawing, textIn} from "../../shared/charts/vega/read.ts";

/** A dimension of what was clicked, with its value in the rows. */
export interface Picked {
  field: string;
  value: unknown;
}

/** What of an item of the drawing library is read. */
interface Clicked {
  datum?: unknown;
  mark?: {marktype?: string};
}

const WHOLE = /^(line|area|trail)$/;

/**
 * The dimensions that a clicked shape, name or entry of a legend stands for; none where that is not known, as of a
 * category `Other`. Of a line or an area as a whole it is the series.
 */
export function pickedOf(drawing: Drawing, item: Clicked | null | undefined): Picked[] {
  const datum: unknown = item?.datum;
  if (typeof datum !== "object" || datum === null) return [];
  const {dimensions, measures, rows} = readDrawing(drawing, {width: 1, height: 1});
  const values = new Map(Object.entries(datum));
  // The drawing library has one item for the whole line, with the data of its first point.
  if (WHOLE.test(item?.mark?.marktype ?? "")) values.delete("x");
  const category = values.get("of") ?? values.get("x");
  const series = values.get("s") ?? values.get("by");
  // What is made of several dimensions has the texts of all of them.
  const whole = rows.find(row => dimensions.map(field => textIn(row, field)).join(" · ") === category);
  if (whole && dimensions.length > 1) return dimensions.map(field => pickIn(whole, field));
  const found = findTwo(dimensions, rows, category, series);
  if (found.length > 0) return found;
  // A label of its own names a category; one that is a number may as well be a measure's value.
  const text: unknown = values.get("text");
  const words = dimensions.filter(({kind}) => kind !== "number");
  const known = [
    findOne(dimensions, rows, category),
    findOne(dimensions, rows, series),
    findOne(words, rows, text),
  ].find(one => one.length > 0);
  if (known) return known;
  // A point of a scatter is where two measures are.
  const [x, y] = [values.get("x"), values.get("y")];
  const isAt = (row: readonly unknown[], value: unknown) =>
    measures.some(one => numberIn(row, one) === value);
  const row = values.has("size") ? rows.find(one => isAt(one, x) && isAt(one, y)) : undefined;
  return row ? dimensions.map(field => pickIn(row, field)) : [];
}

/** The category and the series are of two dimensions: the first for the category, where both have the same values. */
function findTwo(
  dimensions: Field[],
  rows: readonly unknown[][],
  category: unknown,
  series: unknown,
): Picked[] {
  for (const one of dimensions) {
    for (const other of dimensions) {
      if (one === other) continue;
      const row = rows.find(each => stands(category, each, one) && stands(series, each, other));
      if (row) return [one, other].map(field => pickIn(row, field));
    }
  }
  return [];
}

function findOne(dimensions: Field[], rows: readonly unknown[][], value: unknown): Picked[] {
  for (const field of dimensions) {
    const row = rows.find(each => stands(value, each, field));
    if (row) return [pickIn(row, field)];
  }
  return [];
}

function pickIn(row: readonly unknown[], {column, index}: Field): Picked {
  return {field: column.name, value: row[index]};
}

function stands(value: unknown, row: readonly unknown[], field: Field): boolean {
  if (typeof value === "string") return value === textIn(row, field);
  return typeof value === "number" && field.kind === "time" && numberIn(row, field) === value;
}

/** The dimensions of one row. */
export function pickedRow({columns}: Pick<Drawing, "columns">, row: readonly unknown[]): Picked[] {
  return columns.flatMap(({name, role}, c) => (role === "dimension" ? [{field: name, value: row[c]}] : []));
}
