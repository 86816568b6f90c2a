import type {DialectName} from "./dialect.ts";

/** How engines convert numbers: to a double, and to text without zeros at its end. */
interface Numbers {
  double: string;
  text: string;
  whole(value: string): string;
  fraction(value: string, decimals: number): string;
}

const decimal = (value: string, decimals: number) => `cast(${value} as decimal(38, ${decimals}))`;
const text = (value: string, to: string) => `cast(${value} as ${to})`;
const trimmed = (value: string) => `rtrim(rtrim(${value}, '0'), '.')`;
const replaced = (value: string) => `regexp_replace(${value}, '[.]?0+$', '')`;

const standard: Numbers = {
  double: "double precision",
  text: "varchar",
  whole: value => text(text(value, "bigint"), "varchar"),
  fraction: (value, decimals) => trimmed(text(decimal(value, decimals), "varchar")),
};

const NUMBERS: Record<DialectName, Numbers> = {
  postgres: standard,
  redshift: standard,
  duckdb: {...standard, double: "double"},
  snowflake: {...standard, double: "float"},
  trino: {
    double: "double",
    text: "varchar",
    whole: standard.whole,
    fraction: (value, decimals) => replaced(text(decimal(value, decimals), "varchar")),
  },
  databricks: {
    double: "double",
    text: "string",
    whole: value => text(text(value, "bigint"), "string"),
    fraction: (value, decimals) => replaced(text(decimal(value, decimals), "string")),
  },
  bigquery: {
    double: "float64",
    text: "string",
    whole: value => text(text(value, "int64"), "string"),
    fraction: (value, decimals) => trimmed(`format('%.${decimals}f', ${value})`),
  },
  mysql: {
    double: "double",
    text: "char",
    whole: value => text(text(value, "signed"), "char"),
    fraction: (value, decimals) =>
      `trim(trailing '.' from trim(trailing '0' from ${text(decimal(value, decimals), "char")}))`,
  },
  clickhouse: {
    double: "Nullable(Float64)",
    text: "Nullable(String)",
    whole: value => `toString(${text(value, "Nullable(Int64)")})`,
    fraction: (value, decimals) => `toString(round(${value}, ${decimals}))`,
  },
};

export function writeDouble(dialect: DialectName, value: string): string {
  return `cast(${value} as ${NUMBERS[dialect].double})`;
}

/** A double as text, with at most so many digits after the point. */
export function writeNumberText(dialect: DialectName, value: string, decimals: number): string {
  return decimals === 0 ? NUMBERS[dialect].whole(value) : NUMBERS[dialect].fraction(value, decimals);
}

/** Whether a double is NaN, which some engines order above all numbers and some above and below none. */
export function writeIsNaN(dialect: DialectName, value: string): string {
  return `lower(${text(value, NUMBERS[dialect].text)}) = 'nan'`;
}
