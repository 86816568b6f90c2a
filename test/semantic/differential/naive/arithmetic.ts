import type {Value} from "./values.ts";

/** The first of the sorted values at which the fraction `part / of` of all values is reached. */
export function reached(sorted: Value[], part: number, of: number): Value {
  return sorted.find((_, i) => (i + 1) * of >= part * sorted.length) ?? null;
}

/**
 * The value at a fraction of the distance from the first to the last of the sorted values, interpolated between
 * neighbours.
 */
export function between(sorted: number[], share: number): Value {
  const position = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (below === undefined || above === undefined) return null;
  return below + (above - below) * (position - Math.floor(position));
}

export function greatest(values: Value[]): Value {
  return values.reduce((a, b) => (b !== null && (a === null || b > a) ? b : a), null);
}

export function least(values: Value[]): Value {
  return values.reduce((a, b) => (b !== null && (a === null || b < a) ? b : a), null);
}

export function divide(a: Value, b: Value): Value {
  return a === null || b === null || Number(b) === 0 ? null : Number(a) / Number(b);
}

export function add(a: Value, b: Value): Value {
  return a === null || b === null ? null : Number(a) + Number(b);
}

export function median(list: number[]): Value {
  if (list.length === 0) return null;
  const sorted = list.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

export function sum(list: number[]): Value {
  return list.length === 0 ? null : list.reduce((a, b) => a + b, 0);
}
