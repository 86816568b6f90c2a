import type {MeasureField} from "./layer.ts";

const MOST_NESTED = 10;

/** Whether a measure is computed from the rows of a group alone: it has no window, is no balance, nor derived from either. */
export function isOfItsRows({model, source, nested}: MeasureField, depth = 0): boolean {
  if (nested !== undefined) return isOfItsRows(nested.of.reference.field, depth);
  if (source.conversion || source.nonAdditive || source.rolling || source.toDate || source.offset)
    return false;
  if (source.type !== "number") return true;
  const names = [...(source.sql ?? "").matchAll(/\$\{([^}]+)\}/g)].map(([, name = ""]) => name);
  return names.every(name => {
    const part = model.fields.get(name);
    return part?.kind !== "measure"
      ? part !== undefined
      : depth < MOST_NESTED && isOfItsRows(part, depth + 1);
  });
}
