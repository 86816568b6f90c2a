/** The maximum relative difference of the two anchor measurements of a round. */
const QUIET = 0.25;

export interface Summary {
  median: number;
  min: number;
  max: number;
  kept: number;
  thrown: number;
}

export interface Rounds {
  /** The baseline measurement of a round, taken once before and once after the subject. */
  anchor: () => Promise<number>;
  subject: () => Promise<number>;
  /** The result of a round, from the subject and the mean of its anchors. */
  compare: (subject: number, anchor: number) => number;
  /** The number of rounds in the summary; up to half as many more are tried. */
  roundCount: number;
}

/**
 * Measures anchor, subject, anchor. A round whose anchors differ by more than a quarter is too noisy and is discarded.
 */
export function inRounds({anchor, subject, compare, roundCount}: Rounds): Promise<Summary> {
  return quietRounds(async () => [await anchor(), await subject(), await anchor()], compare, roundCount);
}

export interface Slices extends Pick<Rounds, "compare" | "roundCount"> {
  /** The values of the anchor in one short slice. */
  anchor: () => Promise<number[]>;
  subject: () => Promise<number[]>;
  /** Computes the figure that is compared from all values of a round. */
  figureOf: (values: readonly number[]) => number;
  /** The number of turns in a round. */
  turns: number;
}

/**
 * Like `inRounds`, for a figure of many values, such as a high percentile. Each turn of a round measures a slice of
 * anchor, subject and anchor, so that a disturbance of the machine affects all three figures of the round. Work that a
 * subject leaves unfinished disturbs the next anchor, so the two anchors are exchanged in every second turn.
 */
export function inSlices({anchor, subject, figureOf, turns, compare, roundCount}: Slices): Promise<Summary> {
  const round = async (): Promise<Round> => {
    const values: [number[], number[], number[]] = [[], [], []];
    for (let turn = 0; turn < turns; turn++) {
      const taken = [await anchor(), await subject(), await anchor()];
      if (turn % 2 === 1) taken.reverse();
      for (const [i, one] of taken.entries()) values[i]?.push(...one);
    }
    const [before, measured, after] = values;
    return [figureOf(before), figureOf(measured), figureOf(after)];
  };
  return quietRounds(round, compare, roundCount);
}

/** Anchor, subject, anchor. */
type Round = [number, number, number];

async function quietRounds(
  round: () => Promise<Round>,
  compare: Rounds["compare"],
  roundCount: number,
): Promise<Summary> {
  const values: number[] = [];
  let thrown = 0;
  while (values.length < roundCount && values.length + thrown < Math.ceil(roundCount * 1.5)) {
    const [before, measured, after] = await round();
    if (Math.abs(before - after) / Math.min(before, after) > QUIET) thrown += 1;
    else values.push(compare(measured, (before + after) / 2));
  }
  return {...summaryOf(values), thrown};
}

/** Takes a measurement without a baseline several times. */
export async function times(roundCount: number, measure: () => Promise<number>): Promise<Summary> {
  const values: number[] = [];
  while (values.length < roundCount) values.push(await measure());
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

/** The percentile at `share` (0 to 1). If it lies between two values, their mean. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return (low + high) / 2;
}
