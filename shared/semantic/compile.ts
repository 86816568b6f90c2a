import {ServiceError} from "../errors.ts";
import {bigquery} from "./dialects/bigquery.ts";
import {clickhouse} from "./dialects/clickhouse.ts";
import {databricks} from "./dialects/databricks.ts";
import type {Dialect} from "./dialects/dialect.ts";
import {duckdb} from "./dialects/duckdb.ts";
import {mysql} from "./dialects/mysql.ts";
import {postgres} from "./dialects/postgres.ts";
import {redshift} from "./dialects/redshift.ts";
import {snowflake} from "./dialects/snowflake.ts";
import {trino} from "./dialects/trino.ts";
import type {DimensionType} from "./graph.ts";
import type {Layer} from "./layer.ts";
import {type Plan, planQuery} from "./plan.ts";
import type {Query} from "./query.ts";
import {renderPlan} from "./render.ts";
import {type DatasetBounds, type ResolvedQuery, resolveQuery} from "./resolve.ts";
import type {FieldReference} from "./resolve-field.ts";
import {Writer} from "./writer.ts";

export type DialectName =
  | "postgres"
  | "duckdb"
  | "mysql"
  | "clickhouse"
  | "trino"
  | "bigquery"
  | "databricks"
  | "snowflake"
  | "redshift";

const DIALECTS: Record<DialectName, Dialect> = {
  postgres,
  duckdb,
  mysql,
  clickhouse,
  trino,
  bigquery,
  databricks,
  snowflake,
  redshift,
};
/** The wire protocol of Postgres counts parameters in 16 bits. */
const MAX_PARAMETERS = 30_000;

/** A value sent beside a statement. Numbers that a double cannot hold exactly travel as strings. */
export type Parameter = string | number | boolean;

export interface ResultColumn {
  /** The qualified name as the query asked for it. */
  name: string;
  type: DimensionType;
}

/** One statement of one dialect, `$1 …` for its parameters. */
export interface Statement {
  sql: string;
  parameters: Parameter[];
}

export interface CompileContext {
  dialect: DialectName;
  /** IANA name: the query's own timezone, where it has one, goes before it. */
  timezone: string;
  weekStart: "monday" | "sunday";
  /** The caller's values for row access: a missing attribute matches nothing. */
  attributes: Readonly<Record<string, readonly string[]>>;
  /** The clock that relative filters read. */
  now: Date;
  /** Rows to ask for at most; the query's own `limit` goes before it. `undefined`: no limit. */
  defaultLimit?: number;
  /** Where the query is one over a dataset. */
  dataset?: DatasetBounds;
}

export interface CompiledQuery extends Statement {
  columns: ResultColumn[];
  /** The field that each column shows, in their order. */
  fields: FieldReference[];
  /** The limit that applies, `undefined` for none. The statement asks for one row more, to tell whether it cut. */
  limit: number | undefined;
  /** The timezone that applied, IANA. */
  timezone: string;
  /** With `totals`: a second statement of one row with the measures, computed from the rows of all groups. */
  totals?: Statement;
}

/** A name of a table or a column as the dialect quotes it. */
export function quoteName(dialect: DialectName, name: string): string {
  return DIALECTS[dialect].quote(name);
}

/**
 * The statement that answers a query. Throws a `ServiceError` that names the field, why, and what would do:
 * `unknown_model`, `unknown_field`, `ambiguous_join_path`, `no_join_path`, `invalid_filter`,
 * `invalid_order` or `invalid_request`.
 */
export function compile(layer: Layer, query: Query, context: CompileContext): CompiledQuery {
  const resolved = resolveQuery(layer, query, context);
  const {sql, parameters} = write(layer, planQuery(layer, resolved), resolved, context, {
    literals: false,
    limit: resolved.limit === undefined ? undefined : resolved.limit + 1,
  });
  const selected = [...resolved.dimensions, ...resolved.measures];
  const columns = selected.map(column => ({
    name: column.name,
    type: "type" in column ? column.type : column.reference.field.type,
  }));
  return {
    sql,
    parameters,
    columns,
    fields: selected.map(({reference}) => reference),
    limit: resolved.limit,
    timezone: resolved.calendar.timezone,
    ...(resolved.totals && resolved.measures.length > 0
      ? {
          totals: write(layer, planQuery(layer, resolved, true), resolved, context, {
            literals: false,
            limit: undefined,
          }),
        }
      : {}),
  };
}

/** The same statement to read and paste: values as literals, and the limit that was asked for. Throws as `compile`. */
export function detail(layer: Layer, query: Query, context: CompileContext): string {
  const resolved = resolveQuery(layer, query, context);
  const options = {literals: true, limit: resolved.limit};
  return write(layer, planQuery(layer, resolved), resolved, context, options).sql;
}

function write(
  layer: Layer,
  plan: Plan,
  resolved: ResolvedQuery,
  context: CompileContext,
  {literals, limit}: {literals: boolean; limit: number | undefined},
): Statement {
  const writer = new Writer(
    layer,
    DIALECTS[context.dialect],
    resolved.calendar,
    context.attributes,
    literals,
  );
  const sql = renderPlan(writer, plan, limit);
  if (writer.parameters.length > MAX_PARAMETERS) {
    throw new ServiceError(
      "invalid_filter",
      `The query's filters hold ${writer.parameters.length} values; a statement takes at most ${MAX_PARAMETERS}. Ask in several queries.`,
    );
  }
  return writer.dialect.finish(sql, writer.parameters);
}
