import type {Layer, MeasureField} from "../layer/layer.ts";
import {findField} from "./field.ts";

/** Measures that are derived through more others are refused. */
const MOST_NESTED = 50;

/**
 * Whether a measure is computed from the rows of a group alone: it has no window, is no balance, nor derived from either,
 * in its own model or in another one. It is remembered on the field.
 */
export function isComputedFromRows(layer: Layer, field: MeasureField, depth = 0): boolean {
  if (field.nested !== undefined) return isComputedFromRows(layer, field.nested.of.reference.field, depth);
  if (field.isComputedFromRows !== undefined) return field.isComputedFromRows;
  // A circle of measures comes back to this.
  field.isComputedFromRows = false;
  field.isComputedFromRows = depth < MOST_NESTED && isDerivedFromRows(layer, field, depth);
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
