import type {Measure} from "../../../../semantic/documents.ts";
import {aggregateOf, MetricFault, type Variation} from "./aggregate.ts";
import type {BuiltSemanticModel} from "./built-semantic-model.ts";
import type {DbtAggregate, DbtInput, DbtMeasure, DbtMetric} from "./source.ts";

/** The metrics and measures of a project, by name. */
interface Known {
  metrics: ReadonlyMap<string, DbtMetric>;
  measures: ReadonlyMap<string, {built: BuiltSemanticModel; measure: DbtMeasure}>;
  models: ReadonlyMap<string, BuiltSemanticModel>;
}

/** The rows of the base event or of the conversion event. */
interface ConversionSide {
  built: BuiltSemanticModel;
  aggregate: DbtAggregate;
  filters: readonly string[];
}

const UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const;
const COUNTED: ReadonlySet<string> = new Set([
  "count",
  "count_distinct",
  "sum",
  "avg",
  "median",
  "percentile",
]);

/**
 * The two sides of a conversion, and a function for its measure, given the name of the measure of the conversion
 * events. Throws a `MetricFault`.
 */
export function readSides(known: Known, metric: DbtMetric, variation: Variation) {
  const {base, follows, calculation} = metric.conversion ?? {};
  if (!base || !follows) throw new MetricFault("it needs a base and a conversion");
  const isRate = calculation === "conversion_rate";
  if (!isRate && calculation !== "conversions") {
    throw new MetricFault(
      `its calculation "${calculation}" is not supported: use conversions or conversion_rate`,
    );
  }
  const sides = {base: rowsOf(known, base, variation.filters), follows: rowsOf(known, follows, [])};
  const measureOf = (counted: string) => conversionOf(metric, sides, counted, variation);
  return {base, follows, isRate, built: sides.base.built, measureOf};
}

/** The model and conditions of the rows that a measure or a simple metric aggregates. */
function rowsOf(known: Known, input: DbtInput, filters: readonly string[]): ConversionSide {
  const all = [...input.filters, ...filters];
  const metric = known.metrics.get(input.name);
  const found = known.measures.get(input.name);
  if (found && (metric === undefined || metric.measure?.name === input.name)) {
    return {built: found.built, aggregate: found.measure, filters: all};
  }
  if (metric?.type !== "simple")
    throw new MetricFault(`"${input.name}" is neither a measure nor a simple metric`);
  const inner = [...metric.filters, ...all];
  if (metric.aggregate) {
    const built = known.models.get(metric.aggregate.model);
    if (!built) throw new MetricFault(`there is no semantic model "${metric.aggregate.model}"`);
    return {built, aggregate: metric.aggregate, filters: inner};
  }
  if (!metric.measure || metric.measure.name === input.name) {
    throw new MetricFault(`"${input.name}" names no measure`);
  }
  return rowsOf(known, metric.measure, inner);
}

/**
 * The measure over the conversion events that follow the base's rows. `measure` is the name of the measure of these
 * events alone.
 */
function conversionOf(
  {conversion}: DbtMetric,
  {base, follows}: {base: ConversionSide; follows: ConversionSide},
  measure: string,
  {moves, rolling, toDate}: Variation,
): Omit<Measure, "name"> {
  if ((moves ?? rolling ?? toDate) !== undefined) {
    throw new MetricFault(
      'a measure of conversions cannot be moved or cumulated in time: query the conversions themselves, with a calculation ("running_total", "difference" with an "offset")',
    );
  }
  const {entity, window, constants = []} = conversion ?? {};
  if (entity === undefined)
    throw new MetricFault("it names no entity, by which conversion events follow base events");
  const counted = aggregateOf(follows.aggregate, follows.built, {filters: []});
  if (!COUNTED.has(counted.type) || counted.nonAdditive) {
    throw new MetricFault(
      `its conversion measure is a "${follows.aggregate.agg}", which is not supported: use a count, a sum or an average`,
    );
  }
  const {where} = aggregateOf(base.aggregate, base.built, {filters: base.filters});
  const pairs = constants.map(pair => ({
    base: ownDimension(base, pair.base),
    conversion: ownDimension(follows, pair.conversion),
  }));
  return {
    type: "conversion",
    ...(where === undefined ? {} : {where}),
    conversion: {
      measure,
      entity: {base: entityOf(base, entity), conversion: entityOf(follows, entity)},
      time: {base: timeOf(base), conversion: timeOf(follows)},
      ...(window === undefined ? {} : {window: spanOf(window)}),
      ...(pairs.length > 0 ? {constantProperties: pairs} : {}),
    },
  };
}

function entityOf({built}: ConversionSide, entity: string): string {
  const dimension = built.scope.entities.get(entity);
  if (dimension !== undefined) return dimension;
  throw new MetricFault(`the semantic model "${built.source.name}" has no entity "${entity}"`);
}

/** The time of the rows, cut to the granularity that dbt compares them at. */
function timeOf({built, aggregate}: ConversionSide): string {
  const name = aggregate.aggTime ?? built.source.aggTime;
  const dimension = built.model.dimensions.find(one => one.name === name);
  if (name === undefined || dimension === undefined) {
    throw new MetricFault(`the semantic model "${built.source.name}" names no agg_time_dimension`);
  }
  const granularity = built.source.dimensions.find(one => one.name === name)?.granularity ?? "day";
  const isCut = dimension.type === "date" ? granularity !== "day" : UNITS.some(unit => unit === granularity);
  return isCut ? `${name}.${granularity}` : name;
}

/** A property, without the entity that dbt may write before it. */
function ownDimension({built}: ConversionSide, property: string): string {
  const name = property.slice(property.lastIndexOf("__") < 0 ? 0 : property.lastIndexOf("__") + 2);
  if (built.model.dimensions.some(one => one.name === name)) return name;
  throw new MetricFault(`the constant property "${property}" is not a dimension of "${built.source.name}"`);
}

function spanOf({count, granularity}: {count: number; granularity: string}) {
  const unit = UNITS.find(known => known === granularity);
  if (unit !== undefined && Number.isInteger(count) && count >= 1 && count <= 10_000) return {unit, count};
  throw new MetricFault(
    `a window of ${count} ${granularity} is not supported: count in ${UNITS.join("s, ")}s`,
  );
}
