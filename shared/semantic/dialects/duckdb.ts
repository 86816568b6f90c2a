import type {Value} from "../tests.ts";
import {quoteString, standard} from "./common.ts";
import type {Dialect} from "./dialect.ts";

/** The most digits of a DuckDB decimal. */
const MAX_DIGITS = 38;

/** Parameters arrive as text. Where the engine would guess, the cast says what the text is. */
export const duckdb: Dialect = {
  name: "duckdb",
  // Its `/` never divides integers as integers.
  exactPrefix: "",
  exactDecimals: "",
  maxNameBytes: Number.POSITIVE_INFINITY,
  placeholder: (position, value) => `$${position}${castOf(value)}`,
  literal: value => {
    switch (value.kind) {
      case "integer":
      case "boolean":
        return String(value.value);
      case "decimal":
        return `${quoteString(String(value.value))}${decimalCast(String(value.value))}`;
      case "date":
      case "timestamp":
        return `${value.kind} ${quoteString(String(value.value))}`;
      default:
        return quoteString(String(value.value));
    }
  },
  ...standard,
  aggregate: (type, input, percentile) => {
    switch (type) {
      case "count_distinct":
        return `count(distinct ${input})`;
      case "count_distinct_approx":
        return `approx_count_distinct(${input})`;
      // Over decimals both would round what lies between two values to the column's own digits.
      case "median":
        return `median(${input}::double)`;
      case "percentile":
        return `quantile_cont(${input}::double, ${percentile})`;
      default:
        return `${type}(${input})`;
    }
  },
  series: (first, last, step) => `unnest(generate_series(${first}, ${last}, ${step}))`,
  nullOf: () => "null",
};

function castOf(value: Value): string {
  switch (value.kind) {
    case "text":
    case "pattern":
      return "";
    case "integer":
      return "::bigint";
    case "decimal":
      return decimalCast(String(value.value));
    default:
      return `::${value.kind}`;
  }
}

/** A decimal of just the digits that are there, so that comparing widens no column past 38 digits. */
function decimalCast(text: string): string {
  const parts = /^[+-]?(\d*)(?:\.(\d*))?$/.exec(text);
  if (parts === null) return "::double";
  const scale = parts[2]?.length ?? 0;
  const width = Math.max((parts[1]?.length ?? 0) + scale, 1);
  return width > MAX_DIGITS ? "::double" : `::decimal(${width}, ${scale})`;
}
