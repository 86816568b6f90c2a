import type {Actor} from "../../core/actor.ts";
import {ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import type {RestSource} from "../../core/wire/query-source.ts";
import type {ResultFormat, RunRequest} from "../../core/wire/run-request.ts";
import type {SqlTable} from "../../core/wire/sql-tables.ts";
import {prepareQuery} from "../../querying/queries/prepare.ts";
import type {RunAnswer, SqlAnswer} from "../../querying/queries/query-runner.ts";
import {hashOf, runRequestOf} from "../../querying/queries/run-request-of.ts";
import type {SqlPlan} from "./plan.ts";
import type {Description} from "./plan-cache.ts";
import {columnsOf, prepareInputs} from "./rest-inputs.ts";
import type {SqlContext} from "./sql-context.ts";
import {SqlError} from "./sql-error.ts";
import {loadParser} from "./statement/postgres-parser.ts";
import {positionBeforeEdits} from "./statement/source.ts";
import {tableOf} from "./table-of.ts";
import {columnOf, fieldOf, type ResultField, shapeOf, shapeOfColumns} from "./types.ts";

type RestPlan = Extract<SqlPlan, {kind: "rest"}>;

/** A statement that is planned and whose result is described. */
export interface PreparedStatement {
  readonly text: string;
  readonly plan: SqlPlan;
  readonly fields: readonly ResultField[];
  /** `shapeOf` the fields. */
  readonly shape: string;
  /** OIDs. */
  readonly parameterTypes: readonly number[];
}

/** The value of `current_user`. */
export function userOf({email, name}: Actor): string {
  return email ?? name;
}

/**
 * Plans a statement without describing its result, so that Postgres does not check the part that Postgres will run.
 * Rejects with an `SqlError`.
 */
export async function planText(context: SqlContext, text: string): Promise<SqlPlan> {
  await loadParser();
  return context.runner.catalogs.plans.plan(text, context.catalog, optionsOf(context));
}

/**
 * Plans a statement and describes its result. `parameterTypes` are OIDs, 0 for unknown types. Rejects with an `SqlError`.
 */
export async function prepareSql(
  context: SqlContext,
  text: string,
  parameterTypes: readonly number[],
): Promise<PreparedStatement> {
  const plan = await planText(context, text);
  const {fields, ...described} = await descriptionOf(context, text, plan, parameterTypes);
  return {text, plan, fields, shape: shapeOf(fields), ...described};
}

async function descriptionOf(
  context: SqlContext,
  text: string,
  plan: SqlPlan,
  parameterTypes: readonly number[],
): Promise<Description> {
  if (plan.kind === "query") return {fields: plan.columns.map(fieldOf), parameterTypes};
  if (plan.sql === "") return {fields: [], parameterTypes};
  return describedRest(context, text, plan, parameterTypes);
}

/** The first OID of the types of tables' rows, which have other OIDs on every worker. */
const FIRST_OWN_OID = 16_384;

async function describedRest(
  context: SqlContext,
  text: string,
  plan: RestPlan,
  parameterTypes: readonly number[],
): Promise<Description> {
  const {descriptions} = context.runner.catalogs.plans;
  const inputs = plan.inputs.map(columnsOf);
  const key = JSON.stringify([partsOf(context, plan, undefined), inputs, plan.sql, parameterTypes]);
  const known = descriptions.get(key);
  if (known) return known;
  const description = await withTables(context, plan, {text, plan}, tables =>
    context.runner.describeRest(context.queryContext, {
      source: {...partsOf(context, plan, tables), inputs},
      sql: plan.sql,
      parameterTypes: [...parameterTypes],
    }),
  );
  if (description.fields.every(({typeOid}) => typeOid < FIRST_OWN_OID)) descriptions.set(key, description);
  return description;
}

/**
 * Runs `ask` without the caller's tables, which most workers already have, and once more with them if the worker lacks
 * them. An error of Postgres becomes an `SqlError`.
 */
async function withTables<T>(
  {catalog}: SqlContext,
  {readsCatalog}: RestPlan,
  {text, plan}: {text: string; plan: RestPlan},
  ask: (tables: SqlTable[] | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await ask(undefined).catch(error => {
      if (!readsCatalog || !(error instanceof ServiceError) || error.code !== "precondition_failed")
        throw error;
      return ask(catalog.tables.map(tableOf));
    });
  } catch (error) {
    throw sqlErrorOf(error, text, plan);
  }
}

/** The error as an `SqlError` in the words of Postgres, with the position in the statement that the caller wrote. */
function sqlErrorOf(error: unknown, text: string, {edits}: RestPlan): unknown {
  if (!(error instanceof ServiceError)) return error;
  const {sqlState, sqlDetail: detail, sqlHint: hint, sqlPosition: position} = error.details;
  if (sqlState === undefined) return error;
  return new SqlError(sqlState, error.message, {
    ...(detail === undefined ? {} : {detail}),
    ...(hint === undefined ? {} : {hint}),
    ...(position === undefined ? {} : {position: positionBeforeEdits(text, edits, position)}),
  });
}

function optionsOf({project, queryContext, timezone, now = new Date()}: SqlContext) {
  return {
    timezone,
    weekStart: project.weekStart,
    user: userOf(queryContext.actor),
    database: project.name,
    now,
  };
}

/** Runs a prepared statement with the values of its parameters, in text form. */
export async function runSql(
  context: SqlContext,
  prepared: PreparedStatement,
  values: readonly (string | null)[],
  format: ResultFormat,
): Promise<SqlAnswer> {
  const plan = planWith(context, prepared, values);
  if (plan.kind === "query") return runQuery(context, plan, format);
  return runRest(context, {...prepared, plan}, values, format);
}

/**
 * The plan for this moment and for the values of the parameters, because such a plan reads fewer rows; the prepared
 * plan if the columns of the result would then differ from those that the client knows.
 */
function planWith(
  context: SqlContext,
  {text, plan, shape, parameterTypes: types}: PreparedStatement,
  values: readonly (string | null)[],
): SqlPlan {
  if (!plan.dependsOnParameters && !plan.dependsOnNow) return plan;
  const {runner, catalog} = context;
  const options = {...optionsOf(context), parameters: {types, values}};
  const known = runner.catalogs.plans.plan(text, catalog, options);
  if (known.kind === "rest") return known;
  return shapeOfColumns(known.columns) === shape ? known : plan;
}

/** The run of a prepared statement, for a job that keeps its result. */
export async function requestOf(
  context: SqlContext,
  prepared: PreparedStatement,
  values: readonly (string | null)[],
  format: ResultFormat,
): Promise<RunRequest> {
  const plan = planWith(context, prepared, values);
  const {runner, queryContext, catalog, now = new Date()} = context;
  if (plan.kind === "query") {
    const {query, columns} = plan;
    const compiled = await prepareQuery(runner, queryContext.actor, query, now, {forSql: true});
    const {actor, requestId, fresh = false} = queryContext;
    const timeoutMs = runner.config.queryTimeoutMs;
    const options = {format, trigger: "async", requestId, fresh, timeoutMs, sqlColumns: columns} as const;
    return runRequestOf(compiled, actor, query, options);
  }
  // A stored result must be the warehouse's, not a roll-up's.
  const inputs = (await prepareInputs(context, plan.inputs))(false);
  const source = {...partsOf(context, plan, catalog.tables.map(tableOf)), inputs};
  const request = restRun(context, {...prepared, plan}, source, values, format);
  return {...request, record: {...request.record, trigger: "async"}};
}

async function runQuery(
  {runner, queryContext}: SqlContext,
  {query, columns}: Extract<SqlPlan, {kind: "query"}>,
  format: ResultFormat,
): Promise<SqlAnswer> {
  const prepared = await prepareQuery(runner, queryContext.actor, query, new Date(), {forSql: true});
  const asSql = {...queryContext, trigger: "sql", sqlColumns: columns} as const;
  const answer = await runner.run(asSql, query, prepared, format);
  return {...answer, limit: prepared.compiled.limit};
}

async function runRest(
  context: SqlContext,
  prepared: PreparedStatement & {plan: RestPlan},
  values: readonly (string | null)[],
  format: ResultFormat,
): Promise<RunAnswer> {
  const {plan} = prepared;
  const inputsOf = await prepareInputs(context, plan.inputs);
  return withTables(context, plan, prepared, tables =>
    context.runner.runRest(context.queryContext, fromRollups => {
      const source = {...partsOf(context, plan, tables), inputs: inputsOf(fromRollups)};
      return restRun(context, prepared, source, values, format);
    }),
  );
}

function restRun(
  {runner, queryContext, project, timezone, settings}: SqlContext,
  {plan, fields, parameterTypes}: PreparedStatement & {plan: RestPlan},
  source: RestSource,
  values: readonly (string | null)[],
  format: ResultFormat,
): RunRequest {
  const columns = fields.map(columnOf);
  const {actor, requestId, fresh = false} = queryContext;
  const inputs = source.inputs.map(({name, run}) => [name, run.fingerprint]);
  // If inputs are read from roll-ups, all of them are from one build.
  const dataAsOf = source.inputs[0]?.run.dataAsOf;
  return {
    orgId: actor.orgId,
    source: {...source, parameters: [...values], parameterTypes: [...parameterTypes]},
    sql: plan.sql,
    parameters: [],
    columns,
    ...(dataAsOf === undefined ? {} : {dataAsOf}),
    timezone,
    format,
    timeoutMs: queryContext.timeoutMs ?? runner.config.queryTimeoutMs,
    fresh,
    // The rest takes no place in a warehouse's queue, and most results are read at once.
    work: "interactive",
    fingerprint: hashOf([source.id, inputs, plan.sql, values, parameterTypes, columns, timezone, settings]),
    record: {
      runId: newId("run"),
      principalId: actor.id,
      projectId: project.id,
      model: plan.inputs[0]?.query.model ?? "sql",
      trigger: "sql",
      requestId,
      ...(queryContext.traceparent === undefined ? {} : {traceparent: queryContext.traceparent}),
    },
  };
}

/** Everything that the rest of a statement runs on, except the rows. */
function partsOf(
  {queryContext: {actor}, project, catalog, settings, timezone}: SqlContext,
  {readsCatalog}: RestPlan,
  tables: SqlTable[] | undefined,
): Omit<RestSource, "inputs"> {
  return {
    kind: "rest",
    id: catalog.shape,
    readsCatalog,
    user: userOf(actor),
    database: project.name,
    settings: {...settings, timezone},
    ...(tables ? {tables} : {}),
  };
}
