import type {Period} from "../layer/grains.ts";
import type {Value} from "./predicates.ts";

/** Moves a moment of a filter. It is computed here for dialects whose own arithmetic would change its type. */
export function moved(
  value: Value,
  sign: "+" | "-",
  {count, unit}: {count: number; unit: Period | "microsecond"},
): Value {
  const steps = sign === "+" ? count : -count;
  const [name, number] = unit === "quarter" ? ["month", steps * 3] : [unit, steps];
  const text = String(value.value);
  const duration = Temporal.Duration.from({[`${name}s`]: number});
  if (value.kind === "date") return {...value, value: Temporal.PlainDate.from(text).add(duration).toString()};
  const moment = Temporal.PlainDateTime.from(text.replace(" ", "T")).add(duration);
  const [day, time = ""] = moment.toString({smallestUnit: "microsecond"}).split("T");
  return {...value, value: `${day} ${time.replace(/\.0+$/, "")}`};
}
