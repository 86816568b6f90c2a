/** The number of leading characters of a name that are compared: a typo is seldom only in the rest. */
export const MAX_COMPARED_LENGTH = 64;
/** The most edits by which a suggested name may differ. */
export const MAX_EDITS = 8;
/** Enough to compare ten thousand names of usual length letter by letter; a limit, because users choose the names. */
const MAX_STEPS = 1_000_000;

/** The steps that one search may still take. */
export interface SearchBudget {
  steps: number;
}

export const newBudget = (): SearchBudget => ({steps: MAX_STEPS});

/** The names most similar to `misspelled`, best first, at most `most`, without those that differ too much. */
export function nearest(misspelled: string, names: Iterable<string>, most = 3): string[] {
  const target = misspelled.toLowerCase().slice(0, MAX_COMPARED_LENGTH);
  const budget = newBudget();
  const ranked: {name: string; distance: number}[] = [];
  for (const name of names) {
    const candidate = name.toLowerCase().slice(0, MAX_COMPARED_LENGTH);
    if (candidate.includes(target) && target.length > 2) {
      ranked.push({name, distance: 0.5});
      continue;
    }
    const share = Math.floor(Math.max(target.length, candidate.length) * 0.4);
    const reach = Math.min(MAX_EDITS, Math.max(1, share));
    const distance = editDistance(target, candidate, reach, budget);
    if (distance <= reach) ranked.push({name, distance});
  }
  return ranked
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({name}) => name);
}

/**
 * Edit distance of two short texts, in which swapped neighbours count as one edit. `reach + 1` if it is more than
 * `reach`, or if the budget is used up.
 */
export function editDistance(a: string, b: string, reach: number, budget: SearchBudget): number {
  if (Math.abs(a.length - b.length) > reach || budget.steps <= 0 || letterDifference(a, b) > reach)
    return reach + 1;
  budget.steps -= a.length * (2 * reach + 1);
  const width = b.length + 1;
  let [beforeLast, last, row] = [new Int32Array(width), new Int32Array(width), new Int32Array(width)];
  for (let j = 0; j < width; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    // Cells further from the diagonal need more than `reach` edits.
    const from = Math.max(1, i - reach);
    const to = Math.min(b.length, i + reach);
    row.fill(reach + 1);
    if (from === 1) row[0] = i;
    let least = row[0]!;
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      const above = j === i + reach ? reach + 1 : last[j]!;
      let cost = Math.min(above + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && isSwapped(a, b, i, j)) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > reach) return reach + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[b.length]!, reach + 1);
}

function isSwapped(a: string, b: string, i: number, j: number): boolean {
  return a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
}

const counts = new Int32Array(64);

/** A lower bound of the edit distance, from how often each letter occurs. */
function letterDifference(a: string, b: string): number {
  counts.fill(0);
  for (let i = 0; i < a.length; i++) counts[a.charCodeAt(i) & 63]! += 1;
  for (let i = 0; i < b.length; i++) counts[b.charCodeAt(i) & 63]! -= 1;
  let missing = 0;
  let surplus = 0;
  for (const count of counts) {
    if (count > 0) surplus += count;
    else missing -= count;
  }
  return Math.max(missing, surplus);
}
