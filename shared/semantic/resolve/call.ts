import type {CompileError} from "../errors.ts";
import {fieldError} from "../layer/field-error.ts";
import type {LayerModel} from "../layer/layer.ts";
import {didYouMean, nearest} from "../layer/names.ts";
import {visibleFieldNames} from "../layer/visibility.ts";

/** Whether the text is not a name, but SQL such as `sum(orders.amount)`. */
export function isCall(name: string): boolean {
  return /^\s*\w+\s*\(.*\)\s*$/s.test(name);
}

/** The error for SQL in place of a name, with suggestions of fields. */
export function notAName(base: LayerModel, name: string, pointer: string): CompileError {
  const inside = name.slice(name.indexOf("(") + 1, name.lastIndexOf(")"));
  const field = inside.slice(inside.lastIndexOf(".") + 1).trim();
  const suggestions = nearest(field, visibleFieldNames(base)).map(near => `${base.name}.${near}`);
  return fieldError("unknown_field", pointer, {
    message: `"${name}" is an expression, and a query names fields: ask for a measure that "${base.name}" offers, or have one added to the layer.${didYouMean(suggestions)}`,
    suggestions,
  });
}
