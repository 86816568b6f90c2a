/** How far apart the two anchors of a round may lie. */
const QUIET = 0.25;

export interface Summary {
  median: number;
  min: number;
  max: number;
  kept: number;
  thrown: number;
}

export interface Rounds {
  /** What a round's subject is measured against: once before it and once after. */
  anchor: () => Promise<number>;
  subject: () => Promise<number>;
  /** What a round says, from the subject and the mean of its anchors. */
  compare: (subject: number, anchor: number) => number;
  /** Rounds to keep. Half as many again are tried. */
  wanted: number;
}

/** Anchor, subject, anchor: a round whose anchors differ by more than a quarter says nothing and is thrown away. */
export async function inRounds({anchor, subject, compare, wanted}: Rounds): Promise<Summary> {
  const values: number[] = [];
  let thrown = 0;
  while (values.length < wanted && values.length + thrown < Math.ceil(wanted * 1.5)) {
    const before = await anchor();
    const measured = await subject();
    const after = await anchor();
    if (Math.abs(before - after) / Math.min(before, after) > QUIET) thrown += 1;
    else values.push(compare(measured, (before + after) / 2));
  }
  return {...summaryOf(values), thrown};
}

/** A measure that stands for itself, taken several times. */
export async function times(wanted: number, measure: () => Promise<number>): Promise<Summary> {
  const values: number[] = [];
  while (values.length < wanted) values.push(await measure());
  return summaryOf(values);
}

export const quotient = (subject: number, anchor: number): number => subject / anchor;
export const difference = (subject: number, anchor: number): number => subject - anchor;

export function summaryOf(values: readonly number[]): Summary {
  return {
    median: percentile(values, 0.5),
    min: values.length > 0 ? Math.min(...values) : Number.NaN,
    max: values.length > 0 ? Math.max(...values) : Number.NaN,
    kept: values.length,
    thrown: 0,
  };
}

/** `share` from 0 to 1; between two values the mean of them. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return (low + high) / 2;
}
