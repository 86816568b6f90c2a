import type {Rollup} from "../../../shared/semantic/layer/rollup.ts";
import type {NestedMeasure} from "../../../shared/semantic/query/nested.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import type {Chance} from "../../semantic/differential/random-layer.ts";

const AGGREGATES = ["sum", "avg", "min", "max", "median", "percentile", "count"] as const;
const NUMBERS =
  /\.(count|total|mean|words|filled|total_a|count_a|ratio|papers|kinds|about|least|middle|lower_third)$/;
const GRAINS = ["day", "month", "quarter", "year", "month_of_year"];
/** Aggregates whose values are never rounded. */
const IS_WHOLE = ["sum", "min", "max", "count"];

/**
 * The query with nested aggregates over groups of a roll-up. The query may also order, filter and choose its groups by them.
 */
export function withNearNested(
  chance: Chance,
  {dimensions = [], measures, time}: Rollup,
  query: Query,
): Query {
  const times = time ? GRAINS.map(grain => `${time.dimension}.${grain}`) : [];
  const groups = [...dimensions, ...times];
  /** The dimensions of the roll-up: each of their groups is one row of the roll-up. */
  const rows = [...dimensions, ...(time ? [`${time.dimension}.${time.grain}`] : [])];
  const numbers = measures.filter(name => NUMBERS.test(name));
  const {calculations = [], fillGaps} = query;
  const isOther = calculations.length > 0 || fillGaps === true;
  if (isOther || groups.length === 0 || numbers.length === 0 || !chance.chance(0.3)) return query;
  const nested = ["v0", "v1"].slice(0, chance.pick([1, 1, 2])).map((name): NestedMeasure => {
    const agg = chance.pick(AGGREGATES);
    return {
      name,
      agg,
      ...(agg === "percentile" ? {percentile: 0.75} : {}),
      of: chance.pick(numbers),
      per: chance.chance(0.3)
        ? rows
        : [...new Set([chance.pick(groups), ...(chance.chance(0.4) ? [chance.pick(groups)] : [])])],
    };
  });
  const [first] = nested;
  const own = chance.chance(0.5) ? (query.measures ?? []) : [];
  const lost = (query.measures ?? []).filter(entry => !own.includes(entry)).map(String);
  const asked: Query = {
    ...query,
    measures: [...own, ...nested],
    ...(query.orderBy
      ? {orderBy: query.orderBy.filter(order => !lost.includes(order.split(" ")[0] ?? ""))}
      : {}),
  };
  const [dimension] = asked.dimensions ?? [];
  if (first === undefined || !IS_WHOLE.includes(first.agg) || chance.chance(0.5)) return asked;
  return chance.pick<Query>([
    {...asked, filters: [...(asked.filters ?? []), {field: first.name, op: ">", value: chance.below(6)}]},
    {...asked, orderBy: [`${first.name} desc`]},
    ...(typeof dimension === "string" && asked.top === undefined
      ? [{...asked, top: {dimension, by: first.name, count: 2}}]
      : []),
  ]);
}
