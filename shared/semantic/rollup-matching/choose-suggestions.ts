import type {DialectName} from "../dialects/dialect.ts";
import type {Layer} from "../layer/layer.ts";
import type {Rollup} from "../layer/rollup.ts";
import type {BuiltRollup} from "./built.ts";
import {
  type Bundle,
  type BundleSelection,
  bundlesFor,
  evaluateBundle,
  isBetter,
  rollupForShare,
  totalOf,
} from "./bundles.ts";
import {freeName} from "./candidates.ts";
import {hypotheticalRollup} from "./hypothetical.ts";
import {type RollupCounts, sumCounts, tooLarge} from "./saved.ts";
import {type QueryShapeRuns, type UnansweredShare, unansweredShares} from "./unanswered.ts";

export interface Suggestion<A extends QueryShapeRuns> {
  rollup: Rollup;
  /** The queries that it would have answered, alone or together with the other roll-ups of its bundle. */
  answers: A[];
  /** The names of the other suggested roll-ups that some of these queries need as well. */
  others: string[];
  /** Warehouse time of these queries, in equal shares where several roll-ups were needed together. */
  warehouseMs: number;
  savedMs: number;
}

export interface Suggestions<A extends QueryShapeRuns> {
  /** The queries that roll-ups of the layer answer once they are built. */
  already: A[];
  suggestions: Suggestion<A>[];
  /** For each share of the heaviest shapes, a roll-up for it alone: row counts of these show which shares can be combined. */
  alone: Rollup[];
  /**
   * The queries without an answer. `why` is the reason where no roll-up could answer the query; the remaining queries
   * have none.
   */
  unanswered: {shape: A; why?: string}[];
}

interface Known {
  dialect: DialectName;
  built: readonly BuiltRollup[];
  /** Row counts of a roll-up, which depend on its fields and not on its name. */
  countOf?: (rollup: Rollup) => RollupCounts | undefined;
  /** Time of a query over a roll-up, measured or assumed. */
  rollupMs: number;
  /** Length of the query history. */
  days: number;
}

const MAX_SUGGESTIONS = 5;
/** The maximum number of query shapes in `alone`: the shapes that took the warehouse the most time. */
const MAX_COUNTED = 10;

/**
 * Suggests the roll-ups that would have saved the warehouse the most time, greedily: one bundle after the other.
 * `fitQuery` decides whether they would have answered a query, as for roll-ups that are built, with numbers taken as
 * exact. Yields between steps of work, so that the event loop is not blocked.
 */
export function* suggestRollups<A extends QueryShapeRuns>(
  layer: Layer,
  shapes: readonly A[],
  known: Known,
): Generator<undefined, Suggestions<A>> {
  const {dialect, built} = known;
  const {rollups = []} = layer.graph;
  const there = rollups
    .map(rollup => hypotheticalRollup(layer, rollup, dialect, built))
    .filter(one => typeof one !== "string");
  const already: A[] = [];
  const unanswered: Suggestions<A>["unanswered"] = [];
  const left = new Map<A, readonly UnansweredShare[]>();
  for (const one of shapes.toSorted((a, b) => b.warehouseMs - a.warehouseMs)) {
    const shares = unansweredShares(layer, one.query, dialect, there);
    // A roll-up that answers further queries as well has at least as many rows.
    const counted = (of: readonly UnansweredShare[]) =>
      sumCounts(of.map(share => known.countOf?.(rollupForShare(share))));
    const why = typeof shares === "string" ? shares : tooLarge(counted(shares));
    if (why !== undefined) unanswered.push({shape: one, why});
    else if (shares.length === 0) already.push(one);
    else if (typeof shares !== "string") left.set(one, shares);
    yield;
  }
  const alone = [...left.values()].slice(0, MAX_COUNTED).flatMap(shares => shares.map(rollupForShare));
  const selection: BundleSelection<A> = {...known, layer, left, chosen: [], poor: new Map()};
  const suggestions: Suggestion<A>[] = [];
  while (left.size > 0) {
    let best: Bundle<A> | undefined;
    for (const bundle of bundlesFor([...left.values()])) {
      if (suggestions.length + bundle.length > MAX_SUGGESTIONS) continue;
      const found = evaluateBundle(selection, bundle);
      if (found !== undefined && (best === undefined || isBetter(found, best))) best = found;
      yield;
    }
    if (best === undefined) break;
    for (const member of best.members) {
      const taken = [...rollups, ...selection.chosen.map(one => one.rollup)].map(({name}) => name);
      member.rollup = {...member.rollup, name: freeName(member.rollup, taken)};
      selection.chosen.push(member);
    }
    suggestions.push(...suggestionsOf(best));
    for (const one of best.answers.keys()) left.delete(one);
  }
  for (const one of left.keys()) {
    const why = selection.poor.get(one);
    unanswered.push(why === undefined ? {shape: one} : {shape: one, why});
  }
  return {already, suggestions, alone, unanswered};
}

function suggestionsOf<A extends QueryShapeRuns>({members, answers, savedMs}: Bundle<A>): Suggestion<A>[] {
  const all = totalOf([...answers.keys()]).warehouseMs;
  return members.map(member => {
    const own = [...answers].filter(([, placed]) => placed.some(({by}) => by === member));
    const warehouseMs = own.reduce((sum, [{warehouseMs}, placed]) => {
      const fresh = new Set(placed.map(({by}) => by)).intersection(new Set(members));
      return sum + warehouseMs / fresh.size;
    }, 0);
    const others = new Set(own.flatMap(([, placed]) => placed.map(({by}) => by.rollup.name)));
    others.delete(member.rollup.name);
    return {
      rollup: member.rollup,
      answers: own.map(([shape]) => shape),
      others: [...others],
      warehouseMs: Math.round(warehouseMs),
      savedMs: Math.round((savedMs * warehouseMs) / Math.max(all, 1)),
    };
  });
}
