import type {BinnedDimension} from "./bins.ts";
import type {MeasuredDimension, NestedMeasure} from "./nested.ts";
import type {Query} from "./query.ts";
import {isNestedMeasure, type RowAggregate} from "./row-aggregates.ts";

type DimensionEntry = string | BinnedDimension | MeasuredDimension;
type MeasureEntry = string | NestedMeasure | RowAggregate;

/** The column name of an entry of `dimensions`. */
export function nameOfDimension(entry: DimensionEntry): string {
  if (typeof entry === "string") return entry;
  return "of" in entry ? entry.name : (entry.name ?? `${entry.field}.bin`);
}

/** The fields that an entry of `dimensions` refers to. */
export function fieldsOfDimension(entry: DimensionEntry): string[] {
  if (typeof entry === "string") return [entry];
  return "of" in entry ? fieldsOfGroups(entry) : [entry.field];
}

/** The dimensions that group by the value of a measure in nested groups. */
export function measuredDimensions({dimensions = []}: Pick<Query, "dimensions">): MeasuredDimension[] {
  return dimensions.flatMap(entry => (typeof entry !== "string" && "of" in entry ? entry : []));
}

/** The column names of a query's dimensions, in order. */
export function dimensionNames({dimensions = []}: Pick<Query, "dimensions">): string[] {
  return dimensions.map(nameOfDimension);
}

/** The column name of an entry of `measures`. */
export function nameOfMeasure(entry: MeasureEntry): string {
  return typeof entry === "string" ? entry : entry.name;
}

/** The column names of a query's measures, in order. */
export function measureNames({measures = []}: Pick<Query, "measures">): string[] {
  return measures.map(nameOfMeasure);
}

/** The measures that a query defines itself. */
export function ownMeasures({measures = []}: Pick<Query, "measures">): (NestedMeasure | RowAggregate)[] {
  return measures.filter(entry => typeof entry !== "string");
}

/** The fields that an entry of `measures` refers to. */
export function fieldsOfMeasure(entry: MeasureEntry): string[] {
  if (typeof entry === "string") return [entry];
  if (isNestedMeasure(entry)) return fieldsOfGroups(entry);
  return entry.of === undefined ? [] : [entry.of];
}

function fieldsOfGroups({of, per}: Pick<NestedMeasure, "of" | "per">): string[] {
  return [of, ...per.flatMap(fieldsOfDimension)];
}
