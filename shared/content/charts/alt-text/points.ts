import {axesOf, NEEDS_AXES, NO_POINTS, rowsWithPoint} from "../vega/cartesian/scatter.ts";
import {formatNumber} from "../vega/format.ts";
import {placesOf} from "../vega/map/map.ts";
import {type Field, numberIn, type Source, textIn} from "../vega/read.ts";
import {figure, joined, MAX_LISTED, shortName} from "./words.ts";

type Row = readonly unknown[];

export function scatterWords(source: Source): string[] {
  const axes = axesOf(source);
  if (!axes) return [NEEDS_AXES];
  const {x, y, size, names} = axes;
  const rows = rowsWithPoint(source, axes);
  if (rows.length === 0) return [NO_POINTS];
  const fields = [x, y, ...(size ? [size] : [])];
  if (rows.length > MAX_LISTED) {
    const ranges = fields.map(field => rangeOf(rows, field));
    return [`${formatNumber(rows.length)} points: ${joined(ranges)}`];
  }
  const points = rows.map(row => {
    const values = fields.map(field => `${field.label} ${valueIn(row, field)}`).join(", ");
    const name = nameOf(row, names);
    return name === "" ? values : `${name}: ${values}`;
  });
  return [points.join("; ")];
}

/** The largest points first. */
export function mapWords(source: Source): string[] {
  const places = placesOf(source);
  if (typeof places === "string") return [places];
  const {latitude, longitude, size, pointRows} = places;
  const names = source.dimensions.filter(field => field !== latitude && field !== longitude);
  const weight = (row: Row) => (size ? Math.abs(numberIn(row, size) ?? 0) : 0);
  const sorted = pointRows.toSorted((a, b) => weight(b) - weight(a));
  const points = sorted.slice(0, MAX_LISTED).map(row => {
    const name = nameOf(row, names) || `${textIn(row, latitude)}, ${textIn(row, longitude)}`;
    return size ? `${name}: ${valueIn(row, size)}` : name;
  });
  const rest = sorted.length - points.length;
  return [points.join("; "), ...(rest > 0 ? [`And ${formatNumber(rest)} more`] : [])];
}

function nameOf(row: Row, names: readonly Field[]): string {
  return shortName(names.map(field => textIn(row, field)).join(" · "));
}

/** A value as text: numbers as on an axis, times and identifiers in full. */
function valueIn(row: Row, field: Field): string {
  if (field.kind !== "number" || field.column.role === "dimension") return textIn(row, field);
  return figure(numberIn(row, field), field.format);
}

function rangeOf(rows: readonly Row[], field: Field): string {
  const known = rows.filter(row => numberIn(row, field) !== undefined);
  const at = (row: Row) => numberIn(row, field) ?? 0;
  const [first] = known;
  if (!first) return `${field.label} without values`;
  const least = known.reduce((a, b) => (at(b) < at(a) ? b : a), first);
  const most = known.reduce((a, b) => (at(b) > at(a) ? b : a), first);
  return `${field.label} from ${valueIn(least, field)} to ${valueIn(most, field)}`;
}
