import type {DialectName} from "../dialects/dialect.ts";
import type {Layer} from "../layer/layer.ts";
import type {Rollup} from "../layer/rollup.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import {candidates, MAX_ALONE} from "./candidates.ts";
import {differing} from "./choose.ts";
import {fitQuery} from "./fit.ts";
import type {Candidate} from "./fit-fields.ts";
import {hypotheticalRollup} from "./hypothetical.ts";
import {COARSEST_FIRST, joined, type Needs, rollupOf} from "./needs.ts";
import {estimateSavedMs, type RollupCounts, sumCounts} from "./saved.ts";
import type {QueryShapeRuns, UnansweredShare} from "./unanswered.ts";

/** The state of choosing bundles: the queries that are still unanswered, and the roll-ups chosen so far. */
export interface BundleSelection<A extends QueryShapeRuns> {
  layer: Layer;
  dialect: DialectName;
  left: ReadonlyMap<A, readonly UnansweredShare[]>;
  /** Roll-ups suggested so far, which answer further queries at no extra cost. */
  chosen: Member[];
  /** For each query, the reason why the roll-ups that could answer it are not worth building. */
  poor: Map<A, string>;
  countOf?: ((rollup: Rollup) => RollupCounts | undefined) | undefined;
  rollupMs: number;
  days: number;
}

interface Member {
  rollup: Rollup;
  candidate: Candidate;
}

interface Placed {
  share: UnansweredShare;
  by: Member;
  fitted: ResolvedQuery;
}

/** Roll-ups that are suggested together, as some queries need several of them. */
export interface Bundle<A extends QueryShapeRuns> {
  members: Member[];
  /** The queries that the bundle answers, each with the roll-up of every share. */
  answers: Map<A, Placed[]>;
  savedMs: number;
}

/** The roll-up for this share alone. */
export function rollupForShare({needs, grain}: UnansweredShare): Rollup {
  return rollupOf(needs, "alone", grain);
}

/** Candidate bundles: each roll-up alone, and for queries that need several, one roll-up for each share. */
export function bundlesFor(left: readonly (readonly UnansweredShare[])[]): Rollup[][] {
  const singles = candidates(left.flat());
  const several = left.filter(shares => shares.length > 1).slice(0, MAX_ALONE);
  const made = [
    ...singles.map(one => [one]),
    ...several.flatMap(shares => [
      shares.map(rollupForShare),
      shares.map(share => widestFor(share, singles) ?? rollupForShare(share)),
    ]),
  ];
  const keyOf = (bundle: Rollup[]) => JSON.stringify(bundle.map(one => ({...one, name: ""})));
  return [...new Map(made.map(bundle => [keyOf(bundle), bundle])).values()];
}

/** The roll-up with the most fields among those that store all fields of the share, so that other shares can use it. */
function widestFor({needs, grain}: UnansweredShare, singles: readonly Rollup[]): Rollup | undefined {
  const isSuperset = ({model, dimensions = [], measures, time}: Rollup) =>
    model === needs.model &&
    needs.dimensions.every(one => dimensions.includes(one)) &&
    needs.measures.every(one => measures.includes(one)) &&
    (grain === undefined ||
      (time !== undefined &&
        time.dimension === needs.time?.dimension &&
        COARSEST_FIRST.indexOf(time.grain) >= COARSEST_FIRST.indexOf(grain)));
  return singles.filter(isSuperset).sort((a, b) => widthOf([b]) - widthOf([a]))[0];
}

/**
 * The roll-ups as a bundle, reduced to the fields that its queries need. `undefined` if, beside the chosen roll-ups, they
 * would answer no further query, or would save too little.
 */
export function evaluateBundle<A extends QueryShapeRuns>(
  selection: BundleSelection<A>,
  rollups: readonly Rollup[],
): Bundle<A> | undefined {
  const {layer, dialect, left, chosen, poor, countOf} = selection;
  const wide = membersOf(layer, rollups, dialect);
  if (wide === undefined) return undefined;
  const answered = [...left].flatMap(([shape, shares]) => {
    const placed = placedBy([...chosen, ...wide], shape, shares);
    const isNew = placed?.some(({by}) => wide.includes(by)) === true;
    return isNew ? [{shape, placed}] : [];
  });
  if (answered.length === 0) return undefined;
  // Roll-ups and fields that none of these queries needs are removed.
  const members = wide.flatMap(member => {
    const shares = answered.flatMap(({placed}) =>
      (placed ?? []).flatMap(({share, by}) => (by === member ? [share] : [])),
    );
    return shares.length === 0 ? [] : [trimmed(layer, member, shares, dialect)];
  });
  const answers = new Map(
    answered.flatMap(({shape}) => {
      const placed = placedBy([...chosen, ...members], shape, left.get(shape) ?? []);
      return placed === undefined ? [] : [[shape, placed] as const];
    }),
  );
  const savedMs = estimateSavedMs(
    sumCounts(members.map(({rollup}) => countOf?.(rollup))),
    totalOf([...answers.keys()]),
    selection,
  );
  if (typeof savedMs !== "string") return {members, answers, savedMs};
  for (const shape of answers.keys()) poor.set(shape, savedMs);
  return undefined;
}

function membersOf(layer: Layer, rollups: readonly Rollup[], dialect: DialectName): Member[] | undefined {
  const members: Member[] = [];
  for (const rollup of rollups) {
    const candidate = hypotheticalRollup(layer, rollup, dialect);
    if (typeof candidate === "string") return undefined;
    members.push({rollup, candidate});
  }
  return members;
}

/** The first roll-up that answers each share; `undefined` where a share has none, or the roll-ups cannot be joined. */
function placedBy(
  members: readonly Member[],
  {query}: QueryShapeRuns,
  shares: readonly UnansweredShare[],
): Placed[] | undefined {
  const placed: Placed[] = [];
  for (const share of shares) {
    const found = firstFor(members, share);
    if (found === undefined) return undefined;
    placed.push(found);
  }
  const met = placed.map(({by, fitted}) => ({candidate: by.candidate, fitted}));
  return differing(query, met) === undefined ? placed : undefined;
}

function firstFor(members: readonly Member[], share: UnansweredShare): Placed | undefined {
  for (const by of members) {
    const fitted = fitQuery(by.candidate, share.query, share.share);
    if (typeof fitted !== "string") return {share, by, fitted};
  }
  return undefined;
}

function trimmed(
  layer: Layer,
  member: Member,
  shares: readonly UnansweredShare[],
  dialect: DialectName,
): Member {
  const needs = shares.reduce<Needs | undefined>(
    (all, one) => all && joined(all, one.needs),
    shares[0]?.needs,
  );
  if (needs === undefined) return member;
  const {name, time} = member.rollup;
  const [made] = membersOf(layer, [rollupOf(needs, name, time?.grain)], dialect) ?? [];
  return made !== undefined && shares.every(one => firstFor([made], one)) ? made : member;
}

export function totalOf(shapes: readonly QueryShapeRuns[]): {runs: number; warehouseMs: number} {
  return {
    runs: shapes.reduce((sum, one) => sum + one.runs, 0),
    warehouseMs: shapes.reduce((sum, one) => sum + one.warehouseMs, 0),
  };
}

/** Whether one bundle saves more time than the other, or as much with fewer fields. */
export function isBetter(one: Bundle<QueryShapeRuns>, other: Bundle<QueryShapeRuns>): boolean {
  const width = ({members}: Bundle<QueryShapeRuns>) => widthOf(members.map(({rollup}) => rollup));
  return one.savedMs > other.savedMs || (one.savedMs === other.savedMs && width(one) < width(other));
}

function widthOf(rollups: readonly Rollup[]): number {
  return rollups.reduce(
    (sum, {dimensions = [], measures}) => sum + dimensions.length * 100 + measures.length,
    0,
  );
}
