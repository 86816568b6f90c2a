import type {Filter} from "../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import type {Chance, RandomLayer} from "./random-layer.ts";

const MEASURES = "count total mean least latest filled total_a any_a any_big all_big first_word words".split(
  " ",
);
const DIMENSIONS = ["w", "n", "size", "mark", "at.month", "d.week", "is_a"];

/** A query of measures of two facts by a dimension that both share; `undefined` if there is none. */
export function randomFacts(chance: Chance, {graph}: RandomLayer): Query | undefined {
  const joins = graph.joins ?? [];
  const factsOf = (name: string) => joins.filter(join => join.to === name).map(join => join.from);
  const shared = graph.models.map(({name}) => name).filter(name => factsOf(name).length > 1);
  if (shared.length === 0) return undefined;
  const base = chance.pick(shared);
  const behind = joins.filter(join => join.from === base).map(join => join.to);
  const dimensions = new Set<string>();
  for (let i = 1 + chance.below(2); i > 0; i--) {
    const model = behind.length > 0 && chance.chance(0.3) ? chance.pick(behind) : base;
    dimensions.add(`${model}.${chance.pick(DIMENSIONS)}`);
  }
  const facts = factsOf(base).slice(-2);
  const measures = new Set<string>();
  const filters: Filter[] = [];
  for (const fact of facts) {
    for (let i = 1 + chance.below(2); i > 0; i--) measures.add(`${fact}.${chance.pick(MEASURES)}`);
  }
  if (chance.chance(0.2)) filters.push({field: `${base}.n`, op: ">", value: 1});
  if (chance.chance(0.2)) filters.push({field: `${facts[0] ?? base}.count`, op: ">", value: 1});
  return {
    model: base,
    dimensions: [...dimensions],
    measures: [...measures],
    filters,
    limit: 10_000,
    timezone: chance.pick(["UTC", "America/New_York"]),
    ...(chance.chance(0.2) ? {totals: true} : {}),
  };
}
