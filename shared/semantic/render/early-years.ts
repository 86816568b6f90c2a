import type {Dialect} from "../dialects/dialect.ts";
import type {Value} from "../filters/predicates.ts";
import {beforeChrist} from "../filters/years.ts";
import {fieldError} from "../layer/field-error.ts";

/** A moment before the year 1 as the engine reads it. Throws `invalid_filter` where the engine has no such years. */
export function spellYear(value: Value, {early}: Dialect): Value {
  if (value.kind !== "date" && value.kind !== "timestamp") return value;
  const text = String(value.value);
  const parts = beforeChrist(text);
  if (parts === undefined) return value;
  if (early === "iso") return value;
  if (early === "bc") return {...value, value: `${parts.year}${parts.rest} BC`};
  throw fieldError("invalid_filter", "/filters", {
    message: `The warehouse has no years before 1, and a filter asks for "${text}".`,
  });
}
