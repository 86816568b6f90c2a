import {fieldError} from "../layer/field-error.ts";
import type {Field, FieldReference, Layer, LayerModel, MeasureField} from "../layer/layer.ts";
import {fieldInWords, isFieldVisible, modelInWords} from "../layer/visibility.ts";
import {parseFragment} from "../sql-fragment/fragment.ts";
import {resolveMeasure} from "./columns.ts";
import {resolveField} from "./field.ts";
import type {ResolvedMeasure} from "./resolved.ts";

/**
 * A measure of a retention's returning rows. Throws unless the measure is an aggregate of the rows of `model`, or derived
 * from such measures alone: rows of another model are not returning rows, and a window or a balance reads rows beyond
 * those that return in a period.
 */
export function resolveReturned(
  layer: Layer,
  model: LayerModel,
  name: string,
  pointer: string,
): ResolvedMeasure {
  const measure = resolveMeasure(layer, model, name, pointer);
  const found = unfitPart(layer, model, measure.reference, pointer);
  if (found === undefined) return measure;
  const isItself = found.field === measure.reference.field;
  const subject = isItself ? `"${name}"` : `"${name}" is computed from ${fieldInWords(found.field)}, which`;
  if (found.beyond !== undefined) {
    throw fieldError("invalid_request", pointer, {
      message: `${subject} ${found.beyond}: a retention measures the returning rows of each period alone. Name another measure.`,
    });
  }
  const allowed = fittingMeasures(layer, model, pointer);
  throw fieldError("invalid_request", pointer, {
    message: `${subject} is not measured over the returning rows themselves, which are of ${modelInWords(model)}: name a measure of these, or another model in "returns".`,
    allowed,
    suggestions: allowed.slice(0, 3),
  });
}

/**
 * Searches `field`, and the measures that it is derived from, for one that is not an aggregate of the rows of `model`.
 * Returns the first; if that is a measure of `model`, `beyond` says what it reads beside the rows of a group. `seen` has
 * the measures visited so far.
 */
function unfitPart(
  layer: Layer,
  model: LayerModel,
  {field, paths}: FieldReference,
  pointer: string,
  seen = new Set<Field>(),
): {field: Field; beyond?: string} | undefined {
  if (field.model !== model || paths.some(path => path.length > 0)) return {field};
  if (field.kind !== "measure" || seen.has(field)) return undefined;
  seen.add(field);
  const beyond = beyondRows(field);
  if (beyond !== undefined) return {field, beyond};
  if (field.source.type !== "number") return undefined;
  for (const piece of parseFragment(field.source.sql ?? "", model.columns, []).pieces) {
    if (piece.kind !== "ref") continue;
    const name = piece.name.includes(".") ? piece.name : `${model.name}.${piece.name}`;
    const unfit = unfitPart(layer, model, resolveField(layer, model, name, pointer), pointer, seen);
    if (unfit !== undefined) return unfit;
  }
  return undefined;
}

/** Says what a measure reads beside the rows of a group: following rows, the rows of one moment, or a window. */
function beyondRows({source}: MeasureField): string | undefined {
  if (source.type === "conversion") return "counts the rows that follow a row";
  if (source.nonAdditive) return `has "nonAdditive", which picks the rows of one moment`;
  const window = (["rolling", "toDate", "offset"] as const).find(key => source[key] !== undefined);
  return window === undefined ? undefined : `has a window ("${window}")`;
}

/** The visible measures of the model that a retention accepts, as suggestions. */
function fittingMeasures(layer: Layer, model: LayerModel, pointer: string): string[] {
  if (model.source.hidden === true) return [];
  return [...model.fields.values()].flatMap(field => {
    if (field.kind !== "measure" || !isFieldVisible(field)) return [];
    const name = `${model.name}.${field.name}`;
    const reference = resolveField(layer, model, name, pointer);
    return unfitPart(layer, model, reference, pointer) === undefined ? [name] : [];
  });
}
