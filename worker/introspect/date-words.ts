import type {DialectName} from "../../shared/semantic/compile.ts";

/** A form of dates as `to_date` of Postgres spells it and as `strptime` does. */
interface Form {
  letters: string;
  percents: string;
}

/** How an engine reads dates that are none yet. */
interface DateWords {
  /** The type of any text. */
  text: string;
  date(column: string): string;
  /** Of ISO 8601, with a zone or without one. */
  timestamp(column: string): string;
  /** A date of a form without a day is its first. */
  parsed(column: string, form: Form): string;
  fromSeconds(seconds: string): string;
}

const standard = {
  text: "varchar",
  date: (column: string) => `cast(${column} as date)`,
  timestamp: (column: string) => `cast(${column} as timestamptz)`,
  parsed: (column: string, {letters}: Form) => `to_date(${column}, '${letters}')`,
  fromSeconds: (seconds: string) => `to_timestamp(${seconds})`,
};

const WORDS: Record<DialectName, DateWords> = {
  postgres: standard,
  duckdb: {
    ...standard,
    parsed: (column, {percents}) => `cast(strptime(${column}, '${percents}') as date)`,
  },
  mysql: {
    text: "char",
    date: standard.date,
    timestamp: column => `cast(replace(replace(${column}, 'T', ' '), 'Z', '') as datetime(6))`,
    parsed: (column, {percents}) =>
      percents.includes("%d")
        ? `str_to_date(${column}, '${percents}')`
        : `str_to_date(concat(${column}, '01'), '${percents}%d')`,
    fromSeconds: seconds => `from_unixtime(${seconds})`,
  },
  trino: {
    ...standard,
    timestamp: column => `from_iso8601_timestamp(replace(${column}, ' ', 'T'))`,
    parsed: (column, {percents}) => `cast(date_parse(${column}, '${percents}') as date)`,
    fromSeconds: seconds => `from_unixtime(${seconds})`,
  },
  bigquery: {
    text: "string",
    date: standard.date,
    timestamp: column => `timestamp(${column})`,
    parsed: (column, {percents}) => `parse_date('${percents}', ${column})`,
    fromSeconds: seconds => `timestamp_millis(cast(${seconds} * 1000 as int64))`,
  },
  databricks: {
    text: "string",
    date: standard.date,
    timestamp: column => `cast(${column} as timestamp)`,
    parsed: (column, {letters}) =>
      `to_date(${column}, '${letters.replaceAll("Y", "y").replaceAll("D", "d")}')`,
    fromSeconds: seconds => `timestamp_seconds(${seconds})`,
  },
  snowflake: {
    ...standard,
    timestamp: column => `to_timestamp_tz(${column})`,
    fromSeconds: seconds => `to_timestamp_ntz(${seconds}, 3)`,
  },
  redshift: {
    ...standard,
    fromSeconds: seconds => `timestamp 'epoch' + ${seconds} * interval '1 second'`,
  },
  clickhouse: {
    text: "Nullable(String)",
    date: column => `toDate32(${column})`,
    timestamp: column => `parseDateTime64BestEffort(${column}, 6, 'UTC')`,
    parsed: (column, {percents}) => `toDate32(parseDateTime(${column}, '${percents}', 'UTC'))`,
    fromSeconds: seconds => `toDateTime64(${seconds}, 3, 'UTC')`,
  },
};

export function dateWords(dialect: DialectName): DateWords {
  return WORDS[dialect];
}
