import type {Field} from "./read.ts";

export interface Category {
  label: string;
  /** The value of a time or a number. */
  value: number | undefined;
  /** The category `Other (n)`, which is drawn in grey. */
  other: boolean;
  /** The measure that this category stands for, if there is no dimension. */
  measure?: Field;
}

export interface Series {
  label: string;
  measure: Field;
  colour: string;
  other: boolean;
  /** The value of a single dimension of numbers or times, by which series can be sorted. */
  value?: number | undefined;
}

/** Rows as a grid: `values[category][series]`. */
export interface Folded {
  /** The dimension of the categories; `undefined` if the categories are the measures themselves. */
  x: Field | undefined;
  /** The single dimension whose values are the series, if there is one. */
  split?: Field | undefined;
  categories: Category[];
  series: Series[];
  values: (number | undefined)[][];
}

export interface FoldLimits {
  categories: number;
  series: number;
  /** Whether categories of times and numbers are never left out. */
  keepScale: boolean;
  /** Whether categories that are numbers are sorted, regardless of the order of the rows. */
  inOrder?: boolean;
  /** Whether names are sorted by value, greatest first, if neither the names nor the query have an order. */
  greatestFirst?: boolean;
  /** Whether the categories that are left out are summed in an `Other (n)`, if values may be added up. */
  addUp: boolean;
}

/** Whether the values of this dimension have an order of their own, so that none may be left out. */
export function isOrdered(field: Field | undefined): boolean {
  return field !== undefined && (field.kind === "time" || field.kind === "number");
}

/** The labels in use, each with the last number that was appended to it. */
export type TakenLabels = Map<string, number>;

/** A label that is not in `taken`. Different values with the same text get a number. */
export function unique(label: string, taken: TakenLabels): string {
  let n = taken.get(label) ?? 0;
  let name = label;
  while (taken.has(name)) name = `${label} (${++n})`;
  taken.set(label, Math.max(1, n));
  if (name !== label) taken.set(name, 1);
  return name;
}

/** The label for all values without a label of their own. It differs from each of `labels`. */
export function restLabel(labels: ReadonlySet<string>): string {
  if (!labels.has("Other")) return "Other";
  return unique("All others", new Map([...labels].map(label => [label, 1])));
}
