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
import {byCodePoints} from "./dialects/written-texts.ts";
import {CompileError} from "./errors.ts";
import type {DimensionType} from "./layer/graph.ts";
import type {FieldReference, Layer} from "./layer/layer.ts";
import {overlapsOf} from "./plan/fan-out/overlapping-groups.ts";
import type {Plan} from "./plan/plan.ts";
import {planQuery} from "./plan/plan-query.ts";
import type {CalculationType} from "./query/calculations.ts";
import type {Query} from "./query/query.ts";
import {Aliases} from "./render/aliases.ts";
import {renderPlan} from "./render/render.ts";
import {requireLength, Writer} from "./render/writer.ts";
import {type DatasetBounds, resolveQuery} from "./resolve/resolve.ts";
import {partsOf, type ResolvedFilter, type ResolvedQuery, rowConditionsOf} from "./resolve/resolved.ts";
import {SUBTOTAL} from "./resolve/subtotals.ts";
import {withExactTexts} from "./resolve/texts/exact-texts.ts";

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
/** Postgres' protocol counts parameters in 16 bits; this limit stays well below. */
const MAX_PARAMETERS = 30_000;

export interface ResultColumn {
  /** The qualified name as in the query. */
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
  /**
   * Whether a relative period that contains `now` ends at `now`: this month then has the days until today. See
   * `Calendar`.
   */
  toDate?: boolean;
  /**
   * Whether the query's dimensions, filters and aggregates of rows distinguish all texts and sort them by code points,
   * whatever the engine's collation is. Measures, row access and the filters of a dataset do not change.
   */
  exactTexts?: boolean;
}

export interface CompiledCalculation {
  kind: CalculationType;
  /** The measure that the calculation is derived from, directly or through other calculations. */
  of: FieldReference;
  within: readonly number[];
  /** The index of the calculation that this one is computed from. */
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
  /** The last columns, each of which is computed from a measure over the groups. */
  calculations: CompiledCalculation[];
  /**
   * For each field that is a measure, the indexes of the dimensions on its many sides: one row of the measure can count in
   * several groups by such a dimension, so that the groups do not add up to the whole. Absent if no measure has any.
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
  /** Attributes that row access needs and for which the caller has no value: their rules match no row. */
  missingAttributes: string[];
  /** With `totals`: a second statement of one row with the measures, computed from the rows of all groups. */
  totals?: Statement;
}

/** A table's or column's name, quoted for the dialect. */
export function quoteName(dialect: DialectName, name: string): string {
  return DIALECTS[dialect].quote(name);
}

/** A query whose names are resolved in the layer: the input for its statements and for the choice of a roll-up. */
export interface Resolution {
  layer: Layer;
  query: ResolvedQuery;
  context: CompileContext;
}

/**
 * Resolves the names of a query. Throws a `CompileError` that contains the field, the reason and the remedy:
 * `unknown_model`, `unknown_field`, `ambiguous_join_path`, `no_join_path`, `invalid_filter`, `invalid_order` or
 * `invalid_request`.
 */
export function resolve(layer: Layer, query: Query, context: CompileContext): Resolution {
  const resolved = resolveQuery(layer, query, context);
  if (context.exactTexts !== true) return {layer, query: resolved, context};
  return {layer, query: withExactTexts(resolved, distinguishesTexts(context)), context};
}

/** Whether the statement distinguishes texts that the engine's collation may treat as equal. */
export function distinguishesTexts({exactTexts, dialect}: CompileContext): boolean {
  return exactTexts === true && DIALECTS[dialect].exactText !== undefined;
}

/** Whether the engine can sort texts by their code points. */
export function sortsByCodePoint(dialect: DialectName): boolean {
  return byCodePoints(DIALECTS[dialect], true).compared !== undefined;
}

/** The statement that answers a query. Throws like `resolve`. */
export function compile(layer: Layer, query: Query, context: CompileContext): CompiledQuery {
  return compileResolved(resolve(layer, query, context));
}

/** The statement that answers a resolved query. Throws like `resolve`, because some paths are found only here. */
export function compileResolved(resolution: Resolution): CompiledQuery {
  const {query} = resolution;
  const missing = new Set<string>();
  const plan = planQuery(resolution.layer, query);
  const statements = writeStatements(resolution, plan, missing);
  const {fiscalStart} = query.calendar;
  return {
    ...statements,
    columns: columnsOf(query),
    fields: [...query.dimensions, ...query.measures].map(({reference}) => reference),
    calculations: query.calculations.flatMap(({kind, of, within, behind}) => {
      const measure = query.measures[of];
      if (measure === undefined) return [];
      return [{kind, of: measure.reference, within, ...(behind === undefined ? {} : {behind})}];
    }),
    ...overlapping(query, plan),
    conditions: [...query.where, ...query.having].flatMap(conditionsOf),
    limit: query.limit,
    timezone: query.calendar.timezone,
    ...(fiscalStart === undefined ? {} : {fiscalStart}),
    dependsOnNow: [
      ...query.where,
      ...query.always,
      ...query.having,
      ...query.calculated,
      ...(query.compare?.where ?? []),
      ...rowConditionsOf(query),
      ...(query.journey?.steps ?? []).flatMap(({where}) => where),
    ].some(dependsOnNow),
    missingAttributes: [...missing].sort(),
  };
}

/** The statements alone: the statement for the rows and, with `totals`, the statement for the totals. */
export function statementsOf(resolution: Resolution): Statements {
  return writeStatements(resolution, planQuery(resolution.layer, resolution.query));
}

type Statements = Statement & Pick<CompiledQuery, "totals">;

function writeStatements(resolution: Resolution, plan: Plan, missing?: Set<string>): Statements {
  const {layer, query} = resolution;
  const limit = query.limit === undefined ? undefined : query.limit + 1;
  const rows = write(resolution, plan, {literals: false, limit, ...(missing ? {missing} : {})});
  if (!query.totals || query.measures.length === 0) return rows;
  const totals = write(resolution, planQuery(layer, query, true), {literals: false, limit: undefined});
  return {...rows, totals};
}

/** The columns of a query's result. */
export function columnsOf({dimensions, measures, calculations, subtotals}: ResolvedQuery): ResultColumn[] {
  const columns: ResultColumn[] = [...dimensions, ...measures, ...calculations].map(column => ({
    name: column.name,
    type: "type" in column ? column.type : column.reference.field.type,
  }));
  return subtotals ? [...columns, {name: SUBTOTAL, type: "number"}] : columns;
}

function overlapping({dimensions}: ResolvedQuery, plan: Plan): Pick<CompiledQuery, "overlaps"> {
  const overlaps = overlapsOf(plan);
  if (overlaps.every(({length}) => length === 0)) return {};
  return {overlaps: [...dimensions.map(() => []), ...overlaps]};
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

/** The statement to read and paste: values are literals, and the limit is the requested one. Throws like `resolve`. */
export function detail(layer: Layer, query: Query, context: CompileContext): string {
  return detailResolved(resolve(layer, query, context));
}

/** The statement of a resolved query to read and paste. */
export function detailResolved(resolution: Resolution): string {
  const {layer, query, context} = resolution;
  const plan = planQuery(layer, query);
  const {sql} = write(resolution, plan, {literals: true, limit: query.limit});
  return isAboutMoments(query) ? withSession(sql, context.dialect) : sql;
}

/** Whether the statement's rows could depend on the timezone of its session. */
function isAboutMoments(query: ResolvedQuery): boolean {
  const {dimensions, measures, where, always, having, journey} = query;
  if (journey !== undefined) return true;
  const filters = [...where, ...always, ...having, ...rowConditionsOf(query)].flatMap(conditionsOf);
  const groups = [
    ...measures.map(({reference: {field}}) => field.nested),
    ...dimensions.map(({reference: {field}}) => field.measured),
  ];
  const nested = groups.flatMap(one => (one ? [one.of, ...one.per] : []));
  const inputs = measures.flatMap(({reference: {field}}) =>
    field.ofRows === undefined || field.ofRows === "rows" ? [] : field.ofRows.field,
  );
  const fields = [
    ...[...dimensions, ...measures, ...nested, ...filters].map(({reference}) => reference.field),
    ...inputs,
  ];
  return fields.some(field => field.type === "timestamp");
}

function write(
  {layer, query, context}: Resolution,
  plan: Plan,
  {literals, limit, missing}: {literals: boolean; limit: number | undefined; missing?: Set<string>},
): Statement {
  const dialect = DIALECTS[context.dialect];
  const writer = new Writer(
    layer,
    literals ? pastedDialect(dialect) : dialect,
    query.calendar,
    context.attributes,
    literals,
    new Aliases(layer, plan),
    context.exactTexts === true ? byCodePoints(dialect, plan.rows === true && query.order.length > 0) : {},
  );
  const sql = renderPlan(writer, plan, limit);
  for (const attribute of writer.missingAttributes) missing?.add(attribute);
  if (writer.parameters.length > MAX_PARAMETERS) {
    throw new CompileError(
      "invalid_filter",
      `The query's filters hold ${writer.parameters.length} values; a statement takes at most ${MAX_PARAMETERS}. Split it into several queries.`,
    );
  }
  requireLength(sql.length);
  return writer.dialect.finish(sql, writer.parameters);
}
