import type {Query} from "../../../shared/semantic/query.ts";
import type {NestedMeasure} from "../../../shared/semantic/query-nested.ts";
import type {Chance, RandomLayer} from "./random-layer.ts";
import {GRAINS, randomDimension, randomMeasure} from "./random-place.ts";

/** Names that the compiler would give to columns and selects of its own. */
const CALLED = ["v0", "nested", "a mean"];
const AGGREGATES = ["sum", "avg", "min", "max", "median", "percentile", "count"] as const;
const OF_ANY_TYPE = ["min", "max", "count"] as const;

const IS_TEXT_OR_TRUTH =
  /\.(running_|rolled_)?(latest|upper_word|first_word|last_day|last_due|any_a|any_big|all_big)$/;
/** Those of whole numbers, whose sums no engine rounds. */
const IS_WHOLE =
  /\.(count|total|least|words|filled|total_a|count_a|closing|opening_a|unsure|papers|kinds|count_ok|running|rolled|shifted|to_date)$/;
const IS_OVER_QUERY = /\.(closing|opening|shifted)_over$/;

/** The query with aggregates of what measures are in groups, where it can have them. */
export function withNested(chance: Chance, layer: RandomLayer, query: Query): Query {
  const {model, measures = [], funnel, retention} = query;
  if (funnel !== undefined || retention !== undefined || !chance.chance(0.3)) return query;
  const fields = measures.filter(entry => typeof entry === "string");
  // The last moment among all rows is not that of single groups.
  const isSummedUp = query.totals === true;
  const nested: NestedMeasure[] = [];
  const count = chance.pick([1, 1, 2, 3]);
  for (const name of CALLED.slice(0, count)) {
    const last = nested.at(-1);
    const isAlike = last !== undefined && chance.chance(0.5);
    const own =
      chance.chance(0.35) && fields.length > 0 ? chance.pick(fields) : randomMeasure(chance, layer, model);
    const of = isAlike && chance.chance(0.5) ? last.of : own;
    if (isSummedUp && (IS_OVER_QUERY.test(of) || isOfWindow(layer, of))) continue;
    const agg = chance.pick(IS_TEXT_OR_TRUTH.test(of) ? OF_ANY_TYPE : AGGREGATES);
    nested.push({
      name,
      agg,
      ...(agg === "percentile" ? {percentile: chance.pick([0.25, 0.5, 0.9])} : {}),
      of,
      per: isAlike ? last.per : randomPer(chance, layer, model),
    });
  }
  if (nested.length === 0) return query;
  const kept = chance.chance(0.4) ? [] : measures;
  const whole = nested.filter(isWhole);
  const chosen = whole.length > 0 ? chance.pick(whole).name : undefined;
  const [one, other] = whole;
  const compared =
    one !== undefined && other !== undefined && chance.chance(0.2)
      ? [{field: one.name, op: chance.pick(["=", "!=", "<", ">="]), other: other.name}]
      : [];
  const asked = {
    ...query,
    measures: chance.chance(0.5) ? [...kept, ...nested] : [...nested, ...kept],
    filters: [...compared, ...(query.filters ?? [])],
  };
  return chosen === undefined ? withoutLost(asked) : withoutLost(withChosen(chance, asked, chosen));
}

function randomPer(chance: Chance, layer: RandomLayer, model: string): string[] {
  const per = new Set([randomDimension(chance, layer, model)]);
  if (chance.chance(0.3)) per.add(randomDimension(chance, layer, model));
  if (chance.chance(0.1)) per.add(`metric_time.${chance.pick(GRAINS)}`);
  return [...per];
}

function isWhole({agg, of}: NestedMeasure): boolean {
  return agg === "count" || (agg !== "avg" && agg !== "median" && agg !== "percentile" && IS_WHOLE.test(of));
}

function isOfWindow({graph}: RandomLayer, name: string): boolean {
  const field = name.slice(name.lastIndexOf(".") + 1);
  const all = graph.models.flatMap(({measures = []}) => measures);
  return all.some(
    one =>
      one.name === field &&
      (one.rolling || one.toDate || one.offset || /\$\{(rolled|shifted|closing|running)/.test(one.sql ?? "")),
  );
}

/** Filtered, ordered, chosen by it, or with what is computed of it. */
function withChosen(chance: Chance, query: Query, name: string): Query {
  const {filters = [], calculations = [], top, orderBy, fillGaps} = query;
  const filter = {field: name, op: chance.pick([">", "<=", "!="]), value: chance.below(4)};
  return {
    ...query,
    ...(chance.chance(0.3) ? {filters: [filter, ...filters]} : {}),
    ...(calculations.length === 0 && fillGaps !== true && chance.chance(0.25)
      ? {calculations: [{name: "c0", type: chance.pick(["rank", "percent_of_total"] as const), of: name}]}
      : {}),
    ...(top !== undefined && chance.chance(0.5) ? {top: {...top, by: name}} : {}),
    ...(orderBy !== undefined && chance.chance(0.5) ? {orderBy: [`${name} desc`, ...orderBy]} : {}),
  };
}

/** Without what the query computes of measures that it no longer shows. */
function withoutLost(query: Query): Query {
  const names = (query.measures ?? []).map(entry => (typeof entry === "string" ? entry : entry.name));
  const {calculations = [], orderBy = [], filters = [], dimensions = []} = query;
  const left = calculations.filter(({of}) => names.includes(of));
  const known = calculations.every(one => left.includes(one));
  if (known && orderBy.length === 0) return query;
  const columns = [
    ...names,
    ...dimensions.map(entry => (typeof entry === "string" ? entry : (entry.name ?? `${entry.field}.bin`))),
    ...(known ? calculations.map(one => one.name) : []),
  ];
  const {calculations: _, orderBy: __, ...rest} = query;
  const kept = orderBy.filter(entry => columns.includes(entry.replace(/ (asc|desc)$/, "")));
  const isLost = (filter: NonNullable<Query["filters"]>[number]) =>
    "field" in filter && calculations.some(one => one.name === filter.field);
  return {
    ...rest,
    ...(kept.length > 0 ? {orderBy: kept} : {}),
    ...(known && calculations.length > 0 ? {calculations} : {}),
    filters: known ? filters : filters.filter(filter => !isLost(filter)),
  };
}
