import type {Value} from "../filters/predicates.ts";
import {isIntraday} from "../layer/grains.ts";
import {quoteString} from "./common.ts";
import type {Dialect, DialectName} from "./dialect.ts";
import {duckdb} from "./duckdb.ts";
import {postgres} from "./postgres.ts";

const UTC = quoteString("UTC");

/**
 * Dialects for statements that people paste into sessions of any timezone. They differ from the executor's dialects,
 * which run in sessions of UTC. A column may have a timezone or be in UTC, and a layer does not say which, so:
 * - a moment is an untyped text with its offset, which the engine converts to the column's type (the offset is then
 *   applied or, as it is 0, may be ignored); an index on the column can be used;
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
      // Looking up a timezone takes longer than grouping by the local time.
      (expression, zone) =>
        zone === UTC
          ? `make_timestamp(epoch_us(${expression}))`
          : `(make_timestamptz(epoch_us(${expression})) at time zone ${zone})`,
    ),
  },
};

/** Statements that set a session to UTC, for engines where a pasted statement depends on the session's timezone. */
const SESSION: Partial<Record<DialectName, string>> = {
  trino: "set time zone 'UTC'",
  databricks: "set time zone 'UTC'",
  snowflake: "alter session set timezone = 'UTC'",
  redshift: "set timezone to 'UTC'",
};

export function pastedDialect(dialect: Dialect): Dialect {
  return OWN[dialect.name] ?? dialect;
}

/** The statement with the session setting that it needs, for statements with moments. */
export function withSession(sql: string, dialect: DialectName): string {
  if (dialect === "mysql") {
    // MySQL and MariaDB each read the other's form as a comment.
    const hinted = sql.replace(/^select /m, "select /*+ set_var(time_zone = '+00:00') */ ");
    return `/*M! set statement time_zone = '+00:00' for */ ${hinted}`;
  }
  const setting = SESSION[dialect];
  return setting === undefined ? sql : `-- Times are in UTC. Before this: ${setting}\n${sql}`;
}

function momentOf({kind, value}: Value): string | undefined {
  return kind === "timestamp" ? `'${String(value).replace(/( BC)?$/, "+00$1")}'` : undefined;
}

function addInterval({interval}: Dialect): NonNullable<Dialect["shift"]> {
  return (moment, count, unit) => `${moment} + ${interval(count, unit)}`;
}

function inZone(
  dialect: Dialect,
  convert: (expression: string, zone: string) => string,
): Pick<Dialect, "local" | "startOf" | "comparable"> {
  // A moment of a filter is a literal without a type.
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
