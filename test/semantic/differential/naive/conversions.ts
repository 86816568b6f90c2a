import type {Measure} from "../../../../shared/semantic/layer/graph.ts";
import type {Row} from "../random-layer.ts";
import type {Value} from "./values.ts";

type Conversion = NonNullable<Measure["conversion"]>;
type Side = "base" | "conversion";

/** Reads the value of a dimension in a row of the base or of the conversion side. */
export type ReadValue = (row: Row, side: Side, name: string) => Value;

/** The name of a pair's field on one side. */
function named(pair: Conversion["entity"], side: Side): string {
  return typeof pair === "string" ? pair : pair[side];
}

/** Each conversion row with the base row for which it counts, found by trying all base rows. */
export function convertedRows(
  {entity, time, constantProperties = [], window}: Conversion,
  bases: readonly Row[],
  follows: readonly Row[],
  readValue: ReadValue,
): {row: Row; base: Row}[] {
  const same = (row: Row, side: Side) =>
    [entity, ...constantProperties].map(pair => readValue(row, side, named(pair, side)));
  const momentOf = (row: Row, side: Side) => {
    const moment = readValue(row, side, named(time, side));
    return moment === null ? undefined : Temporal.PlainDateTime.from(String(moment));
  };
  const known = bases.map(base => ({base, at: momentOf(base, "base"), values: same(base, "base")}));
  return follows.flatMap(row => {
    const expected = same(row, "conversion");
    const moment = momentOf(row, "conversion");
    if (moment === undefined || expected.includes(null)) return [];
    let last: {base: Row; at: Temporal.PlainDateTime} | undefined;
    for (const {base, at, values} of known) {
      if (at === undefined || Temporal.PlainDateTime.compare(at, moment) > 0) continue;
      if (values.some((value, i) => value !== expected[i])) continue;
      const order = last === undefined ? 1 : Temporal.PlainDateTime.compare(at, last.at);
      if (order > 0 || (order === 0 && String(base["id"]) > String(last?.base["id"]))) last = {base, at};
    }
    if (last === undefined || (window !== undefined && !isWithin(last.at, moment, window))) return [];
    return [{row, base: last.base}];
  });
}

/** Whether a base row is within the window, which is counted back from the conversion. */
function isWithin(
  at: Temporal.PlainDateTime,
  moment: Temporal.PlainDateTime,
  {unit, count}: NonNullable<Conversion["window"]>,
): boolean {
  const [plural, times] = unit === "quarter" ? ["months", 3] : [`${unit}s`, 1];
  const begin = moment.subtract({[plural]: count * Number(times)});
  return Temporal.PlainDateTime.compare(at, begin) > 0;
}

/** Whether a base row meets the `where` of a conversion measure. */
export function isBase(row: Row, where: string | undefined): boolean {
  switch (where) {
    case undefined:
      return true;
    case "w = 'a'":
    case "${is_a}":
      return row["w"] === "a";
    case "n > 1":
      return row["n"] !== null && Number(row["n"]) > 1;
    case "w <> 'b'":
      return row["w"] !== null && row["w"] !== "b";
    default:
      throw new Error(where);
  }
}
