import {notFound} from "../../core/access.ts";
import type {ResultFormat, RunRequest} from "../../core/wire/run-request.ts";
import type {SqlStatement} from "../../core/wire/sql-statement.ts";
import {canSeeProject, projectsOf} from "../../querying/layers/query-caches.ts";
import type {QueryProject} from "../../querying/layers/query-project.ts";
import type {QueryContext, SqlAnswer} from "../../querying/queries/query-runner.ts";
import {projectNamed} from "./catalog-cache.ts";
import {detailOf, type SqlDetail} from "./detail.ts";
import {toServiceError} from "./error-codes.ts";
import {type PreparedStatement, planText, prepareSql, requestOf, runSql} from "./prepare-sql.ts";
import type {SqlContext} from "./sql-context.ts";
import {SqlError} from "./sql-error.ts";
import type {SqlRunner} from "./sql-runner.ts";
import {lastParameterOf} from "./statement/parameters.ts";
import {withCurrentTables} from "./with-current-tables.ts";

/** Runs a statement for a caller. Rejects with a `ServiceError`, whose message has the words of Postgres. */
export async function answerSql(
  runner: SqlRunner,
  queryContext: QueryContext,
  statement: SqlStatement,
  format: ResultFormat,
): Promise<SqlAnswer> {
  try {
    const {context, prepared} = await prepare(runner, queryContext, statement);
    return await runSql(context, prepared, textsOf(statement), format);
  } catch (error) {
    throw toServiceError(error);
  }
}

/**
 * The request of a job that runs the statement. Equal statements give equal requests, as long as the tables and the rights
 * of the caller stay the same.
 */
export async function runOfSql(
  runner: SqlRunner,
  queryContext: QueryContext,
  statement: SqlStatement,
  format: ResultFormat,
  now: Date,
): Promise<RunRequest> {
  try {
    const {context, prepared} = await prepare(runner, queryContext, statement, now);
    const request = await requestOf(context, prepared, textsOf(statement), format);
    return {...request, record: {...request.record, asked: {statement, at: now.toISOString()}}};
  } catch (error) {
    throw toServiceError(error);
  }
}

/** The plan of a statement, in detail. Nothing is run. */
export async function explainSql(
  runner: SqlRunner,
  queryContext: QueryContext,
  statement: SqlStatement,
): Promise<SqlDetail> {
  try {
    const context = await contextOf(runner, queryContext, statement, new Date());
    return await withCurrentTables(context, async current =>
      detailOf(current, await planText(current, statement.sql)),
    );
  } catch (error) {
    throw toServiceError(error);
  }
}

async function prepare(
  runner: SqlRunner,
  queryContext: QueryContext,
  statement: SqlStatement,
  now = new Date(),
): Promise<{context: SqlContext; prepared: PreparedStatement}> {
  const context = await contextOf(runner, queryContext, statement, now);
  const {sql, parameters = []} = statement;
  // For a value that the statement does not use, Postgres would report an unknown type, or no error at all.
  if (parameters.length > 0) requireNoMore(await lastParameterOf(sql), parameters.length);
  // 0 leaves the type of a parameter to Postgres.
  const types = parameters.map(() => 0);
  return withCurrentTables(context, async current => {
    const prepared = await prepareSql(current, sql, types);
    requireValues(prepared.parameterTypes.length, parameters.length);
    return {context: current, prepared};
  });
}

function requireValues(needed: number, given: number): void {
  if (given < needed) throw otherNumber(needed, given);
}

function requireNoMore(needed: number, given: number): void {
  if (given > needed) throw otherNumber(needed, given);
}

function otherNumber(needed: number, given: number): SqlError {
  const names = needed === 0 ? "no parameters" : needed === 1 ? "$1" : `$1 to $${needed}`;
  const values = given === 1 ? "1 value" : `${given} values`;
  return new SqlError("42P02", `the statement has ${names}, and "parameters" has ${values}`, {
    hint: needed === 0 ? "Leave it out." : "Give a value for each.",
  });
}

async function contextOf(
  runner: SqlRunner,
  queryContext: QueryContext,
  {projectId}: SqlStatement,
  now: Date,
): Promise<SqlContext> {
  const project = await projectOf(runner, queryContext, projectId);
  const catalog = await runner.catalogs.of(runner, queryContext, project);
  return {runner, queryContext, project, catalog, timezone: project.timezone, settings: {}, now};
}

async function projectOf(
  runner: SqlRunner,
  {actor}: QueryContext,
  id: string | undefined,
): Promise<QueryProject> {
  if (id === undefined) return projectNamed(runner, actor, "");
  const project = (await projectsOf(runner, actor.orgId)).get(id);
  if (!project || !canSeeProject(actor, project)) throw notFound("project", id);
  return project;
}

function textsOf({parameters = []}: SqlStatement): (string | null)[] {
  return parameters.map(value => (value === null ? null : String(value)));
}
