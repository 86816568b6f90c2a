import {ServiceError} from "../errors.ts";
import {bigquery} from "./dialects/bigquery.ts";
import {clickhouse} from "./dialects/clickhouse.ts";
import {databricks} from "./dialects/databricks.ts";
import type {Dialect, DialectName, Parameter} from "./dialects/dialect.ts";
import {duckdb} from "./dialects/duckdb.ts";
import {mysql} from "./dialects/mysql.ts";
import {pastedDialect, withSession} from "./dialects/pasted.ts";
import {postgres} from "./dialects/postgres.ts";
import {redshift} from "./dialects/redshift.ts";
import {snowflake} from "./dialects/snowflake.ts";
import {trino} from "./dialects/trino.ts";
import type {DimensionType} from "./layer/graph.ts";
import type {FieldReference, Layer} from "./layer/layer.ts";
import {overlapsOf} from "./plan/many-sides/overlaps.ts";
import type {Plan} from "./plan/plan.ts";
import {planQuery} from "./plan/plan-query.ts";
import type {Query} from "./query.ts";
import type {CalculationType} from "./query-calculations.ts";
import {Aliases} from "./render/aliases.ts";
import {renderPlan} from "./render/render.ts";
import {Writer} from "./render/writer.ts";
import {type DatasetBounds, resolveQuery} from "./resolve/resolve.ts";
import {partsOf, type ResolvedFilter, type ResolvedQuery} from "./resolve/resolved.ts";
import {SUBTOTAL} from "./resolve/subtotals.ts";

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
/** Postgres' protocol counts parameters in 16 bits; this stays well below. */
const MAX_PARAMETERS = 30_000;

export interface ResultColumn {
  /** The qualified name as the query asked for it. */
  name: string;
  type: DimensionType;
}

/** One statement in one dialect, with placeholders for its parameters. */
export interface Statement {
  sql: string;
  parameters: Parameter[];
}

export interface CompileContext {
  dialect: DialectName;
  /** IANA name of the default timezone; the query's own takes precedence. */
  timezone: string;
  weekStart: "monday" | "sunday";
  /** The caller's attribute values for row access. A missing attribute matches no row. */
  attributes: Readonly<Record<string, readonly string[]>>;
  /** The current time for relative filters. */
  now: Date;
  /** The default limit; the query's own takes precedence. `undefined`: no limit. */
  defaultLimit?: number;
  /** Set for a query over a dataset. */
  dataset?: DatasetBounds;
}

export interface CompiledCalculation {
  kind: CalculationType;
  /** The measure that it is of, also where it is computed of another calculation of it. */
  of: FieldReference;
  within: readonly number[];
  /** The index of the calculation that it is computed of. */
  behind?: number;
}

interface Condition {
  reference: FieldReference;
  pointer: string;
}

export interface CompiledQuery extends Statement {
  columns: ResultColumn[];
  /** The field of each column, in order, up to the calculations. */
  fields: FieldReference[];
  /** The last columns, which are computed of the groups, with the measure that each is of. */
  calculations: CompiledCalculation[];
  /**
   * Of each field the indexes of the dimensions on a many side of it, if it is a measure: one of its rows counts in each
   * of several groups, which do not add up to the whole. Absent where there is none.
   */
  overlaps?: readonly (readonly number[])[];
  /** The field of each condition in the query's own filters, with its place in the request. */
  conditions: Condition[];
  /**
   * The limit that applies, `undefined` for none. The statement selects one row more, to detect that there are more.
   */
  limit: number | undefined;
  /** The timezone that applies, IANA. */
  timezone: string;
  /** The month with which the layer's fiscal years begin, from 1, if it has any. */
  fiscalStart?: number;
  /** Whether the same query compiles to another statement later, because a filter is relative to the current time. */
  dependsOnNow: boolean;
  /** Attributes that row access asks for and the caller has no value of: the statement keeps no row for them. */
  missingAttributes: string[];
  /** With `totals`: a second statement of one row with the measures, computed from the rows of all groups. */
  totals?: Statement;
}

/** A table's or column's name, quoted for the dialect. */
export function quoteName(dialect: DialectName, name: string): string {
  return DIALECTS[dialect].quote(name);
}

/**
 * The statement that answers a query. Throws a `ServiceError` that names the field, the reason and what would work:
 * `unknown_model`, `unknown_field`, `ambiguous_join_path`, `no_join_path`, `invalid_filter`, `invalid_order` or
 * `invalid_request`.
 */
export function compile(layer: Layer, query: Query, context: CompileContext): CompiledQuery {
  const resolved = resolveQuery(layer, query, context);
  const missing = new Set<string>();
  const plan = planQuery(layer, resolved);
  const {sql, parameters} = write(layer, plan, resolved, context, {
    literals: false,
    limit: resolved.limit === undefined ? undefined : resolved.limit + 1,
    missing,
  });
  const selected = [...resolved.dimensions, ...resolved.measures];
  const {fiscalStart} = resolved.calendar;
  const columns: ResultColumn[] = [...selected, ...resolved.calculations].map(column => ({
    name: column.name,
    type: "type" in column ? column.type : column.reference.field.type,
  }));
  if (resolved.subtotals) columns.push({name: SUBTOTAL, type: "number"});
  return {
    sql,
    parameters,
    columns,
    fields: selected.map(({reference}) => reference),
    calculations: resolved.calculations.flatMap(({kind, of, within, behind}) => {
      const measure = resolved.measures[of];
      if (measure === undefined) return [];
      return [{kind, of: measure.reference, within, ...(behind === undefined ? {} : {behind})}];
    }),
    ...overlapping(resolved, plan),
    conditions: [...resolved.where, ...resolved.having].flatMap(conditionsOf),
    limit: resolved.limit,
    timezone: resolved.calendar.timezone,
    ...(fiscalStart === undefined ? {} : {fiscalStart}),
    dependsOnNow: [
      ...resolved.where,
      ...resolved.always,
      ...resolved.having,
      ...resolved.calculated,
      ...(resolved.compare?.where ?? []),
      ...(resolved.journey?.steps ?? []).flatMap(({where}) => where),
    ].some(dependsOnNow),
    missingAttributes: [...missing].sort(),
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

function overlapping({dimensions}: ResolvedQuery, plan: Plan): Pick<CompiledQuery, "overlaps"> {
  const overlaps = overlapsOf(plan);
  if (overlaps.every(({length}) => length === 0)) return {};
  return {overlaps: [...dimensions.map(() => []), ...overlaps]};
}

/** The statements of a query whose names are resolved already: for its rows, and with `totals` for these. */
export function statementsOf(
  layer: Layer,
  resolved: ResolvedQuery,
  context: CompileContext,
): Statement & Pick<CompiledQuery, "totals"> {
  const limit = resolved.limit === undefined ? undefined : resolved.limit + 1;
  const rows = write(layer, planQuery(layer, resolved), resolved, context, {literals: false, limit});
  if (!resolved.totals || resolved.measures.length === 0) return rows;
  const options = {literals: false, limit: undefined};
  return {...rows, totals: write(layer, planQuery(layer, resolved, true), resolved, context, options)};
}

function dependsOnNow(filter: ResolvedFilter): boolean {
  return "dependsOnNow" in filter ? filter.dependsOnNow : partsOf(filter).some(dependsOnNow);
}

function conditionsOf(filter: ResolvedFilter): Condition[] {
  if (filter.kind === "comparison") {
    const {fields, pointer} = filter;
    return [
      {reference: fields[0].reference, pointer},
      {reference: fields[1].reference, pointer: fields[1].pointer},
    ];
  }
  if (filter.kind !== "condition") return partsOf(filter).flatMap(conditionsOf);
  return [{reference: filter.reference, pointer: filter.pointer}];
}

/** The statement to read and paste: values are literals, and the limit is the requested one. Throws like `compile`. */
export function detail(layer: Layer, query: Query, context: CompileContext): string {
  const resolved = resolveQuery(layer, query, context);
  const {sql} = write(layer, planQuery(layer, resolved), resolved, context, {
    literals: true,
    limit: resolved.limit,
  });
  return isAboutMoments(resolved) ? withSession(sql, context.dialect) : sql;
}

/** Whether the statement's rows could depend on the timezone of its session. */
function isAboutMoments({dimensions, measures, where, always, having, journey}: ResolvedQuery): boolean {
  if (journey !== undefined) return true;
  const filters = [...where, ...always, ...having].flatMap(conditionsOf);
  const nested = measures.flatMap(({reference: {field}}) =>
    field.nested ? [field.nested.of, ...field.nested.per] : [],
  );
  const fields = [...dimensions, ...measures, ...nested, ...filters].map(({reference}) => reference.field);
  return fields.some(field => field.type === "timestamp");
}

function write(
  layer: Layer,
  plan: Plan,
  resolved: ResolvedQuery,
  context: CompileContext,
  {literals, limit, missing}: {literals: boolean; limit: number | undefined; missing?: Set<string>},
): Statement {
  const dialect = DIALECTS[context.dialect];
  const writer = new Writer(
    layer,
    literals ? pastedDialect(dialect) : dialect,
    resolved.calendar,
    context.attributes,
    literals,
    new Aliases(layer, plan),
  );
  const sql = renderPlan(writer, plan, limit);
  for (const attribute of writer.missingAttributes) missing?.add(attribute);
  if (writer.parameters.length > MAX_PARAMETERS) {
    throw new ServiceError(
      "invalid_filter",
      `The query's filters hold ${writer.parameters.length} values; a statement takes at most ${MAX_PARAMETERS}. Ask in several queries.`,
    );
  }
  return writer.dialect.finish(sql, writer.parameters);
}
