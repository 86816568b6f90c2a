import type {Filter, FilterCondition} from "../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {kindsOf} from "./kinds.ts";
import {withComparisons} from "./random-compared.ts";
import {randomFollowing} from "./random-conversions.ts";
import {randomFacts} from "./random-facts.ts";
import {randomJourney} from "./random-journey.ts";
import type {Chance, RandomLayer} from "./random-layer.ts";
import {withNested} from "./random-nested.ts";
import {randomQuery, withCompare, withSubtotals} from "./random-query.ts";
import {withRowAggregates} from "./random-row-aggregates.ts";
import {randomRows} from "./random-rows.ts";
import {withWild} from "./random-wild.ts";

/** The kinds of queries that can be requested separately. Each is the beginning of a name that a run counts. */
export const KINDS = [
  "nested",
  "values of groups",
  "bins",
  "compared fields",
  "compared measures",
  "bottom",
  "calculation of a calculation",
  "along",
  "subtotals",
  "compare",
  "retention with measures",
  "funnel with times",
] as const;

/** The random sources for the parts of a query. */
export interface Chances {
  plain: Chance;
  journeys: Chance;
  facts: Chance;
  conversions: Chance;
  comparisons: Chance;
  nested: Chance;
  rows: Chance;
  subtotals: Chance;
  compare: Chance;
  wild: Chance;
}

/** The query at a position in a seed. */
export function randomAsked(
  of: Chances,
  layer: RandomLayer,
  {at, isJourney}: {at: number; isJourney: boolean},
): Query {
  const facts = at % 5 === 4 && layer.isSearched ? randomFacts(of.facts, layer) : undefined;
  const other = () =>
    isJourney ? randomJourney(of.journeys, layer) : randomQuery(of.plain, layer, {further: true});
  const following = at % 5 === 3 ? randomFollowing(of.conversions, layer) : undefined;
  const plain = facts ?? following ?? other();
  const compared = withNested(of.nested, layer, withComparisons(of.comparisons, layer, plain));
  const aggregated = withRowAggregates(of.rows, layer, compared);
  const summed = withCompare(of.compare, layer, withSubtotals(of.subtotals, aggregated));
  return withWild(of.wild, at % 7 === 6 ? randomRows(of.rows, layer) : summed);
}

const TRIES = 500;
const AGAIN = 10;

/** A query of the kind that `chance` prefers; `undefined` if the layer allows hardly any such query. */
export function randomOfKind(chance: Chance, layer: RandomLayer): Query | undefined {
  const kind = chance.requestedKind;
  const isJourney = /^(funnel|retention)/.test(kind);
  const of: Chances = {
    plain: chance,
    journeys: chance,
    facts: chance,
    conversions: chance,
    comparisons: chance,
    nested: chance,
    rows: chance,
    subtotals: chance,
    compare: chance,
    wild: chance,
  };
  for (let tries = 0; tries < TRIES; tries++) {
    chance.beside = KINDS.filter(() => chance.chance(0.35));
    // Some queries are about two facts, conversions or rows, if the kind exists for these.
    const query = randomAsked(of, layer, {at: isJourney ? 0 : chance.below(20), isJourney});
    if (isOfKind(query, layer, kind)) return query;
  }
  return undefined;
}

/**
 * Whether a query is of a kind whose name begins with these words. Without words, the result is true for every query.
 */
export function isOfKind(query: Query, layer: RandomLayer, kind: string): boolean {
  if (kind === "") return true;
  return [...kindsOf(query, layer)].some(name => `${name} `.startsWith(`${kind} `));
}

interface Rows {
  /** Whether the compiler refuses the query for an accepted reason. */
  isRefused(query: Query): boolean;
  /** Whether the answer has no rows. */
  isEmpty(query: Query): boolean;
  /** Whether the query is of the requested kind. */
  isKept(query: Query): boolean;
}

/**
 * A query whose answer has rows, if such a query is soon found, because a refusal and an answer without rows prove
 * little. One query in ten is returned unconditionally, so that refusals and answers without rows are compared, too.
 * `undefined` if no query of the requested kind is found.
 */
export function withRows(chance: Chance, nextQuery: () => Query | undefined, rows: Rows): Query | undefined {
  const isAny = chance.chance(0.1);
  for (let tries = 1; ; tries++) {
    const restricted = nextQuery();
    if (restricted === undefined || !rows.isKept(restricted)) return undefined;
    if (isAny) return restricted;
    if (tries < AGAIN && rows.isRefused(restricted)) continue;
    if (!rows.isEmpty(restricted)) return restricted;
    const query = loosened(restricted, rows);
    if (tries === AGAIN || !rows.isEmpty(query)) return query;
  }
}

/**
 * The query with fewer restrictions, so that its answer has rows: a comparison is reversed, or as few filters as
 * possible are removed. Returns the same query if nothing helps.
 */
function loosened(query: Query, {isEmpty, isKept}: Rows): Query {
  let restricted = query;
  for (;;) {
    const looser = queryVariants(restricted).filter(isKept);
    const found = looser.find(one => !isEmpty(one));
    if (found !== undefined) return found;
    const [next] = looser;
    if (next === undefined) return query;
    restricted = next;
  }
}

/**
 * Variants of the query. Each variant lacks one filter of the query or of its events, or reverses one comparison of two
 * fields. For a query that compares two spans, one more variant covers a whole year.
 */
function queryVariants(query: Query): Query[] {
  const {model, filters = [], compare, funnel, retention} = query;
  // A comparison keeps the filter on its span.
  const isSpan = (filter: Filter): filter is FilterCondition =>
    compare !== undefined && "field" in filter && filter.field === `${model}.d` && filter.op === "between";
  const less = [...withoutOne(filters.filter(filter => !isSpan(filter)))].map(kept => ({
    ...query,
    filters: [...kept, ...filters.filter(isSpan)],
  }));
  const widened = filters.flatMap((filter, i) =>
    isSpan(filter) ? [{...query, filters: filters.with(i, {...filter, value: WHOLE_YEAR})}] : [],
  );
  const ofSteps = (funnel?.steps ?? []).flatMap((step, i) =>
    withoutOne(step.filters ?? []).map(kept => ({
      ...query,
      funnel: {...funnel!, steps: funnel!.steps.with(i, {...step, filters: kept})},
    })),
  );
  const {returns} = retention ?? {};
  const ofReturns = withoutOne(returns?.filters ?? []).map(kept => ({
    ...query,
    retention: {...retention!, returns: {...returns, filters: kept}},
  }));
  const turned = filters.flatMap((filter, i) =>
    turnedAround(filter).map(other => ({...query, filters: filters.with(i, other)})),
  );
  return [...turned, ...(isWidest(filters) ? [] : widened), ...less, ...ofSteps, ...ofReturns];
}

const WHOLE_YEAR = ["2024-01-01", "2024-12-31"];

function isWidest(filters: readonly Filter[]): boolean {
  return filters.some(filter => "field" in filter && filter.value === WHOLE_YEAR);
}

const OPPOSITES = {"=": "!=", "<": ">=", ">": "<="} as const;

/** The comparison of two fields with the opposite operator. */
function turnedAround(filter: Filter): Filter[] {
  if (!("field" in filter) || "per" in filter || filter.other === undefined) return [];
  const op = filter.op in OPPOSITES ? OPPOSITES[filter.op as keyof typeof OPPOSITES] : undefined;
  return op === undefined ? [] : [{...filter, op}];
}

function withoutOne(filters: readonly Filter[]): Filter[][] {
  return filters.map((_, i) => filters.toSpliced(i, 1));
}
