import type {Query} from "./query.ts";
import type {BinnedDimension} from "./query-bins.ts";

/** The column's name of an entry of `dimensions`. */
export function nameOfDimension(entry: string | BinnedDimension): string {
  return typeof entry === "string" ? entry : (entry.name ?? `${entry.field}.bin`);
}

/** The field that an entry of `dimensions` shows. */
export function fieldOfDimension(entry: string | BinnedDimension): string {
  return typeof entry === "string" ? entry : entry.field;
}

/** The columns' names of a query's dimensions, in order. */
export function dimensionNames({dimensions = []}: Pick<Query, "dimensions">): string[] {
  return dimensions.map(nameOfDimension);
}
