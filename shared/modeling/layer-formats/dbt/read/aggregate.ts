import {type Measure, type WindowUnit, windowUnitOf} from "../../../../semantic/documents.ts";
import {allOf, sourceOf} from "../../common/sql.ts";
import type {BuiltSemanticModel} from "./built-semantic-model.ts";
import type {DbtAggregate, DbtInput, DbtWindow} from "./source.ts";
import {FilterFault, parseFilter} from "./where-filter.ts";

/** Grains shorter than a day, which a time of type date does not have. */
const SHORT: ReadonlySet<string> = new Set<WindowUnit>(["minute", "hour"]);

const AGGREGATES: Readonly<Record<string, Measure["type"]>> = {
  sum: "sum",
  sum_boolean: "sum",
  min: "min",
  max: "max",
  count: "count",
  count_distinct: "count_distinct",
  average: "avg",
  avg: "avg",
  median: "median",
  percentile: "percentile",
};

/** The reason why a metric cannot become a measure, as a clause for a note. */
export class MetricFault extends Error {}

/** How an input changes the metric that it names. */
export interface Variation {
  filters: readonly string[];
  /** The moves to the period whose value is read: each move starts where the previous one ended. */
  moves?: readonly DbtMove[];
  rolling?: DbtWindow | "unbounded";
  /** The period at whose start a cumulative value begins anew. */
  toDate?: string;
}

/** A move back by a number of periods, or to the start of a period. */
export type DbtMove = DbtWindow | {toStart: string};

export const PLAIN: Variation = {filters: []};

/** The moves of an input, after those of the metric that it is an input of. */
export function movesOf(
  {offsetWindow, offsetToGrain}: DbtInput,
  {moves = []}: Variation,
): readonly DbtMove[] {
  const start = offsetToGrain === undefined ? [] : [{toStart: offsetToGrain}];
  return [...moves, ...start, ...(offsetWindow === undefined ? [] : [offsetWindow])];
}

/**
 * The aggregate of a measure or a metric, with an input's changes. If there are several moves, it has only the last
 * one. Throws a `MetricFault`.
 */
export function aggregateOf(
  source: DbtAggregate,
  built: BuiltSemanticModel,
  variation: Variation,
): Omit<Measure, "name"> {
  const {agg, expr, percentile, method} = source;
  const type = AGGREGATES[agg];
  if (type === undefined)
    throw new MetricFault(
      `its aggregation "${agg}" is not known: compute it in its model, and aggregate the result`,
    );
  const all = type === "count" && /^\s*(\*|1)\s*$/.test(expr);
  const from = agg === "sum_boolean" ? {sql: `case when ${expr} then 1 else 0 end`} : sourceOf(expr);
  const metricTime = source.aggTime ?? built.source.aggTime;
  const where = allOf(variation.filters.map(filter => filterOf(filter, built, metricTime)));
  return {
    type,
    ...(all ? {} : from),
    ...(where === undefined ? {} : {where}),
    ...(type === "percentile" ? {percentile: percentileOf(percentile), ...(method ? {method} : {})} : {}),
    ...nonAdditiveOf(source, built),
    ...windowOf(source, built, variation),
  };
}

/**
 * The aggregate with the last move, followed by a measure for each earlier move, from the last to the first. Each
 * measure is over the one before it in the list.
 */
export function aggregatesOf(
  source: DbtAggregate,
  built: BuiltSemanticModel,
  variation: Variation,
): ((before: string) => Omit<Measure, "name">)[] {
  const aggregate = aggregateOf(source, built, variation);
  const dimension = aggregate.offset?.dimension ?? "";
  const around = (variation.moves ?? []).slice(0, -1).reverse();
  return [
    () => aggregate,
    ...around.map(move => {
      const offset = offsetOf(move, dimension);
      return (before: string) => ({type: "number" as const, sql: `\${${before}}`, offset});
    }),
  ];
}

function percentileOf(value: number | undefined): number {
  if (value !== undefined && value > 0 && value < 1) return value;
  throw new MetricFault(
    "its percentile is not a number between 0 and 1: use min or max for the least and the greatest value",
  );
}

function filterOf(filter: string, {scope}: BuiltSemanticModel, metricTime: string | undefined): string {
  try {
    return parseFilter(filter, {...scope, metricTime});
  } catch (fault) {
    if (!(fault instanceof FilterFault)) throw fault;
    throw new MetricFault(`its filter \`${filter.trim()}\` cannot be expressed: ${fault.message}`);
  }
}

/** dbt takes the first or last moment over all rows of the query, or within each of its groupings. */
function nonAdditiveOf(
  {nonAdditive}: DbtAggregate,
  {scope, source}: BuiltSemanticModel,
): Pick<Measure, "nonAdditive"> {
  if (!nonAdditive) return {};
  const {dimension, choice, groupings} = nonAdditive;
  if (choice !== "min" && choice !== "max")
    throw new MetricFault(`its window_choice "${choice}" is not known`);
  const per = groupings.map(name => {
    const entity = source.entities.find(one => one.name === name);
    const from = entity && sourceOf(entity.expr);
    return scope.entities.get(name) ?? (from && "column" in from ? from.column : name);
  });
  const take = choice === "max" ? "last" : "first";
  return {nonAdditive: {dimension, take, ...(per.length > 0 ? {per} : {}), over: "query"}};
}

function windowOf(
  source: DbtAggregate,
  {source: {aggTime}, model}: BuiltSemanticModel,
  variation: Variation,
): Partial<Measure> {
  const {rolling, toDate, moves = []} = variation;
  const move = moves.at(-1);
  if (rolling === undefined && toDate === undefined && move === undefined) return {};
  const dimension = source.aggTime ?? aggTime;
  if (dimension === undefined) throw new MetricFault("its model names no agg_time_dimension for the window");
  refuseHours(dimension, model, [...(rolling === undefined ? [] : [rolling]), ...moves]);
  return {
    ...(rolling === undefined
      ? {}
      : {rolling: {dimension, window: rolling === "unbounded" ? rolling : spanOf(rolling)}}),
    ...(toDate === undefined ? {} : {toDate: {dimension, grain: longGrain(toDate)}}),
    ...(move === undefined ? {} : {offset: offsetOf(move, dimension)}),
  };
}

/** Refuses hours and minutes beside days, and along a time that has only days. */
function refuseHours(
  dimension: string,
  {dimensions}: BuiltSemanticModel["model"],
  spans: readonly (DbtMove | "unbounded")[],
): void {
  const units = spans.flatMap(span =>
    span === "unbounded" ? [] : "toStart" in span ? [span.toStart] : [span.granularity],
  );
  const short = units.find(unit => SHORT.has(unit));
  if (short === undefined) return;
  if (!units.every(unit => SHORT.has(unit)))
    throw new MetricFault(
      "it counts in hours or minutes and in days or longer units, and days differ in length: use only one of the two kinds of units",
    );
  if (dimensions.some(({name, type}) => name === dimension && type === "date"))
    throw new MetricFault(
      `it counts in ${short}s, and its time "${dimension}" has only days: count in days, or give the time the granularity "${short}"`,
    );
}

function offsetOf(move: DbtMove, dimension: string): NonNullable<Measure["offset"]> {
  if ("toStart" in move) return {dimension, to: "start", grain: longGrain(move.toStart)};
  return {dimension, ...spanOf(move)};
}

function longGrain(abbreviation: string): NonNullable<Measure["toDate"]>["grain"] {
  const grain = (["week", "month", "quarter", "year"] as const).find(known => known === abbreviation);
  if (grain !== undefined) return grain;
  throw new MetricFault(
    `it refers to the begin of each ${abbreviation}, and only weeks, months, quarters and years are supported: ask a query for the metric itself, with a calculation ("running_total", "first") along a time and within each ${abbreviation}`,
  );
}

function spanOf({count, granularity}: DbtWindow): {unit: WindowUnit; count: number} {
  const unit = windowUnitOf(granularity);
  if (unit === undefined || !Number.isInteger(count) || count < 1 || count > 1000) {
    throw new MetricFault(
      `a window of ${count} ${granularity} is not supported: count in minutes, hours, days, weeks, months, quarters or years, or ask a query for the metric itself, by ${granularity}, with a calculation ("moving_average", "difference" with an "offset")`,
    );
  }
  return {unit, count};
}
