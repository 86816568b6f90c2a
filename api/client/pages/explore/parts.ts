import type {Bin, CalculationType} from "../../../../shared/semantic/documents.ts";
import type {Kinds} from "./kinds/kinds.ts";

/** Aggregates over groups, with their titles. */
export const AGGREGATES = {
  avg: "Average",
  median: "Median",
  sum: "Sum",
  min: "Least",
  max: "Greatest",
  p90: "90th percentile",
  count: "Number of groups",
} as const;
export type Aggregate = keyof typeof AGGREGATES;

/** Calculations over the groups, with the titles of their columns. */
export const CALCULATIONS: Readonly<Record<CalculationType, string>> = {
  percent_of_total: "Share",
  rank: "Rank",
  running_total: "Running total",
  difference: "Difference",
  percent_change: "Change",
  moving_average: "Moving average",
  first: "First",
  last: "Last",
};

export function isCalculation(text: string): text is CalculationType {
  return Object.hasOwn(CALCULATIONS, text);
}

/** The aggregate of a picked measure over the groups of a dimension. */
export interface Groups {
  agg: Aggregate;
  per: string;
  /** Whether the measure itself is a column, too. */
  beside: boolean;
}

/**
 * The prefix of an input in `Computed.by`: the running total adds up the groups in the input's order, greatest first.
 */
export const FROM_GREATEST = "greatest ";

export interface Computed {
  type: CalculationType;
  /**
   * The input: a measure; `per ` and a measure for its aggregate over groups; `#` and the index of an earlier
   * calculation.
   */
  of: string;
  /**
   * The dimension along which, or within whose groups, the calculation is computed; `greatest ` and a measure as in
   * `of` for a running total along that measure; empty for the default.
   */
  by: string;
  /** The periods of a moving average, or the offset of a difference in periods; `undefined` for the default. */
  count: number | undefined;
}

/** The offsets that a person can choose for the comparison with an earlier span. */
export const UNITS = ["day", "week", "month", "quarter", "year"] as const;

/** The parts of a question beyond its fields and filters. */
export interface Parts extends Kinds {
  /** The bins, by the names of the picked dimensions. */
  bins: Map<string, Bin>;
  /** The aggregates over groups, by the names of the picked measures. */
  groups: Map<string, Groups>;
  calculations: Computed[];
  subtotals: boolean;
  compare: {unit: (typeof UNITS)[number]; sameDays: boolean} | undefined;
}
