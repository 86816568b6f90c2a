import type {Value} from "../filters/predicates.ts";
import {isIntraday} from "../layer/grains.ts";
import {quoteString} from "./common.ts";
import type {Dialect, DialectName} from "./dialect.ts";
import {duckdb} from "./duckdb.ts";
import {postgres} from "./postgres.ts";

/**
 * Dialects for statements that people paste into sessions of any timezone, where the executor's own differs: it runs
 * statements in sessions of UTC. A column may have a zone or be in UTC, and a layer does not say which, so:
 * - a moment is an untyped text with its offset, which becomes of the column's type (the offset is then applied or, as
 *   it is 0, may be ignored); an index on the column can be used;
 * - a local time is made from the seconds since 1970, which are the same for both.
 */
const OWN: Partial<Record<DialectName, Dialect>> = {
  postgres: {
    ...postgres,
    literal: value => momentOf(value) ?? postgres.literal(value),
    shift: addInterval(postgres),
    ...inZone(
      postgres,
      (expression, zone) => `(to_timestamp(extract(epoch from ${expression})) at time zone ${zone})`,
    ),
  },
  duckdb: {
    ...duckdb,
    literal: value => momentOf(value) ?? duckdb.literal(value),
    shift: addInterval(duckdb),
    ...inZone(
      duckdb,
      (expression, zone) => `(make_timestamptz(epoch_us(${expression})) at time zone ${zone})`,
    ),
  },
};

/** What sets a session to UTC, for engines whose statements cannot do without. */
const SESSION: Partial<Record<DialectName, string>> = {
  trino: "set time zone 'UTC'",
  databricks: "set time zone 'UTC'",
  snowflake: "alter session set timezone = 'UTC'",
  redshift: "set timezone to 'UTC'",
};

export function pastedDialect(dialect: Dialect): Dialect {
  return OWN[dialect.name] ?? dialect;
}

/** The statement with what it needs of its session, if it is about moments. */
export function withSession(sql: string, dialect: DialectName): string {
  if (dialect === "mysql") {
    // Each of the two takes the other's form for a comment.
    const hinted = sql.replace(/^select /m, "select /*+ set_var(time_zone = '+00:00') */ ");
    return `/*M! set statement time_zone = '+00:00' for */ ${hinted}`;
  }
  const setting = SESSION[dialect];
  return setting === undefined ? sql : `-- Times are in UTC. Before this: ${setting}\n${sql}`;
}

function momentOf({kind, value}: Value): string | undefined {
  return kind === "timestamp" ? `'${String(value)}+00'` : undefined;
}

function addInterval({interval}: Dialect): NonNullable<Dialect["shift"]> {
  return (moment, count, unit) => `${moment} + ${interval(count, unit)}`;
}

function inZone(
  dialect: Dialect,
  convert: (expression: string, zone: string) => string,
): Pick<Dialect, "local" | "startOf" | "comparable"> {
  // A moment of a filter has no type yet.
  const local = (expression: string, timezone: string) =>
    expression.startsWith("'")
      ? `(timestamptz ${expression} at time zone ${quoteString(timezone)})`
      : convert(expression, quoteString(timezone));
  return {
    local,
    comparable: (expression, type) => (type === "timestamp" ? local(expression, "UTC") : undefined),
    startOf: (period, expression, weekStart) =>
      dialect.startOf(period, isIntraday(period) ? local(expression, "UTC") : expression, weekStart),
  };
}
