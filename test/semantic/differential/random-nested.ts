import type {NestedMeasure} from "../../../shared/semantic/query/nested.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {nameOfDimension} from "../../../shared/semantic/query/selected-names.ts";
import {rowFilters} from "./naive/filters.ts";
import {GRAINS, randomDimension, randomMeasure} from "./random-fields.ts";
import type {Chance, RandomLayer} from "./random-layer.ts";

/** Names of measures that the compiler also uses for its own columns and selects. */
const COLLIDING_NAMES = ["v0", "nested", "a mean"];
const AGGREGATES = ["sum", "avg", "min", "max", "median", "percentile", "count"] as const;
const OF_ANY_TYPE = ["min", "max", "count"] as const;

const IS_TEXT_OR_TRUTH =
  /\.(running_|rolled_)?(latest|upper_word|first_word|last_day|last_due|any_a|any_big|all_big)$/;
/** Measures of whole numbers, whose sums no engine rounds. */
const IS_WHOLE =
  /\.(count|total|least|words|filled|total_a|count_a|closing|opening_a|unsure|papers|kinds|count_ok|running|rolled|shifted|to_date)$/;
const IS_OVER_QUERY = /\.(closing|opening|shifted)_over$/;

const OFTEN = {nested: 1, "values of groups": 1};

/** The query with aggregates of measures in groups, if these are possible. */
export function withNested(chance: Chance, layer: RandomLayer, query: Query): Query {
  const {model, measures = [], funnel, retention} = query;
  if (funnel !== undefined || retention !== undefined || !chance.drawForKind(OFTEN, 0.3)) return query;
  const fields = measures.filter(entry => typeof entry === "string");
  // The last moment of all rows is not the last moment of each group.
  const isSummedUp = query.totals === true;
  const nested: NestedMeasure[] = [];
  const count = chance.pick([1, 1, 2, 3]);
  for (const name of COLLIDING_NAMES.slice(0, count)) {
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
      per: isAlike ? last.per : randomPer(chance, layer, model, `bins of ${name}`),
    });
  }
  if (nested.length === 0) return query;
  const byValue = chance.drawForKind({"values of groups": 1, nested: 0.2}, 0.3)
    ? withMeasured(chance, layer, query, nested)
    : undefined;
  if (byValue !== undefined) return byValue;
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
  return chosen === undefined ? withoutLost(asked) : withoutLost(withReference(chance, asked, chosen));
}

const VALUE_BINS = [{width: 2}, {width: 5, from: 1}, {edges: [0, 2.5, 9]}];

/** The query with a measure in groups as a dimension, unless this would make another part of the query meaningless. */
function withMeasured(
  chance: Chance,
  layer: RandomLayer,
  query: Query,
  nested: readonly NestedMeasure[],
): Query | undefined {
  const [first] = nested;
  const {model, dimensions = [], totals} = query;
  // Windows have separate periods, and engines round means and ratios differently.
  const of = randomMeasure(chance, layer, model, ["count", "total", "least", "words"]);
  if (first === undefined || nested.some(one => isOfWindow(layer, one.of) || IS_OVER_QUERY.test(one.of))) {
    return undefined;
  }
  const {per} = first;
  const bin = IS_WHOLE.test(of) && chance.chance(0.4) ? {bin: chance.pick(VALUE_BINS)} : {};
  const measured = {name: "a value", of, per, ...bin};
  const whole = nested.find(isWhole);
  const {calculations: _, orderBy: __, fillGaps: ___, ...rest} = query;
  const isFiltered = whole !== undefined && totals !== true && chance.chance(0.3);
  const isFirst = chance.chance(0.5);
  return {
    ...rest,
    dimensions: isFirst ? [measured, ...dimensions] : [...dimensions, measured],
    measures: nested.map(one => ({...one, per})),
    filters: [
      ...rowFilters(query),
      ...(isFiltered ? [{field: whole.name, op: ">", value: chance.below(3)}] : []),
    ],
    ...(whole !== undefined && chance.chance(0.4)
      ? {
          calculations: [
            {name: "c0", type: chance.pick(["rank", "percent_of_total"] as const), of: whole.name},
          ],
        }
      : {}),
    ...(chance.chance(0.3) ? {orderBy: ["a value desc"]} : {}),
  };
}

function randomPer(chance: Chance, layer: RandomLayer, model: string, name: string): NestedMeasure["per"] {
  const per = new Set([randomDimension(chance, layer, model)]);
  if (chance.chance(0.3)) per.add(randomDimension(chance, layer, model));
  if (chance.chance(0.1)) per.add(`metric_time.${chance.pick(GRAINS)}`);
  return [...per].map((field, i) =>
    field.endsWith(".n") && chance.chance(0.4)
      ? {field, bin: chance.pick(VALUE_BINS), name: i === 0 ? name : `${name} ${i}`}
      : field,
  );
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

/** The query with a filter, an order, a `top` or a calculation on the nested aggregate. */
function withReference(chance: Chance, query: Query, name: string): Query {
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

/** The query without the parts that refer to measures that it no longer has. */
function withoutLost(query: Query): Query {
  const names = (query.measures ?? []).map(entry => (typeof entry === "string" ? entry : entry.name));
  const {calculations = [], orderBy = [], filters = [], dimensions = []} = query;
  const places = [...names, ...dimensions.map(nameOfDimension), ...calculations.map(({name}) => name)];
  const left = calculations.filter(
    ({of, along}) => names.includes(of) && (along === undefined || places.includes(along)),
  );
  const known = calculations.every(one => left.includes(one));
  if (known && orderBy.length === 0) return query;
  const columns = [
    ...names,
    ...dimensions.map(nameOfDimension),
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
