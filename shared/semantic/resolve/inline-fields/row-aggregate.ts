import {fieldError} from "../../layer/field-error.ts";
import type {DimensionType, Measure} from "../../layer/graph.ts";
import type {Layer, LayerModel, RowInput} from "../../layer/layer.ts";
import {modelInWords} from "../../layer/visibility.ts";
import type {ConditionalAggregate, SumOfDoubles} from "../../query/query.ts";
import type {RowAggregate} from "../../query/row-aggregates.ts";
import {resolveDimension} from "../columns.ts";
import type {Faults} from "../faults.ts";
import type {ResolvedMeasure} from "../resolved.ts";
import {checkOwnName} from "./names.ts";
import {checkPercentile} from "./percentile.ts";

type Aggregate = RowAggregate["agg"];

/**
 * The aggregates that accept values of any type, and those that accept all types with an order. The others need
 * numbers.
 */
const OF_ANY_TYPE: readonly Aggregate[] = ["count", "count_distinct"];
const OF_ORDERED: readonly Aggregate[] = [...OF_ANY_TYPE, "min", "max"];

/**
 * An entry of `measures` that aggregates a dimension over the rows of the query's model, as a measure of that model.
 * Errors (`unknown_field`, `invalid_request`) are collected in `faults`.
 */
export function resolveRowAggregate(
  layer: Layer,
  base: LayerModel,
  entry: RowAggregate | ConditionalAggregate | SumOfDoubles,
  {faults, pointer}: {faults: Faults; pointer: string},
): ResolvedMeasure | undefined {
  const {name, agg, percentile, of} = entry;
  faults.attempt(() => checkOwnName(name, "the measure", `${pointer}/name`));
  faults.attempt(() => checkPercentile(entry, pointer));
  const input = faults.attempt(() => resolveInput(layer, base, entry, pointer));
  if (of !== undefined && input === undefined) return undefined;
  const isEnd = agg === "min" || agg === "max";
  const format = input?.grain === undefined ? input?.field.source.format : undefined;
  const source: Measure = {
    name,
    type: agg,
    ...(percentile === undefined ? {} : {percentile}),
    ...(format === undefined || OF_ANY_TYPE.includes(agg) ? {} : {format}),
  };
  const field = {
    kind: "measure",
    model: base,
    name,
    type: isEnd ? (input?.type ?? "number") : "number",
    isTypeKnown: true,
    source,
    ofRows: input ?? "rows",
    ...("where" in entry
      ? {conditional: entry.otherwise === undefined ? {} : {otherwise: entry.otherwise}}
      : {}),
    ...(input === undefined ? {} : {inputType: input.type}),
  } as const;
  return {name, reference: {route: [], paths: [[]], spelled: true, field}, pointer};
}

/** The dimension that is aggregated; `undefined` for a count of rows. */
function resolveInput(
  layer: Layer,
  base: LayerModel,
  entry: RowAggregate | ConditionalAggregate | SumOfDoubles,
  pointer: string,
): RowInput | undefined {
  const {agg, of} = entry;
  const at = `${pointer}/of`;
  if (of === undefined) {
    if (agg === "count") return undefined;
    throw fieldError("invalid_request", at, {
      message: `"${agg}" aggregates a dimension: name it in "of". Only "count" goes without, and counts the rows.`,
    });
  }
  const {reference, grain, type} = resolveDimension(layer, base, of, at);
  const [path = []] = reference.paths;
  if (reference.conformed === true) {
    throw fieldError("invalid_request", at, {
      message: `"${of}" belongs to several models, and "${agg}" aggregates the rows of one. Name the time of ${modelInWords(base)} itself.`,
    });
  }
  if (path.some(edge => edge.toMany)) throw refuseManySide(base, of, reference.field.model, at);
  refuseType(agg, of, type, `${pointer}/agg`);
  const isOfDoubles = "isOfDoubles" in entry && entry.isOfDoubles === true;
  return {
    field: reference.field,
    path,
    type,
    ...(grain === undefined ? {} : {grain}),
    ...(isOfDoubles ? {isOfDoubles} : {}),
  };
}

function refuseManySide(base: LayerModel, of: string, model: LayerModel, pointer: string) {
  const other = modelInWords(model);
  return fieldError("invalid_request", pointer, {
    message:
      `One row of ${modelInWords(base)} has several values of "${of}", so "${of}" cannot be aggregated over ` +
      `that model's rows. Ask here for a measure of ${other}, or aggregate "${of}" in a query over ${other}.`,
  });
}

function refuseType(agg: Aggregate, of: string, type: DimensionType, pointer: string): void {
  const allowed = type === "number" ? undefined : type === "json" ? OF_ANY_TYPE : OF_ORDERED;
  if (allowed === undefined || allowed.includes(agg)) return;
  const what = OF_ORDERED.includes(agg) ? "values that have an order" : "numbers";
  throw fieldError("invalid_request", pointer, {
    message: `"${agg}" aggregates ${what}, and "${of}" is of type ${type}. Take one of ${allowed.map(one => `"${one}"`).join(", ")}.`,
    allowed: [...allowed],
  });
}
