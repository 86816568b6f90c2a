import type {DialectName} from "../dialects/dialect.ts";
import type {Layer} from "../layer/layer.ts";
import type {Rollup} from "../layer/rollup.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import {fitQuery} from "./fit.ts";
import type {Candidate, Share} from "./fit-fields.ts";
import {hypotheticalRollup} from "./hypothetical.ts";
import {COARSEST_FIRST, type Needs, needsOf, rollupOf} from "./needs.ts";
import {factsOf} from "./query-facts.ts";

/** The load of queries of one shape that the warehouse has answered. */
export interface QueryShapeRuns {
  query: ResolvedQuery;
  runs: number;
  warehouseMs: number;
}

export type Grain = NonNullable<Rollup["time"]>["grain"];

/** A query's share of one fact that no roll-up answers yet. */
export interface UnansweredShare {
  query: ResolvedQuery;
  share: Share;
  needs: Needs;
  grain: Grain | undefined;
}

/**
 * The shares of a query that need a roll-up of their own; none if the existing roll-ups answer the query. A text is the
 * reason why no roll-up can.
 */
export function unansweredShares(
  layer: Layer,
  whole: ResolvedQuery,
  dialect: DialectName,
  existing: readonly Candidate[],
): UnansweredShare[] | string {
  const facts = factsOf(layer, whole);
  if (typeof facts === "string") return facts;
  const share = {hasTop: whole.top !== undefined, isOneOfSeveral: facts.length > 1};
  const unansweredBy = (candidates: readonly Candidate[]) =>
    facts.filter(({query}) => !candidates.some(one => typeof fitQuery(one, query, share) !== "string"));
  // Roll-ups that answer a query together must have the same kind of storage, and suggested ones are files.
  const isTable = ({plan}: Candidate) => typeof plan.rollup.storage === "object";
  if (unansweredBy(existing.filter(isTable)).length === 0) return [];
  const unanswered: UnansweredShare[] = [];
  for (const {query} of unansweredBy(existing.filter(one => !isTable(one)))) {
    const found = coarsest(layer, query, share, dialect);
    if (typeof found === "string") return found;
    unanswered.push({query, share, ...found});
  }
  return unanswered;
}

/** The fields and the coarsest grain of a roll-up that answers the share; a text is the reason why no roll-up can. */
function coarsest(
  layer: Layer,
  query: ResolvedQuery,
  share: Share,
  dialect: DialectName,
): Pick<UnansweredShare, "needs" | "grain"> | string {
  const needs = needsOf(layer, query);
  if (typeof needs === "string") return needs;
  if (needs.measures.length === 0) return 'it has no measure, and its model has none of type "count"';
  let why = "it does not fit";
  for (const grain of needs.time ? COARSEST_FIRST : [undefined]) {
    if (grain === "hour" && needs.time?.type === "date") continue;
    const candidate = hypotheticalRollup(layer, rollupOf(needs, "one", grain), dialect);
    const fitted = typeof candidate === "string" ? candidate : fitQuery(candidate, query, share);
    if (typeof fitted !== "string") return {needs, grain};
    why = fitted;
  }
  return why;
}
