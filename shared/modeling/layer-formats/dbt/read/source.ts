import type {DimensionType, TableSource} from "../../../../semantic/documents.ts";
import type {Place} from "../../common/notes.ts";
import type {Texts} from "../../common/texts.ts";

export interface DbtEntity extends Texts {
  name: string;
  type: string;
  expr: string;
  place: Place;
}

export interface DbtDimension extends Texts {
  name: string;
  /** `categorical` or `time`. */
  type: string;
  expr: string;
  granularity?: string;
  /** Whether a key is unique only within one value of this dimension. */
  isPartition?: boolean;
  /** Whether the dimension is the start or the end of a row's period of validity. */
  validity?: "start" | "end";
  place: Place;
}

/** How rows are aggregated, in `measures` and in simple metrics of the newer form. */
export interface DbtAggregate {
  agg: string;
  expr: string;
  aggTime?: string;
  percentile?: number;
  method?: "discrete" | "approximate";
  nonAdditive?: {dimension: string; choice: string; groupings: string[]};
}

export interface DbtMeasure extends Texts, DbtAggregate {
  name: string;
  createMetric: boolean;
  place: Place;
}

/** A semantic model, read from either form. */
export interface DbtModel extends Texts {
  name: string;
  /** The model's table; `undefined`, with a note, if it was not found. */
  table: TableSource | undefined;
  aggTime?: string;
  primaryEntity?: string;
  entities: DbtEntity[];
  dimensions: DbtDimension[];
  measures: DbtMeasure[];
  /** The known types of the table's columns. */
  types: ReadonlyMap<string, DimensionType>;
  place: Place;
}

/** A metric or measure that another metric is computed from. */
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

export interface DbtMetric extends Texts {
  name: string;
  type: string;
  filters: string[];
  /** The input of a simple metric over a measure. */
  measure?: DbtInput;
  /** The aggregate of a simple metric without a measure, and its semantic model. */
  aggregate?: DbtAggregate & {model: string};
  fillNullsWith?: number;
  numerator?: DbtInput;
  denominator?: DbtInput;
  expr?: string;
  inputs: DbtInput[];
  window?: DbtWindow;
  grainToDate?: string;
  conversion?: DbtConversion;
  place: Place;
}

/** A conversion metric: base events that are followed by other events of the same entity. */
export interface DbtConversion {
  base?: DbtInput;
  follows?: DbtInput;
  entity?: string;
  window?: DbtWindow;
  /** `conversion_rate` or `conversions`. */
  calculation: string;
  constants: {base: string; conversion: string}[];
}
