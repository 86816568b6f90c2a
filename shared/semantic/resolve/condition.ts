import type {Calendar} from "../filters/calendar-spans.ts";
import {readComparison} from "../filters/read-operator.ts";
import {readTest} from "../filters/read-predicate.ts";
import {fieldError} from "../layer/field-error.ts";
import {typeAtGrain} from "../layer/grains.ts";
import type {DimensionType} from "../layer/graph.ts";
import type {Layer, LayerModel} from "../layer/layer.ts";
import type {FilterCondition} from "../query/filter.ts";
import {resolveQueryField} from "./field.ts";
import type {ComparedField, ResolvedComparison, ResolvedCondition, ResolvedMeasure} from "./resolved.ts";

/** Types whose values can be compared with each other: a timestamp is compared with a date by its day. */
const FAMILIES: Record<DimensionType, "text" | "number" | "truth" | "time" | undefined> = {
  string: "text",
  number: "number",
  boolean: "truth",
  date: "time",
  timestamp: "time",
  json: undefined,
};

interface Options {
  pointer: string;
  /** The measures that the query defines itself, which can be compared with others. */
  own?: readonly ResolvedMeasure[];
}

/** A condition of a query, on a field or on two. Throws `invalid_filter` and what `resolveQueryField` throws. */
export function resolveCondition(
  layer: Layer,
  base: LayerModel,
  condition: FilterCondition,
  calendar: Calendar,
  {pointer, own = []}: Options,
): ResolvedCondition | ResolvedComparison {
  const {other} = condition;
  if (other === undefined) return resolveTest(layer, base, condition, calendar, pointer);
  return resolveComparison(layer, base, condition, other, {pointer, own});
}

function resolveTest(
  layer: Layer,
  base: LayerModel,
  filter: FilterCondition,
  calendar: Calendar,
  pointer: string,
): ResolvedCondition {
  const reference = resolveQueryField(layer, base, filter.field, `${pointer}/field`);
  const {field, grain} = reference;
  const items = field.kind === "dimension" ? field.source.items : undefined;
  const subject = {
    name: filter.field,
    type: field.type,
    ...(grain === undefined ? {} : {grain}),
    ...(items === undefined ? {} : {items}),
  };
  const test = readTest(filter, subject, calendar, pointer);
  const condition = {kind: "condition", name: filter.field, reference, ...test, pointer} as const;
  if (reference.conformed !== true || reference.time !== undefined) return condition;
  const type = field.type === "date" ? "timestamp" : "date";
  if (!layer.timeTypes.has(type)) return condition;
  return {
    ...condition,
    otherwise: {type, test: readTest(filter, {...subject, type}, calendar, pointer).test},
  };
}

/**
 * A condition that compares two fields. Throws `invalid_filter` unless both are dimensions or both are measures, and of
 * types that can be compared.
 */
function resolveComparison(
  layer: Layer,
  base: LayerModel,
  condition: FilterCondition,
  other: string,
  {pointer, own}: Required<Options>,
): ResolvedComparison {
  const read = (name: string, key: "field" | "other"): ComparedField => {
    const at = `${pointer}/${key}`;
    const nested = own.find(measure => measure.name === name);
    return {name, reference: nested?.reference ?? resolveQueryField(layer, base, name, at), pointer: at};
  };
  const fields = [read(condition.field, "field"), read(other, "other")] as const;
  requireOneKind(fields);
  const type = requireOneType(fields);
  return {kind: "comparison", fields, ...readComparison(condition, type, pointer), pointer};
}

function requireOneKind([one, other]: ResolvedComparison["fields"]): void {
  if (one.reference.field.kind === other.reference.field.kind) return;
  const [dimension, measure] = one.reference.field.kind === "dimension" ? [one, other] : [other, one];
  throw fieldError("invalid_filter", other.pointer, {
    message:
      `"${dimension.name}" is a dimension, which rows have, and "${measure.name}" a measure, which groups have. Compare two ` +
      `dimensions, or two measures, such as a "max" of "${dimension.name}" in the layer; or keep the rows of groups by a value: ` +
      `{"per": […], "field": "${measure.name}", "op": …, "value": …}.`,
  });
}

function requireOneType([one, other]: ResolvedComparison["fields"]): DimensionType {
  const [type, otherType] = [typeOf(one), typeOf(other)];
  const document = type === "json" ? one : otherType === "json" ? other : undefined;
  if (document !== undefined) {
    throw fieldError("invalid_filter", document.pointer, {
      message: `"${document.name}" is of type json, and is compared with no other field. A value in it can be, as a dimension of the layer with a "path".`,
    });
  }
  if (FAMILIES[type] !== FAMILIES[otherType]) {
    throw fieldError("invalid_filter", other.pointer, {
      message: `"${one.name}" is of type ${type} and "${other.name}" of type ${otherType}, which are not compared with each other. Name a field of type ${type}.`,
    });
  }
  return type;
}

function typeOf({reference: {field, grain}}: ComparedField): DimensionType {
  return typeAtGrain(field.type, grain);
}
