import type {Rollup} from "../layer/rollup.ts";
import {COARSEST_FIRST, joined, type Needs, rollupOf} from "./needs.ts";
import type {Grain, UnansweredShare} from "./unanswered.ts";

/** A roll-up with more dimensions has hardly fewer rows than its model. */
const MAX_DIMENSIONS = 8;
/** The number of shares that are tried as roll-ups of their own: those that took the most time. */
export const MAX_ALONE = 20;
/** The number of combinations of model, time and grain for which shares are combined, from the heaviest share on. */
const MAX_IN_BATCH = 100;

/** Roll-ups of what several shares need together, at each grain, and those of the heaviest shares alone. */
export function candidates(left: readonly UnansweredShare[]): Rollup[] {
  const made = new Map<string, Rollup>();
  const add = (needs: Needs, grain: Grain | undefined) => {
    const rollup = rollupOf(needs, "candidate", grain);
    made.set(JSON.stringify(rollup), rollup);
  };
  for (const {needs, grain} of left.slice(0, MAX_ALONE)) add(needs, grain);
  const starts = new Map(
    left.map(one => [JSON.stringify([one.needs.model, one.needs.time ?? null, one.grain ?? null]), one]),
  );
  for (const start of [...starts.values()].slice(0, MAX_IN_BATCH)) {
    const grain = start.grain;
    let needs: Needs | undefined;
    for (const other of left) {
      if (other.needs.model !== start.needs.model || isFiner(other.grain, grain)) continue;
      const next: Needs | undefined =
        needs === undefined ? joined(start.needs, other.needs) : joined(needs, other.needs);
      if (next !== undefined && next.dimensions.length <= MAX_DIMENSIONS) needs = next;
    }
    if (needs) add(needs, grain);
  }
  return [...made.values()];
}

function isFiner(one: Grain | undefined, other: Grain | undefined): boolean {
  if (one === undefined) return false;
  return other === undefined || COARSEST_FIRST.indexOf(one) > COARSEST_FIRST.indexOf(other);
}

/** A name that is not taken yet. */
export function freeName({model, time}: Rollup, taken: readonly string[]): string {
  const names = new Set(taken.map(name => name.toLowerCase()));
  const start = model.replace(/[^A-Za-z0-9_-]/g, "_").replace(/^[^A-Za-z]+/, "") || "rollup";
  const stem = `${start}_by_${time?.grain ?? "group"}`.slice(0, 60);
  let name = stem;
  for (let n = 2; names.has(name.toLowerCase()); n++) name = `${stem}_${n}`;
  return name;
}
