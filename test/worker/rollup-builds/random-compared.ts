import type {Rollup} from "../../../shared/semantic/layer/rollup.ts";
import type {Filter} from "../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import type {Chance} from "../../semantic/differential/random-layer.ts";

const KINDS = [
  ["w", "size", "mark", "part"],
  ["n", "spot", "month_of_year", "day_of_week"],
  ["next", "d", "due", "day", "month", "quarter", "year"],
  ["is_a", "not_a", "same_a", "ok"],
];
const GRAINS = ["day", "month", "quarter", "year", "month_of_year", "day_of_week"];
const MEASURES = /\.(count|total|words|count_a|total_a)$/;

/** The query with comparisons of a roll-up's fields or measures. */
export function withNearComparisons(
  chance: Chance,
  {dimensions = [], measures, time}: Rollup,
  query: Query,
): Query {
  if (!chance.chance(0.4)) return query;
  const times = time ? GRAINS.map(grain => `${time.dimension}.${grain}`) : [];
  const all = [...dimensions, ...times];
  const kindOf = (name: string) => KINDS.find(kind => kind.includes(name.split(".").at(-1) ?? ""));
  const numbers = measures.filter(name => MEASURES.test(name));
  const filters: Filter[] = [];
  if (all.length > 0) {
    const field = chance.pick(all);
    const kind = kindOf(field);
    const alike = all.filter(name => kind !== undefined && kindOf(name) === kind);
    const op = kind === KINDS[3] ? chance.pick(["=", "!="]) : chance.pick(["=", "!=", "<", ">="]);
    if (alike.length > 0) filters.push({field, op, other: chance.pick(alike)});
  }
  if (numbers.length > 1 && chance.chance(0.3)) {
    filters.push({
      field: chance.pick(numbers),
      op: chance.pick(["=", "!=", "<"]),
      other: chance.pick(numbers),
    });
  }
  return {...query, filters: [...(query.filters ?? []), ...filters]};
}
