import type {Engine} from "../engines.ts";
import {compareSeed, newTally, type Tally} from "./differential.ts";
import {KINDS} from "./random-kinds.ts";

export interface Search {
  /**
   * The first seed. The next seeds follow in order. Each seed has a layer, 40 queries, and 10 funnels and retentions.
   */
  from: number;
  /** How many queries of the new kinds must pass on each engine. */
  required: number;
  /**
   * If given, only queries of a kind whose name begins with these words are generated. Several kinds are separated by
   * commas. `each` generates the same number of queries of each newer kind.
   */
  kind?: string;
  report(line: string): void;
}

export interface Found {
  differences: number;
  /** The seed with which the next search continues. */
  next: number;
}

/**
 * Compares seed after seed on some engines until enough queries have passed on each engine. If an engine has variants,
 * they take turns. A difference is reported with everything that is needed to repeat it, and does not end the search.
 */
export async function searchDifferences(
  engines: readonly (readonly Engine[])[],
  {from, required, kind = "", report}: Search,
): Promise<Found> {
  if (engines.length === 0 || engines.some(variants => variants.length === 0))
    throw new Error("there is no engine to search on");
  const found: Found = {differences: 0, next: from};
  const tallies = new Map<string, Tally>();
  const fewest = () => Math.min(...engines.map(([first]) => tallies.get(first?.name ?? "")?.ofNewKinds ?? 0));
  const started = performance.now();
  const requestedKinds = kind.split(",");
  const only = KINDS.filter(
    name => kind === "each" || requestedKinds.some(beginning => beginning !== "" && isNamed(name, beginning)),
  );
  let reportedAt = 0;
  const onDifference = (fault: Error) => {
    found.differences++;
    report(fault.message);
  };
  for (let seed = from; fewest() < required; seed++) {
    const shape = seed % 2 === 0 ? "star" : "tree";
    const options =
      only.length > 0
        ? ({shape, queries: 120, journeys: 0, only, onDifference} as const)
        : ({shape, queries: 40, journeys: 10, kind, onDifference} as const);
    const turn = Math.floor(seed / 2);
    const compared = engines.flatMap(variants => variants[turn % variants.length] ?? []);
    for (const [{name}, one] of await compareSeed(compared, seed, options)) {
      const all = tallies.get(name) ?? newTally();
      tallies.set(name, all);
      add(all, one);
    }
    found.next = seed + 1;
    if (fewest() < Math.min(reportedAt + 1000, required)) continue;
    reportedAt = fewest();
    const seconds = Math.round((performance.now() - started) / 1000);
    for (const [name, {ofNewKinds, passed, empty, refused, skipped}] of tallies)
      report(
        `${name}: ${ofNewKinds} of ${required} queries of the new kinds, ${passed} of all (${empty} without rows), ${refused} refused, ${skipped} left out`,
      );
    report(`${found.differences} different, ${seconds} s; next seed ${found.next}`);
    if (only.length === 0) continue;
    for (const [name, tally] of tallies)
      report(`${name}: ${countsOf(tally, kindName => only.some(one => isNamed(kindName, one)))}`);
  }
  for (const [name, tally] of tallies) report(`${name}: ${countsOf(tally)}`);
  return found;
}

function isNamed(name: string, beginning: string): boolean {
  return `${name} `.startsWith(`${beginning} `);
}

/** The number of passed queries of each kind, and the number of those without rows. */
function countsOf({kinds}: Tally, isReported: (kind: string) => boolean = () => true): string {
  const reported = [...kinds]
    .filter(([name]) => isReported(name))
    .sort(([, a], [, b]) => b.passed - a.passed);
  return reported
    .map(([name, {passed, empty}]) => `${name} ${passed}${empty > 0 ? ` (${empty} without rows)` : ""}`)
    .join(", ");
}

function add(all: Tally, one: Tally): void {
  all.passed += one.passed;
  all.empty += one.empty;
  all.ofNewKinds += one.ofNewKinds;
  all.refused += one.refused;
  all.skipped += one.skipped;
  all.engineFaults += one.engineFaults;
  for (const [kind, {passed, empty}] of one.kinds) {
    const before = all.kinds.get(kind) ?? {passed: 0, empty: 0};
    all.kinds.set(kind, {passed: before.passed + passed, empty: before.empty + empty});
  }
}
