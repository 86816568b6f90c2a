import type {Dialect, DialectName} from "./dialect.ts";

/**
 * How engines convert numbers: to a double, to text without zeros at its end, and back from the first number in a text.
 */
interface Numbers {
  double: string;
  text: string;
  whole(value: string): string;
  fraction(value: string, decimals: number): string;
  /** The first number in a text, as text: null or empty where there is none. */
  within(value: string): string;
  /** Tests for doubles that are not finite, where the engine has such values. */
  tests?: {isFinite(value: string): string; isNaN(value: string): string};
  /** A text without the zeros at the end of its fraction, if a cast to text leaves them there. */
  shortened?(text: string): string;
  /** How a cast to text spells infinity and NaN, if results spell them in another way. */
  spelled?: {infinity: string; nan: string};
  /**
   * For engines with a type for money, whose text has a currency: a test for the type, and the amount without currency
   * as text.
   */
  amount?: {isAmount(value: string): string; text(value: string): string};
}

const decimal = (value: string, decimals: number) => `cast(${value} as decimal(38, ${decimals}))`;
const text = (value: string, to: string) => `cast(${value} as ${to})`;
const trimmed = (value: string) => `rtrim(rtrim(${value}, '0'), '.')`;
const zerosTrimmed = (value: string) => `trim(trailing '.' from trim(trailing '0' from ${value}))`;
const replaced = (value: string) => `regexp_replace(${value}, '[.]?0+$', '')`;

/**
 * A pattern for a number as it is written in labels. Some engines return the first group of the pattern instead of the
 * whole match.
 */
const NUMBER = "'(-{0,1}[0-9]+([.][0-9]+){0,1}(e[-+]{0,1}[0-9]+){0,1})'";
const searched = (value: string) => `regexp_substr(${value}, ${NUMBER})`;

const standard: Numbers = {
  double: "double precision",
  text: "varchar",
  whole: value => text(text(value, "bigint"), "varchar"),
  fraction: (value, decimals) => trimmed(text(decimal(value, decimals), "varchar")),
  within: searched,
  shortened: trimmed,
};

const call = (name: string) => (value: string) => `${name}(${value})`;
const lower = (value: string) => `lower(${text(value, "varchar")})`;

const NUMBERS: Record<DialectName, Numbers> = {
  postgres: {
    ...standard,
    within: value => `substring(${value} from ${NUMBER})`,
    // NaN is greater than all numbers.
    tests: {isFinite: value => `abs(${value}) < 'Infinity'`, isNaN: value => `${value} = 'NaN'`},
    amount: {
      // With null as the other argument, `coalesce` gives a value of a domain the domain's base type.
      isAmount: value => `${text(`pg_typeof(coalesce(${value}, null))`, "varchar")} = 'money'`,
      // The value is cast to text and the text to money, so that the statement is valid for types without a cast to
      // numeric. Amounts of some currencies have no fraction, and keep the zeros at their end.
      text: value => {
        const number = text(text(text(text(value, "varchar"), "money"), "numeric"), "varchar");
        return `regexp_replace(${number}, '[.]0*$|([.][0-9]*[1-9])0+$', '\\1')`;
      },
    },
  },
  redshift: {
    ...standard,
    tests: {
      isFinite: value =>
        `${lower(value)} <> 'nan' and abs(${value}) < ${text("'Infinity'", "double precision")}`,
      isNaN: value => `${lower(value)} = 'nan'`,
    },
  },
  duckdb: {
    ...standard,
    double: "double",
    within: value => `regexp_extract(${value}, ${NUMBER})`,
    tests: {isFinite: call("isfinite"), isNaN: call("isnan")},
    spelled: {infinity: "inf", nan: "nan"},
  },
  snowflake: {
    ...standard,
    double: "float",
    // NaN is greater than all numbers.
    tests: {
      isFinite: value => `abs(${value}) < ${text("'inf'", "float")}`,
      isNaN: value => `${value} = ${text("'NaN'", "float")}`,
    },
    spelled: {infinity: "inf", nan: "NaN"},
  },
  trino: {
    double: "double",
    text: "varchar",
    whole: standard.whole,
    fraction: (value, decimals) => replaced(text(decimal(value, decimals), "varchar")),
    // A double is cast to a text such as 1.5E1.
    within: value => `regexp_extract(${value}, ${NUMBER.replace("(e", "([eE]")})`,
    tests: {isFinite: call("is_finite"), isNaN: call("is_nan")},
    shortened: replaced,
  },
  databricks: {
    double: "double",
    text: "string",
    whole: value => text(text(value, "bigint"), "string"),
    fraction: (value, decimals) => replaced(text(decimal(value, decimals), "string")),
    shortened: replaced,
    within: value => `regexp_extract(${value}, ${NUMBER}, 0)`,
    // NaN is greater than all numbers.
    tests: {
      isFinite: value => `abs(${value}) < ${text("'Infinity'", "double")}`,
      isNaN: call("isnan"),
    },
  },
  bigquery: {
    double: "float64",
    text: "string",
    whole: value => text(text(value, "int64"), "string"),
    fraction: (value, decimals) => trimmed(`format('%.${decimals}f', ${value})`),
    // BigQuery's `regexp_extract` allows only one capturing group.
    within: value => `regexp_extract(${value}, ${NUMBER.replaceAll("([", "(?:[").replaceAll("(e", "(?:e")})`,
    tests: {
      isFinite: value => `not (is_nan(${value}) or is_inf(${value}))`,
      isNaN: call("is_nan"),
    },
    spelled: {infinity: "inf", nan: "NaN"},
  },
  mysql: {
    double: "double",
    text: "char",
    whole: value => text(text(value, "signed"), "char"),
    fraction: (value, decimals) => zerosTrimmed(text(decimal(value, decimals), "char")),
    within: searched,
    shortened: zerosTrimmed,
  },
  clickhouse: {
    double: "Nullable(Float64)",
    text: "Nullable(String)",
    whole: value => `toString(${text(value, "Nullable(Int64)")})`,
    fraction: (value, decimals) => `toString(round(${value}, ${decimals}))`,
    within: value => `extract(${value}, ${NUMBER})`,
    tests: {isFinite: call("isFinite"), isNaN: call("isNaN")},
    spelled: {infinity: "inf", nan: "nan"},
  },
};

export function writeDouble(dialect: DialectName, value: string): string {
  return `cast(${value} as ${NUMBERS[dialect].double})`;
}

/**
 * A double that `floor` or `round` computes, in a form to group by. MariaDB stores such a group key in 17 digits, which
 * would put all numbers with more digits into one group.
 */
export function writeGroupedDouble(dialect: DialectName, value: string): string {
  return dialect === "mysql" ? writeDouble(dialect, value) : value;
}

/** A whole number to divide doubles by. MariaDB keeps four digits of a quotient whose divisor is an integer. */
export function writeWholeDouble(dialect: DialectName, whole: number): string {
  return dialect === "mysql" ? `${whole}e0` : String(whole);
}

/** A double as text, with at most `decimals` digits after the point. */
export function writeNumberText(dialect: DialectName, value: string, decimals: number): string {
  return decimals === 0 ? NUMBERS[dialect].whole(value) : NUMBERS[dialect].fraction(value, decimals);
}

/** A number of any type as text, as results show numbers: without zeros at the end of a fraction. */
export function writeNumberAsShown({name, cast}: Pick<Dialect, "name" | "cast">, value: string): string {
  const {shortened, spelled, amount} = NUMBERS[name];
  const written = cast(value, "text");
  const cases = [
    ...(amount === undefined ? [] : [`when ${amount.isAmount(value)} then ${amount.text(value)}`]),
    ...(shortened === undefined
      ? []
      : [`when ${written} like '%.%0' and lower(${written}) not like '%e%' then ${shortened(written)}`]),
    ...(spelled === undefined
      ? []
      : [
          `when ${written} = '${spelled.infinity}' then 'Infinity'`,
          `when ${written} = '-${spelled.infinity}' then '-Infinity'`,
          `when ${written} = '${spelled.nan}' then 'NaN'`,
        ]),
  ];
  return cases.length === 0 ? written : `case ${cases.join(" ")} else ${written} end`;
}

/** The first number in a text as a double; null where there is none. */
export function writeNumberIn(dialect: DialectName, value: string): string {
  return writeDouble(dialect, `nullif(${NUMBERS[dialect].within(value)}, '')`);
}

/** Whether a double is neither NaN nor infinite, null for null; `undefined` for engines that have no such doubles. */
export function writeIsFinite(dialect: DialectName, value: string): string | undefined {
  return NUMBERS[dialect].tests?.isFinite(value);
}

/** Whether a double is NaN, which engines order and compare in different ways; `undefined` for engines without NaN. */
export function writeIsNaN(dialect: DialectName, value: string): string | undefined {
  return NUMBERS[dialect].tests?.isNaN(value);
}
