import type {Period} from "../layer/grains.ts";
import type {Value} from "./predicates.ts";
import {isoOf, plainYear} from "./years.ts";

/**
 * Shifts a moment of a filter. It is computed here for dialects whose date arithmetic would change the moment's type.
 */
export function moved(
  value: Value,
  sign: "+" | "-",
  {count, unit}: {count: number; unit: Period | "microsecond"},
): Value {
  const steps = sign === "+" ? count : -count;
  const [name, number] = unit === "quarter" ? ["month", steps * 3] : [unit, steps];
  const text = isoOf(String(value.value));
  const duration = Temporal.Duration.from({[`${name}s`]: number});
  if (value.kind === "date")
    return {...value, value: plainYear(Temporal.PlainDate.from(text).add(duration).toString())};
  const moment = Temporal.PlainDateTime.from(text).add(duration);
  const [day, time = ""] = moment.toString({smallestUnit: "microsecond"}).split("T");
  return {...value, value: `${plainYear(day ?? "")} ${time.replace(/\.0+$/, "")}`};
}
