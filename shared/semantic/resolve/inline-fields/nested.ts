import {fieldError} from "../../layer/field-error.ts";
import type {Measure} from "../../layer/graph.ts";
import type {Layer, LayerModel, MeasureField} from "../../layer/layer.ts";
import type {NestedMeasure} from "../../query/nested.ts";
import type {ConditionalAggregate} from "../../query/query.ts";
import {isNestedMeasure, type RowAggregate} from "../../query/row-aggregates.ts";
import {resolveMeasure} from "../columns.ts";
import type {Faults} from "../faults.ts";
import type {ResolvedMeasure} from "../resolved.ts";
import {checkOwnName} from "./names.ts";
import {resolvePer} from "./per.ts";
import {checkPercentile} from "./percentile.ts";
import {resolveRowAggregate} from "./row-aggregate.ts";

/** The aggregates that accept values of any type. The others need numbers. */
const OF_ANY_TYPE: ReadonlySet<NestedMeasure["agg"]> = new Set(["min", "max", "count"]);

/**
 * An entry of `measures`: a measure of the layer, an aggregate of the values of such a measure in nested groups, or an
 * aggregate of a dimension over rows. Throws `unknown_field` and `invalid_request` for a measure of the layer; errors of
 * aggregates are collected in `faults`.
 */
export function resolveMeasureEntry(
  layer: Layer,
  base: LayerModel,
  entry: string | NestedMeasure | RowAggregate | ConditionalAggregate,
  {faults, pointer}: {faults: Faults; pointer: string},
): ResolvedMeasure | undefined {
  if (typeof entry === "string") return resolveMeasure(layer, base, entry, pointer);
  if (!isNestedMeasure(entry)) return resolveRowAggregate(layer, base, entry, {faults, pointer});
  faults.attempt(() => checkOwnName(entry.name, "the measure", `${pointer}/name`));
  faults.attempt(() => checkPercentile(entry, pointer));
  const of = faults.attempt(() => resolveMeasure(layer, base, entry.of, `${pointer}/of`));
  const per = resolvePer(layer, base, entry, {faults, pointer});
  if (of === undefined || per === undefined) return undefined;
  faults.attempt(() => checkType(entry, of, pointer));
  return {
    name: entry.name,
    reference: {route: [], paths: [[]], spelled: true, field: {...fieldOf(entry, of), nested: {of, per}}},
    pointer,
  };
}

/** A measure without a column, because it aggregates values of groups. */
function fieldOf({name, agg, percentile}: NestedMeasure, {reference}: ResolvedMeasure): MeasureField {
  const {field} = reference;
  const {format} = field.source;
  const isEnd = agg === "min" || agg === "max";
  const source: Measure = {
    name,
    type: agg,
    ...(percentile === undefined ? {} : {percentile}),
    ...(format === undefined || agg === "count" ? {} : {format}),
  };
  return {
    kind: "measure",
    model: field.model,
    name,
    type: isEnd ? field.type : "number",
    isTypeKnown: !isEnd || field.isTypeKnown,
    source,
  };
}

function checkType({agg, of: name}: NestedMeasure, {reference}: ResolvedMeasure, pointer: string): void {
  const {type} = reference.field;
  if (type === "number" || OF_ANY_TYPE.has(agg)) return;
  throw fieldError("invalid_request", `${pointer}/agg`, {
    message: `"${agg}" aggregates numbers, and "${name}" is of type ${type}. Take one of ${[...OF_ANY_TYPE].map(one => `"${one}"`).join(", ")}.`,
    allowed: [...OF_ANY_TYPE],
  });
}
