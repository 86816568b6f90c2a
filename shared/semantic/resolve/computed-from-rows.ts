import type {Layer, MeasureField} from "../layer/layer.ts";
import {findField} from "./field.ts";

/** The most levels of derivation. A measure with more is not computed from rows here, and is refused elsewhere. */
const MAX_NESTED = 50;

/**
 * Whether a measure is computed from the rows of a group alone: it has no window, and is neither a balance nor a
 * conversion, and is not derived from such measures, in its own model or another one. The answer is stored on the
 * field.
 */
export function isComputedFromRows(layer: Layer, field: MeasureField, depth = 0): boolean {
  if (field.nested !== undefined) return isComputedFromRows(layer, field.nested.of.reference.field, depth);
  if (field.isComputedFromRows !== undefined) return field.isComputedFromRows;
  // Set before the references are followed: a measure that is derived from itself is not computed from rows.
  field.isComputedFromRows = false;
  field.isComputedFromRows = depth < MAX_NESTED && isDerivedFromRows(layer, field, depth);
  return field.isComputedFromRows;
}

function isDerivedFromRows(layer: Layer, {model, source}: MeasureField, depth: number): boolean {
  if (source.conversion || source.nonAdditive || source.rolling || source.toDate || source.offset)
    return false;
  if (source.type !== "number") return true;
  const names = [...(source.sql ?? "").matchAll(/\$\{([^}]+)\}/g)].map(([, name = ""]) => name);
  return names.every(name => {
    const part = name.includes(".") ? findField(layer, model, name)?.field : model.fields.get(name);
    return part?.kind === "measure" ? isComputedFromRows(layer, part, depth + 1) : part !== undefined;
  });
}
