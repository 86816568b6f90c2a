import type {Chance} from "../../../semantic/differential/random-layer.ts";
import {DAYS, TEXTS} from "./sample.ts";

export type Kind = "text" | "bigint" | "numeric" | "double" | "boolean" | "date" | "moment";

/** A column that a statement can name. */
export interface Named {
  /** The column as a statement writes it, with a table alias where one is needed. */
  sql: string;
  name: string;
  kind: Kind;
}

/** What an expression may refer to, and how deep it may nest. */
export interface Context {
  chance: Chance;
  columns: readonly Named[];
  depth: number;
  /** Writes a subquery of one column; returns `undefined` where no depth is left. */
  subquery?: (kind: Kind, depth: number) => string | undefined;
}

function quoteText(value: string, chance: Chance): string {
  if (chance.chance(0.2))
    return `E'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
  if (chance.chance(0.1) && !value.includes("$q$")) return `$q$${value}$q$`;
  return `'${value.replaceAll("'", "''")}'`;
}

const deeper = (context: Context): Context => ({...context, depth: context.depth - 1});

function constant(chance: Chance, kind: Kind): string {
  switch (kind) {
    case "text":
      return quoteText(chance.pick(TEXTS), chance);
    case "bigint":
      return chance.pick(["0", "100", "200", "10", "-100", "3", "9223372036854775807", "7::bigint"]);
    case "numeric":
      return chance.pick(["0.5", "100.25", "-1", "3", "1e2", "20.10", "numeric '7.5'"]);
    case "double":
      return chance.pick(["0.25", "1", "-2.5", "2::float8"]);
    case "boolean":
      return chance.pick(["true", "false"]);
    case "date":
      return chance.pick([`date '${chance.pick(DAYS)}'`, `'${chance.pick(DAYS)}'::date`]);
    case "moment":
      return chance.pick([
        "timestamptz '2024-03-10 07:00:00+00'",
        "timestamp with time zone '2024-01-01 00:00:00Z'",
        "'2024-11-03T05:30:00Z'::timestamptz",
        "timestamptz '2024-02-29 12:00:00.123456+00'",
        "cast('2024-07-01' as timestamptz)",
        "date '2024-03-10'",
      ]);
  }
}

/** A moment that a statement computes from another. */
function computedMoment(chance: Chance): string {
  const moment = chance.pick([
    "timestamptz '2024-03-10 07:00:00+00'",
    "timestamp '2024-02-29 12:00:00'",
    "date '2024-01-31'",
  ]);
  const interval = `interval '${chance.pick(["1 month", "-2 days", "36 hours", "1 year 2 months", "90 minutes", "1 week"])}'`;
  return chance.pick([
    `${moment} ${chance.pick(["+", "-"])} ${interval}`,
    `(${moment} + ${interval})::date`,
    `date_trunc('${chance.pick(["day", "week", "month", "quarter", "year"])}', ${moment})`,
    `cast(${moment} as timestamp)`,
    `to_timestamp('2024-03-10 07:00:00.250000', 'YYYY-MM-DD HH24:MI:SS.US')`,
    `date '2024-03-10' - ${chance.below(100)}`,
    `${moment} + (${chance.below(9) - 4} || ' day')::interval`,
  ]);
}

/** A literal as programs compare it with a column: without a type where none is needed. */
function literal(chance: Chance, kind: Kind): string {
  if (chance.chance(0.4)) return constant(chance, kind);
  switch (kind) {
    case "date":
      return `'${chance.pick(DAYS)}'`;
    case "moment":
      if (chance.chance(0.4)) return computedMoment(chance);
      return chance.pick([
        "'2024-03-10'",
        "'2024-01-01 00:00:00'",
        "'2024-11-03 05:30:00+00'",
        "'2024-07-01T00:00:00-04:00'",
      ]);
    case "bigint":
      return chance.pick(["'100'", "0", "150.5", "100"]);
    default:
      return constant(chance, kind);
  }
}

export function expression(context: Context, kind: Kind): string {
  const {chance, columns, depth} = context;
  const own = columns.filter(column => column.kind === kind);
  if (depth <= 0 || chance.chance(0.35))
    return own.length > 0 && chance.chance(0.85) ? chance.pick(own).sql : constant(chance, kind);
  const inner = deeper(context);
  const e = (of: Kind) => expression(inner, of);
  if (chance.chance(0.08)) {
    const subquery = context.subquery?.(kind, depth - 1);
    if (subquery !== undefined) return `(${subquery})`;
  }
  if (chance.chance(0.2)) return `case when ${condition(inner)} then ${e(kind)} else ${e(kind)} end`;
  if (chance.chance(0.15)) return `coalesce(${e(kind)}, ${e(kind)})`;
  if (chance.chance(0.08)) return `nullif(${e(kind)}, ${e(kind)})`;
  switch (kind) {
    case "text":
      return chance.pick([
        () => `${e("text")} || ${e("text")}`,
        () => `upper(${e("text")})`,
        () => `lower(${e("text")})`,
        () => `substring(${e("text")} from 1 for 2)`,
        () => `replace(${e("text")}, 'a', 'b')`,
        () => `(${e("bigint")})::text`,
        () => `to_char(${e("moment")}, 'YYYY-MM-DD HH24:MI')`,
        () => `cast(${e("date")} as text)`,
        () => `trim(both from ${e("text")})`,
        () => `case ${e("text")} when ${constant(chance, "text")} then ${e("text")} end`,
      ])();
    case "bigint":
      return chance.pick([
        () => `length(${e("text")})::bigint`,
        () => `(${e("bigint")} % 7)`,
        () => `(${e("bigint")} / 3)`,
        () => `abs(${e("bigint")} / 2)`,
        () => `greatest(${e("bigint")}, ${e("bigint")})`,
        () => `extract(year from ${e("moment")})::bigint`,
        () => `date_part('month', ${e("date")})::int8`,
        () => `position('a' in ${e("text")})::bigint`,
      ])();
    case "numeric":
      return chance.pick([
        () => `(${e("numeric")} + ${e("numeric")})`,
        () => `round(${e("numeric")}, 1)`,
        () => `-(${e("numeric")})`,
        () => `(${e("numeric")} - 1) * 2`,
        () => `(${e("bigint")} % 100)::numeric`,
        () => `extract(doy from ${e("date")})`,
      ])();
    case "double":
      return chance.pick([
        () => `(${e("double")} + 0.25)`,
        () => `abs(${e("double")})`,
        () => `(${e("double")})::float8`,
      ])();
    case "boolean":
      return `(${condition(inner)})`;
    case "date":
      return chance.pick([
        () => `(${e("moment")})::date`,
        () => `(${e("date")} + 1)`,
        () => `date_trunc('month', ${e("moment")})::date`,
      ])();
    case "moment":
      return chance.pick([
        () =>
          `date_trunc(${chance.pick(["'day'", "'month'", "'week'", "'year'", "'quarter'", "'hour'"])}, ${e("moment")})`,
        () => `(${e("moment")} + interval '1 day')`,
        () => `date_trunc('month', ${e("date")})`,
      ])();
  }
}

const KINDS: readonly Kind[] = ["text", "text", "bigint", "numeric", "double", "date", "moment"];

/** A boolean expression, which may be null. */
export function condition(context: Context): string {
  const {chance, depth} = context;
  const inner = deeper(context);
  if (depth > 0 && chance.chance(0.35)) {
    return chance.pick([
      () => `${condition(inner)} and ${condition(inner)}`,
      () => `(${condition(inner)} or ${condition(inner)})`,
      () => `not (${condition(inner)})`,
      () =>
        `(${condition(inner)}) is ${chance.pick(["true", "not true", "false", "not false", "unknown", "not unknown"])}`,
    ])();
  }
  if (depth > 0 && chance.chance(0.1)) {
    const kind = chance.pick(["text", "bigint"] as const);
    const subquery = context.subquery?.(kind, depth - 1);
    if (subquery !== undefined) {
      return chance.pick([
        () => `${expression(inner, kind)} ${chance.pick(["in", "not in"])} (${subquery})`,
        () => `exists (${subquery})`,
        () => `${expression(inner, kind)} ${chance.pick(["= any", "<> all"])} (${subquery})`,
      ])();
    }
  }
  return comparison(context);
}

/** A comparison, mostly of a column with a literal, so that the warehouse can evaluate many of them. */
function comparison(context: Context): string {
  const {chance, columns} = context;
  const kind = chance.pick(KINDS);
  const own = columns.filter(column => column.kind === kind);
  const isSimple = own.length > 0 && chance.chance(0.75);
  const subject = isSimple ? chance.pick(own).sql : expression(deeper(context), kind);
  const value = () => (isSimple ? literal(chance, kind) : expression(deeper(context), kind));
  const operator = chance.pick(["=", "<>", "!=", "<", "<=", ">", ">="]);
  const booleans = columns.filter(column => column.kind === "boolean");
  const options: (() => string)[] = [
    () => `${subject} ${operator} ${value()}`,
    () => `${subject} ${operator} ${value()}`,
    () => `${value()} ${operator} ${subject}`,
    () =>
      `${subject} ${chance.pick(["in", "not in"])} (${value()}, ${value()}${chance.chance(0.15) ? ", null" : ""})`,
    () => `${subject} ${chance.pick(["between", "not between"])} ${value()} and ${value()}`,
    () => `${subject} is ${chance.pick(["", "not "])}null`,
    () => `${subject} ${operator} ${own.length > 0 ? chance.pick(own).sql : value()}`,
    () => `${subject} is ${chance.pick(["", "not "])}distinct from ${value()}`,
    () => chance.pick(["1 = 1", "true", "1 = 0", "2 > 1"]),
  ];
  if (booleans.length > 0) {
    const {sql} = chance.pick(booleans);
    options.push(() =>
      chance.pick([sql, `not ${sql}`, `${sql} = true`, `${sql} is not true`, `${sql} <> false`]),
    );
  }
  if (kind === "text") {
    const pattern = () =>
      quoteText(
        chance.pick(["C%", "%a", "%a%", "a\\%b", "%", "", "Z_rich", "a\\_%", "CA", "%\\\\%", "%'%", "%"]),
        chance,
      );
    options.push(
      () => `${subject} ${chance.pick(["like", "not like", "ilike", "not ilike"])} ${pattern()}`,
      () => `${subject} = any(array[${value()}, 'CA', 'NY'])`,
      () => `${subject} = any('{CA,ca,NY}')`,
    );
  }
  if (kind === "moment" && isSimple) {
    options.push(
      () => `${subject}::date ${operator} ${literal(chance, "date")}`,
      () =>
        `date_trunc('${chance.pick(["day", "week", "month", "quarter", "year"])}', ${subject}) ${operator} ${literal(chance, "moment")}`,
      () => `cast(${subject} as date) between '2024-01-01' and '2024-03-10'`,
      () => `extract(year from ${subject}) = 2024`,
    );
  }
  return chance.pick(options)();
}
