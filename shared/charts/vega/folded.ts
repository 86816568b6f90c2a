import type {Field} from "./read.ts";

export interface Category {
  label: string;
  /** The value of a time or a number. */
  value: number | undefined;
  /** The category `Other (n)`, which is drawn in grey. */
  other: boolean;
  /** The measure that the category is, where there is no dimension. */
  measure?: Field;
}

export interface Series {
  label: string;
  measure: Field;
  colour: string;
  other: boolean;
  /** The value of a single dimension of numbers or time, by which series can be sorted. */
  value?: number | undefined;
}

/** Rows as a grid: `values[category][series]`. */
export interface Folded {
  /** `undefined` where the categories are the measures themselves. */
  x: Field | undefined;
  /** The single dimension that the series are values of, where there is one. */
  split?: Field | undefined;
  categories: Category[];
  series: Series[];
  values: (number | undefined)[][];
}

export interface FoldLimits {
  categories: number;
  series: number;
  /** Whether categories of time and number keep all their values. */
  keepScale: boolean;
  /** Whether categories that are numbers are put in their order, whatever order the rows have. */
  inOrder?: boolean;
  /** Whether names without an order of their own, or of the query's, stand by their values. */
  greatestFirst?: boolean;
  /** Whether what is left out is summed in an `Other (n)`, where values may be added up. */
  addUp: boolean;
}

/** Whether values of this dimension have an order of their own, so that none of them may be left out. */
export function isOrdered(field: Field | undefined): boolean {
  return field !== undefined && (field.kind === "time" || field.kind === "number");
}

/** Labels that are taken, each with the last number that was added to it. */
export type TakenLabels = Map<string, number>;

/** A label that is not in `taken`: different values with the same text get a number. */
export function unique(label: string, taken: TakenLabels): string {
  let n = taken.get(label) ?? 0;
  let name = label;
  while (taken.has(name)) name = `${label} (${++n})`;
  taken.set(label, Math.max(1, n));
  if (name !== label) taken.set(name, 1);
  return name;
}
