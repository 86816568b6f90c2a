import type {DialectName} from "../dialects/dialect.ts";
import type {Layer} from "../layer/layer.ts";
import type {Rollup} from "../layer/rollup.ts";
import type {BuiltRollup} from "./built.ts";
import {aloneOf, type Bundle, bundlesFor, type Choosing, evaluate, isBetter, totalOf} from "./bundles.ts";
import {freeName} from "./candidates.ts";
import {type Counted, together, tooLarge} from "./saved.ts";
import {supposed} from "./supposed.ts";
import {type Asked, type Wanted, wantedOf} from "./wanted.ts";

export interface Suggestion<A extends Asked> {
  rollup: Rollup;
  /** The queries that it would have answered, alone or together with the other roll-ups of its bundle. */
  answers: A[];
  /** The names of other roll-ups that some of these queries also need. */
  others: string[];
  /** Warehouse time of these queries, in equal shares where several roll-ups were needed together. */
  warehouseMs: number;
  savedMs: number;
}

export interface Suggestions<A extends Asked> {
  /** The queries that roll-ups of the layer answer once they are built. */
  already: A[];
  suggestions: Suggestion<A>[];
  /** What would answer what each of the heaviest shapes asks of a fact, whose rows say what can be put together. */
  alone: Rollup[];
  /** The queries that no roll-up could have answered, with the reason, and those left over, without one. */
  unanswered: {asked: A; why?: string}[];
}

interface Known {
  dialect: DialectName;
  built: readonly BuiltRollup[];
  /** By what the roll-up keeps, whatever its name. */
  countOf?: (rollup: Rollup) => Counted | undefined;
  /** Time of a query over a roll-up, measured or assumed. */
  rollupMs: number;
  /** Length of the query history. */
  days: number;
}

const MOST_SUGGESTIONS = 5;
/** The number of shapes whose rows are counted: those that took the most time. */
const MOST_COUNTED = 10;

/**
 * The roll-ups that would have spared the warehouse the most time, one after the other, and those that only answer
 * together at once. Whether they would have answered a query is decided as it is when roll-ups are built, with numbers
 * taken for exact ones. It yields between steps of work, so that others get their turn.
 */
export function* suggestRollups<A extends Asked>(
  layer: Layer,
  asked: readonly A[],
  known: Known,
): Generator<undefined, Suggestions<A>> {
  const {dialect, built} = known;
  const {rollups = []} = layer.graph;
  const there = rollups
    .map(rollup => supposed(layer, rollup, dialect, built))
    .filter(one => typeof one !== "string");
  const already: A[] = [];
  const unanswered: Suggestions<A>["unanswered"] = [];
  const left = new Map<A, readonly Wanted[]>();
  for (const one of asked.toSorted((a, b) => b.warehouseMs - a.warehouseMs)) {
    const wanted = wantedOf(layer, one.query, dialect, there);
    // A roll-up that answers more has more rows.
    const counted = (of: readonly Wanted[]) => together(of.map(share => known.countOf?.(aloneOf(share))));
    const why = typeof wanted === "string" ? wanted : tooLarge(counted(wanted));
    if (why !== undefined) unanswered.push({asked: one, why});
    else if (wanted.length === 0) already.push(one);
    else if (typeof wanted !== "string") left.set(one, wanted);
    yield;
  }
  const alone = [...left.values()].slice(0, MOST_COUNTED).flatMap(wanted => wanted.map(aloneOf));
  const choosing: Choosing<A> = {...known, layer, left, chosen: [], poor: new Map()};
  const suggestions: Suggestion<A>[] = [];
  while (left.size > 0) {
    let best: Bundle<A> | undefined;
    for (const bundle of bundlesFor([...left.values()])) {
      if (suggestions.length + bundle.length > MOST_SUGGESTIONS) continue;
      const found = evaluate(choosing, bundle);
      if (found !== undefined && (best === undefined || isBetter(found, best))) best = found;
      yield;
    }
    if (best === undefined) break;
    for (const member of best.members) {
      const taken = [...rollups, ...choosing.chosen.map(one => one.rollup)].map(({name}) => name);
      member.rollup = {...member.rollup, name: freeName(member.rollup, taken)};
      choosing.chosen.push(member);
    }
    suggestions.push(...told(best));
    for (const one of best.answers.keys()) left.delete(one);
  }
  for (const one of left.keys()) {
    const why = choosing.poor.get(one);
    unanswered.push(why === undefined ? {asked: one} : {asked: one, why});
  }
  return {already, suggestions, alone, unanswered};
}

function told<A extends Asked>({members, answers, savedMs}: Bundle<A>): Suggestion<A>[] {
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
      answers: own.map(([asked]) => asked),
      others: [...others],
      warehouseMs: Math.round(warehouseMs),
      savedMs: Math.round((savedMs * warehouseMs) / Math.max(all, 1)),
    };
  });
}
