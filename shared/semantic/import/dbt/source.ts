import type {DimensionType, TableSource} from "../../graph.ts";
import type {Place} from "../notes.ts";

interface Described {
  label?: string;
  description?: string;
  hint?: string;
}

export interface DbtEntity extends Described {
  name: string;
  type: string;
  expr: string;
  place: Place;
}

export interface DbtDimension extends Described {
  name: string;
  /** `categorical` or `time`. */
  type: string;
  expr: string;
  granularity?: string;
  place: Place;
}

/** How rows become one value: what `measures` have, and simple metrics of the newer form. */
export interface DbtAggregate {
  agg: string;
  expr: string;
  aggTime?: string;
  percentile?: number;
  nonAdditive?: {dimension: string; choice: string; groupings: string[]};
}

export interface DbtMeasure extends Described, DbtAggregate {
  name: string;
  createMetric: boolean;
  place: Place;
}

/** A semantic model, from whichever form it was written in. */
export interface DbtModel extends Described {
  name: string;
  /** The table it is of; `undefined` where that could not be found out, which is noted. */
  table: TableSource | undefined;
  aggTime?: string;
  primaryEntity?: string;
  entities: DbtEntity[];
  dimensions: DbtDimension[];
  measures: DbtMeasure[];
  /** The types of the table's columns, as far as they are known. */
  types: ReadonlyMap<string, DimensionType>;
  place: Place;
}

/** One metric or measure that a metric is made of. */
export interface DbtInput {
  name: string;
  alias?: string;
  filters: string[];
  offsetWindow?: DbtWindow;
  offsetToGrain?: string;
}

export interface DbtWindow {
  count: number;
  granularity: string;
}

export interface DbtMetric extends Described {
  name: string;
  type: string;
  filters: string[];
  /** Of a simple one over a measure. */
  measure?: DbtInput;
  /** Of a simple one that aggregates by itself, and the semantic model it does so in. */
  aggregate?: DbtAggregate & {model: string};
  fillNullsWith?: number;
  numerator?: DbtInput;
  denominator?: DbtInput;
  expr?: string;
  inputs: DbtInput[];
  window?: DbtWindow;
  grainToDate?: string;
  place: Place;
}
