import type {Engine} from "../engines.ts";
import {compareSeed, newTally, type Tally} from "./differential.ts";

export interface Search {
  /** The first seed; those after it are in order, each with a layer, 40 queries and 10 funnels and retentions. */
  from: number;
  /** How many queries of the new kinds must be answered as row by row. */
  wanted: number;
  /** Only queries of a kind whose name begins with these words are asked. */
  kind?: string;
  say(line: string): void;
}

export interface Found extends Tally {
  differences: number;
  /** The seed with which a further search goes on. */
  next: number;
}

/**
 * Compares seed after seed on one engine, or on variants of one in turn, until enough queries have passed. Differences
 * are told with all that is needed to see them again, and do not end the search.
 */
export async function searchDifferences(
  variants: readonly Engine[],
  {from, wanted, kind = "", say}: Search,
): Promise<Found> {
  const found: Found = {...newTally(), differences: 0, next: from};
  const started = performance.now();
  let told = 0;
  const onDifference = (fault: Error) => {
    found.differences++;
    say(fault.message);
  };
  for (let seed = from; found.ofNewKinds < wanted; seed++) {
    const engine = variants[Math.floor(seed / 2) % variants.length];
    if (engine === undefined) throw new Error("there is no engine to search on");
    const shape = seed % 2 === 0 ? "star" : "tree";
    // Of one kind there are more for each layer, which takes longer to load than to ask.
    const more = kind === "" ? 1 : 5;
    const options = {shape, queries: 40 * more, journeys: 10 * more, kind, onDifference} as const;
    add(found, await compareSeed([engine], seed, options));
    found.next = seed + 1;
    if (found.ofNewKinds < Math.min(told + 1000, wanted)) continue;
    told = found.ofNewKinds;
    const {passed, empty, refused, left, differences, next} = found;
    const seconds = Math.round((performance.now() - started) / 1000);
    say(
      `${engine.name}: ${told} of ${wanted} queries of the new kinds, ${passed} of all (${empty} without rows), ${refused} refused, ${left} left out, ` +
        `${differences} different, ${seconds} s; next seed ${next}`,
    );
  }
  const kinds = [...found.kinds].sort(([, a], [, b]) => b - a);
  say(`${variants[0]?.name}: ${kinds.map(([kind, count]) => `${kind} ${count}`).join(", ")}`);
  return found;
}

function add(all: Tally, one: Tally): void {
  all.passed += one.passed;
  all.empty += one.empty;
  all.ofNewKinds += one.ofNewKinds;
  all.refused += one.refused;
  all.left += one.left;
  all.engineFaults += one.engineFaults;
  for (const [kind, count] of one.kinds) all.kinds.set(kind, (all.kinds.get(kind) ?? 0) + count);
}
