import type {Period} from "./grains.ts";
import type {Value} from "./tests.ts";

/** A moment of a filter, moved: worked out here where the warehouse's own arithmetic would change its type. */
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
