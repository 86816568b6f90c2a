import type {Query} from "./query.ts";
import type {BinnedDimension} from "./query-bins.ts";
import type {NestedMeasure} from "./query-nested.ts";

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

/** The column's name of an entry of `measures`. */
export function nameOfMeasure(entry: string | NestedMeasure): string {
  return typeof entry === "string" ? entry : entry.name;
}

/** The columns' names of a query's measures, in order. */
export function measureNames({measures = []}: Pick<Query, "measures">): string[] {
  return measures.map(nameOfMeasure);
}

/** The measures that a query names itself. */
export function nestedMeasures({measures = []}: Pick<Query, "measures">): NestedMeasure[] {
  return measures.filter(entry => typeof entry !== "string");
}

/** The fields that an entry of `measures` rests on. */
export function fieldsOfMeasure(entry: string | NestedMeasure): string[] {
  return typeof entry === "string" ? [entry] : [entry.of, ...entry.per];
}
