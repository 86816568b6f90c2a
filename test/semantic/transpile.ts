import {Dialect, init, transpile} from "@polyglot-sql/sdk";
import {NEVER_RUN} from "./corpus.ts";

/** The dialects whose statements are translated to DuckDB's SQL. */
export const TRANSPILED = NEVER_RUN;

export type Transpiled = (typeof TRANSPILED)[number];

const READ: Readonly<Record<Transpiled, Dialect>> = {
  trino: Dialect.Trino,
  bigquery: Dialect.BigQuery,
  databricks: Dialect.Databricks,
  snowflake: Dialect.Snowflake,
  redshift: Dialect.Redshift,
};

/**
 * Calls that the transpiler does not know, or that it understands differently from the vendor's documentation. Each is replaced
 * by the call of a macro.
 */
const CALLS: readonly {of: readonly Transpiled[]; found: string; named: string}[] = [
  {of: ["databricks", "snowflake"], found: "convert_timezone(", named: "clock_in("},
  // Monday is 0.
  {of: ["databricks"], found: "weekday(", named: "days_from_monday("},
  // Sunday is 1.
  {of: ["bigquery"], found: "extract(dayofweek from ", named: "day_from_sunday("},
  {of: ["bigquery"], found: "extract(isoweek from ", named: "weekofyear("},
  // DuckDB's milliseconds include the seconds.
  {of: ["bigquery"], found: "extract(millisecond from ", named: "milliseconds_alone("},
  // A printf format of one number; the language of DuckDB's `format` is another one.
  {of: ["bigquery"], found: "format('%", named: "printf('%"},
  {of: ["trino"], found: "millisecond(", named: "milliseconds_alone("},
  {of: ["databricks"], found: "date_format(", named: "fraction_text("},
  {of: ["databricks"], found: "unix_micros(", named: "epoch_us("},
  // Where two values are compared, null has a text, too.
  {of: ["bigquery"], found: "on to_json_string(", named: "on json_text("},
  {of: ["bigquery"], found: "= to_json_string(", named: "= json_text("},
  // The array's elements may have different types.
  {of: ["snowflake"], found: "array_construct(", named: "json_array("},
  {of: ["snowflake"], found: "array_generate_range(", named: "whole_numbers("},
  // An exact value is a valid estimate.
  {of: ["trino", "databricks", "snowflake"], found: "approx_percentile(", named: "estimated("},
  // DuckDB's own `contains` loses lists when it looks for an empty text.
  {of: ["trino"], found: "contains(", named: "list_contains("},
  {of: ["redshift"], found: "approximate percentile_disc(", named: "percentile_disc("},
  // Both functions return an empty text if nothing matches.
  {of: ["redshift"], found: "regexp_substr(", named: "regexp_extract("},
];

export const MACROS = [
  "create or replace macro clock_in(zone, moment) as timezone(zone, cast(moment as timestamptz))",
  "create or replace macro days_from_monday(moment) as isodow(moment) - 1",
  "create or replace macro day_from_sunday(moment) as dayofweek(moment) + 1",
  "create or replace macro milliseconds_alone(moment) as extract(milliseconds from moment) % 1000",
  "create or replace macro fraction_text(moment, form) as case form when 'SSS' then strftime(moment, '%g') end",
  "create or replace macro sunday_week(moment) as cast(date_trunc('week', moment + 1) as date) - 1",
  "create or replace macro whole_numbers(first, past) as range(first, cast(past as bigint))",
  "create or replace macro dayofweekiso(moment) as isodow(moment)",
  "create or replace macro json_text(value) as coalesce(cast(to_json(value) as varchar), 'null')",
  "create or replace macro is_nan(number) as isnan(number)",
  "create or replace macro is_inf(number) as isinf(number)",
  "create or replace macro is_finite(number) as isfinite(number)",
  "create or replace macro estimated(input, share) as quantile_cont(input, share)",
  "create or replace macro raise_error(message) as error(message)",
  "create or replace macro json_serialize(document) as cast(to_json(document) as varchar)",
];

/**
 * Repairs of the transpiler's output, where DuckDB does not read it or reads it otherwise. Faults of our own SQL are not
 * repaired here.
 */
const REPAIRS: readonly {
  of: readonly Transpiled[];
  found: RegExp;
  written: string | ((...match: string[]) => string);
}[] = [
  // A negative or computed count of an interval needs parentheses.
  {of: TRANSPILED, found: /\bINTERVAL (-\d+) /g, written: "INTERVAL ($1) "},
  {of: TRANSPILED, found: /\bINTERVAL (CAST\([^()]*\)) /g, written: "INTERVAL ($1) "},
  // The width of a decimal literal follows from its digits, and is not fixed at three decimals.
  {
    of: TRANSPILED,
    found: /CAST\(('?-?\d+(?:\.(\d+))?'?) AS DECIMAL(?:\(18, 3\))?\)/g,
    written: (_, digits = "", fraction = "") =>
      `CAST('${digits.replaceAll("'", "")}' AS DECIMAL(38, ${fraction.length}))`,
  },
  // A moment that is moved in a timezone stays local.
  {of: ["trino"], found: /\bDATE_ADD\('(\w+)', (-?\d+), (\w+)\)/g, written: "($3 + INTERVAL ($2) $1)"},
  {of: ["redshift"], found: /\bDATEADD\((\w+), (-?\d+), (\w+)\)/g, written: "($3 + INTERVAL ($2) $1)"},
  // A sequence includes both ends, and whole numbers divide without a remainder.
  {of: ["trino", "databricks"], found: /\bSEQUENCE\(/g, written: "generate_series("},
  // The text of a document is not converted to a document again.
  {
    of: ["trino"],
    found: /CAST\(TO_JSON\(CAST\(TO_JSON\(([".\w]+)\) AS TEXT\)\) AS TEXT\)/g,
    written: "CAST(TO_JSON($1) AS TEXT)",
  },
  {of: ["trino"], found: / \/ 10000\)/g, written: " // 10000)"},
  {
    of: ["bigquery"],
    found: /\bLIKE (LOWER\('(?:[^']|'')*'\)|'(?:[^']|'')*')/g,
    written: "LIKE $1 ESCAPE '\\'",
  },
  // With a single column as its argument, TIMESTAMP is mistaken for a type with a precision.
  {of: ["bigquery"], found: /\bTIMESTAMP\(("\w+")\)/g, written: "CAST($1 AS TIMESTAMPTZ)"},
  {of: ["bigquery"], found: /'WEEK\(MONDAY\)'/g, written: "'week'"},
  {of: ["bigquery"], found: /DATE_TRUNC\('WEEK\(SUNDAY\)', /g, written: "sunday_week("},
  // The column of a flattened array has the name `value`.
  {
    of: ["snowflake"],
    found:
      /LATERAL UNNEST\(input => (WHOLE_NUMBERS\(.*?\))\) AS steps\(SEQ, KEY, PATH, INDEX, VALUE, THIS\)/g,
    written: "(SELECT UNNEST($1) AS value) AS steps",
  },
  {of: ["snowflake"], found: /\bTIMESTAMPNTZ\b/g, written: "TIMESTAMP"},
  // Hours are counted between moments, not between their days.
  {
    of: ["snowflake"],
    found: /DATE_DIFF\('(HOUR|MINUTE|SECOND|MICROSECOND)', CAST\((\w+) AS DATE\), CAST\((\w+) AS DATE\)\)/g,
    written: "DATE_DIFF('$1', $2, $3)",
  },
  // Databricks' `percentile` interpolates.
  {of: ["databricks"], found: /\bQUANTILE\(/g, written: "quantile_cont("},
];

/** Trino's cast to JSON converts a value to a document, where DuckDB's cast parses a text. */
function withJsonMade(sql: string): string {
  const end = sql.indexOf(" as json)");
  if (end < 0) return sql;
  let start = end;
  for (let open = 1; open > 0; ) {
    start--;
    if (sql[start] === ")") open++;
    if (sql[start] === "(") open--;
  }
  const before = sql.slice(0, start).replace(/cast$/, "to_json");
  return withJsonMade(`${before}${sql.slice(start, end)})${sql.slice(end + " as json)".length)}`);
}

/** The statement in DuckDB's SQL. Rejects if the statement cannot be translated. */
export async function toDuckdb(statement: string, dialect: Transpiled): Promise<string> {
  await init();
  const named = CALLS.filter(({of}) => of.includes(dialect)).reduce(
    (sql, call) => sql.replaceAll(call.found, call.named),
    dialect === "trino" ? withJsonMade(statement) : statement,
  );
  const {success, sql = [], error} = transpile(named, READ[dialect], Dialect.DuckDB);
  const [first] = sql;
  if (!success || first === undefined) throw new Error(`not transpiled: ${error}`);
  return REPAIRS.filter(({of}) => of.includes(dialect)).reduce(
    (text, {found, written}) =>
      typeof written === "string" ? text.replace(found, written) : text.replace(found, written),
    first,
  );
}
