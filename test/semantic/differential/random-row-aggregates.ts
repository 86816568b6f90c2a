import type {Query} from "../../../shared/semantic/query/query.ts";
import {isNestedMeasure, type RowAggregate} from "../../../shared/semantic/query/row-aggregates.ts";
import {measuredDimensions} from "../../../shared/semantic/query/selected-names.ts";
import {FieldPaths, Refusal} from "./naive/field-paths.ts";
import {PARTS, randomDimension} from "./random-fields.ts";
import type {Chance, RandomLayer} from "./random-layer.ts";

/** Names of aggregates that the compiler also uses for its own columns. */
const COLLIDING_NAMES = ["m0", "k0", "a number", "d0"];
const OF_NUMBERS = ["count", "count_distinct", "sum", "avg", "min", "max", "median", "percentile"] as const;
const OF_ORDERED = ["count", "count_distinct", "min", "max"] as const;
const OF_ANY_TYPE = ["count", "count_distinct"] as const;
/** Aggregates that no engine rounds. */
const WHOLE: ReadonlySet<string> = new Set(["count", "count_distinct", "sum", "min", "max"]);
const TRIES = 12;

/** The query with aggregates of dimensions, if these are possible. */
export function withRowAggregates(chance: Chance, layer: RandomLayer, query: Query): Query {
  const {model, measures = [], filters = [], calculations = [], top, orderBy, limit} = query;
  const isOther = query.funnel !== undefined || query.retention !== undefined || query.rows === true;
  if (isOther || measuredDimensions(query).length > 0 || !chance.chance(0.3)) return query;
  const fieldPaths = new FieldPaths(layer);
  const own = COLLIDING_NAMES.slice(0, chance.pick([1, 1, 2, 3])).map(name =>
    randomAggregate(chance, layer, fieldPaths, {model, name}),
  );
  const isNamed =
    calculations.length > 0 || orderBy !== undefined || measures.some(one => typeof one !== "string");
  const kept = !isNamed && chance.chance(0.3) ? [] : measures;
  const whole = own.filter(isWhole);
  const chosen = whole.length > 0 ? chance.pick(whole).name : undefined;
  const asked = {...query, measures: chance.chance(0.5) ? [...kept, ...own] : [...own, ...kept]};
  if (chosen === undefined) return asked;
  const isFiltered = chance.chance(0.3);
  const calculation = {name: "c5", type: chance.pick(["rank", "percent_of_total"] as const), of: chosen};
  return {
    ...asked,
    filters: isFiltered
      ? [{field: chosen, op: chance.pick([">", "<=", "!="]), value: chance.below(4)}, ...filters]
      : filters,
    ...(chance.chance(0.2) && query.fillGaps !== true ? {calculations: [...calculations, calculation]} : {}),
    ...(top !== undefined && chance.chance(0.5) ? {top: {...top, by: chosen}} : {}),
    ...(orderBy !== undefined && limit !== undefined && chance.chance(0.5)
      ? {orderBy: [`${chosen} desc`, ...orderBy]}
      : {}),
  };
}

const COMPARED = /\.(count|total|words|ratio|mean|least|per_other)$/;

/** Whether an entry of `measures` can be compared with an earlier span. It must be a number without a window. */
export function isCompared(entry: NonNullable<Query["measures"]>[number]): boolean {
  if (typeof entry === "string") return COMPARED.test(entry);
  if (isNestedMeasure(entry)) return COMPARED.test(entry.of);
  return (entry.agg !== "min" && entry.agg !== "max") || isNumber(entry.of ?? "");
}

function randomAggregate(
  chance: Chance,
  layer: RandomLayer,
  fieldPaths: FieldPaths,
  {model, name}: {model: string; name: string},
): RowAggregate {
  if (chance.chance(0.15)) return {name, agg: "count"};
  const of = ownDimension(chance, layer, fieldPaths, model);
  const agg = chance.pick(of.endsWith(".j") ? OF_ANY_TYPE : isNumber(of) ? OF_NUMBERS : OF_ORDERED);
  return {name, agg, ...(agg === "percentile" ? {percentile: chance.pick([0.25, 0.5, 0.9])} : {}), of};
}

function isNumber(name: string): boolean {
  return ["n", "spot", ...PARTS, "hour_of_day"].includes(name.slice(name.lastIndexOf(".") + 1));
}

function isWhole({agg, of = "n"}: RowAggregate): boolean {
  return WHOLE.has(agg) && (agg.startsWith("count") || isNumber(of));
}

/** Usually a dimension of which each row of the model has one value, because a dimension on a many side is refused. */
export function ownDimension(
  chance: Chance,
  layer: RandomLayer,
  fieldPaths: FieldPaths,
  model: string,
): string {
  if (chance.chance(0.25)) return `${model}.${chance.pick(["n", "n", "w", "spot", "d", "size", "is_a"])}`;
  const isAny = chance.chance(0.05);
  for (let tries = 0; tries < TRIES; tries++) {
    const name = randomDimension(chance, layer, model);
    if (isAny || isToOne(fieldPaths, model, name)) return name;
  }
  return `${model}.n`;
}

function isToOne(fieldPaths: FieldPaths, model: string, name: string): boolean {
  try {
    return !fieldPaths.at(model, name).steps.some(step => step.toMany);
  } catch (fault) {
    if (fault instanceof Refusal) return false;
    throw fault;
  }
}
